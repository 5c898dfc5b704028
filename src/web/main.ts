import { mount } from "svelte";
import App from "./App.svelte";
import { to } from "./base";
import { device, hasServer } from "./where";
import "./base.css";
import { dictionary } from "./dictionary.svelte";
import "./house/fonts.css";
import "./house/rest.css";
import "./house/tokens.css";
import { notices } from "./notices.svelte";
import { settings } from "./settings.svelte";
import { t } from "./texts";

await dictionary.speak(settings.lang);
const app = document.getElementById("app")!;
app.replaceChildren(); // the sign that was there until now
mount(App, { target: app });

// Without a server the whole page is kept for later visits; not before it has loaded, or it would be fetched twice.
if (hasServer) keepPage();
else void device().then(({ ready, kept }) => ready.then(() => keepPage(kept), () => {}));

/** With `kept` the player is told on the first visit when nothing more will be fetched, or that it will be. */
function keepPage(kept?: Promise<boolean>): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  const first = !navigator.serviceWorker.controller;
  const asked = navigator.serviceWorker.register(to("/sw.js")).then(() => navigator.serviceWorker.ready);
  if (!kept || !first) return void asked.catch(() => {});
  Promise.all([kept, asked]).then(
    ([all]) => notices.show(t(all ? "device.kept" : "device.unkept")),
    () => notices.show(t("device.unkept")),
  );
}

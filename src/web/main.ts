import { mount } from "svelte";
import App from "./App.svelte";
import { to } from "./base";
import { device, hasServer } from "./where";
import "./base.css";
import { dictionary } from "./dictionary.svelte";
import "./house/fonts.css";
import "./house/tokens.css";
import { settings } from "./settings.svelte";

await dictionary.speak(settings.lang);
const app = document.getElementById("app")!;
app.replaceChildren(); // the sign that was there until now
mount(App, { target: app });

// Without a server the whole page is kept for later visits; not before it has loaded, or it would be fetched twice.
if (hasServer) keepPage();
else void device().then(({ ready }) => ready.then(keepPage, () => {}));

function keepPage(): void {
  if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register(to("/sw.js")).catch(() => {});
}

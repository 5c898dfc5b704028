import { mount } from "svelte";
import App from "./App.svelte";
import { to } from "./base";
import "./base.css";
import { dictionary } from "./dictionary.svelte";
import "./house/fonts.css";
import "./house/tokens.css";
import { settings } from "./settings.svelte";

await dictionary.speak(settings.lang);
mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register(to("/sw.js")).catch(() => {});

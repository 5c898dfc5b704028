import { mount } from "svelte";
import App from "./App.svelte";
import { to } from "./base";
import "./base.css";
import "./house/fonts.css";
import "./house/tokens.css";

mount(App, { target: document.getElementById("app")! });

if (import.meta.env.PROD && "serviceWorker" in navigator) void navigator.serviceWorker.register(to("/sw.js")).catch(() => {});

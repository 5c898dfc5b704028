import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";

const server = `http://127.0.0.1:${process.env.TEFUDA_PORT ?? "8000"}`;

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: "../tefuda/server/page",
    emptyOutDir: true,
    target: ["chrome123", "firefox121", "safari17.5"], // they know light-dark()
    assetsInlineLimit: 0, // the page's policy allows no data: addresses
    modulePreload: { polyfill: false },
  },
  server: { proxy: { "/api": server, "/lab": server, "/ws": { target: server, ws: true } } },
});

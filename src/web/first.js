// Runs in the head of the page, before anything else is loaded: shows it as the person has chosen, so that nothing
// changes under their eyes, and has the browser fetch what this place needs, beside the script that will ask for it.
// PARTS is filled in by the build: files by language and by the first word of an address.
{
  const PARTS = __PARTS__;
  const root = document.documentElement;
  const base = new URL(".", document.querySelector("link[rel=manifest]").href).pathname.slice(0, -1);
  let chosen = {};
  try {
    chosen = JSON.parse(localStorage.getItem(`tefuda${base}.settings`)) ?? {};
  } catch {
    // nothing is kept here
  }
  root.lang = chosen.lang ?? (navigator.language.startsWith("ja") ? "ja" : "en");
  if (chosen.theme && chosen.theme !== "auto") root.dataset.theme = chosen.theme;
  root.toggleAttribute("data-large", chosen.large === true);
  const path = location.hash.startsWith("#/") ? location.hash.slice(1) : location.pathname.slice(base.length);
  const place = path.split("/")[1] || "home";
  root.toggleAttribute("data-room", ["t", "learn", "puzzle", "daily"].includes(place));
  root.toggleAttribute("data-first", place === "t" && !navigator.serviceWorker?.controller);
  // A browser that does not understand the scripts would say nothing.
  addEventListener("error", () => {
    const sign = document.querySelector("#app .first");
    if (sign) sign.textContent = root.lang === "ja" ? "このブラウザでは開けません。新しい版をお試しください。" : "This browser is too old for this page. Please try a newer version.";
  });
  for (const file of [...(PARTS[root.lang] ?? []), ...(PARTS[place] ?? [])]) {
    const link = document.createElement("link");
    if (file.endsWith(".css")) [link.rel, link.as] = ["preload", "style"];
    else link.rel = "modulepreload";
    link.crossOrigin = "";
    link.fetchPriority = "low"; // as the script: the page is drawn first
    link.href = `${base}/${file}`;
    document.head.append(link);
  }
}

// Keeps the page, and the rules and replays that were opened, for times without a connection. FILES is filled in by the build.

const FILES = __FILES__;
const BUNDLE = ""; // a site without a server has the rest of its files in here, compressed
const HOME = new URL(registration.scope).pathname; // with a slash at its end
const PATHS = new Set(FILES.map((name) => new URL(name, registration.scope).pathname));
const CACHE = `page ${HOME} ${__VERSION__}`;
const DEVICE = `device ${HOME}`; // Python and what it runs, once a match was played here
const READ = `read ${HOME}`; // rules, replays and the list of games

self.addEventListener("install", (event) => {
  event.waitUntil(
    caches
      .open(CACHE)
      .then((cache) => Promise.all([cache.addAll([...PATHS]), unpack(cache)]))
      .then(() => self.skipWaiting()),
  );
});

// Of the versions before, the last one is kept: a page that is still open may ask for its files.
self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(`page ${HOME} `) && name !== CACHE).slice(0, -1).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (!url.pathname.startsWith(HOME)) return;
  const path = url.pathname.slice(HOME.length);
  if (/^api\/(rules|replays|games)(\/|$)/.test(path)) event.respondWith(fresh(request, READ));
  else if (path === "device/parts.json") event.respondWith(fresh(request, DEVICE));
  else if (path.startsWith("device/") && !path.endsWith(".xz")) event.respondWith(once(request, DEVICE));
  else if (request.mode === "navigate") {
    if (!/^(api|lab)(\/|$)/.test(path)) event.respondWith(fetch(request).catch(() => caches.match(HOME)));
  } else if (!/^(api|lab|ws|metrics|healthz)(\/|$)/.test(path))
    event.respondWith(caches.match(url.pathname).then((found) => found ?? fetch(request)));
});

// Somebody's turn at a table by mail, told by the server while no page is open; a page that is open tells it by itself.
self.addEventListener("push", (event) => {
  const { text, code } = event.data.json();
  const more = { body: text, tag: code, icon: `${HOME}icon-192.png`, data: { code } };
  event.waitUntil(registration.showNotification("Tefuda", more));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(goTo(`${HOME}t/${event.notification.data.code}`));
});

/** Goes to a table, in the window that shows it if there is one. */
async function goTo(path) {
  const windows = await clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = windows.find(({ url }) => new URL(url).pathname === path);
  await (there ? there.focus() : clients.openWindow(path));
}

/** Keeps the files of the bundle: the length of a list as four bytes, the list, and the files, as site.py writes them. */
async function unpack(cache) {
  if (!BUNDLE) return;
  const answer = await fetch(new URL(BUNDLE, registration.scope));
  if (!answer.ok) throw new Error(`${BUNDLE}: ${answer.status}`);
  const whole = await new Response(answer.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();
  const size = new DataView(whole).getUint32(0, true);
  let at = 4 + size;
  for (const [name, type, length] of JSON.parse(new TextDecoder().decode(new Uint8Array(whole, 4, size)))) {
    const file = new Response(new Uint8Array(whole, at, length), { headers: { "content-type": type } });
    await cache.put(new URL(name, registration.scope), file);
    at += length;
  }
}

/** A file that never changes under its name: from what was kept, or else from the server. Older files are dropped. */
async function once(request, name) {
  const cache = await caches.open(name);
  const found = await caches.match(request);
  if (found) return found;
  const answer = await fetch(request);
  if (answer.ok) {
    const folder = new URL(".", request.url).href;
    const kept = await cache.keys();
    await Promise.all(kept.filter(({ url }) => !url.startsWith(folder) && !url.endsWith(".json")).map((old) => cache.delete(old)));
    await cache.put(request, answer.clone());
  }
  return answer;
}

/** From the server, and kept; from what was kept if the server cannot be reached. */
async function fresh(request, name) {
  const cache = await caches.open(name);
  try {
    const answer = await fetch(request);
    if (answer.ok) await cache.put(request, answer.clone());
    return answer;
  } catch (error) {
    const found = await caches.match(request);
    if (found) return found;
    throw error;
  }
}

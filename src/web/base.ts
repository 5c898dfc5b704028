// Where the page is: at the root of its host, or under a path of a host that serves other things too.

const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');

/** What all paths of the page begin with, without the last slash: the manifest stands at its top. */
export const base = manifest ? new URL(".", manifest.href).pathname.slice(0, -1) : "";

/** Without a server that knows the page's places, they are in the address after a `#`. */
const alone = document.querySelector<HTMLMetaElement>('meta[name="tefuda"]')?.content === "device";
const FILES = /^\/(api|assets|device)\/|^\/sw\.js$/;

/** The address of a place of the page, or of something that the server has. A query stands before the `#`. */
export function to(path: string): string {
  if (!alone || FILES.test(path)) return base + path;
  const [place, query] = path.split("?", 2);
  return `${base}/${query ? `?${query}` : ""}#${place}`;
}

/** The place that an address of this host means; null if it is none of the page's. */
export function placeIn({ pathname, hash }: Pick<URL, "pathname" | "hash">): string | null {
  const path = within(pathname);
  return alone && path === "/" && hash.startsWith("#/") ? hash.slice(1) : path;
}

/** A path of this host as the page knows it; null if it is not under the page. */
function within(pathname: string): string | null {
  if (pathname === base) return "/";
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

// Where the page is: at the root of its host, or under a path there that other things share.

const manifest = document.querySelector<HTMLLinkElement>('link[rel="manifest"]');

/** What all paths of the page begin with, without the last slash: the manifest stands at its top. */
export const base = manifest ? new URL(".", manifest.href).pathname.slice(0, -1) : "";

/** The address of a place of the page, or of something that the server has. */
export const to = (path: string): string => base + path;

/** A path of this host as the page knows it; null if it is not under the page. */
export function within(pathname: string): string | null {
  if (pathname === base) return "/";
  return pathname.startsWith(`${base}/`) ? pathname.slice(base.length) : null;
}

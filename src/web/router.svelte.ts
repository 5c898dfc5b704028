// The current place in the page. Links are ordinary links; a click on one of the page's own loads nothing.

import { placeIn, to } from "./base";
import { hasLesson, isGame } from "./boards";

export type Place =
  | { page: "home" }
  | { page: "table"; code: string }
  | { page: "replay"; code: string; match: number }
  | { page: "file" }
  | { page: "rules"; game: string }
  | { page: "learn"; game: string }
  | { page: "puzzle" | "daily"; game: string }
  | { page: "duplicate" | "circle"; code: string }
  | { page: "stats" }
  | { page: "settings" }
  | { page: "nowhere" };

export function placeOf(path: string): Place {
  const [first = "", second = "", third = "", ...more] = path.split("/").slice(1).map(plain);
  if (more.length) return { page: "nowhere" };
  const code = second.toUpperCase();
  if (!first) return { page: "home" };
  if (first === "t" && code && !third) return { page: "table", code };
  if (first === "replay" && !second) return { page: "file" };
  if (first === "replay" && /^\d+$/.test(third)) return { page: "replay", code, match: Number(third) };
  if (first === "rules" && second && !third) return { page: "rules", game: second };
  if (first === "learn" && hasLesson(second) && !third) return { page: "learn", game: second };
  if ((first === "puzzle" || first === "daily") && isGame(second) && !third) return { page: first, game: second };
  if ((first === "duplicate" || first === "circle") && code && !third) return { page: first, code };
  if (first === "stats" && !second) return { page: "stats" };
  if (first === "settings" && !second) return { page: "settings" };
  return { page: "nowhere" };
}

/** A part of an address, decoded; one that cannot be decoded stays as it is. */
function plain(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = (): string => placeIn(location) ?? location.pathname;

class Router {
  /** The current place, as a path of the page. */
  path = $state(here());
  place = $derived(placeOf(this.path));

  constructor() {
    addEventListener("popstate", () => {
      if (!location.hash || location.hash.startsWith("#/")) this.path = here(); // others are places within the page
    });
    document.addEventListener("click", (event) => this.#click(event));
  }

  go(path: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to(path));
    if (this.path === here()) return;
    this.path = here();
    scrollTo(0, 0);
  }

  #click(event: MouseEvent): void {
    const link = (event.target as Element).closest?.("a");
    if (!link || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
      return;
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin) return;
    if (link.hash && !link.hash.startsWith("#/") && link.pathname === location.pathname) return;
    const path = placeIn(link);
    if (path === null || placeOf(path).page === "nowhere") return;
    event.preventDefault();
    this.go(path + link.search + (link.hash.startsWith("#/") ? "" : link.hash));
  }
}

export const router = new Router();

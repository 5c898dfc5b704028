// What games are called. Ours are known at once, others when the server has told.

import { games } from "./api";
import { settings, type Lang } from "./settings.svelte";
import { maybe } from "./texts";

let told = $state.raw<Record<string, Record<Lang, string>>>({});
let asked = false;

export function titleOf(game: string): string {
  const known = maybe(`game.${game}`, "");
  if (known) return known;
  if (!asked) {
    asked = true;
    void games().then(
      (all) => (told = Object.fromEntries(all.map((one) => [one.name, one.title]))),
      () => (asked = false),
    );
  }
  return told[game]?.[settings.lang] ?? game;
}

// What games and their choices are called. The titles of our own games are known at once, all others when the server
// has sent them.

import { games, type Game } from "./api";
import { doors } from "./boards";
import { settings } from "./settings.svelte";

let told = $state.raw<Record<string, Game>>({});
let asked = false;

function about(game: string): Game | undefined {
  if (!asked) {
    asked = true;
    void games().then(
      (all) => (told = Object.fromEntries(all.map((one) => [one.name, one]))),
      () => (asked = false),
    );
  }
  return told[game];
}

export function titleOf(game: string): string {
  return doors[game]?.title[settings.lang] ?? about(game)?.title[settings.lang] ?? game;
}

/** A choice of an option in words; "" until the server has sent it. */
export function choiceOf(game: string, option: string, value: string): string {
  return about(game)?.options.find((one) => one.name === option)?.called[value]?.[settings.lang] ?? "";
}

// The puzzle of the day: how many days in a row it was solved at the first try, kept in the browser and told to nobody.

import { keep, kept } from "./kept";

interface Streak {
  /** The day of the last try. */
  day: string;
  days: number;
}

const all = (): Record<string, Streak> => kept<Record<string, Streak>>("puzzles", {});

/** A date of the person's own calendar, as 2026-01-31. */
export function dayOf(date: Date): string {
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}

export const today = (): string => dayOf(new Date());

function yesterday(): string {
  const date = new Date();
  date.setDate(date.getDate() - 1);
  return dayOf(date);
}

/** Whether the puzzle of today was tried. */
export const isTried = (game: string): boolean => all()[game]?.day === today();

/** Days in a row, up to today or yesterday. */
export function streakOf(game: string): number {
  const last = all()[game];
  return last && (last.day === today() || last.day === yesterday()) ? last.days : 0;
}

/** Counts the first try of the day; later ones change nothing. */
export function count(game: string, right: boolean): void {
  if (isTried(game)) return;
  keep("puzzles", { ...all(), [game]: { day: today(), days: right ? streakOf(game) + 1 : 0 } });
}

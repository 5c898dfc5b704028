// What is left of a seat's time, in figures and as a share.

import type { Clock } from "../boards/board";
import type { Times } from "../protocol";
import { t } from "../texts";

const LOW = 10_000; // ms

/** The clocks that the page offers, in seconds. */
export const CLOCKS = { none: null, fast: { move: 15, reserve: 60 }, usual: { move: 45, reserve: 120 }, slow: { move: 120, reserve: 600 }, day: { move: 86400, reserve: 0 } };

/** A clock in words. */
export function clockWords(clock: { move: number; reserve?: number } | null): string {
  const { move, reserve } = { reserve: 0, ...clock };
  const [known] = Object.entries(CLOCKS).find(([, one]) => one?.move === clock?.move && (one?.reserve ?? 0) === reserve) ?? [];
  return known ? t(`clock.${known}` as "clock.none") : t("clock.told", { move: move!, reserve });
}

/** `gone` are the ms since the times were told; `full` is all that a seat had, for the share. */
export function timeLeft(time: Times, gone: number, full: number): Clock {
  const spent = time.running ? gone : 0;
  const ms = Math.max(0, time.move - spent) + Math.max(0, time.reserve - Math.max(0, spent - time.move));
  return { share: full ? Math.min(1, ms / full) : 1, text: figures(ms), low: time.running && ms < LOW };
}

/** 0:28, or 23 h 59 where there are hours. */
function figures(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (n: number): string => String(n).padStart(2, "0");
  if (seconds < 3600) return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
  return t("time.clock", { h: Math.floor(seconds / 3600), m: two(Math.floor(seconds / 60) % 60) });
}

// The tables that the person has sat at and their results, kept in the browser.

import { keep, kept } from "./kept";
import type { Deal, Result, Table } from "./protocol";
import { isHere } from "./where";

export interface Visit {
  code: string;
  game: string;
  match: number;
  status: Table["status"];
  names: string[];
  /** The person's own seat, and the faces of all. */
  seat?: number;
  faces?: string[];
  at: number;
}

export interface Played {
  code: string;
  match: number;
  game: string;
  at: number;
  seat: number;
  seats: number;
  scores: number[];
  winners: number[];
  names?: string[];
}

export const visits = (): Visit[] => kept<Visit[]>("visits", []);
export const played = (): Played[] => kept<Played[]>("played", []);

const VISITS = 30;

/** Where there are too many, what is over goes first, then what is played against bots: friends still wait for the rest. */
export function remember(visit: Omit<Visit, "at">): void {
  const others = visits().filter((other) => other.code !== visit.code);
  const oldest = others.findLast((other) => !isGoing(other)) ?? others.findLast(({ code }) => isHere(code)) ?? others.at(-1);
  keep("visits", [{ ...visit, at: Date.now() }, ...(others.length < VISITS ? others : others.filter((other) => other !== oldest))]);
}

/** As far as this browser knows. */
export const isGoing = ({ status }: Visit): boolean => status === "lobby" || status === "playing";

export function forgetVisit(code: string): void {
  keep("visits", visits().filter((visit) => visit.code !== code));
}

export function rememberResult(table: Table, result: Result, names: string[]): void {
  if (table.seat === null || result.reason === "stopped" || result.helped.includes(table.seat) || result.undone.includes(table.seat)) return;
  const { code, match, game, seat } = table;
  const before = played();
  if (before.some((other) => other.code === code && other.match === match)) return;
  const { scores, winners } = result;
  keep("played", [...before, { code, match, game, at: Date.now(), seat, seats: scores.length, scores, winners, names }].slice(-2000));
}

type Circle = { code: string; name: string };

/** The circles of friends whose pages were opened here, the latest first. */
export const visitedCircles = (): Circle[] => kept<Circle[]>("circles", []);

export function rememberCircle(circle: Circle): void {
  keep("circles", [circle, ...visitedCircles().filter((other) => other.code !== circle.code)].slice(0, 20));
}

export function forgetCircle(code: string): void {
  keep("circles", visitedCircles().filter((other) => other.code !== code));
}

const EVENING = 12 * 3600_000; // ms

/** How often each of these people has won in the matches that they have played together this evening, whatever the game. */
export function evening(names: string[]): { matches: number; wins: { name: string; n: number }[] } {
  const group = [...names].sort().join("\n");
  const together = played().filter((one) => Date.now() - one.at < EVENING && one.names && [...one.names].sort().join("\n") === group);
  const wins = names.map((name) => ({ name, n: together.filter((one) => one.winners.some((seat) => one.names![seat] === name)).length }));
  return { matches: together.length, wins: wins.sort((a, b) => b.n - a.n) };
}

/** Both lists of results, each match once, the oldest first. */
export function merged(own: Played[], told: Played[]): Played[] {
  const all = new Map<string, Played>();
  for (const one of [...told, ...own]) all.set(`${one.code}/${one.match}`, one);
  return [...all.values()].sort((a, b) => a.at - b.at);
}

/** What the person was shown of a deal beforehand, and the salt given to it. */
export interface Seen {
  commitment?: string;
  /** The commitment of the duplicate to which the match belongs. */
  duplicate?: string;
  salts?: Record<number, string>;
}

const deals = (): Record<string, Seen> => kept<Record<string, Seen>>("deals", {});
const dealOf = (code: string, match: number): string => `${code}/${match}`;

export const seenOf = (code: string, match: number): Seen => deals()[dealOf(code, match)] ?? {};

function keepDeal(code: string, match: number, seen: Seen): void {
  const all = deals();
  const key = dealOf(code, match);
  delete all[key];
  keep("deals", Object.fromEntries([...Object.entries(all).slice(-40), [key, seen]]));
}

/** Keeps the commitment that was seen first. */
export function rememberDeal(code: string, match: number, commitment: string, duplicate?: string): void {
  keepDeal(code, match, { commitment, ...(duplicate ? { duplicate } : {}), ...seenOf(code, match) });
}

/** Keeps the salt that is given to a deal; the function that it returns takes that back. */
export function rememberSalt(code: string, match: number, seat: number, salt: string): () => void {
  const before = seenOf(code, match);
  keepDeal(code, match, { ...before, salts: { [seat]: salt } });
  return () => keepDeal(code, match, before);
}

/** Whether a deal is the one that was promised: its commitment was seen before the salt, which is in it. */
export function isPromised(code: string, match: number, deal: Pick<Deal, "commitment" | "salts">): boolean {
  const { commitment, salts } = seenOf(code, match);
  return (commitment ?? deal.commitment) === deal.commitment && Object.entries(salts ?? {}).every(([seat, salt]) => deal.salts[Number(seat)] === salt);
}

// Plain HTTP requests to the server.

import { to } from "./base";
import type { Played } from "./history";
import type { Happened, Result, SeatInfo, Table } from "./protocol";
import type { Lang } from "./settings.svelte";
import { device, hasDevice, hasServer, isHere } from "./where";

export interface Option {
  name: string;
  default: string | number | boolean;
  help: Record<Lang, string>;
  choices: string[];
  least: number;
  most: number;
  /** What the form calls it, and its choices; "" where the page has words of its own. */
  label: Record<Lang, string>;
  called: Record<string, Record<Lang, string>>;
}

/** One thing that the plain board draws of a view. */
export interface Part {
  name: string;
  owner: "table" | "each" | "own";
  kind: "number" | "flag" | "seat" | "text" | "counts" | "cards";
  label: Record<Lang, string>;
}

export interface Game {
  name: string;
  title: Record<Lang, string>;
  /** How many may play, the usual number first. */
  seats: number[];
  /** The same where the value of an option changes it. */
  seats_by: Record<string, Record<string, number[]>>;
  options: Option[];
  levels: NonNullable<SeatInfo["level"]>[];
  /** The game of which it is a variant, or "". */
  base: string;
  /** Whether it brings along a board of its own, as plain JavaScript. */
  board: boolean;
  parts: Part[];
  /** The option, if there is one, that says for how many ms moves are held where one can react. */
  race: string;
}

export interface Listed {
  code: string;
  game: string;
  options: Record<string, string | number | boolean>;
  status: Table["status"];
  seats: Pick<SeatInfo, "name" | "kind" | "level">[];
  updated: number;
}

export interface Frame extends Happened {
  view: Record<string, unknown>;
  facts: Record<string, unknown>;
  hands?: unknown[];
}

export interface Frames {
  game: string;
  options: Record<string, string | number | boolean>;
  names: string[];
  seats: number;
  total: number;
  result: Omit<Result, "hinted" | "helped"> | null;
  frames: Frame[];
}

interface Mean {
  value: number;
  low: number;
  high: number;
}

type Share = "start" | "deal" | "draws" | "hidden" | "others" | "own" | "luck" | "result";

/** What speaks for a better move, and against the other one. */
export interface Why {
  better: string[];
  worse: string[];
}

/** What the judge says of a seat's play. */
export interface Judgement {
  /** How many events of the match are judged. */
  done: number;
  of: number;
  /** The level it was like, between which two it may lie, all that were measured, the weakest first, and whether that was
   * in this form of the game. */
  like: { level: string; low: string; high: string; loss: Mean; levels: string[]; usual: boolean } | null;
  decisions: {
    event: number;
    /** How many frames of the replay, through the seat's eyes, come before it. */
    frame: number;
    round: number;
    loss: number;
    /** The best move less the one that was made: in points of the round, and in the chance to win the match. */
    difference: Mean;
    gap: Mean;
    kind: "good" | "inaccuracy" | "mistake" | "blunder";
    /** The move that was made and the better one, in words; empty where there is nothing to tell. */
    told: string[];
    why: Why | null;
    chances: Mean[];
    chosen: string;
    best: string;
    candidates: { move: string; value: Mean; chance: Mean }[];
    /** What the seat saw then and could do: of the dearest only. */
    position?: { view: Record<string, unknown>; moves: string[]; facts: Record<string, unknown> };
  }[];
  /** `last` is the event that ended the round. */
  rounds: Record<"round" | "last" | Share, number>[];
  /** Events, and after each what the match was worth to the seat in points, and its chance to win. */
  curve: [event: number, points: number, chance: number][];
}

export type Decision = Judgement["decisions"][number];

/** A position with one clearly best move. */
export interface Puzzle {
  number: number;
  count: number;
  seat: number;
  /** "" for the seat that decides. */
  names: string[];
  view: Record<string, unknown>;
  moves: string[];
  facts: Record<string, unknown>;
  /** What has just happened. */
  told: string[];
  best: string;
  /** How much less other moves are worth. */
  less: Record<string, number>;
  /** Levels of bots that find it. */
  /** Why the best move is better than each of these. */
  why: Record<string, Why>;
  solved: string[];
  /** The numbers of all puzzles of the game by the kind of their best move, in words. */
  themes: Record<string, number[]>;
}

/** The deal of a day, as far as it is played. */
export interface Daily {
  seat: number;
  /** "" for the person's own seat. */
  names: string[];
  view: Record<string, unknown>;
  moves: string[];
  facts: Record<string, unknown>;
  /** What happened since the person's last move. */
  events: Happened[];
  end: { result: number; levels: { level: string; mean: number; share: number }[]; line: string } | null;
}

/** What one seat made of one deal of a duplicate, beside other tables in the same place. */
export interface Compared {
  table: number;
  seat: number;
  /** Of the results of others that were worse; null while there are none. */
  share: number | null;
  /** Points more than the others. */
  over: number | null;
  /** Had seen the cards before. */
  seen: boolean;
}

/** How the tables of a duplicate have played its deals. */
export interface Duplicate {
  code: string;
  game: string;
  seats: number;
  options: Record<string, string | number | boolean>;
  matches: number;
  /** In seconds. */
  until: number;
  ended: boolean;
  commitment: string;
  seed: string | null;
  begun: number;
  deals: { number: number; round: number; lines: (Compared & { place: number; points: number })[] }[];
  totals: (Compared & { name: string; bot: string; own: boolean; helped: boolean; left: number; deals: number })[];
}

export interface Standing {
  /** The number of a person. */
  who: number;
  points: number;
  wins: number;
  matches: number;
}

/** Friends who play together on many evenings; the newest evening and the newest match come first. */
export interface Circle {
  code: string;
  name: string;
  /** Whether the person has founded it. */
  own: boolean;
  people: { name: string; face: string; own: boolean }[];
  standing: Standing[];
  tables: Listed[];
  evenings: {
    /** In seconds. */
    at: number;
    standing: Standing[];
    matches: { code: string; match: number; game: string; at: number; seats: { who: number | null; bot: string; score: number; won: boolean; points: number }[] }[];
  }[];
}

/** What everybody else on this server made of the deal of a day. */
export interface Among {
  result: number;
  people: number;
  share: number | null;
}

/** A request that failed; `status` is 0 without a connection. */
export class Failed extends Error {
  constructor(
    readonly status: number,
    why = "",
    /** For programs: why, and where in what was sent. */
    readonly reason = "",
    readonly line = 0,
  ) {
    super(why);
  }
}

/** The answer of the server, or of this device if the question is about something that is here. */
export async function request(path: string, more: RequestInit = {}): Promise<Response> {
  const [, about, code = ""] = path.split("?")[0]!.slice(1).split("/");
  const own = isHere(code) || (!hasServer && ["replays", "me", "puzzles", "daily"].includes(about!));
  if (!own) {
    try {
      return await fetch(to(path), more);
    } catch (error) {
      if (!hasDevice || more.method || !["puzzles", "daily"].includes(about!)) throw error; // offline: this device knows them too
    }
  }
  if (!hasDevice) return new Response("{}", { status: 404 });
  const { ask } = await device();
  const token = new Headers(more.headers).get("Authorization")?.replace("Bearer ", "") ?? null;
  const { status, text } = await ask(path, token, more.body as string | undefined);
  return new Response(text, { status });
}

export async function get<T>(path: string, more?: RequestInit): Promise<T> {
  let answer: Response;
  try {
    answer = await request(path, more);
  } catch {
    throw new Failed(0);
  }
  if (answer.ok) return (await answer.json()) as T;
  const why = (await answer.json().catch(() => ({}))) as { error?: string; reason?: string; line?: number };
  throw new Failed(answer.status, why.error, why.reason, why.line);
}

/** Says who asks: some replays are only for the people who sat in the match. */
export const signed = (token: string | null): RequestInit => (token ? { headers: { Authorization: `Bearer ${token}` } } : {});

let known: Promise<Game[]> | null = null;

/** The games, asked for once. */
export function games(): Promise<Game[]> {
  known ??= get<Game[]>("/api/games").catch((error: unknown) => {
    known = null;
    throw error;
  });
  return known;
}

export const tables = async (): Promise<Listed[]> => (hasServer ? await get("/api/tables") : []);
/** The names of the lab's reports; each is a page of its own. */
export const reports = async (): Promise<string[]> => (hasServer ? await get("/api/lab") : []);
export const table = (code: string): Promise<Listed> => get(`/api/tables/${code}`);
export const rules = (game: string, lang: Lang): Promise<{ title: string; html: string }> => get(`/api/rules/${encodeURIComponent(game)}/${lang}`);

export const circle = (code: string, token: string | null): Promise<Circle> => get(`/api/circles/${code}`, signed(token));
/** The circles that the person has founded or played in. */
export const circles = (token: string): Promise<Pick<Circle, "code" | "name">[]> => get("/api/circles", signed(token));
export const foundCircle = (name: string, token: string): Promise<{ code: string }> => get("/api/circles", { ...signed(token), method: "POST", body: JSON.stringify({ name }) });
export const renameCircle = (code: string, name: string, token: string): Promise<unknown> => get(`/api/circles/${code}`, { ...signed(token), method: "PUT", body: JSON.stringify({ name }) });
export const endCircle = (code: string, token: string): Promise<unknown> => get(`/api/circles/${code}`, { ...signed(token), method: "DELETE" });

/** Whose turn it is at one of the person's tables, and the ms that are left. */
export const turn = (code: string, token: string): Promise<{ status: Table["status"]; mine: boolean; waits: string[]; left: number | null }> => get(`/api/tables/${code}/turn`, signed(token));
/** The table for which these five characters stand, which people can say aloud. */
export const spoken = (word: string): Promise<{ code: string }> => get(`/api/spoken/${encodeURIComponent(word)}`);

/** The person's results; the server counts seconds. */
export async function results(token: string): Promise<Played[]> {
  const { results } = await get<{ results: Omit<Played, "seats">[] }>("/api/me", signed(token));
  return results.map((one) => ({ ...one, at: one.at * 1000, seats: one.scores.length }));
}

/** How strong a person is in a game, with an interval. */
export interface Rating {
  rating: number;
  low: number;
  high: number;
  /** The time of each match that counted, and the rating after it. */
  course: [number, number][];
  levels: Record<string, number>;
}

/** The person's ratings on this server, by game. */
export const ratings = (token: string): Promise<Record<string, Rating>> => get("/api/me/ratings", signed(token));

// The table that is followed: who sits there, what has happened, and which moves the person has.

import { isPromised, remember, rememberDeal, rememberResult, rememberSalt } from "./history";
import { link, Refusal, salt, type Ask } from "./link.svelte";
import { notices } from "./notices.svelte";
import { notify } from "./notify";
import type { FromServer, Happened, Hinted, Refused, Said, SeatInfo, Table, Update } from "./protocol";
import { settings, tempo } from "./settings.svelte";
import { buzz, sound, toneOf } from "./sound";
import { maybe, t } from "./texts";
import { titleOf } from "./titles.svelte";
import { forgetAhead, opened, ownName, type Begun } from "./ahead";
import { hasServer, isHere, unable, whereFor, whereIs } from "./where";

export type Level = NonNullable<SeatInfo["level"]>;

/** What every game's view has. */
export interface AnyView extends Record<string, unknown> {
  round: number;
  to_act: number[];
  scores: number[];
  hand_sizes: number[];
}

/** A round that is over: what was said of it, what each seat got, and the view and the events with which it ended. */
export interface Summary {
  round: number;
  view: AnyView;
  facts: Record<string, unknown>;
  events: Happened[];
  told: string[];
  scores: number[];
  gains: number[];
  /** The others' hands before the last move, once they are opened. */
  hands?: unknown[];
}

/** A moment of the match: how things stood after these events. */
export interface Moment {
  view: AnyView;
  facts: Record<string, unknown>;
  events: Happened[];
}

/** The name of a seat as it is shown. */
export function nameOf(info: SeatInfo | undefined, seat: number): string {
  return info?.name || t("seat.unnamed", { n: seat + 1 });
}

/** That a seat shows its hand to spectators, in words. */
export function lent(info: SeatInfo): string {
  return info.delay ? t("seat.eyes-late", { n: info.delay }) : t("seat.eyes");
}

const CODE = /^[0-9A-HJKMNP-TV-Z]{12}$/;
const REPEAT = 900; // ms for each moment that is shown again

class Sitting {
  code = $state("");
  table = $state.raw<Table | null>(null);
  update = $state.raw<Update | null>(null);
  /** What is new in the last update, for motion. */
  events = $state.raw<Happened[]>([]);
  log = $state.raw<Happened[]>([]);
  talk = $state.raw<(Said & { at: number })[]>([]);
  summary = $state.raw<Summary | null>(null);
  /** The scores after each round, as far as the match was followed. */
  course = $state.raw<number[][]>([]);
  /** All rounds that were followed to their end. */
  rounds = $state.raw<Summary[]>([]);
  hint = $state.raw<Hinted | null>(null);
  /** What is shown instead of how things stand, while the last turn is repeated. */
  repeated = $state.raw<Moment | null>(null);
  /** The moments since the person's last move, and the one before them. */
  past = $state.raw<Moment[]>([]);
  /** A move is on its way. */
  sending = $state(false);
  /** Why the table cannot be followed. */
  trouble = $state<Refused["reason"] | "removed" | "ended" | "elsewhere" | "device" | "damaged" | null>(null);
  eyes = $state<number | null>(null);
  /** When the last update came, by performance.now(). */
  came = $state(0);
  /** When the last table came. */
  told = $state(0);
  /** The match is not dealt as it was promised: nothing is played. */
  unfair = $state(false);

  view = $derived((this.update?.view ?? null) as AnyView | null);
  seat = $derived(this.table?.seat ?? null);
  names = $derived((this.table?.seats ?? []).map(nameOf));
  bots = $derived((this.table?.seats ?? []).map((info) => info.kind === "bot" || info.helped));
  /** A bot plays in the person's place. */
  helped = $derived(this.table?.status === "playing" && this.seat !== null && this.table.seats[this.seat]!.helped);
  /** The person plays against bots alone, and so may set the speed, pause and undo. */
  alone = $derived(this.table?.status === "playing" && this.seat !== null && !this.table.clock && this.table.seats.every((info, seat) => seat === this.seat || info.kind === "bot"));
  /** After a round, people are waited for. */
  resting = $derived(this.table !== null && this.table.rest !== null);
  paused = $derived(this.table?.speed === "paused");
  moves = $derived(this.repeated || this.sending || this.helped || this.unfair ? [] : (this.update?.moves ?? []));

  #lang = settings.lang;
  #changing = false; // the person wants to see through other eyes, and what they see has not come yet
  #asked = ""; // the speed that was not the wanted one
  #base: number[] = []; // the scores when the round began
  #made: ((code: string) => void) | null = null; // waits for the code of a new table

  constructor() {
    link.hear = (message) => this.#hear(message);
    link.follow = () => this.#opening();
  }

  /** Follows a table, unless it is followed already. */
  open(code: string, eyes: number | null = null): void {
    if (this.code === code && this.eyes === eyes && !this.trouble) return;
    const known = this.code === code && this.update !== null;
    if (this.code !== code) this.#clear(code);
    this.eyes = eyes;
    this.trouble = !CODE.test(code) ? "no-table" : hasServer || isHere(code) ? null : "elsewhere"; // nobody here would understand it
    if (known && !this.trouble) this.#changing = true; // lent eyes may tell nothing for a while, and the table stays in sight
    else this.#forget();
    if (this.trouble) return;
    const begun = opened(); // the page was loaded again before the device had taken it up
    if (begun?.code === code) this.#show(begun);
    this.#follow();
  }

  /** Shows a match that was begun ahead, and follows it from there. */
  begin(begun: Begun): void {
    this.#clear(begun.table.code);
    this.#show(begun);
    this.#follow();
    void link.ask({ type: "pace", speed: settings.pace }).catch(() => {}); // until now its bots had to wait
  }

  #show({ table, update }: Begun): void {
    this.#hear({ ...table, speed: settings.pace });
    this.#hear(update);
  }

  #follow(): void {
    const { code } = this;
    if (isHere(code)) void unable().then((why) => why && this.code === code && (this.trouble = "device"));
    link.use(whereIs(code));
    link.connect();
    if (link.status === "open") link.open(this.#opening()!);
  }

  leave(): void {
    if (!this.code) return;
    this.#clear("");
    if (link.status === "open") void link.ask({ type: "leave" }).catch(() => {});
  }

  /** Makes a table and gives its code. */
  async create(ask: Extract<Ask, { type: "create" }>): Promise<string> {
    this.#clear("");
    link.use(ask.duplicate || ask.circle || ask.public ? "server" : await whereFor(ask.seats));
    const code = new Promise<string>((resolve) => (this.#made = resolve));
    await link.ask(ask);
    return await code;
  }

  /** Takes a seat. In one's own it changes name and face, and the salt stays: another would miss a match that begins now. */
  sit(seat: number): Promise<boolean> {
    const own = seat === this.seat ? "" : salt();
    const ask: Ask = { type: "sit", seat, name: ownName(), salt: own, face: settings.face };
    return own && this.table?.status === "lobby" ? this.#give(seat, own, this.table.deal.commitment, ask) : this.try(ask);
  }

  /** Asks for another match. */
  again(): Promise<boolean> {
    const own = salt();
    return this.#give(this.seat!, own, this.table!.deal.next, { type: "again", salt: own });
  }

  /** Gives a salt to the next match, but only if the table has committed itself to its deal by now. */
  async #give(seat: number, own: string, commitment: string | null, ask: Ask): Promise<boolean> {
    if (!commitment) {
      notices.show(t("deal.none"), true);
      return false;
    }
    const undo = rememberSalt(this.code, this.table!.match + 1, seat, own);
    const done = await this.try(ask);
    if (!done) {
      undo();
      this.#promised(this.table!); // it may have begun without this salt, and been told before the refusal
    }
    return done;
  }

  /** Sends a command, and shows the reason if it is refused. */
  async try(ask: Ask): Promise<boolean> {
    try {
      await link.ask(ask);
      return true;
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      notices.show(maybe(`refused.${refusal.reason}`, refusal.reason), true);
      return false;
    }
  }

  async play(move: string): Promise<void> {
    const update = this.update;
    if (!update || this.sending || !update.moves.includes(move)) return;
    this.sending = true;
    this.hint = null;
    this.summary = null;
    if (await this.try({ type: "play", match: update.match, at: update.n, move })) {
      sound(toneOf(move), this.table?.game, parseInt(move.replace(/^\D+/, "")) || 0);
      setTimeout(() => this.update === update && (this.sending = false), 500); // otherwise the next update clears it
    } else this.sending = false;
  }

  /** The person has looked at the end of a round. It goes on when the others have, too. */
  next(): void {
    const { summary, update, seat } = this;
    if (this.resting && seat !== null && summary && update) {
      if (this.table!.seats[seat]!.looking) void this.try({ type: "ready", match: update.match, round: summary.round });
      if (!this.alone) return;
    }
    this.summary = null;
  }

  /** Shows again what has happened since the person's last move. */
  async repeat(): Promise<void> {
    const [first, ...rest] = this.past;
    if (!first || this.repeated) return;
    this.repeated = { ...first, events: [] };
    for (const moment of [...rest, null]) {
      const shown = this.repeated;
      await new Promise((resolve) => setTimeout(resolve, REPEAT * (tempo() || 0.5)));
      if (this.repeated !== shown) return; // something new has happened
      this.repeated = moment;
    }
  }

  /** Sets how fast the bots play, or that they wait. */
  pace(paused = false): Promise<boolean> {
    return this.try({ type: "pace", speed: paused ? "paused" : settings.pace });
  }

  /** Asks the rules why a move is not possible now, and shows what they say. */
  async why(move: string): Promise<void> {
    const answer = await link.ask({ type: "why", move }).catch((refusal: Refusal) => refusal.reason);
    if (typeof answer === "string") notices.show(maybe(`refused.${answer}`, answer), true);
    else if (answer?.type === "explained" && answer.text) notices.show(answer.text, true);
  }

  async askHint(): Promise<void> {
    try {
      const answer = await link.ask({ type: "hint" });
      if (answer?.type === "hinted") this.hint = answer;
    } catch (refusal) {
      notices.show(maybe(`refused.${(refusal as Refusal).reason}`, ""), true);
    }
  }

  /** Asks for everything again, in the language that is chosen now. */
  retell(): void {
    if (this.#lang === settings.lang) return;
    this.#lang = settings.lang;
    this.#forget();
    link.renew();
  }

  #opening(): Ask | null {
    if (!this.code || ["no-table", "elsewhere", "device", "damaged"].includes(this.trouble ?? "")) return null;
    const { code, eyes } = this;
    const update = this.#changing ? null : this.update;
    return { type: "open", code, match: update?.match ?? 0, since: update?.n ?? 0, eyes };
  }

  #clear(code: string): void {
    this.code = code;
    this.table = null;
    this.talk = [];
    this.eyes = null;
    this.trouble = null;
    this.unfair = false;
    this.#forget();
  }

  #forget(): void {
    this.#changing = false;
    this.update = null;
    this.events = [];
    this.log = [];
    this.summary = null;
    this.hint = null;
    this.sending = false;
    this.repeated = null;
    this.past = [];
    this.rounds = [];
  }

  #hear(message: FromServer): void {
    switch (message.type) {
      case "table":
        if (this.#made) {
          this.code = message.code;
          this.#made(message.code);
          this.#made = null;
        }
        if (message.code === this.code) this.#seated(message);
        return;
      case "update":
        this.#updated(message);
        return;
      case "talked":
        this.talk = message.words.map((said) => ({ ...said, at: 0 }));
        return;
      case "said":
        this.#said(message);
        return;
      case "unfollowed":
        this.trouble = message.reason;
        return;
      case "refused":
        if (message.reason === "no-table" && isHere(this.code)) forgetAhead(); // what the device kept was cleared, and they with it
        if (message.reason === "not-allowed" && this.eyes !== null) this.open(this.code);
        else this.trouble = message.reason === "storage" && isHere(this.code) ? "damaged" : message.reason;
    }
  }

  #seated(table: Table): void {
    if (this.update && this.update.match !== table.match) this.#forget();
    if (this.resting && table.rest === null && !this.update?.result) this.summary = null; // all are ready, or time is up
    this.table = table;
    this.told = performance.now();
    if (this.alone && !this.paused && table.speed !== settings.pace && table.speed !== this.#asked) {
      this.#asked = table.speed; // only once: a refused speed is not asked for again
      void link.ask({ type: "pace", speed: settings.pace }).catch(() => {});
    }
    this.#promised(table);
    if (table.seat !== null) {
      const { code, game, match, status, seat } = table;
      remember({ code, game, match, status, names: this.names, seat, faces: table.seats.map(({ face }) => face) });
    }
  }

  /** Keeps what the table has committed itself to, and checks that it deals accordingly. */
  #promised({ code, match, status, deal, duplicate }: Table): void {
    if (status === "lobby") rememberDeal(code, match + 1, deal.commitment, duplicate?.commitment);
    else {
      const before = this.unfair;
      this.unfair = !isPromised(code, match, deal);
      if (this.unfair && !before) notices.show(t("deal.unfair"), true);
      rememberDeal(code, match, deal.commitment, duplicate?.commitment);
      if (deal.next) rememberDeal(code, match + 1, deal.next, duplicate?.commitment);
    }
  }

  #updated(update: Update): void {
    if (this.#changing) this.#forget();
    const same = this.update?.match === update.match && this.update.view.seat === update.view.seat;
    const before = same ? this.update : null;
    if (before && update.n < before.n) {
      this.#forget(); // moves were taken back
      if (update.since > 0) return link.open(this.#opening()!);
      return this.#updated(update);
    }
    if (before && update.since > before.n) {
      this.#forget();
      link.open(this.#opening()!);
      return;
    }
    const known = before?.n ?? 0;
    const news = update.events.filter((event) => event.n > known || !before);
    const first = !before && news.length > 12; // so many events are the past of the match, not news
    this.#summarise(before, update, news);
    this.repeated = null;
    const moment = { view: update.view as AnyView, facts: update.facts, events: news };
    const own = news.some((event) => event.seat === this.seat);
    if (!before || own) this.past = [moment];
    else if (news.length) this.past = [...this.past.slice(-40), moment];
    this.update = update;
    this.came = performance.now();
    this.sending = false;
    this.log = before ? [...this.log, ...news] : news;
    this.events = first ? [] : news;
    if (!first) this.#tell(before, update, news);
    if (update.result && this.table && this.seat !== null) {
      rememberResult(this.table, update.result, this.names);
      if (hasServer && isHere(this.code)) void import("./send").then(({ send }) => send()).catch(() => {}); // then it is sent later
    }
  }

  #tell(before: Update | null, update: Update, news: Happened[]): void {
    const turn = update.moves.length > 0 && !before?.moves.length;
    const sentences = news.flatMap((event) => event.told);
    if (turn) sentences.push(t("table.your-turn"));
    if (sentences.length) notices.say(sentences.join(" "));
    const game = this.table?.game;
    const other = news.findLast((event) => event.seat !== null && event.seat !== this.seat);
    if (update.result) sound(update.result.winners.includes(this.seat ?? -1) ? "win" : "end");
    else if (turn) sound("turn", game);
    else if (other) sound(toneOf(other.move), game, parseInt(other.move.replace(/^\D+/, "")) || 0);
    if (turn && this.code) void notify(t("table.your-turn"), titleOf(game ?? ""), this.code);
    if (turn && !update.result) buzz(...(update.moves.some((move) => move.startsWith("jump ")) ? [30, 40, 30] : [40]));
    if (other?.move.endsWith("solo")) buzz(120);
    if (turn || update.n !== before?.n) this.hint = null;
  }

  #summarise(before: Update | null, update: Update, news: Happened[]): void {
    const view = update.view as AnyView;
    if (!before) {
      this.#base = view.scores;
      this.course = [view.scores];
      return;
    }
    const round = (before.view as AnyView).round;
    if (round === view.round && !update.result) return;
    const last = news.findLast((event) => event.seat !== null);
    const lines = update.result && last ? news.slice(news.indexOf(last)).flatMap((event) => event.told) : (last?.told ?? []); // otherwise the next round is dealt after it
    const gains = view.scores.map((score, seat) => score - (this.#base[seat] ?? 0));
    this.summary = { round, view: before.view as AnyView, facts: before.facts, events: news, told: lines.slice(1), scores: view.scores, gains };
    this.rounds = [...this.rounds, this.summary];
    this.course = [...this.course, view.scores];
    void this.#reveal(this.summary, update.match);
    this.#base = view.scores;
  }

  /** A round is over: the others' hands are opened. */
  async #reveal(summary: Summary, match: number): Promise<void> {
    const answer = await link.ask({ type: "reveal", match, round: summary.round }).catch(() => null);
    if (answer?.type !== "revealed" || this.summary !== summary) return;
    const last = summary.events.findLast((event) => event.seat !== null);
    const laid = last && toneOf(last.move) === "card";
    this.summary = { ...summary, hands: answer.hands.map((hand, seat) => (laid && seat === last.seat ? null : hand)) };
  }

  #said(said: Said): void {
    this.talk = [...this.talk.slice(-99), { ...said, at: Date.now() }];
    const text = said.phrase ? t(`phrase.${said.phrase}`) : said.text;
    notices.say(t("talk.said", { name: said.name || t("talk.spectator"), text }));
    sound("word");
  }
}

export const sitting = new Sitting();

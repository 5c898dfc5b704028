/**
 * One state of a game, and the rules' door to it: nothing illegal gets in.
 *
 * The methods of `Game` in Python, with the same numbers and the same bytes; docs/kernel.md says what they mean. A game
 * is no more than its bytes: they are copied into the memory of the rules for every question.
 */

import { Refused, type Rules } from "./rules";

export const CHANCE = -1; // the actor while cards must be ordered
export const OVER = -2; // the actor of a match that is over
const UNIFORM = 0; // policies of a search
const QUICK = 1;
const NO_WORLD = "no world fits what this seat knows";
const SEED_MAX = 2n ** 63n - 1n;
const WITHOUT_WORK = ["actor", "score", "rounds"]; // functions that need no scratch memory

export type Seed = number | bigint; // from 0 to 2**63 - 1

/** How long a search goes on: until the first of these is reached. */
export interface Budget {
  worlds?: number;
  milliseconds?: number;
}

/** What a search found: for each action the sum and the sum of squares of the seat's gains, and how much was played. */
export interface Found {
  sums: number[];
  squares: number[];
  worlds: number;
  moves: number;
}

export class Game {
  readonly rules: Rules;
  readonly seats: number;
  readonly #state: Uint8Array<ArrayBuffer>;

  private constructor(rules: Rules, seats: number, state: Uint8Array) {
    this.rules = rules;
    this.seats = seats;
    this.#state = new Uint8Array(state);
  }

  /** A new match, before chance has acted. The options are numbers, in the game's order. */
  static begin(rules: Rules, seats: number, options: readonly number[] = []): Game {
    const game = Game.unpack(rules, seats, new Uint8Array(rules.size("State")));
    const known = rules.work("options");
    if (options.length > known.length) throw new Refused(`at most ${known.length} options, not ${options.length}`);
    known.fill(0);
    write(options, known, "option");
    game.#change("begin_with", seats);
    return game;
  }

  /** A game from the bytes of its state. It trusts them. */
  static unpack(rules: Rules, seats: number, state: Uint8Array): Game {
    const [most, size] = [rules.about.seats, rules.size("State")];
    if (!isBetween(seats, 1, most)) throw new Refused(`the rules know 1 to ${most} seats, not ${seats}`);
    if (state.length !== size) throw new Refused(`a state has ${size} bytes, not ${state.length}`);
    return new Game(rules, seats, state);
  }

  /** The bytes of its state, the same as in every other form of the rules. */
  pack(): Uint8Array<ArrayBuffer> {
    return this.#state.slice();
  }

  clone(): Game {
    return new Game(this.rules, this.seats, this.#state);
  }

  /** The seat that decides now in the one-at-a-time order, or CHANCE, or OVER. */
  actor(): number {
    return this.#ask("actor");
  }

  /** The seat's legal actions, ascending. */
  legal(seat: number): number[] {
    return isBetween(seat, 0, this.seats - 1) ? this.#written("out", this.#ask("legal", seat)) : [];
  }

  /** Does the action. */
  apply(seat: number, action: number): void {
    this.#check(seat, [action]);
    this.#change("apply", seat, action);
  }

  /** Chance acts, by a random stream, while it must; gives how many legal actions the actor then has. */
  settle(seed: Seed): number {
    this.#seed(seed);
    return this.legal(this.#change("settle")).length;
  }

  /** What chance draws from: the pool, the sides of each thing in it, and how many are drawn. */
  chance(): { pool: number[]; sides: number; count: number } {
    if (this.actor() !== CHANCE) throw new Refused("it is not for chance to act");
    const count = this.#ask("chance");
    const [sides, size] = [this.rules.work("sides")[0]!, this.rules.work("size")[0]!];
    return { pool: this.#written("pool", size * sides), sides, count };
  }

  /** What a random stream draws now; nothing is done with it yet. */
  draw(seed: Seed): number[] {
    const { count } = this.chance();
    this.#seed(seed);
    this.rules.call.draw_pool!(this.rules.at.w, BigInt(count));
    return this.#written("drawn", count);
  }

  /** Chance acts, with what was drawn elsewhere. */
  deal(drawn: readonly number[]): void {
    const { pool, sides, count } = this.chance();
    if (drawn.length !== count) throw new Refused(`${count} must be drawn, not ${drawn.length}`);
    const things = pool.filter((_, i) => i % sides === 0);
    for (const value of drawn) {
      const at = pool.lastIndexOf(value);
      if (at < 0) throw new Refused(`${value} is not in the pool`);
      const left = things.indexOf(pool[at - (at % sides)]!);
      if (left < 0) throw new Refused(`${value} is drawn more often than it is there`);
      things.splice(left, 1);
    }
    this.rules.work("drawn").set(drawn);
    this.#change("deal");
  }

  /** The standing after the completed rounds. */
  scores(): number[] {
    return Array.from({ length: this.seats }, (_, seat) => this.#ask("score", seat));
  }

  /** How many rounds are completed. */
  rounds(): number {
    return this.#ask("rounds");
  }

  /** Uniformly random moves to the end of the match; gives their number. */
  playout(seed: Seed): number {
    this.#seed(seed);
    return this.#change("playout");
  }

  /** Plays to the end of the round, all seats by `quick`, each with its own weights; gives the number of moves. */
  playRound(seed: Seed, weights: readonly (readonly number[])[]): number {
    if (weights.length !== this.seats)
      throw new Refused(`${this.seats} seats need ${this.seats} rows of weights, not ${weights.length}`);
    this.#weigh(weights);
    this.#seed(seed);
    return this.#change("roll_out", QUICK);
  }

  /** A game like this one with all that the seat (null: a spectator) cannot know dealt anew. */
  redeal(seat: number | null, seed: Seed): Game {
    const game = this.clone();
    if (seat !== null) this.#check(seat);
    this.#seed(seed);
    if (!game.#change("redeal", seat ?? -1)) throw new Refused(NO_WORLD);
    return game;
  }

  /** What the seat may know, as the numbers of the game's Observation. */
  observe(seat: number): Int16Array<ArrayBuffer> {
    return this.#seen("look", seat, this.rules.at.observation, this.rules.size("Observation"));
  }

  /** What that observation hides, as the numbers of the game's Secrets. */
  reveal(seat: number): Int16Array<ArrayBuffer> {
    return this.#seen("reveal", seat, this.rules.at.secrets, this.rules.size("Secrets"));
  }

  /** What each legal action of the seat is worth by these weights, from what the seat may know. */
  worths(seat: number, weights: readonly number[]): number[] {
    const actions = this.legal(seat);
    this.#weigh(Array(this.seats).fill(weights));
    return actions.map((action) => this.#ask("worth", seat, action));
  }

  /** The legal action that is worth most by these weights, from what the seat may know. */
  quick(seat: number, weights: readonly number[]): number {
    if (this.legal(seat).length === 0) throw new Refused(`seat ${seat} has nothing to decide`);
    this.#weigh(Array(this.seats).fill(weights));
    return this.#ask("quick", seat);
  }

  /**
   * Plays each action in redealt worlds, the same for all, and on to the end of the round, as long as the budget lasts.
   *
   * All seats then move by `quick` with these weights, or uniformly at random without weights. A gain is less the others'
   * mean gain if relative. The same seed and number of worlds give the same as `Game.search` in Python.
   */
  search(seat: number, actions: readonly number[], budget: Budget, seed: Seed, weights?: readonly number[] | null, relative = true): Found {
    const { worlds = Infinity, milliseconds = Infinity } = budget;
    const until = performance.now() + milliseconds;
    if (!(worlds > 0 && milliseconds > 0 && Math.min(worlds, milliseconds) < Infinity))
      throw new Refused("a search needs a budget of worlds or of milliseconds");
    const told = <K extends "i1" | "i2" | "i8" | "f8">(field: string) => this.rules.field<K>("Search", this.rules.at.search, field);
    const room = told<"i2">("actions");
    if (actions.length > room.length) throw new Refused(`a search compares at most ${room.length} actions`);
    this.#check(seat, actions);
    if (weights) this.#weigh(Array(this.seats).fill(weights));
    room.set(actions);
    told<"i2">("count")[0] = actions.length;
    told<"i1">("seats")[0] = this.seats;
    told<"i1">("seat")[0] = seat;
    told<"i1">("policy")[0] = weights ? QUICK : UNIFORM;
    told<"i1">("relative")[0] = Number(relative);
    told<"i8">("worlds")[0] = 1n; // at a time
    const [sums, squares, moves] = [told<"f8">("sums"), told<"f8">("squares"), told<"i8">("moves")];
    const found: Found = { sums: actions.map(() => 0), squares: actions.map(() => 0), worlds: 0, moves: 0 };
    const { s, world, trial, w, search } = this.rules.at;
    this.#load();
    this.#seed(seed);
    do {
      if (!this.rules.call.search!(s, world, trial, w, search)) throw new Refused(NO_WORLD);
      actions.forEach((_, k) => {
        found.sums[k]! += sums[k]!;
        found.squares[k]! += squares[k]!;
      });
      found.moves += Number(moves[0]);
      found.worlds += 1;
    } while (found.worlds < worlds && performance.now() < until);
    return found;
  }

  // ---- the door

  /** Calls a function of the rules with this state. */
  #ask(name: string, ...values: number[]): number {
    this.#load();
    const { at, call } = this.rules;
    const records = WITHOUT_WORK.includes(name) ? [at.s] : [at.s, at.w];
    return Number(call[name]!(...records, ...values.map(BigInt)));
  }

  /** The same, and what the function makes of the state is kept. */
  #change(name: string, ...values: number[]): number {
    const given = this.#ask(name, ...values);
    this.#state.set(this.rules.numbers("u1", this.rules.at.s, this.#state.length));
    return given;
  }

  #load(): void {
    this.rules.numbers("u1", this.rules.at.s, this.#state.length).set(this.#state);
  }

  #written(row: "out" | "pool" | "drawn", count: number): number[] {
    return [...this.rules.work(row).subarray(0, count)];
  }

  #check(seat: number, actions: readonly number[] = []): void {
    if (!isBetween(seat, 0, this.seats - 1)) throw new Refused(`there is no seat ${seat}`);
    for (const action of actions)
      if (!isBetween(action, 0, this.rules.about.actions - 1) || !this.#ask("is_legal", seat, action))
        throw new Refused(`action ${action} is not legal for seat ${seat}`);
  }

  #seed(seed: Seed): void {
    if (typeof seed === "number" ? !Number.isSafeInteger(seed) || seed < 0 : seed < 0n || seed > SEED_MAX)
      throw new Refused(`a seed is a whole number from 0 to ${SEED_MAX}, not ${seed}`);
    this.rules.call.seed_stream!(this.rules.at.w, BigInt(seed));
  }

  /** One row of weights for each seat. */
  #weigh(weights: readonly (readonly number[])[]): void {
    const room = this.rules.work("weights");
    const width = room.length / this.rules.about.seats;
    weights.forEach((row, seat) => {
      if (row.length !== width) throw new Refused(`this game has ${width} weights, not ${row.length}`);
      write(row, room.subarray(seat * width, (seat + 1) * width), "weight");
    });
  }

  #seen(name: "look" | "reveal", seat: number, at: number, size: number): Int16Array<ArrayBuffer> {
    this.#check(seat);
    if (this.actor() === CHANCE) throw new Refused("there is nothing to observe while chance must act");
    this.#load();
    const seen = this.rules.numbers("i2", at, size / 2).fill(0);
    this.rules.call[name]!(this.rules.at.s, BigInt(seat), at);
    return seen.slice();
  }
}

/** Writes numbers, none of which may be cut off. */
function write(numbers: readonly number[], into: Int8Array | Int16Array | Int32Array, what: string): void {
  into.set(numbers);
  const wrong = numbers.findIndex((number, i) => into[i] !== number);
  if (wrong >= 0) throw new Refused(`${what} ${wrong} cannot be ${numbers[wrong]}`);
}

function isBetween(number: number, least: number, most: number): boolean {
  return Number.isInteger(number) && number >= least && number <= most;
}

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
    const { at, call } = this.rules;
    if (weights) this.#weigh(Array(this.seats).fill(weights));
    this.#tell(seat, actions);
    this.#told<"i8">("worlds")[0] = 1n; // at a time
    this.#told<"i1">("policy")[0] = weights ? QUICK : UNIFORM;
    this.#told<"i1">("relative")[0] = Number(relative);
    return this.#explore(actions, budget, seed, () => call.search!(at.s, at.world, at.trial, at.w, at.search));
  }

  /** What the rounds after this one bring each seat in matches that all play on by `quick`, one after another. */
  playLater(matches: number, seed: Seed, weights: readonly number[]): number[] {
    const { at, call } = this.rules;
    const room = this.#told<"i4">("later", "Weighing");
    const most = Math.floor(room.length / this.seats);
    if (!isBetween(matches, 0, most)) throw new Refused(`there is room for ${most} matches, not ${matches}`);
    this.#weigh(Array(this.seats).fill(weights));
    this.#told<"i2">("matches", "Weighing")[0] = matches;
    this.#told<"i1">("seats", "Weighing")[0] = this.seats;
    this.#load();
    this.#seed(seed);
    call.play_later!(at.s, at.trial, at.w, at.weighing);
    return [...room.subarray(0, matches * this.seats)];
  }

  /** What each action is worth in points and in the chance to win: the rows of `Weighed` in Python. */
  weigh(
    seat: number,
    actions: readonly number[],
    worlds: number,
    seed: Seed,
    weights: readonly number[],
    relative: boolean,
    later: ArrayLike<number>,
    blank: boolean,
  ): number[][] {
    const { at, call } = this.rules;
    const room = this.#told<"i4">("later", "Weighing");
    if (later.length % this.seats || later.length > room.length)
      throw new Refused(`${later.length} numbers are not of whole matches, or more than ${room.length}`);
    this.#tell(seat, actions, "Weighing");
    this.#weigh(Array(this.seats).fill(weights));
    room.set(later);
    this.#told<"i8">("worlds", "Weighing")[0] = BigInt(worlds);
    this.#told<"i2">("matches", "Weighing")[0] = later.length / this.seats;
    this.#told<"u1">("relative", "Weighing")[0] = Number(relative);
    this.#told<"u1">("redealt", "Weighing")[0] = Number(actions.length > 0);
    this.#told<"u1">("blank", "Weighing")[0] = Number(blank);
    this.#load();
    this.#seed(seed);
    if (!call.weigh!(at.s, at.world, at.trial, at.w, at.weighing)) throw new Refused(NO_WORLD);
    const rows = ["sums", "squares", "apart", "wins", "wins_squares", "wins_apart"].map((name) => this.#told<"f8">(name, "Weighing"));
    return Array.from({ length: Math.max(1, actions.length) }, (_, k) => rows.map((row) => row[k]!));
  }

  // ---- by a network

  /** The legal action after which the network likes the position best, from what the seat may know. */
  think(seat: number, network: Int16Array, seed: Seed): number {
    const legal = this.legal(seat);
    if (legal.length === 0) throw new Refused(`seat ${seat} has nothing to decide`);
    return legal.length === 1 ? legal[0]! : this.#thought(seat, network, seed);
  }

  /** What the network thinks of each action that it looks at. */
  values(seat: number, network: Int16Array, seed: Seed): [action: number, value: number][] {
    if (this.legal(seat).length === 0) return [];
    this.#thought(seat, network, seed);
    const told = <K extends "i2" | "i8">(field: string) => this.rules.field<K>("Thought", this.rules.at.thought, field);
    const values = told<"i8">("values");
    return [...told<"i2">("actions").subarray(0, told<"i2">("listed")[0])].map((action, k) => [action, Number(values[k])]);
  }

  /** As `search`, but in likely worlds and with all seats moving by the network, which also says how it goes on. */
  lookAhead(seat: number, actions: readonly number[], budget: Budget, seed: Seed, network: Int16Array): Found {
    const { at, call } = this.rules;
    this.#give(network);
    this.#tell(seat, actions);
    this.#told<"i8">("worlds")[0] = 1n; // at a time
    const memory = [at.s, at.world, at.trial, at.later, at.w, at.thought, at.network, at.dealt, at.tried, at.search];
    return this.#explore(actions, budget, seed, () => call.look_ahead!(...memory));
  }

  #thought(seat: number, network: Int16Array, seed: Seed): number {
    const { at, call } = this.rules;
    this.#give(network);
    this.#load();
    this.#seed(seed);
    return Number(call.thoughtful!(at.s, at.world, at.trial, at.later, at.w, at.thought, at.network, BigInt(seat)));
  }

  #give(network: Int16Array): void {
    const { about, at } = this.rules;
    if (about.network === 0) throw new Refused(`${about.game} has no networks`);
    if (network.length !== about.network) throw new Refused(`a network of ${about.game} has ${about.network} numbers, not ${network.length}`);
    this.rules.numbers("i2", at.network, about.network).set(network);
  }

  /** Tells the rules what to search or to weigh. */
  #tell(seat: number, actions: readonly number[], record: "Search" | "Weighing" = "Search"): void {
    const room = this.#told<"i2">("actions", record);
    if (actions.length > room.length) throw new Refused(`a search compares at most ${room.length} actions`);
    this.#check(seat, actions);
    room.set(actions);
    this.#told<"i2">("count", record)[0] = actions.length;
    this.#told<"i1">("seats", record)[0] = this.seats;
    this.#told<"i1">("seat", record)[0] = seat;
  }

  /** A field of what a search or a weighing is told, and of what it finds. */
  #told<K extends "i1" | "u1" | "i2" | "i4" | "i8" | "f8">(field: string, record: "Search" | "Weighing" = "Search") {
    const { search, weighing } = this.rules.at;
    return this.rules.field<K>(record, record === "Search" ? search : weighing, field);
  }

  /** Asks for one world after another, as long as the budget lasts. */
  #explore(actions: readonly number[], { worlds = Infinity, milliseconds = Infinity }: Budget, seed: Seed, ask: () => number | bigint): Found {
    const until = performance.now() + milliseconds;
    if (!(worlds > 0 && milliseconds > 0 && Math.min(worlds, milliseconds) < Infinity))
      throw new Refused("a search needs a budget of worlds or of milliseconds");
    const [sums, squares, moves] = [this.#told<"f8">("sums"), this.#told<"f8">("squares"), this.#told<"i8">("moves")];
    const found: Found = { sums: actions.map(() => 0), squares: actions.map(() => 0), worlds: 0, moves: 0 };
    this.#load();
    this.#seed(seed);
    do {
      if (!ask()) throw new Refused(NO_WORLD);
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

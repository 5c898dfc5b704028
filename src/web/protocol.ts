// Made by scripts/protocol_types.py from src/tefuda/server/protocol.py; do not edit.

export const VERSION = 2;

export type FromClient =
  | Hello
  | Create
  | Open
  | Sit
  | Stand
  | Assign
  | Start
  | Play
  | Again
  | Vote
  | End
  | Allow
  | Publish
  | Say
  | Hint
  | Why
  | Pace
  | Undo
  | Concede
  | Reveal
  | Ready
  | Pair
  | Leave
  | Pong;

export type FromServer =
  | Welcome
  | Accepted
  | Refused
  | Table
  | Update
  | Unfollowed
  | Said
  | Talked
  | Hinted
  | Explained
  | Revealed
  | Paired
  | Ping;

/** The first message of a connection. Without a token, the client is given one. */
export interface Hello {
  type: "hello";
  id: string;
  version: number;
  lang?: "en" | "ja";
  token?: string | null;
  pair?: string | null;
  looks?: boolean;
  told?: boolean;
  facts?: boolean;
}

/** A new table. Its code is in the `table` that follows; its maker sits down by `sit`. */
export interface Create {
  type: "create";
  id: string;
  game: string;
  seats: ("beginner" | "casual" | "club" | "expert" | "master" | "random" | null)[];
  options?: Record<string, string | number | boolean>;
  public?: boolean;
  clock?: Clock | null;
  hints?: boolean;
  watchers?: boolean;
  away?: number;
  patience?: number;
  duplicate?: string | NewDuplicate | null;
  circle?: string | null;
}

/** The time for each move; what a move takes beyond it is taken from the seat's reserve. */
export interface Clock {
  move: number;
  reserve?: number;
}

/** A new duplicate: so many matches, which tables can play for so many days. */
export interface NewDuplicate {
  matches: number;
  days?: number;
}

/** Follow a table, in one's seat or as a spectator, instead of the one followed before. A client that knows events of it already says how many, and of which match, and gets only the later ones. */
export interface Open {
  type: "open";
  id: string;
  code: string;
  match?: number;
  since?: number;
  eyes?: number | null;
}

/** Take a free seat before the start. The salt goes into the shuffle, so that nobody alone decides it. Whoever sits there already changes name and face by it, at any time. */
export interface Sit {
  type: "sit";
  id: string;
  seat: number;
  name?: string;
  salt?: string;
  face?: string;
}

/** Give one's seat back before the start; after it, let a bot play until one comes back by `sit`. */
export interface Stand {
  type: "stand";
  id: string;
}

/** Before the start, by the host: give a seat to a bot, or free it for a person. Whoever sat there stands up. */
export interface Assign {
  type: "assign";
  id: string;
  seat: number;
  bot?: "beginner" | "casual" | "club" | "expert" | "master" | "random" | null;
}

/** By the host: free seats are filled with bots, and the match begins. */
export interface Start {
  type: "start";
  id: string;
  filler?: "beginner" | "casual" | "club" | "expert" | "master" | "random" | null;
}

/** A move: one of the texts in `moves` of the update with number `at`. */
export interface Play {
  type: "play";
  id: string;
  match: number;
  at: number;
  move: string;
}

/** After a match: I am for another one. It begins when all people here are. */
export interface Again {
  type: "again";
  id: string;
  salt?: string;
}

/** Let a bot play for a seat, or wait for its person. Without a clock players can vote when the match waits for a person who has been away for `away` seconds, or who is here and has not moved for `patience` seconds. When more than half of the other players who are here are for it, the bot steps in after a countdown. */
export interface Vote {
  type: "vote";
  id: string;
  seat: number;
  bot: boolean;
}

/** By the host: stop the match. Nobody has won, and it is not counted. */
export interface End {
  type: "end";
  id: string;
}

/** Let spectators see what one's own seat sees, or no longer. It ends with the match, and everybody sees it. */
export interface Allow {
  type: "allow";
  id: string;
  eyes: boolean;
  delay?: number;
}

/** By the host, at a table without spectators: whoever has the code may see the replay of this finished match. */
export interface Publish {
  type: "publish";
  id: string;
  match: number;
}

/** A word to the table: a phrase that every client knows in its own language, or a short text. */
export interface Say {
  type: "say";
  id: string;
  phrase?: "bye" | "clap" | "cry" | "good-luck" | "heart" | "hello" | "laugh" | "nice" | "one-moment" | "oops" | "smile" | "sorry" | "thanks" | "think" | "well-played" | "wow" | "your-turn" | null;
  text?: string;
}

/** What would a good player do now, and what do the rules say? */
export interface Hint {
  type: "hint";
  id: string;
}

/** Why can I not make this move now? In the words of the rules, and no more than one's seat may know. */
export interface Why {
  type: "why";
  id: string;
  move: string;
}

/** How fast the bots play, by a person who plays against bots alone and without a clock. */
export interface Pace {
  type: "pace";
  id: string;
  speed: "at-once" | "fast" | "normal" | "paused" | "slow";
}

/** Take back one's last decision and all that came after it, against bots alone. The match is then not counted. */
export interface Undo {
  type: "undo";
  id: string;
}

/** Give the match up, against bots alone or against one other player: the others have won. */
export interface Concede {
  type: "concede";
  id: string;
}

/** With which hands did this round end? It must be over. */
export interface Reveal {
  type: "reveal";
  id: string;
  match: number;
  round: number;
}

/** I have looked at the end of this round. The next one begins when all who look at it have said so. */
export interface Ready {
  type: "ready";
  id: string;
  match: number;
  round: number;
}

/** A short word with which another device of the same person can say hello, once, within two minutes. */
export interface Pair {
  type: "pair";
  id: string;
}

/** Follow no table any more. The seat stays one's own. */
export interface Leave {
  type: "leave";
  id: string;
}

/** The immediate answer to `ping`, by which the server measures the round trip. */
export interface Pong {
  type: "pong";
  nonce: number;
}

/** The answer to hello. A new token is to be kept: it is sent only this once. */
export interface Welcome {
  type: "welcome";
  version: number;
  token?: string | null;
}

/** It happened, and it is on disk. */
export interface Accepted {
  type: "accepted";
  id: string;
}

/** It did not happen, and why. */
export interface Refused {
  type: "refused";
  id: string;
  reason: "full" | "hello-first" | "hello-twice" | "illegal" | "late" | "malformed" | "no-game" | "no-hints" | "no-table" | "not-allowed" | "not-host" | "not-now" | "not-open" | "not-seated" | "not-started" | "notation" | "option" | "over" | "stale" | "started" | "storage" | "taken" | "token" | "too-fast" | "version";
  text?: string;
}

/** Who sits where, and how it is played. It replaces what the last one said. */
export interface Table {
  type: "table";
  code: string;
  game: string;
  options: Record<string, string | number | boolean>;
  seats: SeatInfo[];
  seat: number | null;
  eyes: number | null;
  host: boolean;
  status: "ended" | "lobby" | "over" | "playing";
  match: number;
  public: boolean;
  hints: boolean;
  watchers: boolean;
  published: boolean;
  clock: Clock | null;
  away: number;
  patience: number;
  speed: "at-once" | "fast" | "normal" | "paused" | "slow";
  window: number;
  again: number[];
  rest: number | null;
  spectators: number;
  deal: Deal;
  duplicate: Duplicate | null;
  circle: Circle | null;
}

export interface SeatInfo {
  name: string;
  face: string;
  kind: "bot" | "free" | "person";
  level: "beginner" | "casual" | "club" | "expert" | "master" | "random" | null;
  here: boolean;
  helped: boolean;
  eyes: boolean;
  delay: number;
  asked: boolean;
  votes: number[];
  bot_in: number | null;
  looking: boolean;
}

/** How the shuffles can be verified: the seed is published when the match is over. */
export interface Deal {
  commitment: string;
  salts: string[];
  seed: string | null;
  next: string | null;
}

/** The duplicate to which the matches of a table belong. */
export interface Duplicate {
  code: string;
  number: number;
  matches: number;
  commitment: string;
  until: number;
}

/** The circle of friends for whose evening the matches of a table count. */
export interface Circle {
  code: string;
  name: string;
}

/** What happened since event number `since`, and how things stand after event number `n`. */
export interface Update {
  type: "update";
  match: number;
  since: number;
  n: number;
  events: Happened[];
  view: Record<string, unknown>;
  moves: string[];
  window: number;
  times: Times[];
  result: Result | null;
  facts: Record<string, unknown>;
}

/** One event as this reader may know it. `seat` is null for chance; `move` is in the notation of records. */
export interface Happened {
  n: number;
  seat: number | null;
  move: string;
  told: string[];
}

/** What is left of a seat's clock, in ms when this was sent. */
export interface Times {
  seat: number;
  move: number;
  reserve: number;
  running: boolean;
}

export interface Result {
  reason: string;
  scores: number[];
  winners: number[];
  hinted: number[];
  helped: number[];
  undone: number[];
}

/** The table can no longer be followed, and why. Nothing more of it will come. */
export interface Unfollowed {
  type: "unfollowed";
  reason: "full" | "hello-first" | "hello-twice" | "illegal" | "late" | "malformed" | "no-game" | "no-hints" | "no-table" | "not-allowed" | "not-host" | "not-now" | "not-open" | "not-seated" | "not-started" | "notation" | "option" | "over" | "stale" | "started" | "storage" | "taken" | "token" | "too-fast" | "version";
}

/** A word to the table. */
export interface Said {
  type: "said";
  seat: number | null;
  name: string;
  phrase: "bye" | "clap" | "cry" | "good-luck" | "heart" | "hello" | "laugh" | "nice" | "one-moment" | "oops" | "smile" | "sorry" | "thanks" | "think" | "well-played" | "wow" | "your-turn" | null;
  text: string;
}

/** The last chat messages from before one came, the oldest first. */
export interface Talked {
  type: "talked";
  words: Said[];
}

/** The answer to hint, before its `accepted`. */
export interface Hinted {
  type: "hinted";
  id: string;
  move: string | null;
  why: string;
  rule: string;
}

/** The answer to why, before its `accepted`. */
export interface Explained {
  type: "explained";
  id: string;
  text: string;
}

/** The answer to reveal, before its `accepted`: each seat's hand before the last move of the round. */
export interface Revealed {
  type: "revealed";
  id: string;
  hands: unknown[];
}

export interface Paired {
  type: "paired";
  id: string;
  word: string;
}

export interface Ping {
  type: "ping";
  nonce: number;
}

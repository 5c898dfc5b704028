// The legal moves by the card that they lay. `moves` are texts in the notation of records (docs/notation.md).

const KINDS = ["play", "block", "give", "with", "jump", "triple", "jump triple"] as const;
export type Kind = (typeof KINDS)[number];

export interface Lay {
  kind: Kind;
  card: string;
  /** The colour or the seat that it names, or "". */
  named: string;
  /** The move without the call. */
  text: string;
}

const CALL = " solo";

/** Every move that lays or gives a card, once, whether or not it can say the call; the plainest kinds first. */
export function laysOf(moves: readonly string[]): Lay[] {
  const found: Lay[] = [];
  for (const text of moves) {
    if (text.endsWith(CALL)) continue;
    const words = text.split(" ");
    const kind = words[0] === "jump" && words[1] === "triple" ? "jump triple" : words[0];
    const rest = words.slice(kind === "jump triple" ? 2 : 1);
    if (!isKind(kind) || !rest[0]) continue;
    found.push({ kind, card: kind === "block" ? "K" + rest[0] : rest[0], named: rest[1] ?? "", text });
  }
  return found.sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind));
}

function isKind(word: string | undefined): word is Kind {
  return KINDS.some((kind) => kind === word);
}

/** The move without the call. */
export function plainText(move: string): string {
  return move.endsWith(CALL) ? move.slice(0, -CALL.length) : move;
}

/** Whether some move can say the call with it. */
export function canSay(moves: readonly string[]): boolean {
  return moves.some((move) => move.endsWith(CALL));
}

/** The move, with the call if that is wanted and legal. */
export function saying(moves: readonly string[], text: string, call: boolean): string {
  return call && moves.includes(text + CALL) ? text + CALL : text;
}

/** The card that a move lays or gives, or "". */
export function cardIn(move: string): string {
  return laysOf([plainText(move)])[0]?.card ?? "";
}

/** The keys of moves that are one word. */
export const SHORT: Record<string, string> = { draw: "d", take: "t", keep: "k", accept: "a", pass: "p", wait: "w" };

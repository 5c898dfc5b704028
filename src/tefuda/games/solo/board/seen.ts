// Made by scripts/view_types.py from view.py of the game; do not edit.
// page.en.md of the game explains every field.

export interface Seen {
  game: "solo";
  seats: number;
  seat: number | null;
  round: number;
  phase: "chance" | "turn" | "drawn" | "answer" | "give" | "triple" | "over";
  dealer: number;
  to_act: number[];
  turn: number;
  hand: string[] | null;
  hand_sizes: number[];
  known: Record<string, string[]>;
  lacks: Record<string, Record<string, number>>;
  top: string;
  colour: "r" | "g" | "y" | "b" | "any";
  direction: 1 | -1;
  sum: number;
  draw_pile: number;
  discards: number;
  heap: string[];
  laid_by: number | null;
  pending: "" | "skip" | "draw" | "swap" | "gift" | "swap all";
  source: number | null;
  target: number | null;
  spoke: boolean;
  blockers: number[];
  gifts: number;
  drawn: string | null;
  triple: string[];
  jumping: boolean;
  owes: number[];
  called: number[];
  let_go: boolean;
  passes: number;
  turns: number;
  scores: number[];
  ending: "" | "out" | "stuck" | "capped";
  winner: number | null;
}

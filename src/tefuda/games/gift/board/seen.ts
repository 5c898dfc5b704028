// Made by scripts/view_types.py from view.py of the game; do not edit.
// page.en.md of the game explains every field.

export interface Row {
  direction: number;
  size: number;
  king: boolean;
  gift: number;
}

export interface Memory {
  clock: number;
  turned: number;
  broke: number;
  came: number[][][];
  since: Record<string, number>;
  until: Record<string, number>;
  seen: string[];
  stocked: string[];
  gave: string[];
  pile: number[][];
  order: string[];
  order_by: number[];
}

export interface Seen {
  game: "gift";
  seats: number;
  seat: number | null;
  round: number;
  phase: "chance" | "action" | "commit" | "late" | "over";
  dealer: number;
  to_act: number[];
  hand: string[] | null;
  hand_sizes: number[];
  rows: Record<"s" | "h" | "d" | "c", Row>;
  commitments: ("s" | "h" | "d" | "c" | null)[];
  holds: boolean[];
  offers: boolean[];
  breaks: boolean;
  deck: number;
  discards: string[];
  discarders: number[];
  risk: string | null;
  final: boolean;
  out: boolean[];
  finished: number[];
  given: number[];
  stall: number;
  turns: number;
  reason: "" | "success" | "together" | "failed" | "stall" | "nobody" | "places";
  scores: number[];
  open: Record<string, number>;
  known: Record<string, number>;
  memory: Memory;
}

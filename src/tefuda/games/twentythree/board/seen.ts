// Made by scripts/view_types.py from view.py of the game; do not edit.
// page.en.md of the game explains every field.

export interface Pile {
  value: number;
  cards: number[];
}

export interface Seen {
  game: "twentythree";
  seats: number;
  seat: number | null;
  round: number;
  phase: "holder" | "deal" | "discard" | "play" | "over";
  holder: number;
  to_act: number[];
  hand: number[] | null;
  hand_sizes: number[];
  discards: number[] | null;
  pile: Pile;
  penalty: number[];
  bonus: number[];
  scores: number[];
  out: ("" | "finished" | "left")[];
  forced: number | null;
  passes: number;
  below: number[];
  turns: number;
}

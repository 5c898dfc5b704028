// Made by scripts/view_types.py from view.py of the game; do not edit.
// page.en.md of the game explains every field.

export interface Seen {
  game: "scout";
  seats: number;
  seat: number | null;
  round: number;
  phase: "deal" | "start" | "choose" | "turn" | "double" | "over";
  start: number;
  to_act: number[];
  hand: [up: number, down: number][] | null;
  hand_sizes: number[];
  table: [up: number, down: number][];
  owner: number | null;
  scores: number[];
  chips: number[];
  captured: number[];
  pile: number;
  markers: boolean[];
  scouts: number;
  turns: number;
  chosen: boolean;
  known: [up: number, down: number][][];
  placed: [place: number, up: number, down: number][][];
  gone: [up: number, down: number][];
  aside: number;
  out: [up: number, down: number][];
  out_own: [up: number, down: number][];
  out_size: number;
  ending: "" | "hand" | "scouts" | "cap";
}

// The view of 23, as docs/games/twentythree.md describes it.

export interface View {
  game: "twentythree";
  bonus_shift: "exact5" | "upto5";
  forced_must_use_bonus: boolean;
  forced_may_leave: boolean;
  allow_negative: boolean;
  learn12: boolean;
  circles: number;
  seats: number;
  seat: number | null;
  round: number;
  phase: "discard" | "play" | "over";
  holder: number;
  to_act: number[];
  hand: number[] | null;
  hand_sizes: number[];
  discards: number[] | null;
  pile: { value: number; cards: number[] };
  penalty: number[];
  bonus: number[];
  scores: number[];
  out: ("" | "finished" | "left")[];
  forced: number | null;
  passes: number;
  below: number[];
  turns: number;
}

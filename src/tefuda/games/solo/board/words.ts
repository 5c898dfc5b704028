// SOLO in words: names of cards, what is asked for now, and why something cannot be done.

import { speaker as speakerOf, type Say as SayOf } from "$page/texts";
import en from "./en.json";
import ja from "./ja.json";
import { laysOf } from "./moves";
import { colourOf, faceOf, isBlack, isNumber, type SoloView } from "./view";

export type Key = keyof typeof en;
export type Say = SayOf<Key>;
export const speaker = speakerOf<Key>({ en, ja });

export function cardName(say: Say, card: string): string {
  const colour = colourOf(card);
  const face = faceOf(card);
  if (!colour) return faceName(say, card);
  if (face === "K") return say("block_card", { colour: say(colour) });
  return say("card", { colour: say(colour), face: faceName(say, card) });
}

function faceName(say: Say, card: string): string {
  return isNumber(card) ? faceOf(card) : say(faceOf(card) as Key);
}

export function letterOf(say: Say, card: string): string {
  const colour = colourOf(card);
  return colour ? say(`letter_${colour}`) : "";
}

/** What the top card asks for. */
function wanted(say: Say, view: SoloView, moves: readonly string[]): string {
  if (!laysOf(moves).length) return say("your_none");
  if (view.colour === "any") return say("your_any");
  const colour = say(view.colour);
  return isBlack(view.top) ? say("your_colour", { colour }) : say("your_match", { colour, face: faceName(say, view.top) });
}

/** One line: who is to do what. */
export function prompt(say: Say, view: SoloView, names: readonly string[], moves: readonly string[]): string {
  const name = (seat: number | null): string => (seat === null ? "" : (names[seat] ?? ""));
  const own = view.seat !== null && view.turn === view.seat;
  const values = { name: name(view.turn), other: name(view.source), n: view.sum };
  if (view.phase === "over" || view.phase === "chance") return view.phase === "over" ? say("over") : "";
  if (moves.includes("solo") && (!own || moves.length < 3)) return say("your_owe");
  const jump = moves.find((move) => move.startsWith("jump "));
  if (jump && !own) return say("your_jump", { card: cardName(say, view.top) });
  if (view.phase === "answer" && view.pending) {
    if (own) return say(`your_${view.pending}`, { ...values, name: name(view.source) });
    return say(view.pending === "draw" ? "draw_sum" : view.pending, values);
  }
  if (view.phase === "give") {
    return own
      ? say("your_give", { n: view.gifts, name: name(view.target) })
      : say("give", { ...values, n: view.gifts, other: name(view.target) });
  }
  if (view.phase === "drawn" && own && view.drawn) {
    const lays = moves.some((move) => move.startsWith("play") || move.startsWith("triple"));
    const others = moves.some((move) => move.startsWith("play") && move.split(" ")[1] !== view.drawn);
    const key = !lays ? "your_drawn_unfit" : others ? "your_drawn_any" : "your_drawn";
    return say(key, { card: cardName(say, view.drawn) });
  }
  const key = view.phase === "triple" ? view.phase : "turn";
  if (own && key === "turn" && moves.includes("draw")) return wanted(say, view, moves);
  return say(own ? `your_${key}` : view.phase === "drawn" ? "drawn" : key, values);
}

// For developing boards only: shows any board in the positions that tests/page/fixtures.py wrote, by address:
// harness.html?game=scout&fixture=big&step=12&lang=ja&dark=1, with &bare=1 without the bar that steps on, with &large=1 in
// larger text, with &clock=3600000 with a clock that has so many ms left;
// or cards alone: harness.html?game=gift&cards=h5,sK,gift&width=160.

import { mount } from "svelte";
import Harness from "./Harness.svelte";
import HarnessCards from "./HarnessCards.svelte";
import { board, drawn } from "./boards";
import "./base.css";
import { dictionary } from "./dictionary.svelte";
import "./house/fonts.css";
import "./house/tokens.css";

const query = new URLSearchParams(location.search);
const game = query.get("game") ?? "scout";
const lang = query.get("lang") === "ja" ? "ja" : "en";

document.documentElement.dataset.theme = query.get("dark") ? "dark" : "light";
document.documentElement.lang = lang;
document.documentElement.toggleAttribute("data-large", query.has("large"));

await dictionary.speak(lang);
const target = document.getElementById("app")!;
const cards = query.get("cards");

if (cards) {
  mount(HarnessCards, { target, props: { drawn: await drawn(game), game, cards: cards.split(","), lang, width: Number(query.get("width") ?? 120) } });
} else {
  const [Board, fixture] = await Promise.all([
    board(game),
    fetch(`/fixtures/${game}.${query.get("fixture") ?? "big"}.json`).then((answer) => answer.json()),
  ]);
  mount(Harness, { target, props: { board: Board, game, fixture, lang, first: Number(query.get("step") ?? 0), bare: query.has("bare"), left: Number(query.get("clock") ?? 0) } });
}

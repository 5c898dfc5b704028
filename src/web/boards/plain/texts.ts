// The plain board's own texts; the names of things are the game's, and come from the server.

import { speaker as of } from "../../texts";

const en = {
  board: "Table",
  turn: "Your turn: choose a move.",
  wait: "{name} is to act.",
  over: "The match is over.",
  to_act: "to act",
  cards: "{n|card|cards}",
  hand: "Your hand",
  nothing: "–",
  all: "All moves",
  no_move: "Nothing can be done with {card} now.",
  keys_title: "Keys",
  keys: "1 to 9: the moves in their order.",
};
const ja: typeof en = {
  board: "卓",
  turn: "あなたの番です。手を選んでください。",
  wait: "{name}の番です。",
  over: "ゲームは終わりました。",
  to_act: "手番",
  cards: "{n}枚",
  hand: "あなたの手札",
  nothing: "–",
  all: "すべての手",
  no_move: "いま{card}でできることはありません。",
  keys_title: "キー",
  keys: "1～9：手を並び順に選ぶ。",
};

export const speaker = of({ en, ja });

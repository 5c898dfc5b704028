// The board of the game, and how one of its cards is drawn: one file of the page.

export { default as Board } from "./Board.svelte";
export { default as Card, named } from "./Drawn.svelte";

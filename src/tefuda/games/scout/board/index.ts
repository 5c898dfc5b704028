// The board of the game, how one of its cards is drawn, and its tips: one file of the page.

export { default as Board } from "./Board.svelte";
export { default as Card, named } from "./Drawn.svelte";
export { tips } from "./tips";

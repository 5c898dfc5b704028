// The board of games that have none of their own: one file of the page.

export { default as Board } from "./Board.svelte";

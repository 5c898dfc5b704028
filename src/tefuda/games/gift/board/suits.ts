// The suits: each its own shape and ink, on paper. Colours come from room.css, by the class of the suit.

import type { Suit } from "./view";

/** In a square of 24 by 24. */
export const PATH: Record<Suit, string> = {
  s: "M12 1.3c4 5.6 9.7 8.2 9.7 13.2a4.9 4.9 0 0 1-8.4 3.4q.3 3.3 2.9 4.8H7.8q2.6-1.5 2.9-4.8a4.9 4.9 0 0 1-8.4-3.4c0-5 5.7-7.6 9.7-13.2Z",
  h: "M12 22C4 16 1.2 12 1.2 7.8A5.7 5.7 0 0 1 12 5.3a5.7 5.7 0 0 1 10.8 2.5C22.8 12 20 16 12 22Z",
  d: "M12 .8Q15.5 7 20.8 12 15.5 17 12 23.2 8.5 17 3.2 12 8.5 7 12 .8Z",
  c: "M12 1.3a5 5 0 0 1 4.3 7.5 5.1 5.1 0 1 1-3.1 9.1q.3 3.4 2.9 4.8H7.9q2.6-1.4 2.9-4.8a5.1 5.1 0 1 1-3.1-9.1A5 5 0 0 1 12 1.3Z",
};

const [L, M, R] = [0, 1, 2];

/** The pips of a number: column, and height in twelfths; those below the middle stand on their heads. */
export const PIPS: Record<string, readonly (readonly [number, number])[]> = {
  "2": [[M, 0], [M, 12]],
  "3": [[M, 0], [M, 6], [M, 12]],
  "4": [[L, 0], [R, 0], [L, 12], [R, 12]],
  "5": [[L, 0], [R, 0], [M, 6], [L, 12], [R, 12]],
  "6": [[L, 0], [R, 0], [L, 6], [R, 6], [L, 12], [R, 12]],
  "7": [[L, 0], [R, 0], [M, 3], [L, 6], [R, 6], [L, 12], [R, 12]],
  "8": [[L, 0], [R, 0], [M, 3], [L, 6], [R, 6], [M, 9], [L, 12], [R, 12]],
  "9": [[L, 0], [R, 0], [L, 4], [R, 4], [M, 6], [L, 8], [R, 8], [L, 12], [R, 12]],
  "10": [[L, 0], [R, 0], [M, 2], [L, 4], [R, 4], [L, 8], [R, 8], [M, 10], [L, 12], [R, 12]],
}; // prettier-ignore

// The four colours, each with the road sign that tells it apart besides its letter. Paints come from room.css, by class.

import type { Colour } from "./view";

/** In a square of 24 by 24: circle, triangle, star, square. */
export const SIGN: Record<Colour, string> = {
  r: "M12 1.7a10.3 10.3 0 1 1 0 20.6 10.3 10.3 0 0 1 0-20.6Z",
  g: "M13.9 2.6 23 18.8a2.2 2.2 0 0 1-1.9 3.2H2.9A2.2 2.2 0 0 1 1 18.8L10.1 2.6a2.2 2.2 0 0 1 3.8 0Z",
  y: "m12 .8 3.4 7.2 7.9 1-5.8 5.4 1.5 7.8-7-3.8-7 3.8 1.5-7.8L.7 9l7.9-1Z",
  b: "M4.9 2.3h14.2a2.6 2.6 0 0 1 2.6 2.6v14.2a2.6 2.6 0 0 1-2.6 2.6H4.9a2.6 2.6 0 0 1-2.6-2.6V4.9a2.6 2.6 0 0 1 2.6-2.6Z",
};

export const BOLT = "M14.6.8 3.6 13.9h6.3L8 23.2 20.4 9.5h-7Z";

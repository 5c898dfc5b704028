// Phrases that every client knows by their names, and small faces that need no words.

export const PHRASES = ["hello", "good-luck", "thanks", "nice", "well-played", "oops", "sorry", "wow", "one-moment", "your-turn", "bye"] as const;

export const FACES = {
  smile: "M8 14c1.5 2.5 6.5 2.5 8 0M9 9.5v.5M15 9.5v.5",
  laugh: "M7.5 13h9c-.5 5-8.5 5-9 0zM8 9.5l1.5-1 1.5 1M13 9.5l1.5-1 1.5 1",
  cry: "M8 17c1.5-2.5 6.5-2.5 8 0M9 9.5v.5M15 9.5v.5M7.5 12.5v3",
  think: "M9 15.5h5M9 9.5v.5M15 9.5v.5M7.5 7l2.5-1M14 6.5l2.5 .5",
  clap: "M7.5 16.5l4-7.5 1.5 1-1.5 3 4.5-2 1 1.5-6 5zM6.5 8l-1-1M9 6.5L8.7 5M12 6.5l.8-1.3",
  heart: "M12 17.5C5 12.5 8 7.5 12 10.5c4-3 7 2 0 7z",
} as const;

export type Face = keyof typeof FACES;
export const isFace = (phrase: string | null): phrase is Face => phrase !== null && phrase in FACES;

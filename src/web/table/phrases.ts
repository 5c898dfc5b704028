// Phrases that every client knows by their names, and small faces that need no words.

export const PHRASES = ["hello", "luck", "thanks", "nice", "oops", "sorry", "moment", "your-turn", "again", "bye"] as const;

export const FACES: Record<string, string> = {
  smile: "M8 14c1.5 2.5 6.5 2.5 8 0M9 9.5v.5M15 9.5v.5",
  laugh: "M7.5 13h9c-.5 5-8.5 5-9 0zM8 9.5l1.5-1 1.5 1M13 9.5l1.5-1 1.5 1",
  wow: "M12 13.5a2 2.2 0 1 0 .01 0M8.5 9v.5M15.5 9v.5",
  sad: "M8 17c1.5-2.5 6.5-2.5 8 0M9 9.5v.5M15 9.5v.5",
  heart: "M12 17.5C5 12.5 8 7.5 12 10.5c4-3 7 2 0 7z",
  star: "M12 6.5l1.7 3.6 4 .5-3 2.7.8 3.9-3.5-2-3.5 2 .8-3.9-3-2.7 4-.5z",
};

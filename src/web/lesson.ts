// A playable lesson: scenes of arranged moments, as scripts/lessons.py writes them to board/lesson.json of each game.

import type { Happened } from "./protocol";
import type { Lang } from "./settings.svelte";

export interface Frame {
  view: Record<string, unknown>;
  facts: Record<string, unknown>;
  events: Omit<Happened, "told">[];
  told: Record<Lang, string[]>;
  want?: string;
  moves?: string[];
  say?: Record<Lang, string>;
  at?: string;
}

export interface Scene {
  seats: number;
  frames: Frame[];
  end: Record<Lang, string>;
}

export interface Lesson {
  scenes: Scene[];
}

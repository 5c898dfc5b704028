// What a person has chosen for this device.

import { isLike, keep, kept } from "./kept";

export type Lang = "en" | "ja";
export type Theme = "auto" | "light" | "dark";
export type Pace = "slow" | "normal" | "fast" | "at-once";
export const PACES: Pace[] = ["slow", "normal", "fast", "at-once"];

interface Chosen {
  lang: Lang;
  theme: Theme;
  /** Larger text. */
  large: boolean;
  quiet: boolean;
  buzz: boolean;
  /** A notification when it is the person's turn and the page is not in sight. */
  notify: boolean;
  /** The speed of bots and of motion. */
  pace: Pace;
  guide: boolean;
  name: string;
  /** Matches against bots are played at the server, too, where they count for the rating. */
  atServer: boolean;
  /** The face that others see, or "" for one made from the name. */
  face: string;
}

const first: Chosen = {
  lang: navigator.language.startsWith("ja") ? "ja" : "en",
  theme: "auto",
  large: false,
  quiet: false,
  buzz: true,
  notify: false,
  pace: "normal",
  guide: true,
  name: "",
  atServer: false,
  face: "",
};

const TEMPO: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.5, "at-once": 0 };
const KNOWN: Record<string, string[]> = { lang: ["en", "ja"], theme: ["auto", "light", "dark"], pace: PACES };

/** What was chosen here before, of what this page knows: another version may have known more. */
function chosen(): Chosen {
  const known = Object.entries(kept<Record<string, unknown>>("settings", {})).filter(
    ([name, value]) => name in first && isLike(value, first[name as keyof Chosen]) && (KNOWN[name]?.includes(value as string) ?? true),
  );
  return { ...first, ...(Object.fromEntries(known) as Partial<Chosen>) };
}

export const settings = $state<Chosen>(chosen());

/** The factor by which all durations are multiplied. */
export const tempo = (): number => TEMPO[settings.pace];

/** Keeps and shows every change; called once, in an effect root. */
export function followSettings(): void {
  $effect(() => {
    keep("settings", $state.snapshot(settings));
  });
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    root.dataset.pace = settings.pace;
    root.toggleAttribute("data-large", settings.large);
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
  });
}

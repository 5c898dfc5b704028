// What a person has chosen for this device.

import { keep, kept } from "./kept";

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

export const settings = $state<Chosen>({ ...first, ...kept<Partial<Chosen>>("settings", {}) });

const TEMPO: Record<Pace, number> = { slow: 1.8, normal: 1, fast: 0.5, "at-once": 0 };

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

// What a person has chosen for this device.

import { keep, kept } from "./kept";

export type Lang = "en" | "ja";
export type Theme = "auto" | "light" | "dark";

interface Chosen {
  lang: Lang;
  theme: Theme;
  sound: boolean;
  guide: boolean;
  name: string;
}

const first: Chosen = {
  lang: navigator.language.startsWith("ja") ? "ja" : "en",
  theme: "auto",
  sound: false,
  guide: true,
  name: "",
};

export const settings = $state<Chosen>({ ...first, ...kept<Partial<Chosen>>("settings", {}) });

/** Keeps and shows every change; called once, in an effect root. */
export function followSettings(): void {
  $effect(() => {
    keep("settings", $state.snapshot(settings));
  });
  $effect(() => {
    const root = document.documentElement;
    root.lang = settings.lang;
    if (settings.theme === "auto") delete root.dataset.theme;
    else root.dataset.theme = settings.theme;
  });
}

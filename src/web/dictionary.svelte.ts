// The page's texts in the language that is chosen: only that one is loaded.

import type { Lang } from "./settings.svelte";
import type en from "./texts/shell.en.json";

export type Key = keyof typeof en;
type Texts = Record<Key, string>;

const LOAD: Record<Lang, () => Promise<{ default: Texts }>> = {
  en: () => import("./texts/shell.en.json"),
  ja: () => import("./texts/shell.ja.json"),
};

class Dictionary {
  texts = $state.raw({} as Texts);
  #wanted: Lang | null = null;

  /** Speaks another language as soon as its texts are here. */
  async speak(lang: Lang): Promise<void> {
    this.#wanted = lang;
    const { default: texts } = await LOAD[lang]();
    if (this.#wanted === lang) this.texts = texts;
  }
}

export const dictionary = new Dictionary();

import { fill, type Values } from "../../texts";
import en from "../../texts/scout.en.json";
import ja from "../../texts/scout.ja.json";

export type Key = keyof typeof en;
export type Say = (key: Key, values?: Values) => string;

const TEXTS: Record<"en" | "ja", Record<Key, string>> = { en, ja };

export function speaker(lang: "en" | "ja"): Say {
  return (key, values) => fill(TEXTS[lang][key], values);
}

// The page's own texts. `t` takes a key that every dictionary has; the compiler and a test check that.

import { dictionary, type Key } from "./dictionary.svelte";
import { settings, type Lang } from "./settings.svelte";

export type { Key };
export type Values = Record<string, string | number>;

const plural = new Intl.PluralRules("en");

/** Puts values into a text: {name} is replaced, {n|card|cards} becomes '1 card' or '2 cards'. */
export function fill(text: string, values: Values = {}): string {
  return text.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name: string, one?: string, many?: string) => {
    const value = values[name] ?? "";
    if (one === undefined) return String(value);
    return `${value} ${plural.select(Number(value)) === "one" ? one : many}`;
  });
}

/** How the texts of a game are said, in either language. */
export function speaker<Own extends string>(texts: Record<Lang, Record<Own, string>>): (lang: Lang) => Say<Own> {
  return (lang) => (key, values) => fill(texts[lang][key], values);
}

export type Say<Own extends string> = (key: Own, values?: Values) => string;

export function t(key: Key, values?: Values): string {
  return fill(dictionary.texts[key], values);
}

/** The text of a key that is put together at run time; the fallback if there is none. */
export function maybe(key: string, fallback: string, values?: Values): string {
  return key in dictionary.texts ? t(key as Key, values) : fallback;
}

/** A moment of the past in a few words. */
export function when(ms: number): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium", timeStyle: "short" }).format(ms);
}

/** A day in a few words. */
export function dayIn(ms: number): string {
  return new Intl.DateTimeFormat(settings.lang, { dateStyle: "medium" }).format(ms);
}

/** A number with a true minus. */
export const number = (n: number): string => String(n).replace("-", "−");

/** A sentence of the rules, which write as in records: with a true minus before its numbers. */
export const minus = (sentence: string): string => sentence.replace(/(?<![\w-])-(?=\s?\d)/g, "−");

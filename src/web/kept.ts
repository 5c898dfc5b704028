// What the browser keeps between visits. Where it may keep nothing, everything still works during this visit.

import { base } from "./base";

const own = (name: string): string => `tefuda${base}.${name}`; // other servers may share the host
const memory = new Map<string, string>();

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(own(name)) ?? memory.get(name);
    return text == null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(own(name), text);
  } catch {
    // storage is full or forbidden
  }
}

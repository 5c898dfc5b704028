// What the browser keeps between visits. Where it may keep nothing, or nothing more, everything still works during this
// visit.

import { base } from "./base";

const own = (name: string): string => `tefuda${base}.${name}`; // other servers may share the host
const memory = new Map<string, string>(); // what the browser has not kept

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = memory.get(name) ?? localStorage.getItem(own(name));
    const found: unknown = text == null ? otherwise : JSON.parse(text);
    return isLike(found, otherwise) ? (found as T) : otherwise;
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(own(name), text);
    memory.delete(name);
  } catch {
    memory.set(name, text); // storage is full or forbidden
  }
}

/** Whether two values are of one kind: others than this page may have written under its names. */
export const isLike = (one: unknown, other: unknown): boolean =>
  other === null || (one !== null && typeof one === typeof other && Array.isArray(one) === Array.isArray(other));

// What the browser keeps between visits. Where it may keep nothing, everything works for this visit.

const memory = new Map<string, string>();

export function kept<T>(name: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`tefuda.${name}`) ?? memory.get(name);
    return text == null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  memory.set(name, text);
  try {
    localStorage.setItem(`tefuda.${name}`, text);
  } catch {
    // storage is full or forbidden
  }
}

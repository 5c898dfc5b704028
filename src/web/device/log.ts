/**
 * The log of this device's tables, in the browser's own database. When it says that something is stored, it is on disk.
 *
 * Where nothing can be stored, or nothing more, it goes on in memory and says so once. Several pages may write at the same
 * time: each tells the others which table has changed, and writing a row that already exists is a conflict, after which the
 * later page reads the table again.
 */

export interface Head {
  code: string;
  status: string;
  public: boolean;
  game: string;
  updated: number;
  summary: string;
}

export interface Finished {
  person: string;
  code: string;
  match: number;
  game: string;
  at: number;
  body: string;
}

interface Appended {
  head: Head;
  first: number;
  rows: string[];
  finished: Finished[];
}

export type Unkept = "refused" | "full";

const STORES = ["heads", "log", "finished"];
const CONFLICT = "conflict";

export class Log {
  #database: Promise<IDBDatabase | null> | null = null;
  /** Tables that could not be stored, from the first row on. */
  readonly #heads = new Map<string, Head>();
  readonly #rows = new Map<string, string[]>();
  #finished: Finished[] = [];
  readonly #name: string;
  readonly #tell: (why: Unkept) => void;
  readonly #others: BroadcastChannel;
  /** Another page has written to this table. */
  changed: (code: string) => void = () => {};

  constructor(name: string, tell: (why: Unkept) => void) {
    this.#name = name;
    this.#tell = tell;
    this.#others = new BroadcastChannel(`log ${name}`);
    this.#others.onmessage = ({ data }: MessageEvent<string>) => this.changed(data);
    void this.#open();
  }

  /** The database, opened again if the browser has closed it; null if there is none. */
  #open(): Promise<IDBDatabase | null> {
    return (this.#database ??= opened(this.#name, () => (this.#database = null)).catch(() => {
      this.#tell("refused");
      return null;
    }));
  }

  /** Empty when it is stored; or that it is not the next of its table. */
  async append(text: string): Promise<string> {
    const entry = JSON.parse(text) as Appended;
    const { code } = entry.head;
    const database = await this.#open();
    if (database && !this.#rows.has(code)) {
      try {
        const said = await this.#store(database, entry);
        if (!said) this.#others.postMessage(code);
        return said;
      } catch (error) {
        const known = await this.#read(code).catch(() => null);
        this.#rows.set(code, known?.rows ?? []);
        this.#tell((error as DOMException).name === "QuotaExceededError" ? "full" : "refused");
      }
    }
    const rows = this.#rows.get(code) ?? [];
    if (entry.first !== rows.length + 1) return CONFLICT;
    this.#rows.set(code, [...rows, ...entry.rows]);
    this.#heads.set(code, entry.head);
    this.#finished.push(...entry.finished);
    return "";
  }

  #store(database: IDBDatabase, { head, first, rows, finished }: Appended): Promise<string> {
    return new Promise((resolve, reject) => {
      const change = database.transaction(STORES, "readwrite", { durability: "strict" });
      let conflict = false;
      const cancel = () => {
        conflict = true;
        change.abort();
      };
      change.oncomplete = () => resolve("");
      change.onabort = () => (conflict ? resolve(CONFLICT) : reject(change.error ?? new Error("it was not stored")));
      const log = change.objectStore("log");
      const range = IDBKeyRange.bound([head.code, 0], [head.code, Infinity]);
      log.count(range).onsuccess = ({ target }) => {
        if ((target as IDBRequest<number>).result !== first - 1) return cancel();
        rows.forEach((body, i) => log.add(body, [head.code, first + i]));
        change.objectStore("heads").put(head, head.code);
        for (const one of finished) change.objectStore("finished").put(one, [one.person, one.code, one.match]);
      };
    });
  }

  /** A table with its rows as JSON, or nothing. */
  async load(code: string): Promise<string> {
    const found = await this.#read(code);
    const rows = this.#rows.get(code);
    const head = this.#heads.get(code) ?? found?.head;
    return head ? JSON.stringify({ head, rows: rows ?? found?.rows }) : "";
  }

  async #read(code: string): Promise<{ head: Head; rows: string[] } | null> {
    const database = await this.#open();
    if (!database) return null;
    const looking = database.transaction(["heads", "log"]);
    const range = IDBKeyRange.bound([code, 0], [code, Infinity]);
    const [head, rows, keys] = await Promise.all([
      asked<Head | undefined>(looking.objectStore("heads").get(code)),
      asked<string[]>(looking.objectStore("log").getAll(range)),
      asked<[string, number][]>(looking.objectStore("log").getAllKeys(range)),
    ]);
    const whole = keys.every(([, number], i) => number === i + 1);
    return head ? { head, rows: whole ? rows : [] } : null; // without rows it is known to be damaged
  }

  async head(code: string): Promise<string> {
    const found = this.#heads.get(code) ?? (await this.#get<Head | undefined>("heads", (heads) => heads.get(code)));
    return found ? JSON.stringify(found) : "";
  }

  /** A person's results, latest first. */
  async finished(person: string): Promise<string> {
    const range = IDBKeyRange.bound([person], [person, []]);
    const found = (await this.#get<Finished[]>("finished", (store) => store.getAll(range))) ?? [];
    const own = this.#finished.filter((one) => one.person === person);
    return JSON.stringify([...found, ...own].sort((a, b) => b.at - a.at));
  }

  async #get<T>(store: string, ask: (store: IDBObjectStore) => IDBRequest): Promise<T | undefined> {
    const database = await this.#open();
    return database ? await asked<T>(ask(database.transaction(store).objectStore(store))) : undefined;
  }
}

/** The database of this name; `closed` is called when the browser closes it, or another page wants it gone. */
async function opened(name: string, closed: () => void): Promise<IDBDatabase> {
  const opening = indexedDB.open(name, 1);
  opening.onupgradeneeded = () => STORES.forEach((store) => opening.result.createObjectStore(store));
  const database = await asked<IDBDatabase>(opening);
  if (!STORES.every((store) => database.objectStoreNames.contains(store))) throw new Error("it is not ours");
  database.onclose = closed;
  database.onversionchange = () => {
    database.close();
    closed();
  };
  return database;
}

function asked<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error("the storage does not answer"));
  });
}

/** A game's rules as WebAssembly, and the memory that they work on. Works in a page, in a worker and in Node. */

const NUMBERS = { i1: Int8Array, u1: Uint8Array, i2: Int16Array, i4: Int32Array, i8: BigInt64Array, f8: Float64Array };
const ALIGNMENT = 16;
const PAGE = 65536;

/** What was asked for cannot be: an illegal action, a bad option, bytes of another size. */
export class Refused extends Error {
  override name = "Refused";
}

type Kind = keyof typeof NUMBERS;
type Numbers<K extends Kind> = InstanceType<(typeof NUMBERS)[K]>;

/** What a module says about itself. */
export interface Description {
  game: string;
  fingerprint: string; // of its sources
  actions: number; // how many there are in the game
  seats: number; // at most
  network: number; // how many numbers its networks have; 0 if it has none
  free: number; // from here on the memory is ours
  records: Record<string, { size: number; fields: Record<string, [kind: Kind, ...shape: number[]]> }>;
}

/** One instance of a game's module. It takes and gives addresses and reals as numbers, whole numbers as bigints. */
export class Rules {
  readonly about: Description;
  readonly call: Record<string, (...values: (number | bigint)[]) => number | bigint>;
  /** Where its records are: the state in question, more for a search and for a network, and one of each other kind. */
  readonly at: Record<
    "s" | "world" | "trial" | "later" | "dealt" | "tried" | "w" | "search" | "weighing" | "observation" | "secrets" | "thought" | "network",
    number
  >;
  readonly #memory: ArrayBuffer;

  constructor(module: WebAssembly.Module) {
    const [about] = WebAssembly.Module.customSections(module, "tefuda");
    if (!about) throw new Refused("this module does not contain the rules of a game");
    this.about = JSON.parse(new TextDecoder().decode(about));
    const { memory, ...functions } = new WebAssembly.Instance(module).exports as { memory: WebAssembly.Memory };
    this.call = functions;
    let end = this.about.free;
    const place = (bytes: number) => {
      const at = Math.ceil(end / ALIGNMENT) * ALIGNMENT;
      end = at + bytes;
      return at;
    };
    const room = (record: string) => place(this.size(record));
    this.at = {
      s: room("State"),
      world: room("State"),
      trial: room("State"),
      later: room("State"),
      dealt: room("State"),
      tried: room("State"),
      w: room("Work"),
      search: room("Search"),
      weighing: room("Weighing"),
      observation: room("Observation"),
      secrets: room("Secrets"),
      thought: this.about.network ? room("Thought") : 0,
      network: place(2 * this.about.network),
    };
    memory.grow(Math.max(0, Math.ceil((end - memory.buffer.byteLength) / PAGE)));
    this.#memory = memory.buffer as ArrayBuffer;
  }

  /** From the bytes of a .wasm file. */
  static async load(bytes: BufferSource): Promise<Rules> {
    return new Rules(await WebAssembly.compile(bytes));
  }

  /** The number of bytes of a record. */
  size(record: string): number {
    return this.about.records[record]!.size;
  }

  /** The numbers at an address. */
  numbers<K extends Kind>(kind: K, at: number, size: number): Numbers<K> {
    return new NUMBERS[kind](this.#memory, at, size) as Numbers<K>;
  }

  /** A field of the record at an address; of a grid all rows one after another. Fields lie as in a struct of C. */
  field<K extends Kind>(record: string, at: number, name: string): Numbers<K> {
    let offset = 0;
    for (const [known, [kind, ...shape]] of Object.entries(this.about.records[record]!.fields)) {
      const [each, size] = [NUMBERS[kind].BYTES_PER_ELEMENT, shape.reduce((product, length) => product * length, 1)];
      offset = Math.ceil(offset / each) * each;
      if (known === name) return this.numbers(kind as K, at + offset, size);
      offset += each * size;
    }
    throw new Error(`${record} has no field ${name}`);
  }

  /** A field of the scratch memory. */
  work(name: "size" | "sides" | "options" | "out" | "pool" | "drawn" | "weights"): Numbers<"i1"> | Numbers<"i2"> | Numbers<"i4"> {
    return this.field("Work", this.at.w, name) as Numbers<"i2">;
  }
}

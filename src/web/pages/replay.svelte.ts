// The frames of a finished match, fetched in parts when they are shown.

import { get, signed, type Frame, type Frames } from "../api";
import { token } from "../link.svelte";

const PART = 60; // frames in one request

export class Film {
  head = $state.raw<Omit<Frames, "frames"> | null>(null);
  frames = $state.raw<Map<number, Frame>>(new Map());
  failed = $state.raw<unknown>(null);
  #asked = new Set<number>();

  constructor(
    private readonly path: string,
    private readonly record: string | null,
    private readonly query: { seat: number | null; open: boolean; lang: string },
  ) {}

  /** Makes sure that the frame, and what follows, is loaded. */
  want(index: number): void {
    const part = Math.floor(index / PART);
    void this.#load(part);
    if (index % PART > PART / 2 && (part + 1) * PART < (this.head?.total ?? 0)) void this.#load(part + 1);
  }

  /** All of it, part by part: for the log, and to jump by rounds. */
  async whole(): Promise<void> {
    await this.#load(0);
    for (let part = 1; part * PART < (this.head?.total ?? 0) && !this.failed; part++) await this.#load(part);
  }

  async #load(part: number): Promise<void> {
    if (part < 0 || this.#asked.has(part)) return;
    this.#asked.add(part);
    const { seat, open, lang } = this.query;
    const query = new URLSearchParams({ lang, from: String(part * PART), count: String(PART) });
    if (seat !== null) query.set("seat", String(seat));
    if (open) query.set("open", "1");
    try {
      const { frames, ...head } = await get<Frames>(`${this.path}?${query}`, this.record === null ? signed(token()) : { method: "POST", body: this.record });
      this.head = head;
      const all = new Map(this.frames);
      frames.forEach((frame, i) => all.set(part * PART + i, frame));
      this.frames = all;
      this.failed = null;
    } catch (error) {
      this.#asked.delete(part);
      this.failed = error;
    }
  }
}

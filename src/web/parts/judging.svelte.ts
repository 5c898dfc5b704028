/** Judges a seat's play in a match part by part: soon something is known, and then it is looked at more closely. */

import { Failed, get, signed, type Judgement } from "../api";
import { token } from "../link.svelte";
import { t } from "../texts";

interface Part {
  done: number;
  of: number;
  curve: Judgement["curve"];
}

const DEPTHS = ["quick", "full"] as const;

export class Judging {
  /** What is known: of a quick look first, then of a longer one. */
  found = $state.raw<Judgement | null>(null);
  curve = $state.raw<Judgement["curve"]>([]);
  /** How far the look that goes on has come, from 0 to 1. */
  share = $state(0);
  busy = $state(true);
  failed = $state("");
  #here = true;

  constructor(
    readonly path: string,
    readonly seat: number,
    readonly lang: string,
  ) {
    void this.#judge();
  }

  /** Nobody is interested any more. */
  stop(): void {
    this.#here = false;
  }

  async #judge(): Promise<void> {
    try {
      for (const depth of DEPTHS) await this.#look(depth);
    } catch (error) {
      if (!this.found) this.failed = why(error);
    }
    this.busy = false;
  }

  async #look(depth: string): Promise<void> {
    this.share = 0;
    let last = -1;
    const query = new URLSearchParams({ seat: String(this.seat), lang: this.lang, depth, part: "1" });
    while (this.#here) {
      const part: Part | Judgement = await get(`/api/replays/${this.path}/judge?${query}`, signed(token()));
      if (!this.#here) return;
      this.share = Math.max(this.share, part.done / part.of);
      if (!this.found) this.curve = part.curve;
      if (!("decisions" in part)) {
        if (part.done === last) throw new Failed(0); // an answer that the browser has kept: the server is out of reach
        last = part.done;
        continue;
      }
      this.found = part;
      this.curve = part.curve;
      return;
    }
  }
}

function why(error: unknown): string {
  if (!(error instanceof Failed) || error.status === 0) return t("offline");
  return error.status === 429 ? t("refused.too-fast") : t("judge.not");
}

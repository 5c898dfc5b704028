/** What the page and the worker of its device say to each other. Play itself is the protocol, over a port of its own. */

import type { Unkept } from "./log";

export interface Begin {
  type: "begin";
  files: string; // where the parts of Python are
  storage: string; // the name of the database
  pace: number; // how slowly bots play; 0 is at once
}

export type ToWorker = Begin | { type: "connect"; port: MessagePort } | { type: "ask"; id: number; url: string; token: string; body?: string };

export type FromWorker =
  | { type: "ready" }
  | { type: "kept"; all: boolean } // whether Python can be loaded again without a connection
  | { type: "failed"; why: string }
  | { type: "unkept"; why: Unkept }
  | { type: "answer"; id: number; status: number; text: string };

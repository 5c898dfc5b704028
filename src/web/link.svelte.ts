// The one connection to the tables, at the server or on this device. It reconnects automatically, and what was not
// answered is sent again with its old id.

import { to } from "./base";
import { keep, kept } from "./kept";
import { VERSION, type FromClient, type FromServer, type Hello, type Pong, type Refused } from "./protocol";
import { settings } from "./settings.svelte";
import { device, hasServer, type Where } from "./where";

type Without<T, Field extends string> = T extends unknown ? Omit<T, Field> : never;
export type Ask = Without<Exclude<FromClient, Hello | Pong>, "id">;
export type Answer = Extract<FromServer, { type: "hinted" | "explained" | "revealed" | "paired" }>;

/** Why a command did not happen. */
export class Refusal extends Error {
  constructor(
    readonly reason: Refused["reason"],
    readonly more = "",
  ) {
    super(reason);
  }
}

interface Waiting {
  command: Ask & { id: string };
  sent: boolean;
  resolve: (answer: Answer | null) => void;
  reject: (refusal: Refusal) => void;
  answer: Answer | null;
}

export const token = (): string | null => kept<string | null>("token", null);

/** The person's token; a new person's is made here, so that server and device know the same one. */
export function ownToken(): string {
  const known = token();
  if (known) return known;
  const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
  const made = btoa(bytes).replaceAll("+", "-").replaceAll("/", "_").replace("=", "");
  keep("token", made);
  return made;
}

/** Random bytes in hex. */
export function salt(bytes = 16): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** As much of a WebSocket as is needed. */
interface Socket {
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: (() => void) | null;
  send(text: string): void;
  close(): void;
}

class Link {
  status = $state<"idle" | "connecting" | "open" | "lost">("idle");
  /** The server speaks another version: only a reload helps. */
  outdated = $state(false);
  /** Sent first on every new connection: which table to follow, and from which event on. */
  follow: (() => Ask | null) | null = null;
  hear: (message: FromServer) => void = () => {};

  /** Where the tables are: at the server or on the device. */
  where = $state<Where>(hasServer ? "server" : "device");

  #socket: Socket | null = null;
  #waiting = new Map<string, Waiting>();
  #tries = 0;
  #timer = 0;
  #pair: { word: string; resolve: () => void; reject: (refusal: Refusal) => void } | null = null;
  #visit = salt(4);
  #count = 0;
  #hello = "";

  constructor() {
    addEventListener("online", () => this.#again());
    document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && this.#again());
  }

  connect(): void {
    if (this.status === "idle") this.#connect();
  }

  /** From now on the tables are there. What was asked elsewhere and not answered will not be answered. */
  use(where: Where): void {
    if (where === this.where) return;
    this.where = where;
    for (const { resolve } of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
    this.#tries = 0;
    if (this.status === "idle") return;
    this.status = "idle";
    void this.#connect();
  }

  ask(command: Ask): Promise<Answer | null> {
    this.connect();
    return new Promise((resolve, reject) => {
      const id = this.#id();
      const waiting: Waiting = { command: { ...command, id } as Waiting["command"], sent: false, resolve, reject, answer: null };
      this.#waiting.set(id, waiting);
      if (this.status === "open") this.#send(waiting);
    });
  }

  /** The person's token at the server, once it has given one. */
  async known(): Promise<string> {
    this.use("server");
    await this.ask({ type: "leave" }); // is answered after hello
    return token()!;
  }

  /** Follows a table. If a server cannot read it now, it is tried again as after a lost connection. */
  open(opening: Ask): void {
    this.ask(opening).catch((refusal: Refusal) => {
      if (refusal.reason === "storage" && this.where === "server") this.#lost();
      else this.hear({ type: "refused", id: "", reason: refusal.reason });
    });
  }

  /** Becomes the person of another device, by the word that it was given. */
  pair(word: string): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pair = { word, resolve, reject };
      this.#connect();
    });
  }

  #id(): string {
    return `${this.#visit}-${++this.#count}`;
  }

  #again(): void {
    if (this.status === "lost") this.#connect();
  }

  async #connect(): Promise<void> {
    clearTimeout(this.#timer);
    if (this.#socket) this.#socket.onclose = null;
    this.#socket?.close();
    this.#socket = null;
    if (this.status !== "lost") this.status = "connecting";
    const where = this.where;
    const Port = where === "device" ? (await device()).Port : null;
    if (where !== this.where || this.#socket) return; // it has been connected again meanwhile
    const socket: Socket = Port ? new Port() : (new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}${to("/ws")}`) as Socket);
    this.#socket = socket;
    socket.onopen = () => {
      this.#hello = this.#id();
      const hello: Hello = { type: "hello", id: this.#hello, version: VERSION, lang: settings.lang, looks: true };
      if (this.#pair) hello.pair = this.#pair.word;
      else hello.token = ownToken();
      socket.send(JSON.stringify(hello));
    };
    socket.onmessage = (event) => this.#receive(JSON.parse(event.data) as FromServer);
    socket.onclose = () => this.#lost();
  }

  /** Reconnects after a while, each time a longer one. */
  #lost(): void {
    this.status = "lost";
    clearTimeout(this.#timer);
    if (this.outdated) return;
    const wait = Math.min(8000, 250 * 2 ** this.#tries++) * (0.75 + Math.random() / 2);
    this.#timer = window.setTimeout(() => void this.#connect(), wait);
  }

  /** Says hello again, for example in another language: sentences then come in that one. */
  renew(): void {
    if (this.status !== "idle") this.#connect();
  }

  #send(waiting: Waiting): void {
    waiting.sent = true;
    this.#socket?.send(JSON.stringify(waiting.command));
  }

  #welcome(fresh: string | null | undefined): void {
    if (fresh) keep("token", fresh);
    this.#pair?.resolve();
    this.#pair = null;
    this.status = "open";
    for (const [id, waiting] of this.#waiting) {
      if (waiting.command.type !== "open" || !waiting.sent) continue;
      this.#waiting.delete(id); // the one that follows takes its place
      waiting.resolve(null);
    }
    const first = this.follow?.();
    if (first) this.open(first);
    else this.#tries = 0;
    for (const waiting of this.#waiting.values()) if (waiting.command.type !== "open") this.#send(waiting);
  }

  #receive(message: FromServer): void {
    switch (message.type) {
      case "ping":
        this.#socket?.send(JSON.stringify({ type: "pong", nonce: message.nonce } satisfies Pong));
        return;
      case "welcome":
        this.#welcome(message.token);
        return;
      case "accepted": {
        const waiting = this.#take(message.id);
        if (waiting?.command.type === "open") this.#tries = 0;
        waiting?.resolve(waiting.answer);
        return;
      }
      case "refused":
        if (message.id === this.#hello) this.#unwelcome(message);
        else this.#take(message.id)?.reject(new Refusal(message.reason, message.text));
        return;
      case "hinted":
      case "explained":
      case "revealed":
      case "paired": {
        const waiting = this.#waiting.get(message.id);
        if (waiting) waiting.answer = message;
        return;
      }
    }
    this.hear(message);
  }

  #take(id: string): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    return waiting;
  }

  #unwelcome(message: Refused): void {
    if (message.reason === "version") this.outdated = true;
    if (message.reason === "token") {
      if (this.#pair) this.#pair.reject(new Refusal("token"));
      else keep("token", null);
      this.#pair = null;
      this.#connect();
    }
  }
}

export const link = new Link();

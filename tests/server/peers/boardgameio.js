// boardgame.io under the same load as the table server: two people at each table, who move as fast as they are answered.
//   node boardgameio.js serve GAME PORT FILE
//   node boardgameio.js play GAME PORT TABLES WARM SECONDS
// prints when they have played for WARM seconds, and then the times of all moves of the next SECONDS, in ms, as JSON.
//
// GAME is `cells`, nine of them, kept in memory only; or `hands`, with as much in its state as SCOUT for two has, of which
// each seat is sent what it may know, and which is synced to FILE: one sync for all moves that wait, as the table server does.
// A match of it ends when SCOUT's do if people move at random, and the same people begin another one.

import { open } from "node:fs/promises";
import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";

const require = createRequire(import.meta.url);
const [role, chosen, port, ...more] = process.argv.slice(2);

const MOVES = 35; // of a match of `hands`

const cells = {
  name: "cells",
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    take({ G, playerID }, place) {
      if (G.cells[place] !== null) return "INVALID_MOVE";
      G.cells[place] = playerID;
      if (!G.cells.includes(null)) G.cells.fill(null); // so that it never ends
    },
  },
};

const faces = Array.from({ length: 9 }, (_, low) => Array.from({ length: 9 - low }, (_, more) => [low + 1, low + more + 2])).flat();

const deal = (G, random) => {
  const cards = random.Shuffle(faces);
  Object.assign(G, { hands: { 0: cards.slice(0, 11), 1: cards.slice(11, 22) }, aside: cards.slice(22), table: [], gone: [] });
  Object.assign(G, { owner: null, chips: [3, 3], captured: [0, 0], turns: 0 });
};

const hands = {
  name: "hands",
  setup({ random }) {
    const G = { round: 1, scores: [0, 0], moves: 0 };
    deal(G, random);
    return G;
  },
  // What a seat may know: its own hand, how many cards the other one has, and what lies open.
  playerView({ G, playerID }) {
    const { hands, aside, ...open } = G;
    return { ...open, hand: hands[playerID] ?? null, sizes: Object.values(hands).map((hand) => hand.length), aside: aside.length };
  },
  turn: { minMoves: 1, maxMoves: 1 },
  endIf: ({ G }) => (G.moves >= MOVES ? { scores: G.scores } : undefined),
  moves: {
    show: {
      client: false,
      move({ G, playerID, random }, first, size) {
        const set = G.hands[playerID].slice(first, first + size);
        if (set.length !== size || set.length < G.table.length) return "INVALID_MOVE";
        G.moves += 1;
        G.captured[playerID] += G.table.length;
        G.gone.push(...G.table);
        G.hands[playerID].splice(first, size);
        Object.assign(G, { table: set, owner: playerID, turns: G.turns + 1 });
        if (G.hands[playerID].length) return;
        G.scores = G.scores.map((score, seat) => score + G.captured[seat] + G.chips[seat] - G.hands[seat].length);
        G.round += 1;
        deal(G, random);
      },
    },
    scout: {
      client: false,
      move({ G, playerID }, end, place, flip) {
        if (!G.table.length) return "INVALID_MOVE";
        const card = end ? G.table.pop() : G.table.shift();
        G.hands[playerID].splice(place, 0, flip ? [card[1], card[0]] : card);
        G.turns += 1;
        G.moves += 1;
      },
    },
  },
};

// What each game's people do: a move and its arguments.
const players = {
  cells: (G) => ["take", [G.cells.indexOf(null)]],
  hands: (G) => (G.table.length && G.turns % 3 ? ["scout", [0, 0, false]] : ["show", [0, Math.max(1, G.table.length)]]),
};

// Keeps everything in memory and writes each change to a file; done when it is synced, together with whatever waits.
function storage(file) {
  const { Async } = require("boardgame.io/internal");
  const matches = new Map();
  let waiting = [];
  let busy = false;

  async function write() {
    busy = true;
    while (waiting.length) {
      const batch = waiting;
      waiting = [];
      await file.write(batch.map(({ line }) => line).join(""));
      await file.datasync();
      for (const { done } of batch) done();
    }
    busy = false;
  }

  const store = (key, what, value) =>
    new Promise((done) => {
      waiting.push({ line: `${JSON.stringify([key, what, value])}\n`, done });
      if (!busy) void write();
    });

  return new (class extends Async {
    async connect() {}
    async createMatch(key, { initialState, metadata }) {
      matches.set(key, { initialState, state: initialState, metadata, log: [] });
      await store(key, "made", { initialState, metadata });
    }
    async setState(key, state, deltalog) {
      const match = matches.get(key);
      match.state = state;
      match.log.push(...(deltalog ?? []));
      await store(key, "state", [state.G, state.ctx, state._stateID, deltalog]);
    }
    async setMetadata(key, metadata) {
      matches.get(key).metadata = metadata; // when it was last changed: the table server stores that with the move
    }
    async fetch(key, wanted) {
      const match = matches.get(key) ?? {};
      return Object.fromEntries(Object.keys(wanted).map((name) => [name, match[name]]));
    }
    async wipe(key) {
      matches.delete(key);
    }
    async listMatches() {
      return [...matches.keys()];
    }
  })();
}

async function serve() {
  const { Server } = require("boardgame.io/server");
  const db = chosen === "hands" ? { db: storage(await open(more[0], "a")) } : {};
  Server({ games: [chosen === "hands" ? hands : cells], ...db }).run(Number(port), () => console.log("ready"));
}

// Somebody at a table, once the table has answered.
function sit(io, table, seat) {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/${chosen}`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", table, seat, null, 2));
    socket.on("sync", (_, { state }) => resolve({ socket, table, seat, state }));
  });
}

// Moves whenever it is this seat's turn; a move is done when its update is back. After a match comes another one, in which
// nobody moves before both are there: `there` is what each of them does then. Updates are not sent to whoever is not yet.
function play({ socket, table, seat, state }, there, times, until) {
  let asked = 0;
  let match = 0;
  const name = () => (match ? `${table}-${match}` : table);

  function move({ ctx, G, _stateID }) {
    if (ctx.gameover) {
      match += 1;
      socket.emit("sync", name(), seat, null, 2);
      return;
    }
    if (ctx.currentPlayer !== seat || performance.now() > until) return;
    const [type, args] = players[chosen](G);
    const payload = { type, args, playerID: seat, credentials: null };
    asked = performance.now();
    socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, name(), seat);
  }

  socket.on("sync", (_, news) => {
    there.push(() => move(news.state));
    if (there.length === 2) for (const go of there.splice(0)) go();
  });
  socket.on("update", (_, news) => {
    if (asked) times.push(performance.now() - asked);
    asked = 0;
    move(news);
  });
  move(state);
}

async function measure([tables, warm, seconds]) {
  const { io } = await import("socket.io-client");
  const people = [];
  for (let table = 0; table < Number(tables); table++) {
    for (const seat of ["0", "1"]) people.push(await sit(io, `table${table}`, seat));
  }
  const times = [];
  const until = performance.now() + 1000 * (Number(warm) + Number(seconds));
  const there = people.map(() => []);
  for (const [number, one] of people.entries()) play(one, there[number >> 1], times, until);
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(warm)));
  times.length = 0;
  process.stdout.write("warm\n");
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(seconds)));
  process.stdout.write(JSON.stringify(times), () => process.exit());
}

await (role === "serve" ? serve() : measure(more));

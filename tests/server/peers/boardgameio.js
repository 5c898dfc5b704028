// boardgame.io under the same load as the table server: two people at each table, who move as fast as they are answered.
//   node boardgameio.js serve PORT
//   node boardgameio.js play PORT TABLES SECONDS    prints the times of all moves, in ms, as JSON

import { createRequire } from "node:module";
import { performance } from "node:perf_hooks";

const require = createRequire(import.meta.url);
const [role, port, tables, seconds] = process.argv.slice(2);

const game = {
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

function serve() {
  const { Server } = require("boardgame.io/server");
  Server({ games: [game] }).run(Number(port), () => console.log("ready"));
}

// Somebody at a table, once the table has answered.
function sit(io, table, seat) {
  return new Promise((resolve) => {
    const socket = io(`http://127.0.0.1:${port}/cells`, { transports: ["websocket"], forceNew: true });
    socket.on("connect", () => socket.emit("sync", table, seat, null, 2));
    socket.on("sync", (_, { state }) => resolve({ socket, table, seat, state }));
  });
}

// Moves whenever it is this seat's turn; a move is done when its update is back.
function play({ socket, table, seat, state }, times, until) {
  let asked = 0;

  function take({ ctx, G, _stateID }) {
    if (ctx.currentPlayer !== seat || performance.now() > until) return;
    const payload = { type: "take", args: [G.cells.indexOf(null)], playerID: seat, credentials: null };
    asked = performance.now();
    socket.emit("update", { type: "MAKE_MOVE", payload }, _stateID, table, seat);
  }

  socket.on("update", (_, news) => {
    if (asked) times.push(performance.now() - asked);
    asked = 0;
    take(news);
  });
  take(state);
}

async function measure() {
  const { io } = await import("socket.io-client");
  const people = [];
  for (let table = 0; table < Number(tables); table++) {
    for (const seat of ["0", "1"]) people.push(await sit(io, `table${table}`, seat));
  }
  const times = [];
  const until = performance.now() + 1000 * Number(seconds);
  for (const one of people) play(one, times, until);
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(seconds)));
  process.stdout.write(JSON.stringify(times), () => process.exit());
}

await (role === "serve" ? serve() : measure());

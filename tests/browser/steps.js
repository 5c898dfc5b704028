// What tests ask of the rules, step by step; the same text runs in Node and in a page.

/**
 * A script begins with a match or a state; for each of its steps: what it gave, and how the game stands then. The value
 * "network" stands for the script's network.
 */
export function run({ Game, Refused }, rules, { seats, options, state, network, steps }) {
  const row = Int16Array.from(network ?? []);
  let game = options ? Game.begin(rules, seats, options) : Game.unpack(rules, seats, Uint8Array.from(state));
  return steps.map(([method, ...told]) => {
    const values = told.map((value) => (value === "network" ? row : value));
    let given = null;
    try {
      given = method === "perft" ? perft(game, ...values) : (game[method](...values) ?? null);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      given = "refused";
    }
    if (given instanceof Game) given = crc32(given.pack());
    if (given instanceof Int16Array) given = crc32(new Uint8Array(given.buffer));
    const legal = Array.from({ length: seats }, (_, seat) => game.legal(seat));
    return [given, crc32(game.pack()), game.actor(), legal];
  });
}

/** How many positions there are so many moves on; chance is not followed. */
function perft(game, depth) {
  const seat = game.actor();
  if (depth === 0 || seat < 0) return 1;
  if (depth === 1) return game.legal(seat).length;
  return game.legal(seat).reduce((sum, action) => {
    const next = game.clone();
    next.apply(seat, action);
    return sum + perft(next, depth - 1);
  }, 0);
}

function crc32(bytes) {
  let crc = -1;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}

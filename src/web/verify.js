// Verifies the deal of a match by itself: no rules, no libraries, nothing of the program that dealt (docs/deals.md).

/** Whether chance did what the deal gives; what was in a pool is taken on trust. `seen` is what was known before.
 * If not, `reason` is "form" (not a proof), "seen" (not what was shown), "unrevealed" (no seed yet), "commitment"
 * (not of this seed), "draws" (not those of the record), or "draw" (chance did otherwise in this line of the record).
 * In a match of a duplicate the rounds of the draws and the colours that are alike are taken on trust as well.
 * @param {{record: string, draws: {index: number, text: string, pool: string[], round?: number}[], alike?: string}} proof
 * @param {{commitment?: string, duplicate?: string, salts?: Record<number, string>}} seen
 * @returns {{verified: boolean, reason: string, line: number}} */
export function verify(proof, seen = {}) {
  const no = (reason, line = 0) => ({ verified: false, reason, line });
  try {
    const { record, draws } = proof;
    const [head, body, more] = record.split("\n---\n");
    const lines = body.replace(/\n$/, "").split("\n");
    const given = (what, form) => head.match(new RegExp(`^${what} (${form})$`, "m"))?.[1] ?? "";
    const [game, seats] = [given("game", "\\w+"), given("seats", "\\d+")];
    const [commitment, seed] = ["commitment", "seed"].map((what) => given(`proof ${what}`, "[0-9a-f]{64}"));
    if (!game || !seats || !commitment || more !== undefined) return no("form");
    const salts = Array.from({ length: seats }, (_, seat) => given(`proof salt ${seat}`, "(?:[0-9a-f]{2}){1,32}"));
    if ((seen.commitment ?? commitment) !== commitment) return no("seen");
    for (const seat in seen.salts) if (seen.salts[seat] !== salts[seat]) return no("seen");
    const [, number, duplicate] = head.match(/^proof duplicate (\d+) ([0-9a-f]{64})$/m) ?? [];
    const shared = given("proof shared", "[0-9a-f]{64}");
    if ((seen.duplicate ?? duplicate) !== duplicate) return no("seen");
    if (!seed || (duplicate && !shared)) return no("unrevealed");
    const hash = (secret) => sha256([...ascii("tefuda commitment 1\n"), ...bytes(secret)]).join();
    if (hash(seed) !== bytes(commitment).join()) return no("commitment");
    if (duplicate && hash(shared) !== bytes(duplicate).join()) return no("commitment");
    const added = salts.flatMap((salt) => [salt.length / 2, ...bytes(salt)]);
    const key = hmac(bytes(seed), [...ascii("tefuda deal 1\n"), salts.length, ...added]);
    const chances = lines.flatMap((line, index) => (line.startsWith("* ") ? [index] : []));
    if (chances.join() !== draws.map((draw) => draw.index).join()) return no("draws");
    const deal = duplicate
      ? again(hmac(bytes(shared), ascii(`tefuda duplicate 1\n${number}`)), stream(key, "duplicate"), Number(seats), proof.alike)
      : ({ index }, things, hands) => shuffled(things, hands.flat().length, stream(key, index));
    const wrong = draws.find((draw) => !agrees(draw, lines[draw.index].slice(2), game, deal));
    return wrong ? no("draw", head.split("\n").length + 2 + wrong.index) : { verified: true, reason: "", line: 0 };
  } catch {
    return no("form");
  }
}

// The text of a draw with all things drawn left open; only a seat, and the 1 of 23, may stand there without a draw.
const TEXT = /^(_|(deal( 1)?|(?!deal )[a-z]+( \d)?)( _| \|( 1)?)* _)$/;

/** Whether a line says what the deal draws; a hand that has no order of its own may stand in any. */
function agrees(draw, line, game, deal) {
  const [blank, words, hands] = [draw.text.split(" "), line.split(" "), [[]]];
  if (!TEXT.test(draw.text) || blank.length !== words.length) return false;
  if (blank.some((word, i) => word !== "_" && word !== words[i])) return false;
  blank.forEach((word, i) => (word === "_" ? hands.at(-1).push(words[i]) : word === "|" && hands.push([])));
  const drawn = deal(draw, sorted(draw.pool), hands);
  const order = (cards) => (game === "scout" || !/^(deal|draw) /.test(line) ? cards : [...cards].sort()).join(" ");
  return hands.every((hand) => order(hand) === order(drawn.splice(0, hand.length)));
}

const sorted = (pool) => pool.map((thing) => thing.split(" ").sort().join(" ")).sort();

/** The first things of a shuffle, each with one side up. */
function shuffled(pool, count, random) {
  const things = [...pool];
  return things.slice(0, count).map((_, i) => {
    const j = i + below(things.length - i, random);
    [things[i], things[j]] = [things[j], things[i]];
    const sides = things[i].split(" ");
    return sides.length > 1 ? sides[below(sides.length, random)] : sides[0];
  });
}

/** How a match of a duplicate deals: the cards of all its tables, in the seats and colours of this one. */
function again(cards, random, seats, alike) {
  const [turned, plain] = [below(seats, random), [...alike].sort()];
  const own = shuffled(plain, plain.length, random);
  const change = (text, from, to) => Array.from(text, (sign) => to[from.indexOf(sign)] ?? sign).join("");
  const at = (seat) => (seat - turned + seats) % seats;
  const piles = {};
  /** The next things of a pile; when the pool holds something that the pile does not, it is a new pile. */
  function take(name, pool, count) {
    const pile = (piles[name] ??= { number: 0, left: [] });
    const without = (list, thing) => list.splice(list.indexOf(thing), 1);
    const spare = pile.left.map(([thing]) => thing);
    if (pool.some((thing) => !spare.includes(thing) || !without(spare, thing))) {
      const of = new Map(pool.flatMap((thing) => thing.split(" ").map((side) => [side, thing])));
      pile.left = shuffled(pool, pool.length, stream(cards, `${name}/${pile.number++}`)).map((side) => [of.get(side), side]);
    }
    const open = [...pool];
    const taken = pile.left.filter(([thing]) => count > 0 && open.includes(thing) && without(open, thing) && count--);
    pile.left = pile.left.filter((one) => !taken.includes(one));
    return taken.map(([, side]) => side);
  }
  return ({ text, pool, round }, things, hands) => {
    if (pool.length === 1) return [...pool];
    const name = `${round}/${text.split(" ")[0]}`;
    if (pool.join() === [...Array(seats).keys()].join()) return [String(at(Number(take(name, things, 1)[0])))];
    const taken = take(name, sorted(pool.map((thing) => change(thing, own, plain))), hands.flat().length);
    const dealt = [];
    if (hands.length === seats) for (let place = 0; place < seats; place++) dealt[at(place)] = taken.splice(0, hands[at(place)].length);
    return [...dealt.flat(), ...taken].map((side) => change(side, plain, own));
  };
}

function* stream(key, index, counter = 0) {
  const block = hmac(key, ascii(`${index}/${counter}`));
  for (let i = 0; i < 32; i += 2) yield block[i] * 256 + block[i + 1];
  yield* stream(key, index, counter + 1);
}

const below = (n, random, word = random.next().value) =>
  word < 65536 - (65536 % n) ? word % n : below(n, random);

const bytes = (digits) => (digits.match(/../g) ?? []).map((pair) => parseInt(pair, 16));
const ascii = (text) => Array.from(text, (sign) => sign.charCodeAt(0));
const pad = (key, mask) => Array.from({ length: 64 }, (_, i) => (key[i] ?? 0) ^ mask);
const hmac = (key, message) => sha256([...pad(key, 0x5c), ...sha256([...pad(key, 0x36), ...message])]);

// SHA-256, because a browser offers its own only over HTTPS, and a table at home may do without.
const PRIMES = Array.from({ length: 310 }, (_, i) => i + 2).filter((n, _, all) => all.every((p) => p >= n || n % p));
const fraction = (root) => Math.floor((root % 1) * 2 ** 32);
const K = PRIMES.map((p) => fraction(Math.cbrt(p)));
const turn = (x, n) => (x >>> n) | (x << (32 - n));

function sha256(message) {
  const data = new DataView(new ArrayBuffer((message.length + 72) & ~63));
  [...message, 0x80].forEach((byte, i) => data.setUint8(i, byte));
  data.setUint32(data.byteLength - 4, message.length * 8);
  const state = Uint32Array.from(PRIMES.slice(0, 8), (p) => fraction(Math.sqrt(p)));
  const w = new Uint32Array(64);
  for (let at = 0; at < data.byteLength; at += 64) {
    for (let i = 0; i < 16; i++) w[i] = data.getUint32(at + 4 * i);
    for (let i = 16; i < 64; i++) {
      const s0 = turn(w[i - 15], 7) ^ turn(w[i - 15], 18) ^ (w[i - 15] >>> 3);
      const s1 = turn(w[i - 2], 17) ^ turn(w[i - 2], 19) ^ (w[i - 2] >>> 10);
      w[i] = w[i - 16] + s0 + w[i - 7] + s1;
    }
    let [a, b, c, d, e, f, g, h] = state;
    for (let i = 0; i < 64; i++) {
      const t = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + ((e & f) ^ (~e & g)) + K[i] + w[i];
      const u = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [a, b, c, d, e, f, g, h] = [(t + u) | 0, a, b, c, (d + t) | 0, e, f, g];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (state[i] += word));
  }
  return [...state].flatMap((word) => [word >>> 24, (word >>> 16) & 255, (word >>> 8) & 255, word & 255]);
}

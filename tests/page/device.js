// Drives a device's worker as a page does, without a page: plays matches at random, and asks what can be asked.
async ([url, plans, asked]) => {
  const names = performance.getEntriesByType("resource").map(({ name }) => name);
  const worker = new Worker(names.find((name) => /worker-[^/]*\.js$/.test(name)), { type: "module" });
  const waiting = new Map();
  let count = 0;
  const ask = (url, token = "", body = undefined) =>
    new Promise((resolve) => {
      waiting.set(++count, resolve);
      worker.postMessage({ type: "ask", id: count, url, token, body });
    });
  await new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => {
      if (data.type === "failed") reject(new Error(data.why));
      if (data.type === "ready") resolve();
      if (data.type === "answer") waiting.get(data.id)([data.status, data.text]);
    };
    worker.postMessage({ type: "begin", files: new URL("device/", location.href).href, storage: `other ${Math.random()}`, pace: 0 });
  });

  let state = 1;
  const chosen = (list) => list[(state = (state * 48271) % 2147483647) % list.length];
  const token = "T".repeat(43);

  /** Plays a match, or so many moves of it, and then gives it up. */
  const played = ({ game, seats, options, moves, lang, hint }) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      const told = { game, options, refused: [], moves: 0, hinted: "", explained: 0, code: "", result: null, closed: false };
      let number = 0;
      const say = (message) => port1.postMessage(JSON.stringify({ id: `${++number}`, ...message }));
      const late = setTimeout(() => ((told.late = true), end()), 30_000);
      const end = () => {
        clearTimeout(late);
        port1.postMessage(null);
        resolve(told);
      };
      const move = ({ match, n, moves: offered }) => say({ type: "play", match, at: n, move: chosen(offered) });
      let last = null;
      let asking = false; // for a hint, which comes later
      port1.onmessage = ({ data }) => {
        if (data === null) return ((told.closed = true), end());
        const message = JSON.parse(data);
        if (message.type === "refused" && message.reason !== "stale") told.refused.push(`${message.reason}: ${message.text}`);
        if (message.type === "hinted") (told.hinted = message.why), (asking = false), move(last);
        if (message.type === "explained") told.explained++;
        if (message.type === "table" && !told.code) {
          told.code = message.code;
          say({ type: "sit", seat: 0, name: "Aki", salt: "00ff" });
          say({ type: "start" });
        }
        if (message.type !== "update") return;
        if (message.result) return (told.result = message.result), end();
        if (!message.moves.length) return;
        last = message;
        if (asking) return;
        if (told.moves++ === moves) return say({ type: "concede" });
        if (hint && told.moves === 1) return (asking = true), say({ type: "hint" });
        if (told.moves === 2) say({ type: "why", move: message.moves[0] });
        move(message);
      };
      worker.postMessage({ type: "connect", port: port2 }, [port2]);
      say({ type: "hello", version: 2, lang, token });
      say({ type: "create", game, seats, options });
    });

  const matches = [];
  for (const plan of plans) {
    const told = await played(plan);
    if (!told.closed && plan.moves === null) {
      told.record = await ask(`/api/replays/${told.code}/1.txt`, token);
      told.proof = await ask(`/api/replays/${told.code}/1/proof`, token);
      told.frames = await ask(`/api/replays/${told.code}/1?lang=ja&seat=0`, token);
      told.judged = await ask(`/api/replays/${told.code}/1/judge?seat=0&lang=ja&depth=quick`, token);
    }
    matches.push(told);
  }
  const answers = [];
  for (const [url, body] of asked) answers.push(await ask(url, "", body ?? undefined));
  const results = await ask("/api/me", token);
  worker.terminate();
  return { matches, answers, results };
};

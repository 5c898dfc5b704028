// Motion shows what happened: cards travel to where they now lie, chips go from seat to seat. The page is always already
// in its new state, so nothing waits for a motion, and whoever prefers less motion gets none.
//
// What can move has `data-key`, a name that stays the same while it is the same thing; what things come from and go to
// has `data-at`. `look` remembers where all of them are, before the page changes; `move` animates the difference after.

import { tempo } from "../settings.svelte";

export interface Seen {
  boxes: Map<string, DOMRect>;
  nodes: Map<string, HTMLElement>;
}

export interface Plan {
  /** Where something new comes from: the name of a key or place. Without one it just appears. */
  enter?: (key: string) => string | undefined;
  /** Where something that is gone goes to. Without a name it just vanishes. */
  leave?: (key: string) => string | undefined;
  /** Chips: a copy of the picture at the place `of` goes from one place to another. */
  send?: readonly Sent[];
}

export interface Sent {
  of: string;
  from: string;
  to: string;
}

/** What the person's own move sets in motion at once, before the server has answered. Without `to` it swells. */
export interface Start {
  /** A key, or a place. */
  of: string;
  /** The key by which the plan for the answer knows it, if that is another: of equal cards, the last one goes. */
  as?: string;
  to?: string;
}

/** Something on its way until the answer comes. */
export interface Away {
  of: string;
  as: string;
  node: HTMLElement;
  home: DOMRect;
  motion: Animation;
}

const TIME = 360;
const EASE = "cubic-bezier(0.2, 0.75, 0.25, 1)";
const BETWEEN = 45; // ms between the starts of things that travel together
const SMALL = 0.4; // the scale of what comes from a place, such as a seat
const MOST = 24; // things that travel at once
const BESIDE = 0.6; // of their width: how far apart things arrive at the same place
const FAR = 90; // px from which on something flies instead of sliding
const ARC = 0.13; // of the way: how high it flies
const HIGH = 34; // px at most
const UNDER = "var(--z-ground)"; // where coach and actions are while something flies to the stage

export function still(): boolean {
  return tempo() === 0 || matchMedia("(prefers-reduced-motion: reduce)").matches;
}

export function look(root: HTMLElement): Seen {
  const boxes = new Map<string, DOMRect>();
  const nodes = new Map<string, HTMLElement>();
  for (const node of root.querySelectorAll<HTMLElement>("[data-key], [data-at]")) {
    const box = node.getBoundingClientRect();
    const { key, at } = node.dataset;
    if (key) {
      boxes.set(key, box);
      nodes.set(key, node);
    }
    if (at) boxes.set(at, box);
  }
  return { boxes, nodes };
}

export function move(root: HTMLElement, before: Seen, plan: Plan = {}): void {
  if (still()) return;
  const after = look(root);
  let wait = 0;
  let moved = 0;
  const box = (name: string | undefined): DOMRect | undefined =>
    name === undefined ? undefined : (before.boxes.get(name) ?? after.boxes.get(name));

  for (const [key, node] of after.nodes) {
    const was = before.boxes.get(key);
    const source = was ? key : plan.enter?.(key);
    const from = was ?? box(source);
    const to = after.boxes.get(key)!;
    if (!from || moved >= MOST || (Math.abs(from.x - to.x) < 2 && Math.abs(from.y - to.y) < 2)) continue;
    const scale = before.nodes.has(source ?? "") ? from.width / (to.width || 1) : SMALL;
    travel(node, from, to, scale, was ? 0 : wait);
    if (!was) wait += BETWEEN;
    moved++;
  }
  for (const [key, node] of before.nodes) {
    if (after.nodes.has(key) || moved >= MOST) continue;
    const name = plan.leave?.(key);
    const to = name === undefined ? undefined : (after.boxes.get(name) ?? before.boxes.get(name));
    if (!to) continue;
    leave(layer(root), node.cloneNode(true) as HTMLElement, before.boxes.get(key)!, to, wait);
    wait += BETWEEN;
    moved++;
  }
  for (const sent of plan.send ?? []) {
    const [from, to] = [box(sent.from), after.boxes.get(sent.to)];
    const picture = root.querySelector(`[data-at="${CSS.escape(sent.of)}"] :is(svg, .back)`);
    if (!from || !to || !picture || moved >= MOST) continue;
    const size = picture.getBoundingClientRect();
    const copy = picture.cloneNode(true) as HTMLElement;
    copy.style.color = getComputedStyle(picture).color;
    leave(layer(root), copy, centred(from, size), centred(to, size), wait, true);
    wait += BETWEEN;
    moved++;
  }
}

function travel(node: HTMLElement, from: DOMRect, to: DOMRect, scale: number, delay: number): void {
  const x = from.x + from.width / 2 - (to.x + to.width / 2);
  const y = from.y + from.height / 2 - (to.y + to.height / 2);
  const start = { transform: `translate(${x}px, ${y}px) scale(${scale})`, zIndex: 5 };
  const timing = { duration: TIME * tempo(), delay: delay * tempo(), fill: "backwards" as const };
  node.animate([start, { transform: "none", zIndex: 5 }], { ...timing, easing: EASE });
  const way = Math.hypot(x, y);
  if (way <= FAR) return;
  land(node, Math.min(HIGH, ARC * way), timing);
  const room = node.closest(".stage")?.closest(".room");
  for (const place of room?.querySelectorAll(".coach, .acts") ?? []) place.animate({ zIndex: [UNDER, UNDER] }, timing);
}

/** It flies on a low arc, and gives a little when it comes down. */
function land(node: HTMLElement, high: number, timing: { duration: number; delay: number }): void {
  const arc = [
    { translate: "0 0", easing: "ease-out" },
    { translate: `0 ${-high}px`, offset: 0.25, easing: "ease-in-out" },
    { translate: "0 0", offset: 0.8 },
    { translate: "0 0" },
  ];
  node.animate(arc, { ...timing, composite: "add" });
  node.animate({ scale: ["1 1", "1.04 0.96", "1 1"] }, { duration: timing.duration / 2, delay: timing.delay + timing.duration * 0.75, easing: "ease-out" });
}

/** Sets things off. Without motion they lie at once where they go to. */
export function depart(root: HTMLElement, starts: readonly Start[]): Away[] {
  const { boxes } = look(root);
  return starts.flatMap(({ of, as = of, to }) => {
    const name = CSS.escape(of);
    const node = root.querySelector<HTMLElement>(`[data-key="${name}"], [data-at="${name}"]`);
    if (!node) return [];
    const home = node.getBoundingClientRect();
    const goal = to === undefined ? undefined : boxes.get(to);
    const beside = starts.filter((one) => one.to === to);
    const place = beside.findIndex((one) => one.of === of) - (beside.length - 1) / 2;
    const x = goal ? goal.x + goal.width / 2 - (home.x + home.width / 2) + place * home.width * BESIDE : 0;
    const y = goal ? goal.y + goal.height / 2 - (home.y + home.height / 2) : 0;
    const gone = { transform: `translate(${x}px, ${y}px)`, zIndex: 6 };
    const swollen = [{ transform: "none" }, { transform: "scale(1.08)" }, { transform: "none" }];
    node.dataset.going = goal ? "away" : "here";
    const motion = node.animate(goal ? [{ transform: "none", zIndex: 6 }, gone] : swollen, {
      duration: still() ? 0 : TIME * tempo(),
      easing: EASE,
      fill: "forwards",
      composite: "add", // to how it stands: it may be lifted
    });
    return [{ of, as, node, home, motion }];
  });
}

/** The answer has come, or will not come: nothing travels any more. */
export function arrive(away: readonly Away[]): void {
  for (const { node, motion } of away) {
    motion.cancel();
    delete node.dataset.going;
  }
}

/** A move was refused: what had set off comes back. */
export function comeBack(away: readonly Away[]): void {
  const boxes = away.map(({ node }) => node.getBoundingClientRect());
  arrive(away);
  if (!still()) away.forEach(({ node, home }, i) => travel(node, boxes[i]!, home, 1, 0));
}

/** Where copies travel: above the page, in the colours of their room. */
function layer(root: HTMLElement): HTMLElement {
  const made = document.createElement("div");
  made.className = [...(root.closest(".room")?.classList ?? [])].find((name) => name.startsWith("in-")) ?? "";
  document.body.append(made);
  return made;
}

/** A copy outside the page's own elements, until it has arrived. */
function leave(above: HTMLElement, ghost: HTMLElement, from: DOMRect, to: DOMRect, delay: number, whole = false): void {
  ghost.removeAttribute("data-key");
  ghost.removeAttribute("id");
  ghost.setAttribute("aria-hidden", "true");
  ghost.inert = true;
  Object.assign(ghost.style, {
    position: "fixed",
    left: `${from.x}px`,
    top: `${from.y}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
    margin: "0",
    pointerEvents: "none",
    zIndex: "50",
  });
  ghost.style.setProperty("--w", `${from.width}px`);
  above.append(ghost);
  const x = to.x + to.width / 2 - (from.x + from.width / 2);
  const y = to.y + to.height / 2 - (from.y + from.height / 2);
  const scale = whole ? 1 : Math.min(1, Math.max(0.15, to.height / from.height));
  const end = { transform: `translate(${x}px, ${y}px) scale(${scale})`, opacity: whole ? 1 : 0.4 };
  const motion = ghost.animate([{ transform: "none", opacity: 1 }, { opacity: 1, offset: 0.9 }, end], { duration: TIME * tempo(), delay: delay * tempo(), easing: EASE });
  motion.onfinish = motion.oncancel = () => above.remove();
}

/** A box of this size, in the middle of another. */
function centred(box: DOMRect, { width, height }: DOMRect): DOMRect {
  return new DOMRect(box.x + (box.width - width) / 2, box.y + (box.height - height) / 2, width, height);
}

// The city from above: roofs lean away from the stage, and the walls that face it catch its colour. Drawn anew only when
// the table changes its size.

export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

function chance(a: number, b: number): number {
  const value = Math.sin(a * 127.1 + b * 311.7) * 43758.5;
  return value - Math.floor(value);
}

type Spot = readonly [x: number, y: number];
const path = (...spots: Spot[]): string => `M${spots.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;

/** The drawing in a box of `wide` by `high`, around the stage. */
export function city(wide: number, high: number, stage: Box): string {
  const [cx, cy] = [(stage.left + stage.right) / 2, (stage.top + stage.bottom) / 2];
  const block = Math.max(92, Math.min(wide, high) / 5.5);
  const gap = block * 0.24;
  const roofs: { far: number; drawn: string }[] = [];
  for (let i = -9; i < 9; i++)
    for (let j = -7; j < 7; j++) {
      const [x0, y0] = [cx + i * block + gap / 2, cy + j * block + gap / 2];
      const [x1, y1] = [x0 + block - gap, y0 + block - gap];
      const under = x1 > stage.left - 4 && x0 < stage.right + 4 && y1 > stage.top - 4 && y0 < stage.bottom + 4;
      if (under || x1 < -block || x0 > wide + block || y1 < -block || y0 > high + block) continue;
      roofs.push({ far: Math.hypot((x0 + x1) / 2 - cx, (y0 + y1) / 2 - cy), drawn: house(i, j, [cx, cy], [x0, y0], [x1, y1]) });
    }
  const lanes = Array.from({ length: 18 }, (_, k) => {
    const [x, y] = [cx + (k - 9) * block, cy + (k - 9) * block];
    return (
      `<path class="lane" d="M${x.toFixed(1)} 0V${high}M0 ${y.toFixed(1)}H${wide}"/>` +
      `<path class="trail hot" stroke-dashoffset="${k * 90}" d="M${(x - 6).toFixed(1)} 0V${high}"/><path class="trail" stroke-dashoffset="${k * 130}" d="M0 ${(y + 6).toFixed(1)}H${wide}"/>`
    );
  });
  return lanes.join("") + roofs.sort((a, b) => b.far - a.far).map((roof) => roof.drawn).join("");
}

function house(i: number, j: number, [cx, cy]: Spot, [x0, y0]: Spot, [x1, y1]: Spot): string {
  const lean = 0.1 + chance(i, j) * 0.2;
  const up = ([x, y]: Spot, part = 1): Spot => [cx + (x - cx) * (1 + lean * part), cy + (y - cy) * (1 + lean * part)];
  const wall = (a: Spot, b: Spot): string =>
    `<path class="wall" d="${path(a, b, up(b), up(a))}Z"/><path class="foot" d="${path(a, b, up(b, 0.4), up(a, 0.4))}Z"/>` +
    [0.3, 0.55, 0.8].map((part, q) => `<path class="panes" stroke-dasharray="3 4 5 9 3 ${(6 + chance(i + q, j) * 14).toFixed(1)}" d="${path(up(a, part), up(b, part))}"/>`).join("");
  const [[rx, ry], [sx, sy]] = [up([x0, y0]), up([x1, y1])];
  const [w, h] = [sx - rx, sy - ry];
  const colour = "rgyb"[Math.floor(chance(i + 5, j) * 4)]!;
  const kind = Math.floor(chance(j, i) * 7);
  const sign = w * (kind > 4 ? 0.3 : 0.24);
  const [mx, my] = [rx + w / 2, ry + h / 2];
  const box = (x: number, y: number, wide: number, high: number): string =>
    `<rect class="box" x="${(rx + w * x).toFixed(1)}" y="${(ry + h * y).toFixed(1)}" width="${(w * wide).toFixed(1)}" height="${(h * high).toFixed(1)}"/>`;
  const tops = [
    `<circle class="pad" cx="${mx.toFixed(1)}" cy="${my.toFixed(1)}" r="${(w * 0.26).toFixed(1)}"/>`,
    box(0.15, 0.2, 0.3, 0.22) + box(0.55, 0.5, 0.28, 0.3),
    "",
    [0.3, 0.5, 0.7].map((at) => `<path class="pad" d="${path([rx + w * 0.2, ry + h * at], [rx + w * 0.8, ry + h * at])}"/>`).join(""),
    `${box(0.22, 0.22, 0.56, 0.56)}<circle class="beacon" cx="${mx.toFixed(1)}" cy="${my.toFixed(1)}" r="2"/>`,
  ];
  const glass = `<use class="glass c-${colour}" href="#solo-${colour}" x="${(mx - sign).toFixed(1)}" y="${(my - sign).toFixed(1)}" width="${(2 * sign).toFixed(1)}" height="${(2 * sign).toFixed(1)}"/>`;
  return (
    (x0 > cx ? wall([x0, y0], [x0, y1]) : "") +
    (x1 < cx ? wall([x1, y0], [x1, y1]) : "") +
    (y0 > cy ? wall([x0, y0], [x1, y0]) : "") +
    (y1 < cy ? wall([x0, y1], [x1, y1]) : "") +
    `<rect class="roof" x="${rx.toFixed(1)}" y="${ry.toFixed(1)}" width="${w.toFixed(1)}" height="${h.toFixed(1)}" rx="2"/>` +
    `<rect class="rim ${kind % 2 ? "" : `tube c-${colour}`}" x="${(rx + 4).toFixed(1)}" y="${(ry + 4).toFixed(1)}" width="${Math.max(0, w - 8).toFixed(1)}" height="${Math.max(0, h - 8).toFixed(1)}" rx="1"/>` +
    (tops[kind] || glass)
  );
}

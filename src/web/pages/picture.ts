// One moment of a table as a picture of its own, made on the page: the room as it stands, with its styles and fonts in it.

const SCALE = 2;

export interface Picture {
  blob: Blob;
  kind: "png" | "svg";
}

/** A PNG; where the browser lets nobody read it back from a canvas, the SVG that it was drawn from. */
export async function picture(house: HTMLElement): Promise<Picture> {
  const { width, height } = house.getBoundingClientRect();
  const svg = await drawing(house, Math.round(width), Math.round(height));
  try {
    const image = new Image();
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [width * SCALE, height * SCALE];
    canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob) return { blob, kind: "png" };
  } catch {
    // then as it is drawn
  }
  return { blob: new Blob([svg], { type: "image/svg+xml" }), kind: "svg" };
}

async function drawing(house: HTMLElement, width: number, height: number): Promise<string> {
  const copy = house.cloneNode(true) as HTMLElement;
  for (const hidden of copy.querySelectorAll(".unseen, .coach, .acts, .keys")) hidden.remove();
  Object.assign(copy.style, { width: `${width}px`, height: `${height}px` });
  const root = document.documentElement;
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const theme = root.dataset.theme ?? (dark ? "dark" : "light");
  const body = new XMLSerializer().serializeToString(copy);
  const style = new XMLSerializer().serializeToString(document.createTextNode(await styles()));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" lang="${root.lang}" data-theme="${theme}" data-pace="at-once"><style>${style}*{animation:none!important;transition:none!important}</style><foreignObject width="100%" height="100%">${body}</foreignObject></svg>`;
}

/** All styles of the page, with the fonts that are in use inside them. */
async function styles(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules].map((rule) => ({ rule, base: sheet.href ?? location.href })));
  const loaded = new Set([...document.fonts].filter((font) => font.status === "loaded").map((font) => font.family.replace(/["']/g, "")));
  const texts = rules.map(async ({ rule, base }) => {
    if (!(rule instanceof CSSFontFaceRule)) return rule.cssText;
    const family = rule.style.getPropertyValue("font-family").replace(/["']/g, "");
    return loaded.has(family) ? await embedded(rule.cssText, base) : "";
  });
  return (await Promise.all(texts)).join("\n");
}

async function embedded(css: string, base: string): Promise<string> {
  const url = /url\("?([^")]+)"?\)/.exec(css)?.[1];
  if (!url) return css;
  const blob = await (await fetch(new URL(url, base))).blob();
  const data = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result as string);
    reader.readAsDataURL(blob);
  });
  return css.replace(/url\("?[^")]+"?\)/, `url("${data}")`);
}

// Where tables are: at the server that the page came from, on this device, or both.

import { base } from "./base";
import { notices } from "./notices.svelte";
import { settings } from "./settings.svelte";
import { t } from "./texts";

const said = document.querySelector<HTMLMetaElement>('meta[name="tefuda"]');
const places = (said?.content ?? "server").split(" ");

export type Where = "server" | "device";

export const hasServer = places.includes("server");
export const hasDevice = places.includes("device");

let running = false;
/** Whether the tables of this device can be opened now. */
export const isRunning = (): boolean => running;

/** The tables of this device; they are loaded when they are first asked for. */
export async function device(): Promise<typeof import("./device/device")> {
  const found = await import("./device/device");
  found.begin({
    files: new URL(`${base}/device/`, location.href).href,
    storage: `tefuda${base}`,
    pace: Number(said?.dataset.pace ?? 1), // how slowly bots play; 0 is at once
    warn: (what) => notices.show(t(`device.${what}`), true),
    ready: () => (running = true),
  });
  return found;
}

/** Whether a table is on this device: its code says so. */
export const isHere = (code: string): boolean => code.startsWith("HERE");

export const whereIs = (code: string): Where => (isHere(code) ? "device" : "server");

let able = hasDevice;

/** Whether a match against bots is played on this device, as far as is known. */
export const isWanted = (): boolean => able && !(hasServer && settings.atServer);

/** Where a match is played: alone, against bots, on the device. Waits until it can be begun. */
export async function whereFor(seats: readonly (string | null | undefined)[]): Promise<Where> {
  const others = seats.filter((level) => !level).length > 1;
  if (hasServer && (others || !isWanted())) return "server";
  if (!running) notices.show(t("device.loading"));
  const trouble = await unable();
  if (!trouble) {
    if (hasServer) notices.show(t("device.here"));
    return "device";
  }
  if (!hasServer) throw trouble;
  return "server";
}

/** Why this device cannot play, once that is known; null if it can. */
export async function unable(): Promise<Error | null> {
  try {
    await (await device()).ready;
    return null;
  } catch (error) {
    able = false;
    return error as Error;
  }
}

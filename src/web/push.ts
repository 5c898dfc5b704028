// Turns at tables by mail, told by Web Push when the page is not open anywhere.

import { get, request } from "./api";
import { token } from "./link.svelte";
import { settings } from "./settings.svelte";
import { hasServer } from "./where";

/** What came of the wish to be told: by the server, only while a page is open and why, or not at all. */
export type Told = "pushed" | "home-screen" | "no-push" | "not";

const isApple = (): boolean => /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
const isInstalled = (): boolean => matchMedia("(display-mode: standalone)").matches;

async function registration(): Promise<ServiceWorkerRegistration | null> {
  return (await navigator.serviceWorker?.getRegistration()) ?? null;
}

/** Asks for permission, which only a tap may do, and has turns told to this browser. */
export async function tellTurns(): Promise<Told> {
  if (isApple() && !isInstalled()) return "home-screen";
  if (!("Notification" in window) || (await Notification.requestPermission()) !== "granted") return "not";
  const worker = await registration();
  const own = token();
  if (!hasServer || !own || !worker || !("pushManager" in worker)) return "no-push";
  const { key } = await get<{ key: string | null }>("/api/push").catch(() => ({ key: null }));
  if (!key) return "no-push";
  try {
    const found = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
    const { endpoint, keys } = found.toJSON();
    const body = JSON.stringify({ endpoint, keys, lang: settings.lang });
    const answer = await request("/api/push", { method: "POST", headers: { Authorization: `Bearer ${own}` }, body });
    return answer.ok ? "pushed" : "no-push";
  } catch {
    return "no-push"; // the browser's own push service cannot be reached
  }
}

/** This browser is no longer told. */
export async function tellNothing(): Promise<void> {
  const found = await (await registration())?.pushManager?.getSubscription();
  const own = token();
  if (!found) return;
  const body = JSON.stringify({ endpoint: found.endpoint });
  if (own) await request("/api/push", { method: "DELETE", headers: { Authorization: `Bearer ${own}` }, body }).catch(() => {});
  await found.unsubscribe();
}

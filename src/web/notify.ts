// "Your turn" while the page is not in sight: in its title and icon, and as a notification if that is allowed.

import { to } from "./base";
import picture from "./icon-turn.svg?raw";
import { settings } from "./settings.svelte";

const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
const usual = icon?.href ?? "";
const marked = `data:image/svg+xml,${encodeURIComponent(picture)}`;

/** Shows in the tab whether it is the person's turn. */
export function mark(turn: boolean): void {
  const wanted = turn ? marked : usual;
  if (icon && icon.href !== wanted) icon.href = wanted; // a browser draws it again, whatever it was before
}

/** Notifies somebody who looks elsewhere of what happened at a table. */
export async function notify(title: string, body: string, code: string): Promise<void> {
  if (!settings.notify || !document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
  const more = { body, tag: code, icon: to("/icon-192.png"), data: { code } };
  const worker = await navigator.serviceWorker?.getRegistration();
  if (worker) await worker.showNotification(title, more);
  else new Notification(title, more);
}

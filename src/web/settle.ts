/** On a first visit to a table what its first cards do not need waits for them; now it need not any longer. */
export const settle = (): void => document.documentElement.removeAttribute("data-first");

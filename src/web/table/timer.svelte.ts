// A clock that ticks while a component needs it, and otherwise stands still: nothing wakes a device on which nothing happens.

/** `every` says how many ms are between two ticks; 0 if it stands still. */
export function timer(every: () => number): { readonly now: number; readonly date: number } {
  let now = $state(performance.now());
  let date = $state(Date.now());
  $effect(() => {
    const pause = every();
    if (!pause) return;
    const tick = (): void => {
      now = performance.now();
      date = Date.now();
    };
    tick(); // it may have stood still until now
    const id = setInterval(tick, pause);
    return () => clearInterval(id);
  });
  return {
    get now() {
      return now;
    },
    get date() {
      return date;
    },
  };
}

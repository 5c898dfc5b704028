// A clock that ticks while a component uses it: often while time runs out, otherwise now and then.

export function timer(fast: () => boolean): { readonly now: number; readonly date: number } {
  let now = $state(performance.now());
  let date = $state(Date.now());
  $effect(() => {
    const tick = (): void => {
      now = performance.now();
      date = Date.now();
    };
    const id = setInterval(tick, fast() ? 250 : 1000);
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

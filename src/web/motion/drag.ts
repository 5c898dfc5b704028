// Dragging by pointer events, for mouse, pen and touch alike: nothing happens until the pointer has gone a few pixels, so a
// tap stays a tap. Escape, or a pointer that the system takes away, ends a drag without effect.

export interface Drag {
  /** Whether this one can be dragged. It is called when the pointer goes down. */
  start: (event: PointerEvent) => boolean;
  /** The pointer has moved by (x, y) since it went down. */
  over?: (event: PointerEvent, x: number, y: number) => void;
  drop: (event: PointerEvent, x: number, y: number) => void;
  /** After a drop, and when nothing came of it. */
  end?: () => void;
}

const FAR = 8;

export function drag(node: HTMLElement, options: Drag): { update: (options: Drag) => void; destroy: () => void } {
  let now = options;
  let pointer: number | undefined;
  let from = { x: 0, y: 0 };
  let far = false;

  function down(event: PointerEvent): void {
    if (pointer !== undefined || event.button !== 0 || !now.start(event)) return;
    pointer = event.pointerId;
    from = { x: event.clientX, y: event.clientY };
    far = false;
    addEventListener("pointermove", over);
    addEventListener("pointerup", up);
    addEventListener("pointercancel", stop);
    addEventListener("keydown", key, true);
  }

  function over(event: PointerEvent): void {
    if (event.pointerId !== pointer) return;
    const [x, y] = [event.clientX - from.x, event.clientY - from.y];
    far ||= Math.hypot(x, y) > FAR;
    if (far) now.over?.(event, x, y);
  }

  function up(event: PointerEvent): void {
    if (event.pointerId !== pointer) return;
    const dropped = far;
    if (dropped) {
      addEventListener("click", swallow, { capture: true, once: true });
      setTimeout(() => removeEventListener("click", swallow, { capture: true }), 0);
      now.drop(event, event.clientX - from.x, event.clientY - from.y);
    }
    stop();
  }

  function stop(): void {
    if (pointer === undefined) return;
    pointer = undefined;
    removeEventListener("pointermove", over);
    removeEventListener("pointerup", up);
    removeEventListener("pointercancel", stop);
    removeEventListener("keydown", key, true);
    now.end?.();
  }

  function key(event: KeyboardEvent): void {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    stop();
  }

  function swallow(event: Event): void {
    event.stopPropagation();
    event.preventDefault();
  }

  node.addEventListener("pointerdown", down);
  return {
    update: (next) => (now = next),
    destroy: () => {
      node.removeEventListener("pointerdown", down);
      stop();
    },
  };
}

/** The nearest element at a point that has this attribute, within what lies there. */
export function under(event: PointerEvent, attribute: string): HTMLElement | undefined {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const found = element.closest<HTMLElement>(`[${attribute}]`);
    if (found) return found;
  }
  return undefined;
}

/** What the studio's benchmark does inside the page. Each function is sent there as text, so it uses nothing around it. */

export interface Felt {
  readonly felt: {
    begin(): void;
    /** Milliseconds that each event's handlers took, and from each event to the frame that shows its effect. */
    end(): { readonly handlers: readonly number[]; readonly frames: readonly number[] };
    /** Milliseconds from the last key to the last change of the generation that is shown. */
    stood(): number;
  };
}

/** Runs before the page's own scripts: all handlers of input go through a clock. */
export function measureEvents(): void {
  const INPUT = /^(pointer|mouse|key|wheel|click|drop|drag|paste|input|focus|blur)/;
  let spent = new Map<Event, number>();
  let frames: number[] = [];
  let key = 0;
  let changed = 0;
  const add = EventTarget.prototype.addEventListener;
  const wrapped = new WeakMap<object, EventListener>();
  EventTarget.prototype.addEventListener = function (this: EventTarget, type, listener, options) {
    if (typeof listener !== "function" || !INPUT.test(type)) {
      add.call(this, type, listener, options);
      return;
    }
    const timed =
      wrapped.get(listener) ??
      function (this: unknown, event: Event): void {
        const began = performance.now();
        try {
          listener.call(this as EventTarget, event);
        } finally {
          if (event.isTrusted) spent.set(event, (spent.get(event) ?? 0) + performance.now() - began);
        }
      };
    wrapped.set(listener, timed);
    add.call(this, type, timed, options);
  };
  const remove = EventTarget.prototype.removeEventListener;
  EventTarget.prototype.removeEventListener = function (this: EventTarget, type, listener, options) {
    const timed = typeof listener === "function" ? wrapped.get(listener) : undefined;
    remove.call(this, type, timed ?? listener, options);
  };
  // Shorter ones are not reported: they count as what they are at most.
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) frames.push(duration);
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  add.call(window, "keydown", (event) => (key = event.timeStamp), { capture: true });
  add.call(window, "DOMContentLoaded", () => {
    new MutationObserver((records) => {
      const shown = records.some(
        ({ target }) =>
          (target.parentElement ?? (target as Element)).closest?.('[data-testid="generation"]') !== null,
      );
      if (shown) changed = performance.now();
    }).observe(document.body, { subtree: true, characterData: true, childList: true });
  });
  (window as unknown as { felt: Felt["felt"] }).felt = {
    begin: () => {
      spent = new Map();
      frames = [];
    },
    end: () => {
      const short = Math.max(0, spent.size - frames.length);
      return { handlers: [...spent.values()], frames: [...frames, ...Array<number>(short).fill(16)] };
    },
    stood: () => Math.max(0, changed - key),
  };
}

/** Draws, turns, steps, scrubs, undoes and redoes at random, as fast as the studio follows. */
export async function workAtRandom({
  from,
  count,
}: {
  readonly from: number;
  readonly count: number;
}): Promise<void> {
  const stage = document.querySelector("[data-stage] [tabindex]") as HTMLElement;
  stage.focus();
  const box = stage.getBoundingClientRect();
  const press = (key: string, held: KeyboardEventInit = {}): void => {
    const code = /^[a-z]$/i.test(key) ? `Key${key.toUpperCase()}` : "";
    stage.dispatchEvent(
      new KeyboardEvent("keydown", { key, code, bubbles: true, cancelable: true, ...held }),
    );
  };
  const point = (type: string, x: number, y: number, buttons: number): void => {
    const at = { clientX: box.left + x * box.width, clientY: box.top + y * box.height };
    const options = {
      pointerId: 1,
      pointerType: "mouse",
      button: 0,
      buttons,
      bubbles: true,
      cancelable: true,
    };
    stage.dispatchEvent(new PointerEvent(type, { ...at, ...options }));
  };
  let seed = (from + 1) * 2654435761;
  const random = (): number => {
    seed = (Math.imul(seed ^ (seed >>> 15), 2246822519) + 0x9e3779b9) >>> 0;
    return seed / 2 ** 32;
  };
  const scrub = (): void => {
    const slider = document.querySelector("[role=slider]") as HTMLElement;
    const key = ["Home", "End", "PageUp", "PageDown", "ArrowLeft"][Math.floor(random() * 5)] as string;
    slider.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
  };
  for (let i = 0; i < count; i++) {
    const kind = random();
    if (kind < 0.35) {
      press(kind < 0.25 ? "F2" : "F4");
      point("pointerdown", random(), random(), 1);
      point("pointermove", random(), random(), 1);
      point("pointerup", random(), random(), 0);
    } else if (kind < 0.46) press(" ");
    else if (kind < 0.5) press(kind < 0.48 ? "b" : "Backspace");
    else if (kind < 0.54) scrub();
    else if (kind < 0.7) press("z");
    else if (kind < 0.8) press("Z", { shiftKey: true });
    else press(["x", "y", ">", "Delete", "s", "k", "a"][Math.floor(random() * 7)] as string);
    if (i % 8 === 7) await new Promise((resolve) => setTimeout(resolve, 12));
  }
}

// Events of a page in memory: they go down to their target and rise from it, as a browser's do.

type Listener = ((event: PlayedEvent) => void) | { handleEvent(event: PlayedEvent): void };
interface Listening {
  readonly listener: Listener;
  readonly capture: boolean;
  readonly once: boolean;
}
type Options =
  | boolean
  | { readonly capture?: boolean; readonly once?: boolean; readonly signal?: AbortSignal }
  | undefined;

export class PlayedEvent {
  readonly type: string;
  readonly bubbles: boolean;
  readonly cancelable: boolean;
  readonly detail: unknown;
  readonly timeStamp = performance.now();
  target: PlayedTarget | null = null;
  currentTarget: PlayedTarget | null = null;
  eventPhase = 0;
  defaultPrevented = false;
  /** 1: not further up; 2: nobody else. */
  stopped = 0;

  constructor(type: string, init: Readonly<Record<string, unknown>> = {}) {
    const { bubbles = false, cancelable = false, detail = 0, ...rest } = init;
    this.type = type;
    this.bubbles = Boolean(bubbles);
    this.cancelable = Boolean(cancelable);
    this.detail = detail;
    Object.assign(this, rest);
  }

  preventDefault(): void {
    if (this.cancelable) this.defaultPrevented = true;
  }
  stopPropagation(): void {
    this.stopped = Math.max(this.stopped, 1);
  }
  stopImmediatePropagation(): void {
    this.stopped = 2;
  }
  composedPath(): PlayedTarget[] {
    return this.target ? pathFrom(this.target) : [];
  }
  getModifierState(): boolean {
    return false;
  }
}

export class PlayedTarget {
  readonly #listening = new Map<string, Listening[]>();

  /** What an event rises to from here. */
  get above(): PlayedTarget | null {
    return null;
  }

  addEventListener(type: string, listener: Listener | null, options?: Options): void {
    if (!listener) return;
    const {
      capture = false,
      once = false,
      signal,
    } = typeof options === "object" ? options : { capture: options };
    const all = this.#listening.get(type) ?? [];
    if (signal?.aborted || all.some((one) => one.listener === listener && one.capture === capture)) return;
    this.#listening.set(type, [...all, { listener, capture, once }]);
    signal?.addEventListener("abort", () => this.removeEventListener(type, listener, { capture }));
  }

  removeEventListener(type: string, listener: Listener | null, options?: Options): void {
    const capture = typeof options === "object" ? (options.capture ?? false) : (options ?? false);
    const all = this.#listening.get(type) ?? [];
    this.#listening.set(
      type,
      all.filter((one) => one.listener !== listener || one.capture !== capture),
    );
  }

  /** False where somebody prevented what the browser would do. */
  dispatchEvent(event: PlayedEvent): boolean {
    event.target = this;
    const [, ...above] = pathFrom(this);
    for (const target of [...above].reverse()) target.hear(event, 1);
    this.hear(event, 2);
    if (event.bubbles) for (const target of above) target.hear(event, 3);
    event.currentTarget = null;
    return !event.defaultPrevented;
  }

  /** Makes such an event and dispatches it. */
  send(type: string, init: Readonly<Record<string, unknown>> = {}): PlayedEvent {
    const event = new PlayedEvent(type, { bubbles: true, cancelable: true, ...init });
    this.dispatchEvent(event);
    return event;
  }

  hear(event: PlayedEvent, phase: 1 | 2 | 3): void {
    if (event.stopped > 0) return;
    event.currentTarget = this;
    event.eventPhase = phase;
    for (const { listener, capture, once } of this.#listening.get(event.type) ?? []) {
      if (event.stopped > 1 || (phase === 1 && !capture) || (phase === 3 && capture)) continue;
      if (once) this.removeEventListener(event.type, listener, { capture });
      if (typeof listener === "function") listener.call(this, event);
      else listener.handleEvent(event);
    }
  }

  /** How many listen for an event. */
  listeners(type: string): number {
    return this.#listening.get(type)?.length ?? 0;
  }
}

function pathFrom(target: PlayedTarget): PlayedTarget[] {
  const path: PlayedTarget[] = [];
  for (let at: PlayedTarget | null = target; at; at = at.above) path.push(at);
  return path;
}

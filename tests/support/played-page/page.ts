// A page in memory in the place of a browser's, for as long as a test runs: happy-dom's, with what only a browser that lays out and
// paints would know as the test says it. Components live on it with their effects and events, in plain Node.

import { Window } from "happy-dom";
import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import { CanvasNotes, imageDataFake } from "../canvas-notes.ts";
import { acting, pageIsThere } from "./acting.ts";

/** Tests may have put others in their places. */
const { setTimeout: wait, setImmediate: yieldOnce } = globalThis;

interface Watch {
  readonly tell: (entries: readonly object[]) => void;
  readonly watched: Set<Element>;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}
const NOWHERE: Box = { left: 0, top: 0, width: 0, height: 0 };

/** What of the page's own window components find everywhere. */
const NAMES = [
  ...["document", "Node", "Element", "HTMLElement", "HTMLInputElement", "HTMLTextAreaElement"],
  ...["HTMLCanvasElement", "HTMLIFrameElement", "HTMLDialogElement", "SVGElement", "DOMRect", "CSS"],
  ...["Event", "CustomEvent", "KeyboardEvent", "NodeFilter", "MutationObserver", "getComputedStyle"],
] as const;

export class PlayedPage {
  readonly window = new Window({ width: 1280, height: 800, url: "http://localhost/" });
  readonly document: Document;
  /** Whether the person prefers reduced motion. */
  littleMotion = false;
  readonly #sizes = new Set<Watch>();
  readonly #views = new Set<Watch>();
  readonly #frames = new Map<number, (time: number) => void>();
  readonly #boxes = new WeakMap<object, Box>();
  readonly #canvases = new WeakMap<object, CanvasNotes>();
  readonly #given = new WeakSet<object>();
  /** How many listen, by what they listen to and for what. */
  readonly #listening = new WeakMap<object, Map<string, Set<unknown>>>();
  #frame = 0;

  constructor() {
    const { window } = this;
    this.document = window.document as unknown as Document;
    const watching = (all: Set<Watch>) =>
      class {
        readonly #watch: Watch;
        constructor(tell: Watch["tell"]) {
          this.#watch = { tell, watched: new Set() };
          all.add(this.#watch);
        }
        observe(element: Element): void {
          this.#watch.watched.add(element);
        }
        unobserve(element: Element): void {
          this.#watch.watched.delete(element);
        }
        disconnect(): void {
          all.delete(this.#watch);
        }
      };
    const own = {
      ResizeObserver: watching(this.#sizes),
      IntersectionObserver: watching(this.#views),
      ImageData: imageDataFake(),
      navigator: { userAgent: "Played 1", platform: "Linux x86_64" },
      devicePixelRatio: 1,
      requestAnimationFrame: (call: (time: number) => void) => {
        this.#frames.set(++this.#frame, call);
        return this.#frame;
      },
      cancelAnimationFrame: (id: number) => void this.#frames.delete(id),
      matchMedia: (query: string) => ({
        matches: query.includes("reduced-motion") && this.littleMotion,
        addEventListener: () => {},
        removeEventListener: () => {},
      }),
    };
    for (const [name, value] of Object.entries(own))
      Object.defineProperty(window, name, { value, configurable: true, writable: true });
    this.#layOut();
    this.#hearListeners();
    const { innerWidth, innerHeight } = window;
    const found = Object.fromEntries(NAMES.map((name) => [name, window[name]]));
    for (const [name, value] of Object.entries({ ...found, ...own, innerWidth, innerHeight, window }))
      vi.stubGlobal(name, value);
    onTestFinished(async () => {
      // What React and its dialogs have put off comes first.
      await new Promise((resolve) => wait(resolve, 1));
      await new Promise((resolve) => yieldOnce(resolve));
      vi.unstubAllGlobals();
      await window.happyDOM.abort();
    });
  }

  /** Shows such a component, until the test ends. */
  async show(node: ReactNode): Promise<Shown> {
    const { createRoot } = await import("react-dom/client");
    const place = this.document.createElement("div");
    this.document.body.appendChild(place);
    const root = createRoot(place);
    await pageIsThere(true);
    const render = (next: ReactNode): void => acting(() => root.render(next));
    onTestFinished(async () => {
      acting(() => root.unmount());
      await pageIsThere(false);
    });
    render(node);
    return { place, render, end: () => acting(() => root.unmount()) };
  }

  /** What the browser asks for before it paints. */
  paint(): void {
    const calls = [...this.#frames.values()];
    this.#frames.clear();
    acting(() => {
      for (const call of calls) call(performance.now());
    });
  }

  /** Gives an element this place on the screen. */
  place(element: Element, box: Partial<Box>): void {
    this.#boxes.set(element, { ...NOWHERE, ...box });
  }

  /** Gives an element this place, and tells whoever watches its size. */
  resize(element: Element, width: number, height: number, left = 0, top = 0): void {
    this.place(element, { left, top, width, height });
    this.#tell(this.#sizes, element, { contentRect: { width, height } });
  }

  /** Whether an element can be seen from now on, as it is scrolled. */
  scrollTo(element: Element, isIntersecting: boolean): void {
    this.#tell(this.#views, element, { isIntersecting });
  }

  /** How many watch the size of something. */
  get watching(): number {
    return this.#sizes.size;
  }

  /** How many listen there for such an event. */
  listeners(target: object, type: string): number {
    return this.#listening.get(target)?.get(type)?.size ?? 0;
  }

  /** What is drawn on a canvas. */
  drawnOn(canvas: Element): CanvasNotes {
    const notes = this.#canvases.get(canvas) ?? new CanvasNotes();
    this.#canvases.set(canvas, notes);
    return notes;
  }

  /** The pixels that were put on a canvas last; null for none. */
  pictureOn(canvas: Element): ImageData | null {
    return this.drawnOn(canvas).of("pixels").at(-1)?.pixels ?? null;
  }

  /** Whether a worker draws on it. */
  isGiven(canvas: Element): boolean {
    return this.#given.has(canvas);
  }

  #tell(watches: ReadonlySet<Watch>, target: Element, entry: object): void {
    acting(() => {
      for (const { tell, watched } of watches) if (watched.has(target)) tell([{ target, ...entry }]);
    });
  }

  /** Places, sizes and canvases are what the test says. */
  #layOut(): void {
    const { HTMLElement, HTMLCanvasElement } = this.window;
    const boxOf = (element: object): Box => this.#boxes.get(element) ?? NOWHERE;
    const rect = (element: object) => {
      const { left, top, width, height } = boxOf(element);
      return { left, top, width, height, x: left, y: top, right: left + width, bottom: top + height };
    };
    const side = (name: keyof Box): PropertyDescriptor => ({
      configurable: true,
      get(this: object) {
        return boxOf(this)[name];
      },
    });
    Object.defineProperties(HTMLElement.prototype, {
      ...{ clientWidth: side("width"), offsetWidth: side("width"), offsetLeft: side("left") },
      ...{ clientHeight: side("height"), offsetHeight: side("height"), offsetTop: side("top") },
    });
    Object.assign(HTMLElement.prototype, {
      getBoundingClientRect(this: object) {
        return rect(this);
      },
      getClientRects(this: object) {
        return [rect(this)];
      },
    });
    const context = (canvas: Element): object => this.drawnOn(canvas).context;
    const given = this.#given;
    Object.assign(HTMLCanvasElement.prototype, {
      getContext(this: Element) {
        return context(this);
      },
      // Something that can be sent to a worker.
      transferControlToOffscreen(this: Element) {
        given.add(this);
        return new MessageChannel().port1;
      },
    });
  }

  #hearListeners(): void {
    const prototype = this.window.EventTarget.prototype as unknown as EventTarget;
    const { addEventListener, removeEventListener } = prototype;
    const listening = this.#listening;
    const those = (target: object, type: string): Set<unknown> => {
      const all = listening.get(target) ?? new Map<string, Set<unknown>>();
      const some = all.get(type) ?? new Set();
      listening.set(target, all.set(type, some));
      return some;
    };
    const heard: Pick<EventTarget, "addEventListener" | "removeEventListener"> = {
      addEventListener(this: EventTarget, type, listener, options) {
        those(this, type).add(listener);
        addEventListener.call(this, type, listener, options);
        const signal = typeof options === "object" ? options.signal : undefined;
        signal?.addEventListener("abort", () => those(this, type).delete(listener));
      },
      removeEventListener(this: EventTarget, type, listener, options) {
        those(this, type).delete(listener);
        removeEventListener.call(this, type, listener, options);
      },
    };
    Object.assign(prototype, heard);
    onTestFinished(() => void Object.assign(prototype, { addEventListener, removeEventListener }));
  }
}

export interface Shown {
  readonly place: HTMLElement;
  /** Another in its place, or the same with other properties. */
  render(node: ReactNode): void;
  end(): void;
}

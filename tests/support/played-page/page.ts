// A page in memory in the place of a browser's, for as long as a test runs. Components live on it with their effects and events, in
// plain Node.

import type { ReactNode } from "react";
import { onTestFinished, vi } from "vitest";
import { acting } from "./acting.ts";
import { PlayedEvent, PlayedTarget } from "./events.ts";
import {
  PlayedCanvas,
  PlayedDocument,
  PlayedElement,
  PlayedFrame,
  PlayedInput,
  PlayedNode,
  PlayedTextArea,
} from "./nodes.ts";

interface Watch {
  readonly tell: (entries: readonly object[]) => void;
  readonly watched: Set<PlayedElement>;
}

export class PlayedPage {
  readonly window = new PlayedTarget();
  readonly document = new PlayedDocument(this.window);
  /** Whether the person prefers reduced motion. */
  littleMotion = false;
  readonly #sizes = new Set<Watch>();
  readonly #views = new Set<Watch>();
  readonly #frames = new Map<number, (time: number) => void>();
  #frame = 0;

  constructor() {
    const watching = (all: Set<Watch>) =>
      class {
        readonly #watch: Watch;
        constructor(tell: Watch["tell"]) {
          this.#watch = { tell, watched: new Set() };
          all.add(this.#watch);
        }
        observe(element: PlayedElement): void {
          this.#watch.watched.add(element);
        }
        unobserve(element: PlayedElement): void {
          this.#watch.watched.delete(element);
        }
        disconnect(): void {
          all.delete(this.#watch);
        }
      };
    const globals = {
      document: this.document,
      Node: PlayedNode,
      Element: PlayedElement,
      HTMLElement: PlayedElement,
      HTMLInputElement: PlayedInput,
      HTMLTextAreaElement: PlayedTextArea,
      HTMLCanvasElement: PlayedCanvas,
      HTMLIFrameElement: PlayedFrame,
      // Dialogs and menus make some of their own.
      Event: PlayedEvent,
      CustomEvent: PlayedEvent,
      NodeFilter: { FILTER_ACCEPT: 1, FILTER_SKIP: 3, SHOW_ELEMENT: 1 },
      ResizeObserver: watching(this.#sizes),
      IntersectionObserver: watching(this.#views),
      MutationObserver: watching(new Set()),
      navigator: { userAgent: "Played 1", platform: "Linux x86_64" },
      devicePixelRatio: 1,
      innerWidth: 1280,
      innerHeight: 800,
      CSS: { escape: (text: string) => text },
      requestAnimationFrame: (call: (time: number) => void) => {
        this.#frames.set(++this.#frame, call);
        return this.#frame;
      },
      cancelAnimationFrame: (id: number) => void this.#frames.delete(id),
      matchMedia: (query: string) => ({
        matches: query.includes("reduced-motion") && this.littleMotion,
        addEventListener: () => {},
      }),
      getComputedStyle: (element: PlayedElement) => ({
        fontSize: "16px",
        getPropertyValue: (name: string) => element.style[name] ?? "",
      }),
    };
    const setTimer = (...timer: Parameters<typeof setTimeout>) => setTimeout(...timer);
    const timers = { setTimeout: setTimer, clearTimeout: (id: number) => clearTimeout(id) };
    Object.assign(this.window, globals, timers, { top: this.window });
    this.document.defaultView = this.window;
    for (const [name, value] of Object.entries({ ...globals, window: this.window }))
      vi.stubGlobal(name, value);
    onTestFinished(() => void vi.unstubAllGlobals());
  }

  /** Shows such a component, until the test ends. */
  async show(node: ReactNode): Promise<Shown> {
    const { createRoot } = await import("react-dom/client");
    const place = this.document.createElement("div");
    this.document.body.appendChild(place);
    const root = createRoot(place as never);
    const render = (next: ReactNode): void => acting(() => root.render(next));
    onTestFinished(() => acting(() => root.unmount()));
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

  /** Gives an element this place, and tells whoever watches its size. */
  resize(element: PlayedElement, width: number, height: number, left = 0, top = 0): void {
    element.box = { left, top, width, height };
    this.#tell(this.#sizes, element, { contentRect: { width, height } });
  }

  /** Whether an element can be seen from now on, as it is scrolled. */
  scrollTo(element: PlayedElement, isIntersecting: boolean): void {
    this.#tell(this.#views, element, { isIntersecting });
  }

  /** How many watch the size of something. */
  get watching(): number {
    return this.#sizes.size;
  }

  #tell(watches: ReadonlySet<Watch>, target: PlayedElement, entry: object): void {
    acting(() => {
      for (const { tell, watched } of watches) if (watched.has(target)) tell([{ target, ...entry }]);
    });
  }
}

export interface Shown {
  readonly place: PlayedElement;
  /** Another in its place, or the same with other properties. */
  render(node: ReactNode): void;
  end(): void;
}

// What the driver sees of the window: its tabs, dialogs and messages, and how long it let somebody wait.

import type { Page } from "playwright-core";

/** A wait, in milliseconds since the page began. */
export interface Wait {
  readonly kind: "task" | "frame";
  readonly began: number;
  readonly milliseconds: number;
}

interface WatchedWindow {
  driven: { waits: Wait[]; errors: string[]; workers: Map<Worker, string> };
}

export interface WindowState {
  readonly tabs: readonly { readonly id: string; readonly title: string; readonly inFront: boolean }[];
  /** Titles of the open dialogs. */
  readonly dialogs: readonly string[];
  readonly menu: boolean;
  /** Whether a universe is in front, rather than a lab or nothing. */
  readonly universe: boolean;
  readonly running: boolean;
  readonly canUndo: boolean;
  /** Without bars. */
  readonly zen: boolean;
  /** What the dock says of the present work. */
  readonly hint: string;
}

/**
 * Runs in the page before the studio: notes tasks and gaps between frames from a second on, each error that is shown, and the workers
 * that nobody has ended yet.
 */
export function watchWindow(): void {
  const driven: WatchedWindow["driven"] = { waits: [], errors: [], workers: new Map() };
  Object.assign(window, { driven });
  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options);
      driven.workers.set(this, `${url}, started ${new Error().stack}`);
    }
    override terminate(): void {
      driven.workers.delete(this);
      super.terminate();
    }
  };
  const LONG = 1000;
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      if (duration >= LONG)
        driven.waits.push({ kind: "task", began: Math.round(startTime), milliseconds: Math.round(duration) });
  }).observe({ type: "longtask", buffered: true });
  let last = performance.now();
  const frame = (now: number): void => {
    if (now - last >= LONG)
      driven.waits.push({ kind: "frame", began: Math.round(last), milliseconds: Math.round(now - last) });
    last = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  const look = (): void => {
    for (const { textContent } of document.querySelectorAll(".message.error p")) {
      const text = textContent ?? "";
      if (text && driven.errors.at(-1) !== text) driven.errors.push(text);
    }
  };
  document.addEventListener("DOMContentLoaded", () =>
    new MutationObserver(look).observe(document.body, {
      childList: true,
      subtree: true,
      characterData: true,
    }),
  );
}

/** The workers that the window has started and not ended: their addresses, and who started them. */
export function workersOf(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => [...(window as unknown as WatchedWindow).driven.workers.values()]);
}

/** The waits and the errors since the last call. */
export function takeNotes(page: Page): Promise<Pick<WatchedWindow["driven"], "waits" | "errors">> {
  return page.evaluate(() => {
    const { driven } = window as unknown as WatchedWindow;
    const taken = { waits: [...driven.waits], errors: [...driven.errors] };
    driven.waits.length = 0;
    driven.errors.length = 0;
    return taken;
  });
}

export function windowState(page: Page): Promise<WindowState> {
  return page.evaluate(() => {
    const all = (query: string) => [...document.querySelectorAll<HTMLElement>(query)];
    return {
      tabs: all(".tab").map((tab) => ({
        id: tab.dataset.tab ?? "",
        title: tab.querySelector(".tab-title")?.textContent ?? "",
        inFront: tab.classList.contains("on"),
      })),
      dialogs: all('[role="dialog"]').map(
        (dialog) => dialog.querySelector("h2")?.textContent ?? dialog.ariaLabel ?? "",
      ),
      menu: document.querySelector('[role="menu"], .select-list') !== null,
      universe: document.querySelector("#dock") !== null,
      running: document.querySelector('#dock button[aria-label="Stop"]') !== null,
      canUndo: document.querySelector('button[aria-label="Undo"]:not([aria-disabled="true"])') !== null,
      zen: document.querySelector(".window.zen") !== null,
      hint: document.querySelector(".status .hint [role=status]")?.textContent ?? "",
    };
  });
}

/** Presses Undo; false where there is nothing to undo. */
export function undoOnce(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const button = document.querySelector<HTMLElement>(
      'button[aria-label="Undo"]:not([aria-disabled="true"])',
    );
    button?.click();
    return button !== null;
  });
}

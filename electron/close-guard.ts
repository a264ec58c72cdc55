/**
 * Closing the window with unsaved work. The renderer acknowledges the question at once and then takes as long as the
 * user needs to decide. A renderer that does not acknowledge hangs, and the system's own dialog asks instead: no window
 * may become impossible to close.
 */

import type { CloseAnswer } from "../renderer/host/bridge.ts";

interface CloseGuardParts {
  /** Sends the question to the renderer. */
  readonly ask: () => void;
  /** Closes for good, without asking again. */
  readonly close: () => void;
  /** The user stays: a quit under way is called off. */
  readonly stay: () => void;
  /** The window does not answer; returns whether to close it all the same. */
  readonly askAboutHang: () => Promise<boolean>;
  readonly patience?: number;
}

const PATIENCE_MILLISECONDS = 4000;

export class CloseGuard {
  readonly #parts: CloseGuardParts;
  #guarded = false;
  #state: "idle" | "asked" | "deciding" = "idle";
  /** Counts the questions: the system's dialog may be about one of a page that is gone. */
  #question = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(parts: CloseGuardParts) {
    this.#parts = parts;
  }

  /** Whether the renderer wants to be asked. */
  set guarded(on: boolean) {
    this.#guarded = on;
  }

  /** The window wants to close; returns whether it may at once. */
  request(): boolean {
    if (!this.#guarded) return true;
    if (this.#state === "idle") {
      this.#state = "asked";
      this.#question++;
      this.#parts.ask();
      this.#startTimer();
    }
    return false;
  }

  answer(answer: CloseAnswer): void {
    if (this.#state !== "asked" && this.#state !== "deciding") return;
    this.#stopTimer();
    if (answer === "heard") this.#state = "deciding";
    else if (answer === "close") this.#close();
    else this.#stay();
  }

  /** The page is gone or replaced: it cannot answer the question. */
  reset(): void {
    this.#stopTimer();
    this.#guarded = false;
    this.#state = "idle";
  }

  #startTimer(): void {
    this.#timer = setTimeout(() => void this.#hang(), this.#parts.patience ?? PATIENCE_MILLISECONDS);
  }

  #stopTimer(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  async #hang(): Promise<void> {
    const question = this.#question;
    const close = await this.#parts.askAboutHang();
    // It may have come back to life while the dialog was open, or been replaced.
    if (this.#state !== "asked" || question !== this.#question) return;
    if (close) this.#close();
    else this.#stay();
  }

  #close(): void {
    this.#state = "idle";
    this.#parts.close();
  }

  #stay(): void {
    this.#state = "idle";
    this.#parts.stay();
  }
}

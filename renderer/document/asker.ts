/**
 * Asks the engine one question at a time, and leaves it in peace between two of them: for so many times what the last answer
 * took, so that nobody who only watches slows down what is watched. With nothing to ask no timer runs.
 */

export interface Peace {
  /** Milliseconds between two questions, at least; and at least so many times what the last answer took. */
  readonly least: number;
  readonly times: number;
}

export class Asker {
  readonly #question: () => Promise<void>;
  readonly #peace: Peace;
  #asking = false;
  /** What is to be asked once more when the answer is there; undefined stands for the usual time after it. */
  #again: { readonly after: number | undefined } | null = null;
  #pause: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  /** `question` settles when it is answered, and never rejects. */
  constructor(question: () => Promise<void>, peace: Peace) {
    this.#question = question;
    this.#peace = peace;
    this.#pause = peace.least;
  }

  /** The answer may be another by now: asks for it as soon as may be, or after so many milliseconds. */
  wonder(after?: number): void {
    if (this.#ended) return;
    if (this.#asking) this.#again = { after };
    else this.#timer ??= setTimeout(() => void this.ask(), after ?? this.#pause);
  }

  /** Asks at once. */
  async ask(): Promise<void> {
    this.forget();
    this.#asking = true;
    this.#again = null;
    const began = performance.now();
    try {
      await this.#question();
    } finally {
      this.#asking = false;
      this.#pause = Math.max(this.#peace.least, (performance.now() - began) * this.#peace.times);
      const again = this.#again as { readonly after: number | undefined } | null;
      if (again) this.wonder(again.after);
    }
  }

  /** Forgets what it would have asked later. */
  forget(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  end(): void {
    this.#ended = true;
    this.forget();
  }
}

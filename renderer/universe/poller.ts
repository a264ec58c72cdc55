/**
 * Asks the engine one question at a time and rests in between, `times` as long as the last answer took: an instrument never slows
 * down what it shows. No timer runs while there is nothing to ask.
 */

export interface PollRate {
  /** The shortest rest between two questions, in milliseconds. */
  readonly least: number;
  /** The rest as a multiple of the time that the last answer took. */
  readonly times: number;
}

export class Poller {
  readonly #question: () => Promise<void>;
  readonly #rate: PollRate;
  readonly #ends: (() => void)[] = [];
  #asking = false;
  /** Set when the question must be asked again after the present answer; `after` undefined means the usual rest. */
  #again: { readonly after: number | undefined } | null = null;
  #pause: number;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #ended = false;

  /** `question` settles with its answer and never rejects. */
  constructor(question: () => Promise<void>, rate: PollRate) {
    this.#question = question;
    this.#rate = rate;
    this.#pause = rate.least;
  }

  /** The answer may have changed: asks after the usual rest, or after that many milliseconds. */
  askSoon(after?: number): void {
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
      this.#pause = Math.max(this.#rate.least, (performance.now() - began) * this.#rate.times);
      const again = this.#again as { readonly after: number | undefined } | null;
      if (again) this.askSoon(again.after);
    }
  }

  /** Cancels the question that waits for its time. */
  forget(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  /** What tells when to ask, and is to be unsubscribed from when it is over. */
  heed(...subscriptions: readonly (() => void)[]): void {
    this.#ends.push(...subscriptions);
  }

  /** An answer that comes afterwards is nobody's any more. */
  get ended(): boolean {
    return this.#ended;
  }

  end(): void {
    this.#ended = true;
    for (const end of this.#ends.splice(0)) end();
    this.forget();
  }
}

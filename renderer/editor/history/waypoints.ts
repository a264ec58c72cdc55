/**
 * Remembers how a run looks on its way, so that `seek` is soon back anywhere in it: a snapshot every quarter of a
 * second at first, later ones further apart as the run gets longer. Slow snapshots come more rarely, so that they take
 * a small share of the run's time.
 */

const LEAST_INTERVAL = 250;
/** After this many intervals a run spaces its snapshots out. */
const EVEN = 64;
/** The next snapshot waits this many times as long as the last one took. */
const PATIENCE = 30;

export class Waypoints {
  readonly #take: () => Promise<void>;
  #timer: ReturnType<typeof setTimeout> | null = null;
  #began = 0;

  /** `take` never rejects. */
  constructor(take: () => Promise<void>) {
    this.#take = take;
  }

  begin(): void {
    this.end();
    this.#began = performance.now();
    this.#wait(LEAST_INTERVAL);
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #wait(milliseconds: number): void {
    const timer = setTimeout(async () => {
      const asked = performance.now();
      await this.#take();
      if (this.#timer !== timer) return;
      const now = performance.now();
      this.#wait(Math.max(LEAST_INTERVAL, (now - this.#began) / EVEN, (now - asked) * PATIENCE));
    }, milliseconds);
    this.#timer = timer;
  }
}

/** Runs tasks one after another: each waits until the earlier ones are done, also after a failure. */
export class Serial {
  readonly #onIdle: () => void;
  #tail: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  /** `onIdle` is called whenever the queue becomes empty. */
  constructor(onIdle: () => void) {
    this.#onIdle = onIdle;
  }

  get idle(): boolean {
    return this.#waiting === 0;
  }

  run<T>(task: () => Promise<T>): Promise<T> {
    this.#waiting++;
    const result = this.#tail.then(task);
    this.#tail = result.then(
      () => this.#finish(),
      () => this.#finish(),
    );
    return result;
  }

  /** Resolves when the queue is empty, including tasks added meanwhile. */
  async settled(): Promise<void> {
    while (this.#waiting > 0) await this.#tail;
  }

  #finish(): void {
    this.#waiting--;
    if (this.#waiting === 0) this.#onIdle();
  }
}

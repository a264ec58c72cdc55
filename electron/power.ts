/** Counts the holds that keep the machine awake: the first one starts the blocker, the last release ends it. */

export class PowerHolds {
  readonly #counts = { run: 0, export: 0 };
  readonly #switch: (on: boolean) => void;

  constructor(turn: (on: boolean) => void) {
    this.#switch = turn;
  }

  hold(reason: "run" | "export"): void {
    if (this.#total() === 0) this.#switch(true);
    this.#counts[reason]++;
  }

  release(reason: "run" | "export"): void {
    if (this.#counts[reason] === 0) return;
    this.#counts[reason]--;
    if (this.#total() === 0) this.#switch(false);
  }

  /** The page that held them is gone. */
  releaseAll(): void {
    const held = this.#total() > 0;
    this.#counts.run = 0;
    this.#counts.export = 0;
    if (held) this.#switch(false);
  }

  #total(): number {
    return this.#counts.run + this.#counts.export;
  }
}

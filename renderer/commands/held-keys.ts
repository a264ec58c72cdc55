/**
 * A key that is held down repeats perhaps thirty times a second, and a large universe may take longer than that for a generation.
 * Repeats are dropped while the command still works, so it stops when the key is released.
 */
export class HeldKeys {
  readonly #atWork = new Map<string, number>();

  /** Runs `act`, unless a repeated key asks for it while it still runs; false then. Errors: those of `act`. */
  async run(id: string, repeated: boolean, act: () => Promise<unknown>): Promise<boolean> {
    const already = this.#atWork.get(id) ?? 0;
    if (repeated && already > 0) return false;
    this.#atWork.set(id, already + 1);
    try {
      await act();
    } finally {
      const left = (this.#atWork.get(id) ?? 1) - 1;
      if (left > 0) this.#atWork.set(id, left);
      else this.#atWork.delete(id);
    }
    return true;
  }
}

/**
 * A key that is held down asks again and again, perhaps thirty times a second, and a large universe may take longer for
 * a generation than that. Asked for no more often than it gets done, it stops where the key is let go.
 */
export class HeldKeys {
  readonly #atWork = new Map<string, number>();

  /** Does it, unless it was asked for by a repeated key and is still at work; false then. Errors: those of `act`. */
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

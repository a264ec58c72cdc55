/** What was kept for the last few keys that were asked for; what was asked for longest ago is forgotten first. */
export class Recent<Key, Value> {
  readonly #most: number;
  /** In the order of their last use. */
  readonly #kept = new Map<Key, Value>();

  /** `most`: how many are kept. */
  constructor(most: number) {
    this.#most = most;
  }

  has(key: Key): boolean {
    return this.#kept.has(key);
  }

  get(key: Key): Value | undefined {
    const value = this.#kept.get(key);
    return value === undefined ? undefined : this.keep(key, value);
  }

  /** Returns the value. */
  keep(key: Key, value: Value): Value {
    this.#kept.delete(key);
    this.#kept.set(key, value);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#most) break;
      this.#kept.delete(oldest);
    }
    return value;
  }
}

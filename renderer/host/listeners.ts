import type { Unsubscribe } from "./host.ts";

/** A set of listeners. If one throws, the others are still called. */
export class Listeners<T> {
  readonly #listeners = new Set<{ readonly call: (value: T) => void }>();

  get size(): number {
    return this.#listeners.size;
  }

  add(call: (value: T) => void): Unsubscribe {
    const entry = { call };
    this.#listeners.add(entry);
    return () => this.#listeners.delete(entry);
  }

  emit(value: T): void {
    for (const { call } of [...this.#listeners]) {
      try {
        call(value);
      } catch (error) {
        // Reported as an uncaught error, without stopping here.
        queueMicrotask(() => {
          throw error;
        });
      }
    }
  }
}

/** Listeners that miss no event: those before the first listener are kept for it. */
export class PatientListeners<T> {
  readonly #listeners = new Listeners<T>();
  #waiting: T[] = [];

  add(call: (value: T) => void): Unsubscribe {
    const remove = this.#listeners.add(call);
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const value of waiting) this.#listeners.emit(value);
    return remove;
  }

  emit(value: T): void {
    if (this.#listeners.size === 0) this.#waiting.push(value);
    else this.#listeners.emit(value);
  }
}

import { TessellaError } from "./errors.ts";

/** The common part of every registry's entries: a stable id for files and flags, a name for people. */
export interface RegistryEntry {
  readonly id: string;
  readonly name: string;
}

/**
 * An ordered set of descriptors. Each kind of thing that grows (rule family, grid kind, algorithm, format, exporter)
 * has exactly one; screens and commands list it and never switch on ids.
 */
export class Registry<T extends RegistryEntry> {
  readonly #entries: readonly T[];
  readonly #what: string;

  constructor(what: string, entries: readonly T[]) {
    const ids = new Set<string>();
    for (const entry of entries) {
      if (ids.has(entry.id))
        throw new Error(`Two entries of the ${what} registry have the id "${entry.id}".`);
      ids.add(entry.id);
    }
    this.#what = what;
    this.#entries = entries;
  }

  list(): readonly T[] {
    return this.#entries;
  }

  find(id: string): T | undefined {
    return this.#entries.find((entry) => entry.id === id);
  }

  /** The entry, or `not-found` with the list of entries. */
  get(id: string): T {
    const entry = this.find(id);
    if (entry) return entry;
    const known = this.#entries.map((e) => e.id).join(", ");
    throw new TessellaError("not-found", `There is no ${this.#what} called "${id}".`, {
      hint: `Known: ${known}.`,
    });
  }
}

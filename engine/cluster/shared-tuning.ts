/**
 * Which kernels the ranks step with. Each GPU universe finds its fastest kernel while it runs (algorithms/gpu/dense/tuner.ts); on ranks
 * with equal GPUs rank 0 does, and the others take what it has found. Else slabs would be stepped by several kernels, and all wait
 * for whoever has chosen worse or still tries.
 */

import type { TuningMemory } from "../algorithms/algorithm.ts";

/** What a rank's universes are for; those of one kind have one size. */
export type SlabPart = "slab" | "strip";

/** Kernels by what they step, as far as they are known. */
export type FoundKernels = { readonly [part in SlabPart]?: string };

export class SharedTuning {
  readonly #own: TuningMemory;
  readonly #follows: boolean;
  #found: FoundKernels = {};

  /** `own`: what this machine remembers of former runs; `follows`: whether rank 0 decides, and not this rank. */
  constructor(own: TuningMemory = new Map<string, string>(), follows = false) {
    this.#own = own;
    this.#follows = follows;
  }

  get found(): FoundKernels {
    return this.#found;
  }

  /** What rank 0 has found; whoever decides for itself is not told. */
  tell(found: FoundKernels): void {
    if (this.#follows) this.#found = found;
  }

  of(part: SlabPart): TuningMemory {
    if (this.#follows)
      return { follows: true, eager: true, get: () => this.#found[part], set: () => undefined };
    const note = (kernel: string | undefined): string | undefined => {
      if (kernel !== undefined) this.#found = { ...this.#found, [part]: kernel };
      return kernel;
    };
    return {
      eager: true,
      get: (key) => {
        const known = this.#own.get(key);
        // The slab of another halo is hardly higher. A strip is as high as the halo makes it.
        const like = part === "slab" ? this.#found.slab : undefined;
        if (known === undefined && like !== undefined) this.#own.set(key, like);
        return note(known ?? like);
      },
      set: (key, kernel) => {
        note(kernel);
        this.#own.set(key, kernel);
      },
    };
  }
}

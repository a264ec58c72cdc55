/** The HashLife core twice, WASM and TypeScript: whatever is asked of one is asked of the other, and has to be the same. */

import { expect } from "vitest";
import type { HashLifeCore } from "../../../engine/algorithms/hashlife/core.ts";
import { startCore } from "../../../engine/algorithms/hashlife/core.ts";
import { SLOT_BYTES } from "../../../engine/algorithms/hashlife/layout.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import type { Cells } from "./cores.ts";
import { CAPACITY, KINDS, layOut, SLOTS } from "./cores.ts";
import { twinCore } from "./twin.ts";

export class Twins {
  readonly cores: readonly [HashLifeCore, HashLifeCore];

  constructor(cores: readonly [HashLifeCore, HashLifeCore]) {
    this.cores = cores;
  }

  /** Asks both, and answers what both answer. */
  both<T extends number | bigint | undefined>(ask: (core: HashLifeCore) => T): T {
    const [a, b] = this.cores.map(ask);
    expect(b).toBe(a);
    return a;
  }

  /** Every slot that was ever used is the same, word for word, and so are the counts. */
  expectSame(): void {
    const used = this.both((core) => core.getUsed());
    this.both((core) => core.getLive());
    this.both((core) => core.getRoom());
    this.#expectSameWords(KINDS, CAPACITY / 8);
    this.#expectSameWords(SLOTS, used * SLOT_BYTES);
  }

  #expectSameWords(at: number, bytes: number): void {
    const [a, b] = this.cores.map((core) => core.words.subarray(at / 4, (at + bytes) / 4));
    const differs = a.findIndex((word, k) => word !== b[k]);
    if (differs < 0) return;
    const [slot, word] = [differs >> 3, differs & 7];
    throw new Error(`At ${at}, slot ${slot}, word ${word}: WASM has ${a[differs]}, the twin ${b[differs]}.`);
  }
}

/** Both, laid out anew with an index of 2^bits words. */
export async function twins(bits = 16): Promise<Twins> {
  const cores = [await startCore(), twinCore()] as const;
  for (const core of cores) layOut(core, bits);
  return new Twins(cores);
}

/** A random square of 2^level cells a side. */
export function soup(level: number, seed: number, density: number): Cells {
  const side = 2 ** level;
  const { words } = soupBlock({ seed, density, width: side, height: side });
  const bytes = new Uint8Array(side * side);
  const stride = words.length / side;
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) bytes[y * side + x] = (words[y * stride + (x >> 5)] >>> (x & 31)) & 1;
  }
  return { side, bytes };
}

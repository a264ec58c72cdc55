import ringUrl from "./build/ring.wasm?url&inline";
import { compileInline } from "./load.ts";

interface RingExports {
  setRule(radius: number): void;
  run(cells: number, kind: number, left: number, right: number, steps: number): void;
}

/** The kernel for rings with one rule, and its memory; see assembly/ring.ts. */
export interface RingKernel extends RingExports {
  /** The rule's table. */
  readonly table: Uint8Array;
  /** The state. */
  readonly state: Uint32Array;
}

const PAGES = 8;
const TABLE = 16;
const STATE = 65536;
const STATE_WORDS = 2 ** 15;

/** A kernel of its own for each caller. Errors: `unsupported-operation` where WebAssembly is missing. */
export async function loadRingKernel(): Promise<RingKernel> {
  const module = await compileInline(ringUrl, "Scoring rings");
  const memory = new WebAssembly.Memory({ initial: PAGES, maximum: PAGES });
  const { exports } = await WebAssembly.instantiate(module, { env: { memory } });
  const { setRule, run } = exports as unknown as RingExports;
  return {
    ...{ setRule, run },
    table: new Uint8Array(memory.buffer, TABLE, 128),
    state: new Uint32Array(memory.buffer, STATE, STATE_WORDS),
  };
}

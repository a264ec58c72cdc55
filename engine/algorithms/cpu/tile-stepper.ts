/** What steps the tiles of `bitwise`: the kernel with its memory and the table of its loops, alone. tile-team.ts has others help. */

import kernelUrl from "../wasm/build/bitwise.wasm?url&inline";
import { compileInline } from "../wasm/load.ts";
import type { Stretch } from "../wasm/team.ts";
import type { BitwiseKernel } from "./tile-layout.ts";
import { FIRST_LOOP, firstFree, LOOPS } from "./tile-layout.ts";

export interface TileStepper {
  readonly kernel: BitwiseKernel;
  readonly memory: WebAssembly.Memory;
  /** Whether threads share the memory, which emitted loops have to know. */
  readonly shared: boolean;
  /** Where tiles may lie from, and before them what a rule's loops need. */
  readonly first: number;
  /** How many threads there may be, this one among them. */
  readonly threads: number;
  /** Gives the kernel loops that are emitted for a rule, for even and odd generations. */
  setLoops(modules: readonly WebAssembly.Module[]): void;
  /** What helpers have computed, absent where there are none. */
  readonly team?: TileHelp;
  /** Ends what it has started; it must not be used again. */
  close(): void;
}

/** From where to where tiles lie, and how many tiles one wakes at most. */
export interface Extent {
  readonly from: number;
  readonly end: number;
  readonly woken: number;
}

/** What helpers do, and who watches whether they are worth it. */
export interface TileHelp {
  /** Tiles that helpers computed in the last call of `run`. */
  readonly helped: number;
  /** After a call of `run`. Errors: `engine-lost` where a helper broke down in the middle of a generation, which is lost for good. */
  check(): void;
  /** After a stretch. */
  account(stretch: Stretch, extent: Extent): void;
}

/** Errors: `unsupported-operation` where WebAssembly or its SIMD instructions are missing. */
export async function startStepper(): Promise<TileStepper> {
  const module = await compileInline(kernelUrl, "The algorithm bitwise");
  const memory = newTileMemory(false);
  const { kernel, table } = await startKernel<BitwiseKernel>(module, memory);
  return {
    kernel,
    memory,
    shared: false,
    first: firstFree(1),
    threads: 1,
    setLoops: (modules) => enterLoops(table, memory, modules),
    close: () => undefined,
  };
}

/** A memory of the kernel's least size. Errors: a RangeError where the machine has none to reserve. */
export function newTileMemory(shared: boolean): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 4, maximum: 65536, shared });
}

export async function startKernel<T>(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<{ readonly kernel: T; readonly table: WebAssembly.Table }> {
  const table = new WebAssembly.Table({ element: "anyfunc", initial: LOOPS });
  const instance = await WebAssembly.instantiate(module, { env: { memory, table } });
  return { kernel: instance.exports as unknown as T, table };
}

export function enterLoops(
  table: WebAssembly.Table,
  memory: WebAssembly.Memory,
  modules: readonly WebAssembly.Module[],
): void {
  for (const [i, module] of modules.entries()) {
    const { exports } = new WebAssembly.Instance(module, { env: { memory, thread: 0 } });
    table.set(FIRST_LOOP + i, exports.run);
  }
}

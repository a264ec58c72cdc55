/**
 * Loops that are emitted and compiled once and run on any memory. On a plane without edges `sums` lays its cells out anew as they move and grow,
 * and to compile takes as long as hundreds of generations of a small pattern. So nothing is fixed in a loop but its rule and the width of its
 * rows, few widths occur (reference-box.ts, `withRoom`), and the loops of the last ones are kept.
 */

import { Recent } from "../../core/recent.ts";

export type Run = (...values: readonly number[]) => void;

/** Widths whose loops are kept: a pattern that grows does not come back to older ones, and one that beats has two or three. */
const KEPT_WIDTHS = 4;

export class CompiledLoops {
  readonly #modules = new Map<string, WebAssembly.Module>();

  /** The compiled loop of a name; `emit` writes it for the first who asks. */
  module(name: string, emit: () => Uint8Array<ArrayBuffer>): WebAssembly.Module {
    const module = this.#modules.get(name) ?? new WebAssembly.Module(emit());
    this.#modules.set(name, module);
    return module;
  }

  /** The same on a memory. */
  start(memory: WebAssembly.Memory, name: string, emit: () => Uint8Array<ArrayBuffer>): Run {
    return new WebAssembly.Instance(this.module(name, emit), { env: { memory } }).exports.run as Run;
  }
}

/** What follows from a width, made once for each of the last few that are asked for. */
export function ofWidth<T>(make: (width: number) => T): (width: number) => T {
  const kept = new Recent<number, T>(KEPT_WIDTHS);
  return (width) => kept.get(width) ?? kept.keep(width, make(width));
}

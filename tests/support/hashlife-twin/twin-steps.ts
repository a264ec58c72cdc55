/** The twin of wasm/assembly/_hashlife-steps.ts, which explains padding, trimming and many steps in one call. */

import { FINISHED, MAX_LEVEL } from "../../../engine/algorithms/hashlife/layout.ts";
import type { TwinMemory } from "./twin-memory.ts";
import type { TwinRows } from "./twin-rows.ts";
import { ROUND } from "./twin-rows.ts";
import type { TwinTable } from "./twin-table.ts";

const CORNERS = [0, 1, 2, 3] as const;

export class TwinSteps {
  readonly #memory: TwinMemory;
  readonly #table: TwinTable;
  readonly #rows: TwinRows;
  #square = 0;
  #steps = 0;

  constructor(memory: TwinMemory, table: TwinTable, rows: TwinRows) {
    this.#memory = memory;
    this.#table = table;
    this.#rows = rows;
  }

  get square(): number {
    return this.#square;
  }

  get steps(): number {
    return this.#steps;
  }

  pad(square: number, level: number, least: number): number {
    const table = this.#table;
    let n = square;
    let reached = level;
    for (; reached < least || !this.#isPadded(n, 2); reached++) {
      const [nw, ne, sw, se] = CORNERS.map((k) => this.#child(n, k)) as [number, number, number, number];
      n = table.node(
        table.node(0, 0, 0, nw),
        table.node(0, 0, ne, 0),
        table.node(0, sw, 0, 0),
        table.node(se, 0, 0, 0),
      );
    }
    this.#square = n;
    return reached;
  }

  trim(square: number, level: number, least: number): number {
    let n = square;
    let reached = level;
    for (; reached > least && this.#isPadded(n, 3); reached--) {
      const [nw, ne, sw, se] = CORNERS.map((k) => this.#child(this.#child(n, k), 3 - k)) as [
        number,
        number,
        number,
        number,
      ];
      n = this.#table.node(nw, ne, sw, se);
    }
    this.#square = n;
    return reached;
  }

  run(fuel: number, more: number, least: number, full: number): number {
    this.#steps = 0;
    for (let left = fuel; ; ) {
      const outcome = this.#rows.run(left);
      if (outcome !== FINISHED || this.#steps === more) return outcome;
      const root = this.#rows.answer;
      const level = this.#rows.rootLevel - 1;
      const needed = ROUND + level + 5 * Math.max(4, least - level + 4);
      if (root === 0 || level > MAX_LEVEL - 64 || this.#table.room < needed) return outcome;
      const trimmed = this.trim(root, level, least);
      const padded = this.pad(this.#square, trimmed, least);
      this.#rows.begin(this.#square, padded, padded === full ? 0 : 1);
      left = this.#rows.left;
      this.#steps++;
    }
  }

  /** Whether all cells lie in the middle: of the 2^(depth + 1) squares a side that a node consists of, in the middle two. */
  #isPadded(n: number, depth: number): boolean {
    return CORNERS.every((k) => {
      let square = this.#child(n, k);
      for (let d = 0; d < depth; d++) {
        if (CORNERS.some((j) => j !== 3 - k && this.#child(square, j) !== 0)) return false;
        square = this.#child(square, 3 - k);
      }
      return true;
    });
  }

  #child(square: number, k: number): number {
    return this.#memory.words[(square >>> 2) + k];
  }
}

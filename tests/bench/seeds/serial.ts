/**
 * The serial program that the papers compared with: a byte a cell, two arrays, and for each cell its neighbours counted and
 * the rule looked up in a table. The reference of the engine does the same for every grid and neighbourhood and is slower
 * for it; here the neighbours are written out and nothing else is done.
 */

import type { Block } from "../../../engine/core/block.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { hashBlock } from "../../../engine/core/state-hash.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { gridHeight, gridLeft, gridTop, gridWidth } from "../../../engine/core/topology.ts";
import { countsOf } from "../../../engine/rules/outer-totalistic.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";

export class SerialAutomaton {
  readonly #topology: Topology;
  readonly #width: number;
  readonly #height: number;
  readonly #hex: boolean;
  /** The next state of a cell with so many live neighbours, dead first, then alive. */
  readonly #next: Uint8Array;
  /** With a ring of one cell around the grid. */
  #cells: Uint8Array;
  #other: Uint8Array;

  /** Tori without a shift and frozen borders; Moore and hex neighbourhoods; no B0. */
  constructor(rule: Rule, topology: Topology) {
    this.#topology = topology;
    this.#width = gridWidth(topology);
    this.#height = gridHeight(topology);
    this.#hex = rule.neighbourhood === "hex";
    const { birth, survival } = countsOf(rule, "The serial program");
    const most = NEIGHBOURS[rule.neighbourhood].length;
    this.#next = Uint8Array.from({ length: 2 * (most + 1) }, (_, i) => {
      const mask = i <= most ? birth : survival;
      return (mask >> (i % (most + 1))) & 1;
    });
    const size = (this.#width + 2) * (this.#height + 2);
    this.#cells = new Uint8Array(size);
    this.#other = new Uint8Array(size);
  }

  /** Puts the cells of a block that lies on the grid; the rest dies. */
  write(block: Block): void {
    this.#cells.fill(0);
    const stride = this.#width + 2;
    const left = Number(block.x) - gridLeft(this.#topology) + 1;
    const top = Number(block.y) - gridTop(this.#topology) + 1;
    for (let j = 0; j < block.h; j++) {
      for (let i = 0; i < block.w; i++) {
        if (blockCell(block, i, j)) this.#cells[(top + j) * stride + left + i] = 1;
      }
    }
  }

  step(generations: number): void {
    for (let n = 0; n < generations; n++) {
      const frozen = this.#topology.kind === "frozen";
      if (frozen) this.#other.set(this.#cells);
      else this.#fillRing();
      const edge = frozen ? 1 : 0;
      if (this.#hex) this.#stepHex(edge);
      else this.#stepMoore(edge);
      [this.#cells, this.#other] = [this.#other, this.#cells];
    }
  }

  hash(): bigint {
    const block = createBlock(
      BigInt(gridLeft(this.#topology)),
      BigInt(gridTop(this.#topology)),
      this.#width,
      this.#height,
    );
    const stride = this.#width + 2;
    for (let j = 0; j < this.#height; j++) {
      for (let i = 0; i < this.#width; i++) {
        if (this.#cells[(j + 1) * stride + i + 1]) setBlockRun(block, i, j, 1);
      }
    }
    return hashBlock(block);
  }

  /** The ring shows the opposite side of the torus. */
  #fillRing(): void {
    const cells = this.#cells;
    const [w, h] = [this.#width, this.#height];
    const stride = w + 2;
    for (let j = 1; j <= h; j++) {
      cells[j * stride] = cells[j * stride + w];
      cells[j * stride + w + 1] = cells[j * stride + 1];
    }
    cells.copyWithin(0, h * stride, (h + 1) * stride);
    cells.copyWithin((h + 1) * stride, stride, 2 * stride);
  }

  /** `edge`: cells along the border that stay as they are. */
  #stepMoore(edge: number): void {
    const cells = this.#cells;
    const other = this.#other;
    const next = this.#next;
    const [w, h] = [this.#width, this.#height];
    const s = w + 2;
    for (let j = 1 + edge; j <= h - edge; j++) {
      for (let at = j * s + 1 + edge, end = j * s + w - edge; at <= end; at++) {
        const live =
          cells[at - s - 1] +
          cells[at - s] +
          cells[at - s + 1] +
          cells[at - 1] +
          cells[at + 1] +
          cells[at + s - 1] +
          cells[at + s] +
          cells[at + s + 1];
        other[at] = next[live + 9 * cells[at]];
      }
    }
  }

  /** Six neighbours: all but north-east and south-west. */
  #stepHex(edge: number): void {
    const cells = this.#cells;
    const other = this.#other;
    const next = this.#next;
    const [w, h] = [this.#width, this.#height];
    const s = w + 2;
    for (let j = 1 + edge; j <= h - edge; j++) {
      for (let at = j * s + 1 + edge, end = j * s + w - edge; at <= end; at++) {
        const live =
          cells[at - s - 1] +
          cells[at - s] +
          cells[at - 1] +
          cells[at + 1] +
          cells[at + s] +
          cells[at + s + 1];
        other[at] = next[live + 7 * cells[at]];
      }
    }
  }
}

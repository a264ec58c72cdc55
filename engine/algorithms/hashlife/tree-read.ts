/** Reads of a quad-tree: blocks, runs, densities and counts. */

import type { Block } from "../../core/block.ts";
import { createBlock } from "../../core/block.ts";
import { toSafeNumber } from "../../core/integers.ts";
import type { Raster, RasterRequest } from "../../core/raster.ts";
import {
  addAt,
  addCellsToRaster,
  addWordToRaster,
  createRaster,
  PixelAxis,
  rasterRect,
} from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import type { Runs } from "../../core/runs.ts";
import { EMPTY_RUNS, MAX_READ_RUNS, RunsBuilder } from "../../core/runs.ts";
import type { HashLifeCore } from "./core.ts";
import { LEAF_LEVEL, LEAF_SIDE } from "./layout.ts";
import { LEAF_WORDS, readSquare, rowOf } from "./leaf-planes.ts";
import type { Square } from "./tree-visit.ts";
import { childOf, visitSquares } from "./tree-visit.ts";

/** The highest level whose cells surely fit the core's counts: of 64 bits, or of 56 with a state. */
const COUNTED_LEVEL = 31;
const STATED_LEVEL = 27;
const COUNT_BITS = 56n;

/** What lives in a square. */
interface Census {
  readonly population: bigint;
  /** The lowest of its cells' states above 0; 0 for none. */
  readonly lowest: number;
}
const NOBODY: Census = { population: 0n, lowest: 0 };

function censusOf(core: HashLifeCore, node: number, level: number): Census {
  if (node === 0) return NOBODY;
  if (core.planes === 1) return { population: core.population(node, level), lowest: 1 };
  const census = core.census(node, level);
  return { population: BigInt.asUintN(Number(COUNT_BITS), census), lowest: Number(census >> COUNT_BITS) };
}

function treeCensus(core: HashLifeCore, { square, level }: Square): Census {
  const counted = core.planes === 1 ? COUNTED_LEVEL : STATED_LEVEL;
  const known = new Map<number, Census>();
  const count = (node: number, l: number): Census => {
    if (l <= counted || node === 0) return censusOf(core, node, l);
    const found = known.get(node);
    if (found !== undefined) return found;
    let [population, lowest] = [0n, 0];
    for (let k = 0; k < 4; k++) {
      const part = count(childOf(core, node, k), l - 1);
      population += part.population;
      if (part.lowest > 0 && (lowest === 0 || part.lowest < lowest)) lowest = part.lowest;
    }
    const census = { population, lowest };
    known.set(node, census);
    return census;
  };
  return count(square, level);
}

export function treePopulation(core: HashLifeCore, root: Square): bigint {
  return treeCensus(core, root).population;
}

/** Packed cells of the region. Errors: `too-large`. */
export function treeBlock(core: HashLifeCore, root: Square, region: Rect): Block {
  const width = toSafeNumber(region.w, "The width");
  const height = toSafeNumber(region.h, "The height");
  const { planes } = core;
  const block = createBlock(region.x, region.y, width, height, planes);
  const stride = Math.ceil(width / 32);
  visitSquares(core, root, region, LEAF_LEVEL, (leaf, x, y) => {
    const from = Math.max(0, -y);
    const to = Math.min(LEAF_SIDE, height - y);
    const cut = width - x >= LEAF_SIDE ? 0xffff : 0xffff >>> (LEAF_SIDE - (width - x));
    const shift = x & 31;
    const column = (x - shift) / 32;
    const cells = readSquare(core, leaf);
    for (let b = 0; b < planes; b++) {
      for (let row = from; row < to; row++) {
        const pair = cells[b * LEAF_WORDS + (row >> 1)];
        const bits = (row & 1 ? pair >>> 16 : pair & 0xffff) & cut;
        if (bits === 0) continue;
        const at = (b * height + y + row) * stride + column;
        if (column >= 0) block.words[at] |= bits << shift;
        if (shift > 16 && column + 1 < stride) block.words[at + 1] |= bits >>> (32 - shift);
      }
    }
  });
  return block;
}

/** Live cells of the region (sides below 2^53). Errors: `too-large` past the builder's limit. */
export function treeRuns(core: HashLifeCore, root: Square, region: Rect): Runs {
  const leaves: { readonly x: number; readonly y: number; readonly leaf: number }[] = [];
  visitSquares(core, root, region, LEAF_LEVEL, (leaf, x, y) => leaves.push({ x, y, leaf }));
  if (leaves.length === 0) return { ...EMPTY_RUNS, x: region.x, y: region.y };
  leaves.sort((a, b) => a.y - b.y || a.x - b.x);
  const width = Number(region.w);
  const height = Number(region.h);
  const { words, planes } = core;
  const runs = new RunsBuilder(MAX_READ_RUNS);
  for (let first = 0; first < leaves.length; ) {
    const { y } = leaves[first] as (typeof leaves)[number];
    let end = first;
    while (leaves[end]?.y === y) end++;
    const cells = planes > 1 ? leaves.slice(first, end).map(({ leaf }) => readSquare(core, leaf)) : [];
    for (let row = Math.max(0, -y); row < Math.min(LEAF_SIDE, height - y); row++) {
      for (let i = first; i < end; i++) {
        const { x, leaf } = leaves[i] as (typeof leaves)[number];
        if (planes > 1) {
          addCells(runs, rowOf(cells[i - first] as Uint32Array, row), x, y + row, width);
          continue;
        }
        const pair = words[(leaf >>> 2) + (row >> 1)];
        addBits(runs, row & 1 ? pair >>> 16 : pair & 0xffff, x, y + row, width);
      }
    }
    first = end;
  }
  return runs.build(region.x, region.y);
}

/** Adds a row's cells, those in one state together. */
function addCells(runs: RunsBuilder, bits: readonly number[], x: number, y: number, width: number): void {
  const stateAt = (i: number): number =>
    bits.reduce((state, plane, b) => state | (((plane >> i) & 1) << b), 0);
  for (let i = Math.max(0, -x); i < Math.min(LEAF_SIDE, width - x); i++) {
    const state = stateAt(i);
    if (state !== 0) runs.add(x + i, y, 1, state);
  }
}

function addBits(runs: RunsBuilder, bits: number, x: number, y: number, width: number): void {
  for (let rest = bits; rest !== 0; ) {
    const start = 31 - Math.clz32(rest & -rest);
    const length = 31 - Math.clz32(~(rest >>> start) & -~(rest >>> start));
    rest &= ~(((1 << length) - 1) << start);
    const from = Math.max(0, x + start);
    const to = Math.min(width, x + start + length);
    if (to > from) runs.add(from, y, to - from);
  }
}

export function treeRaster(core: HashLifeCore, root: Square, request: RasterRequest): Raster {
  const { words, planes } = core;
  const raster = createRaster(request, 2 ** planes);
  const { height, scale } = raster;
  const region = rasterRect(raster);
  if (scale >= root.level) {
    addQuarters(core, root, raster);
    return raster;
  }
  if (scale >= LEAF_LEVEL) {
    const add = (square: number, x: number, y: number): void =>
      addCensus(raster, x, y, treeCensus(core, { square, level: scale }));
    visitSquares(core, root, region, scale, add, scale);
    return raster;
  }
  const axis = new PixelAxis(0n, scale);
  visitSquares(core, root, region, LEAF_LEVEL, (leaf, x, y) => {
    if (planes > 1) {
      const cells = readSquare(core, leaf);
      for (let row = 0; row < LEAF_SIDE; row++) {
        const pixel = axis.pixelOf(y + row);
        if (pixel >= 0 && pixel < height) addCellsToRaster(raster, rowOf(cells, row), axis, x, pixel);
      }
      return;
    }
    for (let k = 0; k < 8; k++) {
      const pair = words[(leaf >>> 2) + k];
      if (pair === 0) continue;
      for (const [bits, row] of [
        [pair & 0xffff, 2 * k],
        [pair >>> 16, 2 * k + 1],
      ] as const) {
        const pixel = axis.pixelOf(y + row);
        if (bits !== 0 && pixel >= 0 && pixel < height) addWordToRaster(raster, bits, axis, x, pixel);
      }
    }
  });
  return raster;
}

/** Pixels as wide as the root, or wider: its quarters meet at the origin, each in a pixel of its own. */
function addQuarters(core: HashLifeCore, root: Square, raster: Raster): void {
  const size = 1n << BigInt(raster.scale);
  const column = Number(raster.x / size);
  const row = Number(raster.y / size);
  for (let k = 0; k < 4; k++) {
    const x = (k & 1) - 1 - column;
    const y = (k >> 1) - 1 - row;
    if (x < 0 || y < 0 || x >= raster.width || y >= raster.height) continue;
    const quarter = { square: childOf(core, root.square, k), level: root.level - 1 };
    addCensus(raster, x, y, treeCensus(core, quarter));
  }
}

function addCensus(raster: Raster, x: number, y: number, { population, lowest }: Census): void {
  addAt(raster, x, y, Number(population), lowest);
}

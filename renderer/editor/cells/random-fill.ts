/**
 * Random cells inside a selection: the engine's soup (core/soup.ts), cut to the selection. A cell's fate depends on the
 * seed and on its coordinates, so filling a part gives that part of the whole.
 */

import type { Block } from "../../../engine/core/block.ts";
import { blockStride, createBlock, planesFor, setBlockRun } from "../../../engine/core/block.ts";
import { maskedBlock } from "../../../engine/core/block-turn.ts";
import { uniteCells } from "../../../engine/core/cell-sets.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { groupedSize } from "../../../engine/core/integers.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { blockToRuns, EMPTY_RUNS, runsToBlock } from "../../../engine/core/runs.ts";
import { soupHash, soupState, soupThreshold } from "../../../engine/core/soup.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Selection } from "../selection/selection.ts";

export interface RandomFill {
  /** The chance of a cell being alive, 0 .. 1. */
  readonly density: number;
  /** An integer 0 .. 2^32 - 1. */
  readonly seed: number;
  /** The states that live cells are in, as a soup's. Default: all are in state 1. */
  readonly states?: readonly number[];
}

/** 16,384 x 16,384: a few seconds of work. */
const MOST_CELLS = 2n ** 28n;
/** Cells made at a stretch: two or three milliseconds of work. */
const BAND_CELLS = 2 ** 18;

/** Errors: `bad-argument` for an invalid density, `too-large`. */
export function checkFill(selection: Selection, { density }: RandomFill): void {
  soupThreshold(density);
  const { w, h } = selection.box;
  if (w * h > MOST_CELLS) {
    throw new TessellaError("too-large", `A random fill of ${groupedSize(w, h)} cells is too large.`, {
      hint: "Select at most 16,384 x 16,384 cells.",
    });
  }
}

/** Fills the selection and overwrites the cells in it. */
export async function writeFill(port: UniversePort, selection: Selection, fill: RandomFill): Promise<void> {
  const { mask } = selection;
  if (mask) await port.writeRuns(mask, "clear");
  for (const block of fillBlocks(selection, fill)) await port.writeBlock(block, mask ? "or" : "copy");
}

/** The cells that live after the fill. */
export function cellsOfFill(selection: Selection, fill: RandomFill): Runs {
  let cells = EMPTY_RUNS;
  for (const block of fillBlocks(selection, fill)) cells = uniteCells(cells, blockToRuns(block));
  return cells;
}

/** Band by band from the top. */
function* fillBlocks({ box, mask }: Selection, fill: RandomFill): Generator<Block> {
  const width = Number(box.w);
  const rows = Math.max(1, Math.floor(BAND_CELLS / width));
  for (let first = 0; first < Number(box.h); first += rows) {
    const height = Math.min(rows, Number(box.h) - first);
    const band = { ...box, y: box.y + BigInt(first), h: BigInt(height) };
    const block = soupAt(band, fill);
    yield mask ? maskedBlock(block, runsToBlock(mask, band)) : block;
  }
}

function soupAt(box: Rect, fill: RandomFill): Block {
  const { density, seed, states } = fill;
  const planes = states ? planesFor(1 + Math.max(1, ...states)) : 1;
  const block = createBlock(box.x, box.y, Number(box.w), Number(box.h), planes);
  const threshold = soupThreshold(density);
  // The hash counts coordinates modulo 2^32.
  const x = Number(BigInt.asIntN(32, box.x));
  const y = Number(BigInt.asIntN(32, box.y));
  const stride = blockStride(block.w);
  for (let j = 0; j < block.h; j++) {
    for (let i = 0; i < block.w; i++) {
      if (soupHash(seed, x + i, y + j) >= threshold) continue;
      if (states) setBlockRun(block, i, j, 1, soupState(fill, x + i, y + j));
      else block.words[j * stride + (i >>> 5)] |= 1 << (i & 31);
    }
  }
  return block;
}

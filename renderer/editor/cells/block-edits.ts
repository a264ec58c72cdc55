/**
 * Turning and moving millions of selected cells as packed blocks: a bit a cell instead of some twenty bytes a run. The
 * blocks of both places lead back. A box that turns onto itself needs none: its inverse does the same.
 */

import type { Block } from "../../../engine/core/block.ts";
import type { SquareSymmetry } from "../../../engine/core/block-turn.ts";
import { blockPart, turnedBlock } from "../../../engine/core/block-turn.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { intersectRects } from "../../../engine/core/rect.ts";
import type { Watched } from "../../../engine/core/slices.ts";
import { inSlices } from "../../../engine/core/slices.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Selection } from "../selection/selection.ts";
import type { Carried } from "./change-data.ts";
import type { Change } from "./changes.ts";
import { around } from "./changes.ts";
import type { WatchWork } from "./watch-work.ts";

/** Cells of the smallest and the largest box that is packed; fewer are quick as runs, more take too long in the window. */
const LEAST_CELLS = 2n ** 18n;
const MOST_CELLS = 2n ** 29n;
/** Cells to a live one up to which a block is smaller than runs. */
const SPARSE = 64n;
/** Milliseconds for so many cells; only history's plans depend on it. */
const CELLS_A_MILLISECOND = 1e5;

/** A universe that offers packed cells. */
type PackedPort = UniversePort & Required<Pick<UniversePort, "readBlock">>;

/** Where the selection is a large box full of cells and the universe offers packed ones, that universe; else null. */
export async function packedFor(port: UniversePort, { box, mask }: Selection): Promise<PackedPort | null> {
  const area = box.w * box.h;
  if (mask || !port.readBlock || area < LEAST_CELLS || area > MOST_CELLS) return null;
  return (await port.population()) * SPARSE > area ? (port as PackedPort) : null;
}

interface Carry {
  readonly from: Rect;
  readonly to: Rect;
  readonly symmetry: SquareSymmetry;
  /** The cells in `from` stay alive. */
  readonly leaves?: boolean;
}

/** Turns a box onto itself. `text`: for its progress. Errors: `aborted`. */
export function turnPackedInPlace(
  box: Rect,
  there: SquareSymmetry,
  back: SquareSymmetry,
  [watch, text]: readonly [WatchWork, string],
): Change {
  const play = (symmetry: SquareSymmetry) => (port: UniversePort) =>
    watch(text, async (watched) => {
      const cells = await (port as PackedPort).readBlock(box);
      await port.writeBlock(await turned(cells, symmetry, box, watched), "copy");
    });
  return {
    bytes: 0,
    cost: costOf(box),
    apply: play(there),
    revert: play(back),
    data: { kind: "turn-packed", box, there, back },
  };
}

/**
 * Carries the cells of one box to another, where they join those that are there. The universe is read at once: the change
 * must be applied before anything else moves it. Errors: `aborted`, `too-large`.
 */
export async function carryPacked(
  port: PackedPort,
  { from, to, symmetry, leaves = false }: Carry,
  [watch, text]: readonly [WatchWork, string],
): Promise<{ readonly change: Change; readonly before: Block }> {
  const before = await port.readBlock(from);
  const beneath = await port.readBlock(to);
  const cells = await watch(text, (watched) => turned(before, symmetry, to, watched));
  return { before, change: carryChange({ from, to, leaves, before, beneath, cells }) };
}

/** Puts carried cells down; `before` and `beneath` lead back. */
export function carryChange(carried: Carried): Change {
  const { from, to, leaves, before, beneath, cells } = carried;
  const both = intersectRects(from, to);
  // Births go first: they may run out of memory, deaths cannot.
  const apply = async (one: UniversePort): Promise<void> => {
    await one.writeBlock(cells, "or");
    if (leaves) return;
    for (const part of around(from, to)) await one.clear(part);
    if (both) await one.writeBlock(partOf(cells, both), "copy");
  };
  const revert = async (one: UniversePort): Promise<void> => {
    await one.writeBlock(before, "copy");
    await one.writeBlock(beneath, "copy");
  };
  const bytes = before.words.byteLength + beneath.words.byteLength + cells.words.byteLength;
  return { bytes, cost: costOf(from), apply, revert, data: { kind: "carry", carried } };
}

function turned(cells: Block, symmetry: SquareSymmetry, to: Rect, watched: Watched): Promise<Block> {
  return inSlices(turnedBlock(cells, symmetry, to.x, to.y), watched);
}

function partOf(cells: Block, { x, y, w, h }: Rect): Block {
  return blockPart(cells, { x, y, w: Number(w), h: Number(h) });
}

function costOf({ w, h }: Rect): number {
  return Number(w * h) / CELLS_A_MILLISECOND;
}

/**
 * Turning and moving millions of selected cells as packed blocks: a bit a cell instead of some twenty bytes a run. The
 * blocks of both places lead back. A set that turns onto itself needs none: its inverse does the same.
 *
 * A box has all its cells. Of any other set (a lasso's, a box on hexagons) the mask is packed as well, and whole words of it say
 * which cells go along.
 */

import type { Block } from "../../../engine/core/block.ts";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { blockPart, maskedBlock, turnedBlock } from "../../../engine/core/block-turn.ts";
import { bytesOfCells } from "../../../engine/core/cell-sets.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { intersectRects } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import type { Sliced, Watched } from "../../../engine/core/slices.ts";
import { inSlices, within } from "../../../engine/core/slices.ts";
import type { PlacedMatrix, PlacedSymmetry, Symmetry } from "../../../engine/grids/symmetry.ts";
import { imageOfCell, keepsBoxes } from "../../../engine/grids/symmetry.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import type { Selection } from "../selection/selection.ts";
import { bytesOfSelection } from "../selection/selection.ts";
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

/** What stays as it is. */
const STAYS: Pick<Symmetry, "matrix" | "sixth"> = { matrix: [1, 0, 0, 1] };

/**
 * Where the selection's box is large and full of cells and the universe offers packed ones, that universe; else null. `by`: what it
 * is turned by; triangles that turn by a sixth are no packed ones.
 */
export async function packedFor(
  port: UniversePort,
  { box }: Selection,
  { matrix, sixth } = STAYS,
): Promise<PackedPort | null> {
  const area = box.w * box.h;
  if (sixth !== undefined || !port.readBlock || area < LEAST_CELLS || widestArea(box, matrix) > MOST_CELLS)
    return null;
  return (await port.population()) * SPARSE > area ? (port as PackedPort) : null;
}

/** Cells of the largest block on the way: a slanted box is as much wider as it is high. */
function widestArea({ w, h }: Rect, matrix: Symmetry["matrix"]): bigint {
  return keepsBoxes(matrix) ? w * h : (w + h) * (w > h ? w : h);
}

interface Carry {
  readonly selection: Selection;
  /** The box that they come to lie in. */
  readonly to: Rect;
  readonly place: PlacedMatrix;
  /** The cells stay alive where they were. */
  readonly leaves?: boolean;
}

/** Moves cells by so many to the right and down. */
export function placeBy({ x, y }: { readonly x: bigint; readonly y: bigint }): PlacedMatrix {
  return { symmetry: STAYS, dx: x, dy: y };
}

/** Turns a set onto itself. `text`: for its progress. Errors: `aborted`. */
export function turnPackedInPlace(
  selection: Selection,
  there: PlacedSymmetry,
  back: PlacedSymmetry,
  [watch, text]: readonly [WatchWork, string],
): Change {
  const { box } = selection;
  const play = (place: PlacedMatrix) => (port: UniversePort) =>
    watch(text, async (watched) => {
      const cells = await (port as PackedPort).readBlock(box);
      await port.writeBlock(await inSlices(turnedWithin(selection, cells, place), watched), "copy");
    });
  return {
    bytes: bytesOfSelection(selection),
    cost: costOf(box),
    apply: play(there),
    revert: play(back),
    data: { kind: "turn-packed", selection, there, back },
  };
}

/**
 * Carries selected cells to another place, where they join those that are there. The universe is read at once: the change
 * must be applied before anything else moves it. `taken`: the cells that go. Errors: `aborted`, `too-large`.
 */
export async function carryPacked(
  port: PackedPort,
  { selection: { box: from, mask }, to, place, leaves = false }: Carry,
  [watch, text]: readonly [WatchWork, string],
): Promise<{ readonly change: Change; readonly taken: Block }> {
  const before = await port.readBlock(from);
  const beneath = await port.readBlock(to);
  const { taken, cells } = await watch(text, (watched: Watched) => inSlices(carried(), watched));
  return { taken, change: carryChange({ from, mask, to, leaves, before, beneath, cells }) };

  function* carried(): Sliced<{ taken: Block; cells: Block }> {
    const some = mask ? maskedBlock(before, yield* within(0, 0.1, packedMask(mask, from))) : before;
    return { taken: some, cells: yield* within(0.1, 1, turnedInto(some, place, to)) };
  }
}

/** Puts carried cells down; `before` and `beneath` lead back. */
export function carryChange(carried: Carried): Change {
  const { from, mask = null, to, leaves, before, beneath, cells } = carried;
  const both = intersectRects(from, to);
  // Births go first: they may run out of memory, deaths cannot.
  const apply = async (one: UniversePort): Promise<void> => {
    await one.writeBlock(cells, "or");
    if (leaves) return;
    if (mask) {
      await one.writeBlock(await inSlices(leftBehind(before, mask)), "copy");
      if (both) await one.writeBlock(partOf(cells, both), "or");
      return;
    }
    for (const part of around(from, to)) await one.clear(part);
    if (both) await one.writeBlock(partOf(cells, both), "copy");
  };
  const revert = async (one: UniversePort): Promise<void> => {
    await one.writeBlock(before, "copy");
    await one.writeBlock(beneath, "copy");
  };
  const blocks = before.words.byteLength + beneath.words.byteLength + cells.words.byteLength;
  const bytes = blocks + (mask ? bytesOfCells(mask) : 0);
  return { bytes, cost: costOf(from), apply, revert, data: { kind: "carry", carried } };
}

/** The cells of the box after a turn of the selected ones among them. */
function* turnedWithin({ box, mask }: Selection, cells: Block, place: PlacedMatrix): Sliced<Block> {
  if (!mask) return yield* turnedInto(cells, place, box);
  const chosen = yield* within(0, 0.1, packedMask(mask, box));
  const turned = yield* within(0.1, 1, turnedInto(maskedBlock(cells, chosen), place, box));
  const all = maskedBlock(cells, chosen, true);
  for (let k = 0; k < all.words.length; k++)
    all.words[k] = (all.words[k] as number) | (turned.words[k] as number);
  return all;
}

function* leftBehind(before: Block, mask: Runs): Sliced<Block> {
  const { x, y, w, h } = before;
  const box = { x, y, w: BigInt(w), h: BigInt(h) };
  return maskedBlock(before, yield* packedMask(mask, box), true);
}

/** Turned cells as those of a box that holds them all. */
function* turnedInto(cells: Block, place: PlacedMatrix, to: Rect): Sliced<Block> {
  const { x, y, w, h } = cells;
  const [right, below] = [x + BigInt(w) - 1n, y + BigInt(h) - 1n];
  const corners = [imageOfCell(place, x, y), imageOfCell(place, right, y)];
  corners.push(imageOfCell(place, x, below), imageOfCell(place, right, below));
  const least = (values: readonly bigint[]): bigint =>
    values.reduce((one, other) => (other < one ? other : one));
  const [left, top] = [least(corners.map((corner) => corner.x)), least(corners.map((corner) => corner.y))];
  const turned = yield* turnedBlock(cells, place.symmetry.matrix, left, top);
  const fits = left === to.x && top === to.y && turned.w === Number(to.w) && turned.h === Number(to.h);
  return fits ? turned : partOf(turned, to);
}

/** Runs packed between two looks at the clock. */
const RUNS_A_GO = 8192;

function* packedMask({ x, y, rows, starts, spans }: Runs, box: Rect): Sliced<Block> {
  const packed = createBlock(box.x, box.y, Number(box.w), Number(box.h));
  const [dx, dy] = [Number(x - box.x), Number(y - box.y)];
  let due = RUNS_A_GO;
  for (let row = 0; row < rows.length; row++) {
    const end = starts[row + 1] as number;
    for (let i = starts[row] as number; i < end; i++)
      setBlockRun(
        packed,
        (spans[i * 2] as number) + dx,
        (rows[row] as number) + dy,
        spans[i * 2 + 1] as number,
      );
    if (end < due) continue;
    due = end + RUNS_A_GO;
    yield row / rows.length;
  }
  return packed;
}

function partOf(cells: Block, { x, y, w, h }: Rect): Block {
  return blockPart(cells, { x, y, w: Number(w), h: Number(h) });
}

function costOf({ w, h }: Rect): number {
  return Number(w * h) / CELLS_A_MILLISECOND;
}

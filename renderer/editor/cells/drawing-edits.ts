/**
 * Edits by the drawing tools: they draw shapes, fill areas and move selected cells. As in edits.ts, null means that
 * nothing changes.
 */

import { blockPopulation } from "../../../engine/core/block.ts";
import {
  inState,
  isEmptyCells,
  replacedCells,
  uniteCells,
  unlikeCells,
  withoutCells,
} from "../../../engine/core/cell-sets.ts";
import { TessellaError, throwIfAborted } from "../../../engine/core/errors.ts";
import { grouped } from "../../../engine/core/integers.ts";
import type { CellDiff } from "../../../engine/core/paste.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import { unionRects } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { EMPTY_RUNS, runsPopulation, translateRuns } from "../../../engine/core/runs.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { clipToGrid, gridRect, isFinite2d, sourceCell } from "../../../engine/core/topology.ts";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { countCells } from "../labels.ts";
import type { Selection } from "../selection/selection.ts";
import { cellsInside, checkOnGrid, moveSelection } from "../selection/selection.ts";
import { carryPacked, packedFor, placeBy } from "./block-edits.ts";
import { diffSize, isEmptyDiff } from "./cell-diff.ts";
import { cellLattice } from "./cell-lattice.ts";
import { cellsChange, writeChange } from "./changes.ts";
import type { Edit } from "./edits.ts";
import { MOST_LISTED, onGrid } from "./edits.ts";
import type { Flood, Rim } from "./flood.ts";
import { floodFrom } from "./flood.ts";
import { liveWithin } from "./live-within.ts";
import type { WatchWork } from "./watch-work.ts";
import { unwatched } from "./watch-work.ts";

/** Cells to search for the edge of an area: some hundred screens. */
const MOST_SEARCHED = 2n ** 28n;
const MOST_ROWS = 2n ** 18n;
/** Milliseconds of work at a stretch. */
const AT_ONCE = 8;

/** Puts a shape's cells into a state; 0 kills them. `name`: "Line", "Ellipse". */
export async function shapeEdit(
  port: UniversePort,
  given: Runs,
  ink: number,
  name: string,
): Promise<Edit | null> {
  const cells = onGrid(port, given);
  const count = runsPopulation(cells);
  if (count > MOST_LISTED && (await port.population()) > MOST_LISTED) {
    const change = ink > 0 ? writeChange(inState(cells, ink), "or") : writeChange(cells, "clear");
    return { label: countCells(`${name} of`, count), change };
  }
  const diff = inkDiff(await liveWithin(port, cells), cells, ink);
  if (isEmptyDiff(diff)) return null;
  return { label: countCells(`${name} of`, diffSize(diff)), change: cellsChange(diff) };
}

/** The changes where cells get the ink; `live`: those of them that live. */
function inkDiff(live: Runs, cells: Runs, ink: number): CellDiff {
  if (ink === 0) return { set: EMPTY_RUNS, cleared: live };
  const inked = inState(cells, ink);
  return { set: unlikeCells(inked, live), cleared: replacedCells(live, inked) };
}

/**
 * Gives the area around a cell the ink: its cells are all in one state. An area that has the ink already is emptied. The search
 * begins in the visible part and widens step by step. Errors: `bad-argument` for an area without an end, `too-large`, `aborted`.
 */
export async function floodEdit(
  port: UniversePort,
  start: Cell,
  { seen, ink }: { readonly seen: Rect; readonly ink: number },
  signal?: AbortSignal,
): Promise<Edit | null> {
  // Where nothing changes there is no need for an end of the area.
  if (ink === 0 && isEmptyCells(await port.readRuns({ ...start, w: 1n, h: 1n }))) return null;
  const area = await areaAround(port, start, seen, signal);
  if (!area) return null;
  const { cells, state } = area;
  const empties = state === ink && ink > 0;
  const live = state > 0 ? inState(cells, state) : EMPTY_RUNS;
  const diff = inkDiff(live, cells, empties ? 0 : ink);
  if (isEmptyDiff(diff)) return null;
  return {
    label: countCells(empties || ink === 0 ? "Empty" : "Fill", runsPopulation(cells)),
    change: cellsChange(diff),
  };
}

async function areaAround(
  port: UniversePort,
  start: Cell,
  seen: Rect,
  signal?: AbortSignal,
): Promise<Flood | null> {
  const { topology } = port;
  const lattice = cellLattice(port);
  const one = { ...start, w: 1n, h: 1n };
  if (!clipToGrid(topology, one)) return null;
  const around = unionRects(widened(unionRects(await port.bounds(), one) as Rect, 1n), one) as Rect;
  // Everything more than one cell beyond the live cells is dead: the window never needs to be larger than that.
  const most = clipToGrid(topology, around) as Rect;
  const whole = gridRect(topology);
  const pause = breathing();
  let wanted = unionRects(seen, one) as Rect;
  for (;;) {
    const part = clipToGrid(topology, wanted) as Rect;
    const enough = whole ? holds(part, whole) : holds(part, most);
    const window = enough ? (whole ?? most) : part;
    if (window.w * window.h > MOST_SEARCHED || window.h > MOST_ROWS) throw endless(wanted);
    const live = await port.readRuns(window);
    throwIfAborted(signal);
    const joins = enough ? joinsOf(topology) : undefined;
    const question = { start, window, live, lattice, ...(joins ? { joins } : {}) };
    const flood = await floodFrom(question, pause, signal);
    if ((enough && whole) || !goesOn(flood.rim, window, topology)) return flood;
    if (enough) {
      throw new TessellaError("bad-argument", "The dead cells here go on without end.", {
        hint: "Close the outline around them first.",
      });
    }
    wanted = widened(part, part.w > part.h ? part.w : part.h);
  }
}

/** Whether the area reaches an edge of the window that is not an edge of the grid. */
function goesOn(rim: Rim, window: Rect, topology: Topology): boolean {
  const { x, y, w, h } = clipToGrid(topology, widened(window, 1n)) as Rect;
  const joined = topology.kind !== "plane" && topology.kind !== "frozen";
  return (
    (rim.left && (joined || x < window.x)) ||
    (rim.top && (joined || y < window.y)) ||
    (rim.right && (joined || x + w > window.x + window.w)) ||
    (rim.bottom && (joined || y + h > window.y + window.h))
  );
}

function endless({ w, h }: Rect): TessellaError {
  const longer = grouped(w > h ? w : h);
  return new TessellaError("too-large", `The area here reaches over more than ${longer} cells.`, {
    hint: "Close the outline around it, or fill a smaller one.",
  });
}

/** How the edges of a whole grid are joined; undefined where they are not. */
function joinsOf(topology: Topology): ((x: number, y: number) => number) | undefined {
  if (!isFinite2d(topology) || topology.width === 0 || topology.height === 0) return undefined;
  return (x, y) => sourceCell(topology, x, y);
}

function widened({ x, y, w, h }: Rect, by: bigint): Rect {
  return { x: x - by, y: y - by, w: w + 2n * by, h: h + 2n * by };
}

function holds(outer: Rect, inner: Rect): boolean {
  return (
    outer.x <= inner.x &&
    outer.y <= inner.y &&
    outer.x + outer.w >= inner.x + inner.w &&
    outer.y + outer.h >= inner.y + inner.h
  );
}

/** Yields to other tasks after a stretch of work. */
function breathing(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < AT_ONCE) return;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  };
}

/**
 * Moves the selected cells and the selection; cells beneath the new place survive. With `leave` the cells at the old
 * place stay as well. Errors: `bad-argument` when the move leads off the grid, `too-large`.
 */
export async function moveEdit(
  port: UniversePort,
  selection: Selection,
  by: Cell,
  { leave = false, watch = unwatched }: { readonly leave?: boolean; readonly watch?: WatchWork } = {},
): Promise<Edit | null> {
  if (by.x === 0n && by.y === 0n) return null;
  const moved = moveSelection(selection, by.x, by.y);
  checkOnGrid(moved, port.topology, "The moved selection");
  const label = (cells: bigint): string =>
    cells === 0n ? "Move the selection" : countCells(leave ? "Duplicate" : "Move", cells);
  const packed = await packedFor(port, selection);
  if (packed) {
    const carry = { selection, to: moved.box, place: placeBy(by), leaves: leave };
    const { change, taken } = await carryPacked(packed, carry, [watch, "Moving the selection"]);
    const cells = BigInt(blockPopulation(taken));
    return { label: label(cells), change, scene: { selection: moved }, work: cells > 0n };
  }
  const taken = cellsInside(selection, await port.readRuns(selection.box));
  const come = translateRuns(taken, by.x, by.y);
  const there = cellsInside(moved, await port.readRuns(moved.box));
  const gone = leave ? EMPTY_RUNS : taken;
  const cleared = uniteCells(withoutCells(gone, come), replacedCells(there, come));
  const diff = { set: unlikeCells(come, there), cleared };
  const cells = runsPopulation(taken);
  return {
    label: label(cells),
    change: cellsChange(diff),
    scene: { selection: moved },
    work: cells > 0n,
  };
}

/**
 * What `convert` does to cells on their way, one edit after the other. On squares quad-trees turn and move as they are, however
 * many cells they stand for; whatever else is done to them needs their cells as runs.
 */

import { positionPattern } from "../algorithms/patterns.ts";
import { slicedUnion } from "../core/cell-sets.ts";
import type { Cells } from "../core/cells.ts";
import {
  cellsBounds,
  cellsPopulation,
  cellsToRuns,
  clipCells,
  isTree,
  translateCells,
} from "../core/cells.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped, mod } from "../core/integers.ts";
import { slicedPaste } from "../core/paste.ts";
import type { Pattern } from "../core/pattern.ts";
import type { Rect } from "../core/rect.ts";
import { unionRects } from "../core/rect.ts";
import type { Runs } from "../core/runs.ts";
import { clipRuns, EMPTY_RUNS, highestState, runsPopulation, translateRuns } from "../core/runs.ts";
import type { Sliced } from "../core/slices.ts";
import { inSlices, within } from "../core/slices.ts";
import type { Topology } from "../core/topology.ts";
import { clipToGrid, formatTopology, gridHeight, gridLeft, gridTop, gridWidth } from "../core/topology.ts";
import { turnedTopology } from "../core/topology-turn.ts";
import { turnedTree } from "../core/tree-turn.ts";
import type { HalfPoint, PlacedMatrix, Symmetry, SymmetryName } from "../grids/symmetry.ts";
import {
  afterTurn,
  HALF_TURN,
  imageOfBox,
  keepsBoxes,
  keepsTriangles,
  slicedTurn,
  symmetriesOf,
  turnAbout,
  turnCentre,
  turnOnto,
} from "../grids/symmetry.ts";
import { isOnTriangles } from "../grids/triangle.ts";
import type { Rule } from "../rules/rule.ts";
import type { UniverseRule } from "../rules/universe-rule.ts";
import type { FlipName, PatternEdit, PlaceInCells } from "./edit-options.ts";
import { boundsText } from "./report.ts";

/** A pattern on its way. */
interface Work {
  readonly cells: Cells;
  readonly box: Rect | null;
  readonly topology: Topology;
  readonly positioned: boolean;
  /** What turns so far were about; null before the first, and where other cells have come or gone since. */
  readonly centre: HalfPoint | null;
  /** Live cells that were cut away at the edges of the grid. */
  readonly lost: bigint;
}

export interface EditedPattern {
  readonly pattern: Pattern;
  readonly topology: Topology;
  readonly lost: bigint;
}

interface EditControl {
  readonly signal: AbortSignal;
  /** `what`: "turning" or the like; `done`: 0..1. */
  readonly onProgress: (what: string, done: number) => void;
  /** The patterns to merge, by their files. */
  readonly merged: ReadonlyMap<string, Pattern>;
}

const WORK_NAMES = {
  turn: "turning",
  flip: "flipping",
  crop: "cropping",
  shift: "moving",
  merge: "merging",
} as const;

/** The pattern, already on its grid, after all edits. Errors: `bad-argument`, `too-large`, `aborted`. */
export async function editedPattern(
  pattern: Pattern,
  { rule, topology }: UniverseRule,
  edits: readonly PatternEdit[],
  { signal, onProgress, merged }: EditControl,
): Promise<EditedPattern> {
  const { cells, box, positioned } = pattern;
  let work: Work = { cells, box, topology, positioned, centre: null, lost: 0n };
  for (const edit of edits) {
    work = await inSlices(slicedEdit(work, edit, rule, merged), {
      signal,
      onProgress: (done) => onProgress(WORK_NAMES[edit.kind], done),
    });
  }
  const { lost, topology: grid, centre: _, ...rest } = work;
  return { pattern: { ...pattern, ...rest }, topology: grid, lost };
}

function* slicedEdit(
  work: Work,
  edit: PatternEdit,
  rule: Rule,
  merged: ReadonlyMap<string, Pattern>,
): Sliced<Work> {
  switch (edit.kind) {
    case "turn":
      return yield* turned(
        work,
        turnsOf(work, edit.degrees, rule),
        rule,
        `a turn by ${edit.degrees} degrees`,
      );
    case "flip":
      return yield* turned(work, [symmetriesOf(rule)[FLIP_NAMES[edit.name]]], rule, "a flip");
    case "crop":
      return {
        ...work,
        cells: listed(work.cells, "--crop", (cells) => clipCells(cells, edit.box)),
        box: edit.box,
        centre: null,
      };
    case "shift":
      return yield* shifted(work, edit.by);
    case "merge":
      return yield* withMerged(work, merged.get(edit.file) as Pattern, edit);
  }
}

const FLIP_NAMES: Readonly<Record<FlipName, SymmetryName>> = {
  horizontal: "flip-across",
  vertical: "flip-down",
};

/** The turn as so many turns of the smallest kind. Errors: `bad-argument` for one that would not lay cells on cells. */
function turnsOf({ topology }: Work, degrees: number, rule: Rule): readonly Symmetry[] {
  const triangles = isOnTriangles(rule);
  const sixths = triangles || rule.neighbourhood === "hex";
  const unit = sixths ? 60 : 90;
  if (degrees % unit !== 0) {
    const angles = sixths ? "60, 120, 180, 240 or 300" : "90, 180 or 270";
    const cells = triangles ? "triangles" : sixths ? "hexagons" : "squares";
    throw new TessellaError(
      "bad-argument",
      `This pattern is one of ${cells}, which turn by ${angles} degrees, not by ${degrees}.`,
    );
  }
  // Half a turn leaves rows of triangles rows.
  if (triangles && degrees === 180) return [HALF_TURN];
  const back = degrees > 180;
  const count = (back ? 360 - degrees : degrees) / unit;
  const turn = symmetriesOf(rule, topology)[back ? "rotate-anticlockwise" : "rotate-clockwise"];
  return Array.from({ length: count }, () => turn);
}

/** Errors: `bad-argument` where the turned grid would be none, `too-large`. */
function* turned(work: Work, symmetries: readonly Symmetry[], rule: Rule, what: string): Sliced<Work> {
  const { cells, topology } = work;
  if (topology.kind !== "unbounded") {
    const { matrix } = symmetries
      .map((symmetry): PlacedMatrix => ({ symmetry, dx: 0n, dy: 0n }))
      .reduce(afterTurn).symmetry;
    const grid = keepsBoxes(matrix) ? turnedTopology(topology, matrix) : null;
    const turn = grid && turnOnto(matrix, spanOf(topology), BigInt(gridLeft(grid)), BigInt(gridTop(grid)));
    if (!turn || !symmetries.every((symmetry) => keepsTriangles(symmetry, { x: turn.dx, y: turn.dy }))) {
      const hint = "On an unbounded grid every pattern turns: name one with -r, for example -r B3/S23.";
      throw new TessellaError(
        "bad-argument",
        `The grid ${formatTopology(topology)} is no such grid any more after ${what}.`,
        { hint },
      );
    }
    return { ...(yield* placedTurn(work, turn)), topology: grid };
  }
  let centre = work.centre ?? centreOf(work.box ?? cellsBounds(cells));
  if (!centre) return work;
  const turns: PlacedMatrix[] = [];
  for (const symmetry of symmetries) {
    const turn = turnAbout(symmetry, centre);
    turns.push(turn);
    centre = turnCentre(turn, centre);
  }
  // Sixths of triangles make no matrix together.
  const all = symmetries[0]?.sixth === undefined ? [turns.reduce(afterTurn)] : turns;
  let after: Work = { ...work, centre };
  for (const [at, turn] of all.entries())
    after = yield* within(at / all.length, (at + 1) / all.length, placedTurn(after, turn));
  return work.positioned ? after : toCorner(after, work, isOnTriangles(rule));
}

/** Infinite sides are as wide as their middle cell. */
function spanOf(t: Topology): Rect {
  return {
    x: BigInt(gridLeft(t)),
    y: BigInt(gridTop(t)),
    w: BigInt(gridWidth(t) || 1),
    h: BigInt(gridHeight(t) || 1),
  };
}

function* placedTurn(work: Work, turn: PlacedMatrix): Sliced<Work> {
  const { matrix } = turn.symmetry;
  const boxes = keepsBoxes(matrix);
  const box = work.box && boxes ? imageOfBox(turn, work.box) : null;
  if (boxes && isTree(work.cells)) {
    const side = 1n << BigInt(work.cells.level);
    const { x, y } = imageOfBox(turn, { x: work.cells.x, y: work.cells.y, w: side, h: side });
    return { ...work, box, cells: turnedTree(work.cells, matrix, x, y) };
  }
  const runs = listed(work.cells, "--turn by sixths", cellsToRuns);
  return { ...work, box, cells: yield* slicedTurn(turn, runs) };
}

/** Back to the upper left corner where the pattern was before, or on triangles to the cell beside it, if there they point as they do. */
function toCorner(after: Work, before: Work, triangles: boolean): Work {
  const [from, to] = after.box
    ? [after.box, before.box]
    : [cellsBounds(after.cells), cellsBounds(before.cells)];
  if (!from || !to) return after;
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const aside = triangles && ((dx + dy) & 1n) === 1n ? ((to.x & 1n) === 0n ? 1n : -1n) : 0n;
  return movedBy(after, dx + aside, dy);
}

function movedBy(work: Work, dx: bigint, dy: bigint): Work {
  const { cells, box, centre } = work;
  return {
    ...work,
    cells: translateCells(cells, dx, dy),
    box: box && { ...box, x: box.x + dx, y: box.y + dy },
    centre: centre && { x: centre.x + 2n * dx, y: centre.y + 2n * dy },
  };
}

function centreOf(box: Rect | null): HalfPoint | null {
  return box && { x: 2n * box.x + box.w - 1n, y: 2n * box.y + box.h - 1n };
}

/** Moves the cells; round a torus, over no other edge. */
function* shifted(work: Work, by: PlaceInCells): Sliced<Work> {
  const { topology } = work;
  const round = topology.kind === "torus" && topology.shiftX === 0 && topology.shiftY === 0;
  if (!round) return onGrid({ ...movedBy(work, by.x, by.y), positioned: true });
  const [w, h] = [BigInt(topology.width), BigInt(topology.height)];
  const moved = movedBy(work, w ? mod(by.x, w) : by.x, h ? mod(by.y, h) : by.y);
  const bounds = cellsBounds(moved.cells);
  const inside = bounds && clipToGrid(topology, bounds);
  if (!bounds || (inside && inside.w === bounds.w && inside.h === bounds.h))
    return { ...moved, positioned: true };
  // What has left the grid on the right or below comes back on the left or above.
  const cells = listed(moved.cells, "--shift round a torus", cellsToRuns);
  let all = EMPTY_RUNS;
  for (const right of w ? [0n, w] : [0n]) {
    for (const down of h ? [0n, h] : [0n]) {
      const part = clipRuns(cells, {
        x: w ? BigInt(gridLeft(topology)) + right : bounds.x,
        y: h ? BigInt(gridTop(topology)) + down : bounds.y,
        w: w || bounds.w,
        h: h || bounds.h,
      });
      all = yield* slicedUnion(all, translateRuns(part, -right, -down));
    }
  }
  const lost = work.lost + runsPopulation(cells) - runsPopulation(all);
  return { ...moved, cells: all, box: null, centre: null, positioned: true, lost };
}

/** Without the cells that lie off the grid. */
function onGrid(work: Work): Work {
  const { cells, topology } = work;
  const bounds = cellsBounds(cells);
  if (!bounds) return work;
  const there = clipToGrid(topology, bounds) ?? { ...bounds, w: 0n, h: 0n };
  const kept = listed(cells, "what lies off the grid", () => clipCells(cells, there));
  return { ...work, cells: kept, lost: work.lost + cellsPopulation(cells) - cellsPopulation(kept) };
}

function* withMerged(
  work: Work,
  pattern: Pattern,
  { at, mode }: Extract<PatternEdit, { kind: "merge" }>,
): Sliced<Work> {
  const placed = at ? pattern : positionPattern(pattern, work.topology);
  const own = placed.box ?? cellsBounds(placed.cells);
  if (!own) return work;
  const [dx, dy] = at ? [at.x - own.x, at.y - own.y] : [0n, 0n];
  const box = { ...own, x: own.x + dx, y: own.y + dy };
  const cells = listed(translateCells(placed.cells, dx, dy), "--merge", (some) => twoStates(some, "--merge"));
  const live = listed(work.cells, "--merge", (some) => twoStates(some, "--merge"));
  const merged = yield* slicedPaste(mode, cells, box, live);
  return onGrid({ ...work, cells: merged, box: work.box && unionRects(work.box, box), centre: null });
}

/** Errors: `unsupported-operation` for cells in more than two states, `too-large`. */
function twoStates(cells: Cells, what: string): Runs {
  const runs = cellsToRuns(cells);
  if (highestState(runs) > 1)
    throw new TessellaError("unsupported-operation", `${what} takes cells of two states only.`);
  return runs;
}

/** What needs cells one by one says how many there are where these are too many. */
function listed<T>(cells: Cells, what: string, read: (cells: Cells) => T): T {
  try {
    return read(cells);
  } catch (error) {
    if (!(error instanceof TessellaError) || error.code !== "too-large") throw error;
    const bounds = cellsBounds(cells);
    const size = bounds ? `${grouped(cellsPopulation(cells))} in ${boundsText(bounds)}` : "none";
    throw new TessellaError("too-large", `There are too many live cells for ${what}: ${size}.`, {
      hint: "Only --turn and --flip on squares, and --shift off a torus, take patterns of any size.",
      cause: error,
    });
  }
}

/**
 * Advances only the selected cells, or only the others, while the generation and all other cells stay.
 *
 * The two parts do not see each other: for the part that advances, every cell of the other part is dead in each of the
 * generations on the way, not only in the first. Births in the other part are therefore removed before the next
 * generation (as Golly does it), and a box of the unbounded plane evolves like the same cells on a bounded plane of
 * that size.
 *
 * The computation runs in a spare universe with the same rule and grid, whatever algorithm runs the edited one. Cells
 * spread in a generation as far as cells look: while the live cells keep a multiple of that from the other part, one step takes
 * so many generations; beside the border it takes one at a time and then clears the cells that stepped across. Only
 * two places can hold such cells: those within reach of the part and, on grids with joined edges, those within reach of the grid's
 * own edge.
 *
 * Enclosed cells mostly settle into something periodic. When a state comes back, whole periods of the remaining
 * generations can be skipped. Its hash is compared with that of one remembered state, which is replaced ever more
 * rarely, as in R. P. Brent's method.
 */

import { cellsOfRect, isEmptyCells, uniteCells, withoutCells } from "../../../engine/core/cell-sets.ts";
import { TessellaError, throwIfAborted } from "../../../engine/core/errors.ts";
import { slicedDiff } from "../../../engine/core/paste.ts";
import type { Rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { translateRuns } from "../../../engine/core/runs.ts";
import type { Watched } from "../../../engine/core/slices.ts";
import { atOnce } from "../../../engine/core/slices.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import {
  clipToGrid,
  gridHeight,
  gridLeft,
  gridRect,
  gridTop,
  gridWidth,
} from "../../../engine/core/topology.ts";
import { lightsEmptySpace } from "../../../engine/rules/phases.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { shortCount } from "../../ui/numbers.ts";
import type { UniversePort } from "../../universe/universe-port.ts";
import { isEmptyDiff } from "../cells/cell-diff.ts";
import { around, cellsChange } from "../cells/changes.ts";
import type { Edit } from "../cells/edits.ts";
import { onGrid } from "../cells/edits.ts";
import type { Selection } from "../selection/selection.ts";
import { cellsInside, cellsOutside } from "../selection/selection.ts";
import type { MakeSpare, SpareUniverse } from "./spare-universe.ts";

export interface Advance {
  readonly where: "inside" | "outside";
  readonly generations: bigint;
}

/** Most live cells to take out of a universe and put back: 2^24 of them are a few hundred megabytes on the way. */
const MOST_LIVE = 2n ** 24n;
/** Up to this many generations the search for a period does not pay. */
const SHORT = 64n;

/** Errors: `too-large`, `aborted`, those of the spare universe. The edited universe is only read. */
export async function advanceEdit(
  port: UniversePort,
  selection: Selection,
  { where, generations }: Advance,
  makeSpare: MakeSpare,
  watched: Watched = {},
): Promise<Edit | null> {
  const live = await liveCells(port, where === "inside" ? selection.box : undefined);
  const part = where === "inside" ? cellsInside : cellsOutside;
  const before = part(selection, live);
  const { rule, topology, generation } = port;
  // A frozen border has no background, so B0 lights cells out of nothing there.
  const lights = topology.kind === "frozen" && lightsEmptySpace(rule);
  if (isEmptyCells(before) && !lights) return null;
  const spare = await makeSpare({ rule, topology, generation });
  try {
    await spare.writeRuns(before, "or");
    await advanceApart(
      spare,
      apartFrom(selection, where, rule, topology, lights),
      generation,
      generations,
      watched,
    );
    const after = part(selection, await spare.readRuns());
    const diff = atOnce(slicedDiff(before, after));
    const by = generations === 1n ? "" : ` by ${shortCount(generations)}`;
    return isEmptyDiff(diff) ? null : { label: `Advance ${where}${by}`, change: cellsChange(diff) };
  } finally {
    await spare.dispose();
  }
}

async function liveCells(port: UniversePort, box: Rect | undefined): Promise<Runs> {
  const small = box && box.w * box.h <= MOST_LIVE;
  if (!small && (await port.population()) > MOST_LIVE) {
    const what = box ? "selection" : "universe";
    throw new TessellaError("too-large", `The ${what} is too large to be advanced in part.`, {
      hint: `Up to ${shortCount(MOST_LIVE)} cells can be.`,
    });
  }
  return port.readRuns(box);
}

/** The border of the part that advances. */
interface Apart {
  /** Generations for which live cells in this box certainly stay within the part. */
  margin(live: Rect): bigint;
  /** The same where nothing lives. */
  readonly empty: bigint;
  /** Kills the cells that one generation brought beyond the border. */
  clear(spare: SpareUniverse): Promise<void>;
}

async function advanceApart(
  spare: SpareUniverse,
  apart: Apart,
  first: bigint,
  generations: bigint,
  { signal, onProgress }: Watched,
): Promise<void> {
  let at = first;
  let left = generations;
  let lap: Lap | null = generations > SHORT ? { hash: await spare.hash(), at, length: SHORT } : null;
  while (left > 0n) {
    throwIfAborted(signal);
    const live = await spare.bounds();
    const safe = live ? apart.margin(live) : apart.empty;
    const by = safe < 1n ? 1n : safe < left ? safe : left;
    while ((await spare.step(at + by, signal)) === "more") throwIfAborted(signal);
    if (by > safe) await apart.clear(spare);
    at += by;
    left -= by;
    if (lap) {
      const hash = await spare.hash();
      // Rules that light the outside behave differently in even and odd generations.
      const period = at - lap.at;
      if (hash === lap.hash && period % 2n === 0n) {
        left %= period;
        lap = null;
      } else if (period >= lap.length) {
        lap = { hash, at, length: 2n * lap.length };
      }
    }
    onProgress?.(Number(generations - left), Number(generations));
  }
}

/** A remembered state, to recognise its return. */
interface Lap {
  readonly hash: bigint;
  readonly at: bigint;
  readonly length: bigint;
}

function apartFrom(
  selection: Selection,
  where: Advance["where"],
  rule: Rule,
  topology: Topology,
  lights: boolean,
): Apart {
  const { box, mask } = selection;
  if (lights) return anywhereElse(selection, where, gridRect(topology) as Rect);
  const reach = BigInt(rule.reach);
  const generationsIn = (...distances: readonly bigint[]): bigint => least(...distances) / reach;
  const toEdge = (live: Rect): bigint => distanceToEdge(live, topology);
  if (where === "outside") {
    return {
      empty: NO_EDGE,
      margin: (live) => generationsIn(toEdge(live), gapBetween(live, box)),
      clear: (spare) => (mask ? spare.writeRuns(mask, "clear") : spare.clear(box)),
    };
  }
  if (mask) {
    const beyond = withoutCells(uniteCells(withinReach(mask, reach), edgeOf(box, topology, reach)), mask);
    const cells = onGrid({ topology }, beyond);
    return { empty: NO_EDGE, margin: () => 0n, clear: (spare) => spare.writeRuns(cells, "clear") };
  }
  const sides = [
    ...around(grown(box, reach), box),
    ...edgesOf(box, topology, reach).flatMap((edge) => around(edge, box)),
  ]
    .map((side) => clipToGrid(topology, side))
    .filter((side) => side !== null);
  return {
    empty: NO_EDGE,
    margin: (live) => generationsIn(toEdge(live), marginWithin(live, box)),
    clear: async (spare) => {
      for (const side of sides) await spare.clear(side);
    },
  };
}

/** For a rule that lights empty cells anywhere. */
function anywhereElse({ box, mask }: Selection, where: Advance["where"], grid: Rect): Apart {
  const chosen = mask ?? cellsOfRect(box);
  const cells = where === "outside" ? chosen : withoutCells(cellsOfRect(grid), chosen);
  return { empty: 0n, margin: () => 0n, clear: (spare) => spare.writeRuns(cells, "clear") };
}

function least(...all: readonly bigint[]): bigint {
  return all.reduce((a, b) => (a < b ? a : b));
}

const NO_EDGE = 2n ** 4096n;

/** Columns or rows between a box and the edges at which the grid is joined to itself. */
function distanceToEdge({ x, y, w, h }: Rect, topology: Topology): bigint {
  if (topology.kind === "unbounded" || topology.kind === "plane") return NO_EDGE;
  const along = (start: bigint, length: bigint, first: number, side: number): bigint =>
    side === 0 ? NO_EDGE : least(start - BigInt(first), BigInt(first) + BigInt(side) - start - length);
  return least(
    along(x, w, gridLeft(topology), gridWidth(topology)),
    along(y, h, gridTop(topology), gridHeight(topology)),
  );
}

function marginWithin(inner: Rect, outer: Rect): bigint {
  return least(
    inner.x - outer.x,
    inner.y - outer.y,
    outer.x + outer.w - inner.x - inner.w,
    outer.y + outer.h - inner.y - inner.h,
  );
}

/** Columns or rows between two boxes; 0 where they touch or meet. */
function gapBetween(a: Rect, b: Rect): bigint {
  const along = (a0: bigint, a1: bigint, b0: bigint, b1: bigint): bigint =>
    a1 <= b0 ? b0 - a1 : b1 <= a0 ? a0 - b1 : 0n;
  const dx = along(a.x, a.x + a.w, b.x, b.x + b.w);
  const dy = along(a.y, a.y + a.h, b.y, b.y + b.h);
  return dx > dy ? dx : dy;
}

/** The cells of the set and those in the squares around them: a square holds every shape of that reach. */
function withinReach(cells: Runs, reach: bigint): Runs {
  const along = (all: Runs, dx: bigint, dy: bigint): Runs => {
    // So far to either side; each turn as much again as there is.
    let wide = all;
    for (let done = 0n; done < reach; ) {
      const by = done + done + 1n < reach - done ? done + done + 1n : reach - done;
      wide = [-by, by].reduce((sum, way) => uniteCells(sum, translateRuns(wide, dx * way, dy * way)), wide);
      done += by;
    }
    return wide;
  };
  return along(along(cells, 1n, 0n), 0n, 1n);
}

function grown({ x, y, w, h }: Rect, by: bigint): Rect {
  return { x: x - by, y: y - by, w: w + 2n * by, h: h + 2n * by };
}

/** The strips along the edges of a grid that is joined to itself, where the live cells in the box may reach across them. */
function edgesOf(box: Rect, topology: Topology, reach: bigint): readonly Rect[] {
  if (topology.kind === "unbounded" || topology.kind === "plane" || topology.kind === "frozen") return [];
  const { x, y, w, h } =
    topology.width > 0 && topology.height > 0 ? wholeOf(topology) : tubeOf(box, topology, reach);
  return [
    ...(topology.height > 0
      ? [
          { x, y, w, h: reach },
          { x, y: y + h - reach, w, h: reach },
        ]
      : []),
    ...(topology.width > 0
      ? [
          { x, y, w: reach, h },
          { x: x + w - reach, y, w: reach, h },
        ]
      : []),
  ];
}

function wholeOf(topology: Topology): Rect {
  return {
    x: BigInt(gridLeft(topology)),
    y: BigInt(gridTop(topology)),
    w: BigInt(gridWidth(topology)),
    h: BigInt(gridHeight(topology)),
  };
}

/** A tube is joined straight across. */
function tubeOf(box: Rect, topology: Topology, reach: bigint): Rect {
  const whole = wholeOf(topology);
  const near = grown(box, reach);
  return {
    x: whole.w > 0n ? whole.x : near.x,
    y: whole.h > 0n ? whole.y : near.y,
    w: whole.w > 0n ? whole.w : near.w,
    h: whole.h > 0n ? whole.h : near.h,
  };
}

function edgeOf(box: Rect, topology: Topology, reach: bigint): Runs {
  return edgesOf(box, topology, reach)
    .map(cellsOfRect)
    .reduce(uniteCells, cellsOfRect({ x: box.x, y: box.y, w: 0n, h: 0n }));
}

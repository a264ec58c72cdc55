/**
 * Guns, puffers, rakes: patterns that grow for ever and yet repeat.
 *
 * Such a pattern never returns to an earlier state, but a part of it does, together with all its earlier output. Look
 * at a gun one period later: its core is as before, and every glider is at the place of the one before it. So the cells
 * C of now are among the cells of then, and the new cells, F, lie at the far end: C lies in E(C) = C + F, where E is
 * one period. A puffer is the same in a moving frame: E then also moves all cells back by the puffer's displacement. So
 * the question is for a period T and a displacement d with which there is such a C.
 *
 * T is guessed from the population, which gains |F| in each period; d is zero (a gun), or the displacement of a shape
 * that occurs only once now and then. C is every group of cells that occurs again after T, moved by d; all others, such
 * as the debris of the pattern's beginning, are left out. Then C is run alone: it repeats if it lies in E(C), and E(C)
 * in E(E(C)), and so on for some periods, and the population gains the same number of cells each time. The growth must
 * come out of C itself: that tells it from a stream of gliders or a trail of debris, which also look the same in a
 * frame that moves along.
 *
 * The result shows some periods of undisturbed growth. Nothing guarantees that no debris comes back from far away.
 */

import type { Runs } from "../core/runs.ts";
import type { RuleLattice } from "../rules/rule.ts";
import type { CellSet } from "./cell-set.ts";
import {
  cellNumber,
  cellSetOf,
  clustersOf,
  holdsAll,
  MOST_DISTANCE,
  runsOfSet,
  shapeOf,
} from "./cell-set.ts";
import { ReturnFinder } from "./find-return.ts";
import type { CellFrame, FrameBounds } from "./frame.ts";
import type { Displacement, Emission } from "./identity.ts";
import { steadyGains } from "./population-series.ts";
import type { Subject } from "./subject.ts";

export interface Engine {
  readonly period: number;
  readonly displacement: Displacement;
  /** Cells gained in a period. */
  readonly gain: number;
  /** The cells that repeat, at the generation at which they were found. */
  readonly cells: Runs;
  readonly generation: bigint;
  readonly emits: readonly Emission[];
  /** Whether that is its whole output; false if there were too many shapes to look at each. */
  readonly complete: boolean;
}

const MOST_POPULATION = 60_000;
const MOST_PERIODS = 6;
const MOST_SHIFTS = 14;
/** Number of periods through which C must grow into more of itself. */
const PROOFS = 3;
/** The population may repeat twice or four times in a period of the cells. */
const MULTIPLES = [1, 2, 3, 4];

/** Looks at the last of a series of populations. The universe holds `frame` before and after. */
export async function findEngine(
  subject: Subject,
  frame: CellFrame,
  populations: ArrayLike<number>,
  length: number,
): Promise<Engine | null> {
  const { bounds } = frame;
  // Sets of cells know no states.
  if (subject.universe.rule.states > 2) return null;
  if (!bounds || frame.population > MOST_POPULATION || reaches(bounds) > MOST_DISTANCE) return null;
  const tried = new Set<number>();
  let touched = false;
  try {
    for (const small of steadyGains(populations, length, MOST_PERIODS)) {
      for (const multiple of MULTIPLES) {
        const period = small * multiple;
        if (tried.has(period) || period * 4 > length) continue;
        tried.add(period);
        touched = true;
        const engine = await engineOf(subject, frame, period);
        if (engine) return engine;
      }
    }
    return null;
  } finally {
    if (touched) await subject.load(frame.cells, frame.generation);
  }
}

function reaches({ left, top, right, bottom }: FrameBounds): number {
  return Math.max(-left, -top, right, bottom);
}

async function engineOf(subject: Subject, frame: CellFrame, period: number): Promise<Engine | null> {
  await subject.load(frame.cells, frame.generation);
  await subject.advance(period);
  const later = await subject.read();
  const gain = later.population - frame.population;
  if (gain <= 0) return null;
  const now = cellSetOf(frame.cells, subject.base);
  const then = cellSetOf(later.cells, subject.base);
  const { reach } = subject.universe.rule;
  const clusters = clustersOf(now, reach);
  for (const displacement of shiftsOf(clusters, clustersOf(then, reach), subject.lattice)) {
    const move = cellNumber(displacement.x, displacement.y);
    const kept = clusters.filter((cluster) => holdsAll(then, cluster, move)).flat();
    if (kept.length === 0) continue;
    const fresh = await reproduces(subject, frame.generation, new Set(kept), period, displacement, gain);
    if (!fresh) continue;
    const { emits, complete } = await emissionsOf(subject, frame.generation + BigInt(period), fresh.first);
    // Flying and periodic parts may show another phase each time. All others must return in the same shape: growth at a
    // tip that is mirrored each time has twice the period.
    const known = complete && emits.every((emission) => emission.period !== null);
    if (!known && !sameShapes(fresh.first, fresh.second, reach)) continue;
    const cells = runsOfSet(kept, subject.base);
    return { period, displacement, gain, cells, generation: frame.generation, emits, complete };
  }
  return null;
}

/** Zero first; then the displacements of shapes that occur only once, the largest shape first. */
function shiftsOf(
  now: readonly (readonly number[])[],
  then: readonly (readonly number[])[],
  lattice: RuleLattice,
): readonly Displacement[] {
  const before = singles(now);
  const after = singles(then);
  const shifts = new Map<string, Displacement>([["0,0", { x: 0, y: 0 }]]);
  const shared = [...before].filter(([shape]) => after.has(shape)).sort((a, b) => b[1].length - a[1].length);
  for (const [shape, cluster] of shared) {
    const move = (after.get(shape)?.[0] as number) - (cluster[0] as number);
    const y = Math.round(move / 2 ** 26);
    const x = move - y * 2 ** 26;
    // Triangles that moved by an odd number of cells point the other way.
    if (lattice === "triangle" && (x + y) % 2 !== 0) continue;
    shifts.set(`${x},${y}`, { x, y });
    if (shifts.size >= MOST_SHIFTS) break;
  }
  return [...shifts.values()];
}

function singles(clusters: readonly (readonly number[])[]): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, readonly number[] | null>();
  for (const cluster of clusters) {
    const shape = shapeOf(cluster);
    found.set(shape, found.has(shape) ? null : cluster);
  }
  const once = new Map<string, readonly number[]>();
  for (const [shape, cluster] of found) if (cluster) once.set(shape, cluster);
  return once;
}

function sameShapes(a: CellSet, b: CellSet, reach: number): boolean {
  const shapes = (cells: CellSet) => clustersOf(cells, reach).map(shapeOf).sort().join(" ");
  return shapes(a) === shapes(b);
}

/** The new cells after the first period and after the second. */
interface Fresh {
  readonly first: CellSet;
  readonly second: CellSet;
}

/** The new cells of each period if the cells grow into more of themselves; null if they do not. */
async function reproduces(
  subject: Subject,
  generation: bigint,
  cells: CellSet,
  period: number,
  { x, y }: Displacement,
  gain: number,
): Promise<Fresh | null> {
  const { base } = subject;
  await subject.load(runsOfSet(cells, base), generation);
  let before = cells;
  const fresh: CellSet[] = [];
  for (let proof = 1; proof <= PROOFS; proof++) {
    await subject.advance(period);
    const now = new Set<number>();
    const back = cellNumber(x * proof, y * proof);
    for (const cell of cellSetOf((await subject.read()).cells, base)) now.add(cell - back);
    if (now.size !== before.size + gain || !holdsAll(now, before)) return null;
    const added = new Set<number>();
    for (const cell of now) if (!before.has(cell)) added.add(cell + back);
    fresh.push(added);
    before = now;
  }
  return { first: fresh[0] as CellSet, second: fresh[1] as CellSet };
}

const MOST_EMITTED = 40;
const EMISSION_LIMIT = 240;

/**
 * Identifies each new group of cells by itself, gathered by kind. Parts of one spaceship may lie further apart than
 * groups do: if a group makes no sense alone, all of them are tried as one object. Of very many shapes only the first
 * are examined.
 */
async function emissionsOf(
  subject: Subject,
  generation: bigint,
  fresh: CellSet,
): Promise<Pick<Engine, "emits" | "complete">> {
  const kinds = new Map<string, Emission>();
  // On a homogeneous grid equal shapes behave alike and need no second run.
  const { topology, rule } = subject.universe;
  const anywhere = topology.kind === "unbounded" && subject.lattice !== "triangle";
  const returns = new Map<string, Pick<Emission, "period" | "displacement">>();
  let complete = true;
  for (const cluster of clustersOf(fresh, rule.reach)) {
    const shape = anywhere ? shapeOf(cluster) : cluster.join();
    let known = returns.get(shape);
    if (!known && returns.size === MOST_EMITTED) {
      complete = false;
      continue;
    }
    known ??= await returnOf(subject, generation, cluster);
    returns.set(shape, known);
    const { period, displacement } = known;
    const flight = displacement ? `${displacement.x},${displacement.y}` : "";
    const key = `${cluster.length} ${period} ${flight}`;
    const count = (kinds.get(key)?.count ?? 0) + 1;
    kinds.set(key, { count, population: cluster.length, period, displacement });
  }
  const emits = [...kinds.values()].sort((a, b) => b.count - a.count);
  if (!complete || emits.every(({ period }) => period !== null)) return { emits, complete };
  const whole = await returnOf(subject, generation, [...fresh]);
  return {
    emits: whole.period === null ? emits : [{ count: 1, population: fresh.size, ...whole }],
    complete,
  };
}

const NOTHING = { period: null, displacement: null } as const;

async function returnOf(
  subject: Subject,
  generation: bigint,
  cluster: readonly number[],
): Promise<Pick<Emission, "period" | "displacement">> {
  await subject.load(runsOfSet(cluster, subject.base), generation);
  let frame = await subject.read();
  const finder = new ReturnFinder(subject, frame);
  for (let index = 0; index <= EMISSION_LIMIT && frame.population > 0; index++) {
    const found = await finder.look(frame, index);
    if (found) {
      const { settles, period, displacement } = found;
      return settles === 0 ? { period, displacement } : NOTHING;
    }
    frame = await subject.next();
  }
  return NOTHING;
}

/**
 * Measures the behaviour of a rule in small and short runs: some 20 milliseconds for most rules, a few hundred for those that look far.
 *
 * 1. A half-dense soup on a torus, stepped one by one until a state comes back (then it is a cycle for good) or
 *    patience ends. States are compared by 52 bits of a hash, which a few thousand states do not confuse; under a
 *    strobing rule a state comes back only at a generation of the same parity. The torus is 62 cells wide because a
 *    power of two flatters rules that work by parity: there they wipe out every pattern.
 * 2. Small half-dense soups on the empty plane, where growth shows: a soup counts as growing when between two
 *    generations of which one is three times the other its cells at least double, are many, and its box has widened all
 *    the while. Ash with gliders on their way out widens its box and does not double; a soup that burns out does neither.
 * 3. Seeds of one to four cells, in the same way. Rules that work by parity fold patterns away at powers of two, so the
 *    generations looked at have many ones in their binary digits.
 *
 * If the soup dies out a denser one runs too: rules that treat dead and live alike fall to one side or the other, and
 * at half density chance decides.
 *
 * Cells in all states but 0 count, and a cell differs where its state does. For a rule that looks r cells far everything is r times as
 * wide, up to a torus of at least 62 cells, and speeds are in shares of r, its speed of light; it runs for fewer generations on the plane.
 */

import type { AlgorithmEnvironment, Universe } from "../algorithms/algorithm.ts";
import type { UniverseRequest } from "../algorithms/load.ts";
import { createUniverse, writeCells, writeSoup } from "../algorithms/load.ts";
import type { Block } from "../core/block.ts";
import { popcount32 } from "../core/block.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import type { Runs } from "../core/runs.ts";
import { RunsBuilder } from "../core/runs.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { torus, UNBOUNDED } from "../core/topology.ts";
import type { Behaviour } from "../rules/behaviour.ts";
import { backgroundOf } from "../rules/phases.ts";
import type { Rule } from "../rules/rule.ts";
import { soupStates } from "../rules/soup-states.ts";

const LEAST_SIDE = 62;
/** Sides of the torus, in reaches. */
const SIDE_IN_REACHES = 12;
/** The farthest that a measured rule looks: beyond it the runs would take seconds. */
const MOST_MEASURED_REACH = 15;
const PATIENCE = 2000;
const SOUP_SEED = 7;
/** `restless` looks this far back. */
const BACK = 12;

const SMALL_SIDE = 16;
const SMALL_SEEDS = [1, 2, 3] as const;
const SMALL_LOOKS = [64, 128, 192] as const;
const FAR_SMALL_LOOKS = [24, 48, 72] as const;
const MANY = 256;

/** Cells as (x, y), the fewest first. */
const SEEDS: readonly (readonly (readonly [number, number])[])[] = [
  [[0, 0]],
  [
    [0, 0],
    [1, 0],
  ],
  [
    [0, 0],
    [1, 1],
  ],
  [
    [0, 0],
    [2, 0],
  ],
  [
    [0, 0],
    [1, 0],
    [2, 0],
  ],
  [
    [0, 0],
    [1, 0],
    [0, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  [
    [0, 0],
    [1, 0],
    [2, 0],
    [1, 1],
  ],
];
const SEED_LOOKS = [47, 111, 191] as const;
const FAR_SEED_LOOKS = [15, 31, 63] as const;

/** Errors: `aborted`, `unsupported-rule` for one that looks further than `MOST_MEASURED_REACH`. */
export async function measureBehaviour(
  rule: Rule,
  environment: AlgorithmEnvironment = {},
  signal?: AbortSignal,
): Promise<Behaviour> {
  if (rule.reach > MOST_MEASURED_REACH)
    throw new TessellaError(
      "unsupported-rule",
      `The behaviour of rules is measured up to a reach of ${MOST_MEASURED_REACH} cells; ${rule.text} looks ${rule.reach} cells far.`,
    );
  // An even width: the sum of a place's column and row is even or odd also over the edge.
  const side = Math.max(LEAST_SIDE, SIDE_IN_REACHES * rule.reach + 2);
  const [soup, denser] = await on({ rule, topology: torus(side, side) }, environment, async (grid) => {
    const half = await watchSoup(grid, side, HALF, signal);
    return [half, half.density === 0 ? await watchSoup(grid, side, DENSER, signal) : half];
  });
  const [small, seed] = await on({ rule, topology: UNBOUNDED }, environment, async (plane) => [
    await watchSmallSoups(plane, signal),
    await growingSeed(plane, signal),
  ]);
  const gone = soup.density === 0;
  const grown = small.grows ? small : seed;
  return {
    background: backgroundOf(rule, UNBOUNDED),
    ...soup,
    fills: gone && denser.density > NEARLY_FULL,
    patience: PATIENCE,
    grows: grown !== null && grown.speed > 0,
    speed: grown?.speed ?? 0,
    seed: seed?.cells ?? null,
  };
}

const HALF = 0.5;
const DENSER = 0.75;
const NEARLY_FULL = 0.9;

/** Does something with an empty universe, which then is freed. */
async function on<T>(
  request: UniverseRequest,
  environment: AlgorithmEnvironment,
  work: (universe: Universe) => Promise<T>,
): Promise<T> {
  const { universe } = await createUniverse(request, environment);
  try {
    return await work(universe);
  } finally {
    universe.dispose();
  }
}

/** Empties it for the next run: a universe made for each run took a twelfth of the whole time. */
async function beginAnew(universe: Universe): Promise<void> {
  await universe.clear();
  universe.setGeneration(0n);
}

type SoupFigures = Pick<Behaviour, "density" | "restless" | "flicker" | "rest">;

/** On a torus of that side. */
async function watchSoup(
  universe: Universe,
  side: number,
  density: number,
  signal?: AbortSignal,
): Promise<SoupFigures> {
  const { rule, topology } = universe;
  await beginAnew(universe);
  await writeSoup(universe, {
    seed: SOUP_SEED,
    density,
    width: side,
    height: side,
    states: soupStates(rule),
  });
  const strobes = backgroundOf(rule, topology) === "strobing";
  const half = BigInt(side / 2);
  const region = { x: -half, y: -half, w: BigInt(side), h: BigInt(side) };
  const seen = new Map<number, number>();
  const recent: Block[] = [];
  const pause = pauses(signal);
  let rest: Behaviour["rest"] = null;
  let generation = 0;
  for (; generation <= PATIENCE; generation++) {
    if (generation > 0) await universe.step(BigInt(generation));
    const block = await universe.readBlock(region, recent[generation % (BACK + 1)]);
    recent[generation % (BACK + 1)] = block;
    const key = fingerprint(block.words, strobes ? generation & 1 : 0);
    const before = seen.get(key);
    if (before !== undefined) {
      rest = { generation: before, period: generation - before };
      break;
    }
    seen.set(key, generation);
    await pause();
  }
  const end = Math.min(generation, PATIENCE);
  const at = (back: number): Block => recent[(end - Math.min(back, end)) % (BACK + 1)];
  const cells = side * side;
  return {
    density: Number(await universe.population()) / cells,
    restless: differences(at(0), at(BACK)) / cells,
    flicker: differences(at(0), at(1)) / cells,
    rest,
  };
}

async function watchSmallSoups(
  plane: Universe,
  signal?: AbortSignal,
): Promise<Pick<Behaviour, "grows" | "speed">> {
  let speed = 0;
  let grows = false;
  const { rule } = plane;
  const { reach } = rule;
  const side = SMALL_SIDE * reach;
  const generations = reach > 1 ? FAR_SMALL_LOOKS : SMALL_LOOKS;
  for (const seed of SMALL_SEEDS) {
    throwIfAborted(signal);
    await yieldToTasks();
    await beginAnew(plane);
    await writeSoup(plane, { seed, density: 0.5, width: side, height: side, states: soupStates(rule) });
    const looks = await watch(plane, generations, signal);
    const [first, middle, last] = looks as [Look, Look, Look];
    const widens = first.side < middle.side && middle.side < last.side;
    if (!widens || last.cells < MANY * reach * reach || last.cells < 2 * first.cells) continue;
    grows = true;
    speed = Math.max(speed, edgeSpeed(first, last, generations) / reach);
  }
  return { grows, speed };
}

/** The smallest seed that keeps growing, by its number of cells, and the speed of its edge. */
async function growingSeed(
  plane: Universe,
  signal?: AbortSignal,
): Promise<{ readonly cells: number; readonly speed: number } | null> {
  const { reach } = plane.rule;
  const generations = reach > 1 ? FAR_SEED_LOOKS : SEED_LOOKS;
  for (const seed of SEEDS) {
    throwIfAborted(signal);
    await beginAnew(plane);
    await writeCells(plane, runsOf(seed));
    const [early, middle, late] = (await watch(plane, generations, signal)) as [Look, Look, Look];
    const widens = early.side < middle.side && middle.side < late.side;
    const thrives = middle.cells >= 1.25 * early.cells && late.cells >= 1.25 * middle.cells;
    if (!widens || !thrives || late.cells <= 8 * seed.length) continue;
    return { cells: seed.length, speed: edgeSpeed(early, late, generations) / reach };
  }
  return null;
}

function edgeSpeed(first: Look, last: Look, looks: readonly number[]): number {
  return (last.side - first.side) / (2 * ((looks.at(-1) as number) - (looks[0] as number)));
}

interface Look {
  readonly cells: number;
  /** The longer side of the box around them. */
  readonly side: number;
}

async function watch(
  universe: Universe,
  generations: readonly number[],
  signal?: AbortSignal,
): Promise<readonly Look[]> {
  const looks: Look[] = [];
  for (const generation of generations) {
    throwIfAborted(signal);
    await universe.step(BigInt(generation));
    const box = await universe.bounds();
    const side = box === null ? 0 : Math.max(Number(box.w), Number(box.h));
    looks.push({ cells: Number(await universe.population()), side });
  }
  return looks;
}

function runsOf(cells: readonly (readonly [number, number])[]): Runs {
  const builder = new RunsBuilder();
  for (const [x, y] of cells) builder.add(x, y, 1);
  return builder.build(0n, 0n);
}

/** 52 bits of the words (two mixes in the manner of MurmurHash), and the parity. */
function fingerprint(words: Uint32Array, parity: number): number {
  let a = 0x9e3779b9;
  let b = 0x165667b1;
  for (let i = 0; i < words.length; i++) {
    a = Math.imul(a ^ words[i], 0x85ebca6b);
    a ^= a >>> 13;
    b = Math.imul(b + words[i], 0xc2b2ae35);
    b ^= b >>> 15;
  }
  return ((a >>> 0) * 2 ** 20 + (b & 0xfffff)) * 2 + parity;
}

/** Cells whose states differ. */
function differences(a: Block, b: Block): number {
  const { planes = 1 } = a;
  const words = a.words.length / planes;
  let count = 0;
  for (let i = 0; i < words; i++) {
    let differ = 0;
    for (let at = i; at < a.words.length; at += words) differ |= a.words[at] ^ b.words[at];
    count += popcount32(differ);
  }
  return count;
}

/** Yields to other tasks of the thread every few milliseconds, and checks for an abort. */
function pauses(signal: AbortSignal | undefined): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < 8) return;
    await yieldToTasks();
    throwIfAborted(signal);
    since = performance.now();
  };
}

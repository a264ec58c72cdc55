/** Starts a universe: chooses the algorithm, creates an empty universe and fills it with a soup, cells or both. */

import type { Block } from "../core/block.ts";
import { blockStride, joinPlanes, livingBlock, planesOf } from "../core/block.ts";
import type { Cells } from "../core/cells.ts";
import { isBlock, isSoup, isTree, isVast } from "../core/cells.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { grouped, groupedSize } from "../core/integers.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Rect } from "../core/rect.ts";
import type { Soup, SoupRows, SoupShape } from "../core/soup.ts";
import { soupEntropy, soupRows, wholeSoup } from "../core/soup.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { Topology } from "../core/topology.ts";
import { gridHeight, gridWidth } from "../core/topology.ts";
import { treeBounds } from "../core/tree-facts.ts";
import { treeToRuns } from "../core/tree-to-runs.ts";
import type { GpuPresence } from "../gpu/device.ts";
import type { Rule } from "../rules/rule.ts";
import type { Algorithm, AlgorithmEnvironment, Universe } from "./algorithm.ts";
import type { Choice, Contents } from "./registry.ts";
import { algorithmNamed, chooseAlgorithm } from "./registry.ts";
import { checkSupported, memoryLimit, overMemory } from "./support.ts";

/** The id that stands for "the fastest that fits". */
export const AUTO = "auto";

export interface UniverseRequest {
  readonly rule: Rule;
  readonly topology: Topology;
  /** An algorithm's or a kernel's id, or `auto` (the default). */
  readonly algorithm?: string;
  readonly generation?: bigint;
  /** Generations that are to follow, where that is known. */
  readonly ahead?: bigint;
  /** Random cells around the origin; those off the grid are cut away. */
  readonly soup?: Soup;
  /** Cells at their own coordinates (see `placePattern`). */
  readonly cells?: Cells;
  /** Who holds the algorithm's universes in its place, where that is not this thread alone. */
  readonly over?: (algorithm: Algorithm) => Algorithm;
}

interface LoadedUniverse {
  readonly universe: Universe;
  readonly algorithm: Algorithm;
  readonly environment: AlgorithmEnvironment;
  /** Why this algorithm runs it, as one sentence. */
  readonly reason: string;
}

/** The algorithm's environment, or a function that finds it out once the algorithm is chosen. */
type EnvironmentSource = AlgorithmEnvironment | ((algorithm: Algorithm) => Promise<AlgorithmEnvironment>);

/**
 * The algorithm that a request means; `gpu` lets `auto` take a GPU, `contents` says what is known of the cells.
 * Errors: `not-found`, and `unsupported-rule` or `unsupported-topology` when it does not run the rule or the grid.
 */
export function algorithmFor(
  rule: Rule,
  topology: Topology,
  id: string = AUTO,
  gpu?: GpuPresence,
  contents: Contents = {},
): Choice {
  if (id === AUTO) return chooseAlgorithm(rule, topology, gpu, contents);
  const algorithm = algorithmNamed(id);
  checkSupported(algorithm, rule, topology);
  return { algorithm, reason: `${algorithm.name} was asked for.` };
}

/**
 * Chooses the algorithm (the only place that does) and starts it. Errors: those of `algorithmFor`, of the
 * environment, of the algorithm's `create`, and of writing the cells. Nothing is kept on failure or `aborted`.
 */
export async function createUniverse(
  request: UniverseRequest,
  source: EnvironmentSource,
  signal?: AbortSignal,
): Promise<LoadedUniverse> {
  const { rule, topology, generation = 0n } = request;
  checkWrapping(request);
  const choice = algorithmFor(rule, topology, request.algorithm, undefined, { vast: isVast(request.cells) });
  const algorithm = request.over?.(choice.algorithm) ?? choice.algorithm;
  const refusal = algorithm.refuses(rule, topology);
  if (refusal) throw new TessellaError("unsupported-topology", refusal);
  const environment = typeof source === "function" ? await source(algorithm) : source;
  if (request.soup) checkSoup(algorithm, request.soup, rule, topology, memoryLimit(environment));
  const hurried = isMuch(algorithm, request);
  const universe = await algorithm.create({ rule, topology, generation, hurried }, environment);
  try {
    if (request.soup) await writeSoup(universe, request.soup, undefined, signal);
    if (request.cells) await writeCells(universe, request.cells);
  } catch (error) {
    universe.dispose();
    throw error;
  }
  return { universe, algorithm, environment, reason: choice.reason };
}

/** Whether helpers are wanted from the beginning. */
function isMuch(algorithm: Algorithm, { ahead, soup, cells, topology }: UniverseRequest): boolean {
  if (ahead === undefined || !algorithm.isMuch) return false;
  return algorithm.isMuch({ generations: ahead, soup: soup && shapeOn(soup, topology), cells });
}

/**
 * What is refused whichever algorithm is wrapped is told first: the algorithm's own sentence may name another one, which would
 * be refused, too. Errors: `unsupported-topology`.
 */
function checkWrapping({ rule, topology, algorithm: id = AUTO, over }: UniverseRequest): void {
  if (!over || id === AUTO) return;
  const algorithm = algorithmNamed(id);
  const refusal = over(algorithm).refuses(rule, topology);
  if (refusal && refusal !== algorithm.refuses(rule, topology))
    throw new TessellaError("unsupported-topology", refusal);
}

/**
 * Adds cells; a quad-tree directly where the algorithm takes one, else as runs. Errors: `too-large`, `memory-limit`.
 */
export async function writeCells(
  universe: Pick<Universe, "rule" | "writeRuns" | "writeBlock" | "writeTree">,
  cells: Cells,
): Promise<void> {
  if (isBlock(cells))
    for (const band of bandsOf(fitting(cells, universe.rule))) await universe.writeBlock(band, "or");
  else if (!isTree(cells)) await universe.writeRuns(cells, "or");
  else if (universe.writeTree) await universe.writeTree(cells);
  else for (const part of partsOf(cells)) await universe.writeRuns(treeToRuns(cells, part), "or");
}

/** The block as a universe of that rule takes it: in one plane where there are two states. */
export function fitting(block: Block, { states }: Rule): Block {
  return states === 2 ? livingBlock(block) : block;
}

/** The same cells as blocks of fewer rows. */
function* bandsOf(block: Block): Generator<Block> {
  const stride = blockStride(block.w);
  const rows = Math.max(1, Math.floor(SOUP_BAND_CELLS / block.w));
  for (let first = 0; first < block.h; first += rows) {
    const h = Math.min(rows, block.h - first);
    const y = block.y + BigInt(first);
    const band = (plane: Block): Block => {
      const words = plane.words.subarray(first * stride, (first + h) * stride);
      return { ...plane, y, h, words };
    };
    yield joinPlanes(planesOf(block).map(band));
  }
}

/** Refuses a soup that cannot fit before minutes go into it. Errors: `memory-limit`. */
function checkSoup(
  { needsGpu, soupBytes }: Algorithm,
  soup: Soup,
  rule: Rule,
  topology: Topology,
  limit: number,
): void {
  const bytesOf = soupBytes ?? (needsGpu ? () => 0 : packedTwice);
  const shape = shapeOn(soup, topology);
  const least = bytesOf(shape, rule);
  if (least > limit)
    throw overMemory(least, limit, `A soup of ${groupedSize(shape.width, shape.height)} cells`);
}

/** What the grid leaves of a soup. */
function shapeOn({ density, width, height }: Soup, topology: Topology): SoupShape {
  return {
    density,
    width: Math.min(width, gridWidth(topology) || width),
    height: Math.min(height, gridHeight(topology) || height),
  };
}

/** Chance cannot be packed below its entropy, and every algorithm keeps two generations of it or as much beside it. */
function packedTwice({ density, width, height }: SoupShape): number {
  return (2 * soupEntropy(density) * width * height) / 8;
}

/** A soup may have more runs than a list holds, so it goes in bands of rows; other trees have few or are refused. */
function* partsOf(tree: QuadTree): Generator<Rect | undefined> {
  const box = treeBounds(tree);
  if (!box || !isSoup(tree)) return yield undefined;
  const rows = BigInt(SOUP_BAND_CELLS) / box.w + 1n;
  for (let y = box.y; y < box.y + box.h; y += rows) yield { ...box, y, h: rows };
}

const SOUP_BAND_CELLS = 2 ** 23;
const BAND_CELLS = 2 ** 21;
/** Fewer cells of a soup are made before its kernel is compiled. */
const LEAST_KERNEL_CELLS = 2 ** 19;
const MOST_SOUP_SIDE = 2 ** 31;

/**
 * Band by band, unless the universe makes it itself: memory never holds a large soup twice, and between bands other tasks (a stop,
 * say) get a turn. Errors: `too-large`, those of `Universe.writeSoup`.
 */
export async function writeSoup(
  universe: Pick<Universe, "rule" | "writeBlock" | "writeSoup">,
  soup: Soup,
  part: SoupRows = wholeSoup(soup),
  signal?: AbortSignal,
): Promise<void> {
  if (Math.max(soup.width, soup.height) > MOST_SOUP_SIDE) {
    throw new TessellaError(
      "too-large",
      `A soup of ${groupedSize(soup.width, soup.height)} cells is too large.`,
      {
        hint: `Its sides may have at most ${grouped(MOST_SOUP_SIDE)} cells, and it has to fit into memory.`,
      },
    );
  }
  if (universe.writeSoup) return universe.writeSoup(soup, part, signal);
  const make = soup.width * part.count < LEAST_KERNEL_CELLS ? soupRows : await kernelSoupRows();
  const rows = Math.max(1, Math.floor(BAND_CELLS / Math.max(1, soup.width)));
  for (let done = 0; done < part.count; done += rows) {
    if (done > 0) await yieldToTasks();
    throwIfAborted(signal);
    const block = make(soup, part.first + done, Math.min(rows, part.count - done));
    await universe.writeBlock(fitting({ ...block, y: block.y + part.dy }, universe.rule), "or");
  }
}

/** Loaded by whoever makes a large soup: a run from a file does not wait for it. */
async function kernelSoupRows(): Promise<typeof soupRows> {
  const { loadSoupRows } = await import("./wasm/soup.ts");
  return loadSoupRows();
}

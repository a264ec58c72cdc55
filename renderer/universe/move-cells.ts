/** Moves cells from one universe into another, empty one of the same grid. */

import { TessellaError } from "../../engine/core/errors.ts";
import type { QuadTree } from "../../engine/core/quad-tree.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { intersectRects } from "../../engine/core/rect.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { shortCount } from "../ui/numbers.ts";
import type { RemoteUniverse } from "./remote-universe.ts";

type Source = Pick<RemoteUniverse, "bounds" | "population" | "readRuns" | "readBlock" | "readTree">;
type Target = Pick<RemoteUniverse, "writeRuns" | "writeBlock">;

/** Up to this many cells travel as runs, wherever they lie. */
const MOST_AS_RUNS = 2n ** 20n;
/** More cells travel packed, as long as their bounding box is no larger than this. */
const MOST_BOX = 2n ** 34n;
/** Cells per band: 4 MB of words. */
const BAND = 2n ** 25n;

/** A dense soup travels as one bit per cell in bands; few cells far apart travel as runs. Errors: `too-large`, `memory-limit`. */
export async function copyCells(from: Omit<Source, "readTree">, to: Target): Promise<void> {
  const box = await from.bounds();
  if (!box) return;
  if ((await from.population()) <= MOST_AS_RUNS || box.w * box.h > MOST_BOX) {
    await to.writeRuns(await from.readRuns(), "or");
    return;
  }
  for (const band of bandsOf(box)) await to.writeBlock(await from.readBlock(band), "or");
}

/** Copies the cells that lie on the target's grid, which may differ. Errors: `too-large`, `memory-limit`. */
export async function copyOnto(from: Source, to: Target & { readonly topology: Topology }): Promise<void> {
  const grid = gridRect(to.topology);
  if (!grid) return copyCells(from, to);
  const box = await from.bounds();
  const part = box && intersectRects(box, grid);
  if (!part) return;
  await copyCells(
    {
      population: () => from.population(),
      bounds: async () => part,
      readRuns: () => from.readRuns(part),
      readBlock: (region) => from.readBlock(region),
    },
    to,
  );
}

/** The receiver of the cells: its algorithm's name, and the memory that it may use if it stores every cell by itself. */
export interface Taker {
  readonly name: string;
  readonly leaps: boolean;
  readonly memoryMegabytes: number;
}

/**
 * The cells as a quad-tree, as the contents of a new universe, where they are too many and too far apart to copy band by band;
 * else null. Errors: `too-large` for more cells than the taker has bits for.
 */
export async function treeToMove(from: Source, { leaps, memoryMegabytes }: Taker): Promise<QuadTree | null> {
  const box = await from.bounds();
  if (!box) return null;
  const population = await from.population();
  if (!leaps && population > BigInt(memoryMegabytes) * BITS_A_MEGABYTE) {
    throw new TessellaError("too-large", "There are more live cells than bits of memory.");
  }
  const near = box.w < MOST_SIDE && box.h < MOST_SIDE;
  if (near && (population <= MOST_AS_RUNS || box.w * box.h <= MOST_BOX)) return null;
  return from.readTree();
}

/** An error that says in one sentence what was too large, in place of one that says where it failed. */
export async function tooMuchFor(
  taker: Taker,
  from: Source,
  holder: string,
  error: unknown,
): Promise<unknown> {
  if (!(error instanceof TessellaError) || !TOO_MUCH.has(error.code)) return error;
  const [box, population] = await Promise.all([from.bounds(), from.population()]);
  if (!box) return error;
  const size = `${shortCount(box.w)} × ${shortCount(box.h)}`;
  return new TessellaError(
    error.code,
    `${taker.name} cannot hold ${shortCount(population)} live cells on ${size}: the universe stays as it was, with ${holder}.`,
  );
}

const TOO_MUCH: ReadonlySet<string> = new Set(["too-large", "memory-limit"]);
const BITS_A_MEGABYTE = 2n ** 23n;
/** Runs reach no further than this. */
const MOST_SIDE = 2n ** 53n;

function* bandsOf({ x, y, w, h }: Rect): Generator<Rect> {
  const rows = BAND > w ? BAND / w : 1n;
  for (let done = 0n; done < h; done += rows) {
    yield { x, y: y + done, w, h: h - done < rows ? h - done : rows };
  }
}

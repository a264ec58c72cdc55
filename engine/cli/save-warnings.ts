/**
 * What is said before a universe is run or saved into a format that lists its cells: HashLife reaches universes that no
 * list and no disk can hold, and a macrocell file holds all of them.
 */

import { statfsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import type { Universe } from "../algorithms/algorithm.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Rect } from "../core/rect.ts";
import { treeRunCount } from "../core/tree-facts.ts";
import { fitsRows } from "../export/save-universe.ts";
import type { PatternFormat } from "../formats/format.ts";
import { STDOUT } from "./pattern-file.ts";
import type { Terminal } from "./terminal.ts";

const MACROCELL = "A macrocell file (-o NAME.mc or NAME.mc.gz)";

/**
 * Before a run. Cells spread by one place a generation at most, so now it is only known how far apart they may end;
 * whether they do is seen when saving.
 */
export async function warnOfGrowth(
  terminal: Terminal,
  format: PatternFormat,
  universe: Universe,
  target: bigint,
): Promise<void> {
  const box = format.writeTree || universe.topology.kind !== "unbounded" ? null : await universe.bounds();
  if (!box) return;
  const reach = 2n * (target - universe.generation);
  if (fitsRows({ w: box.w + reach, h: box.h + reach })) return;
  terminal.warn(
    `After so many generations the cells may lie too far apart for ${format.name}, and then nothing can be saved. ` +
      `${MACROCELL} holds whatever runs.`,
  );
}

interface SavedFile {
  readonly path: string;
  readonly format: PatternFormat;
  readonly gzip: boolean;
}

/** A larger file is announced. */
const LARGE_FILE = 2 ** 28;
/** gzip makes RLE at most this much smaller, short of files that are one pattern over and over. */
const MOST_PACKED = 20;
/** A macrocell file is advised where it is at most such a part of the other. What never repeats, a soup, is as long in either. */
const FAR_SMALLER = 1 / 4;
/** Bytes of a node in a macrocell file: its level and four numbers, or the rows of its cells. */
const NODE_BYTES = 30;

/**
 * Before saving: says how large a large file will be, and refuses one for which the disk has no room. The writer itself refuses
 * universes that cannot be saved at all. Errors: `io`.
 */
export async function checkRoom(
  terminal: Terminal,
  universe: Universe,
  population: bigint,
  { path, format, gzip }: SavedFile,
): Promise<void> {
  const box = format.writer && population > 0n ? await universe.bounds() : null;
  if (!box || !fitsRows(box)) return;
  const tree = (await universe.readTree?.()) ?? null;
  const bytes = estimatedBytes(box, population, runsOf(tree, population));
  const least = gzip ? bytes / MOST_PACKED : bytes;
  const smaller = smallerFile(tree, bytes, { path, format, gzip });
  const free = path === STDOUT ? Number.POSITIVE_INFINITY : freeBytes(dirname(path));
  if (least > free) {
    throw new TessellaError(
      "io",
      `"${path}" was not written: ${format.name} would take about ${size(bytes)}, and ${size(free)} are free in ${resolve(dirname(path))}.`,
      { hint: smaller ?? "Write to another disk." },
    );
  }
  const packed = gzip ? " before it is packed" : "";
  const sentence = `The file will take about ${size(bytes)}${packed}.`;
  if (bytes < LARGE_FILE) terminal.note(sentence);
  else terminal.warn([sentence, "Ctrl-C stops it.", ...(smaller ? [smaller] : [])].join(" "));
}

/** Runs of live cells: counted in a quad-tree; elsewhere as many as soups have, two for three cells. */
function runsOf(tree: QuadTree | null, population: bigint): number {
  return tree ? Number(treeRunCount(tree)) : (Number(population) * 2) / 3;
}

/** The advice to write a smaller file; null where there is none. */
function smallerFile(tree: QuadTree | null, bytes: number, { path, gzip }: SavedFile): string | null {
  if (tree && tree.root * NODE_BYTES < bytes * FAR_SMALLER)
    return `${MACROCELL} is far smaller and made at once.`;
  if (gzip) return null;
  return `Packed (-o ${path === STDOUT ? "NAME.rle" : path}.gz) it is smaller.`;
}

/** Bytes of an RLE: a run of live cells, the gap before it with its digits, and the end of a row. */
function estimatedBytes({ w, h }: Rect, population: bigint, runs: number): number {
  const [width, height] = [Number(w), Number(h)];
  const gap = Math.min(width, Math.max(1, (width * height - Number(population)) / runs));
  return runs * (2.3 + Math.log10(gap)) + Math.min(height, runs);
}

function freeBytes(folder: string): number {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    // Not every file system tells.
    return Number.POSITIVE_INFINITY;
  }
}

/** "312 MB", "5.31 GB". */
function size(bytes: number): string {
  const names = ["kB", "MB", "GB", "TB", "PB", "EB"];
  let value = bytes / 1e3;
  let at = 0;
  for (; value >= 999.5 && at < names.length - 1; at++) value /= 1000;
  return `${value < 100 ? Number(value.toPrecision(3)) : grouped(Math.round(value))} ${names[at]}`;
}

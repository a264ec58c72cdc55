/**
 * Checkpoints: a folder from which a run over ranks goes on, with any number of ranks. Each rank writes its rows as a picture (PBM, P4),
 * and then rank 0 a manifest, which names them:
 *
 *     {"format": "tessella-checkpoint", "version": 1, "algorithm": "bitwise", "rule": "B3/S23", "topology": "T1000,1000",
 *      "generation": "1200", "target": "100000", "hash": "0b8ecb6f8669a747",
 *      "slabs": [{"file": "slab-a-0.pbm", "first": 0, "rows": 500}, ...]}
 *
 * There are two sets of pictures, a and b. A checkpoint overwrites the set that the manifest does not name, and the manifest comes
 * last, under a temporary name until it is whole: so the folder holds a whole checkpoint from the first one on, whatever fails.
 */

import type { RowRange, Universe } from "../algorithms/algorithm.ts";
import type { Block } from "../core/block.ts";
import { describeError, TessellaError } from "../core/errors.ts";
import { grouped, groupedSize } from "../core/integers.ts";
import { JsonPlace } from "../core/json-place.ts";
import type { Rect } from "../core/rect.ts";
import { formatHash } from "../core/state-hash.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { BoundedTopology } from "../core/topology.ts";
import { formatTopology, gridLeft, gridTop, isFinite2d, parseTopology } from "../core/topology.ts";
import { pbmHead, pbmRows, pbmWords } from "../formats/pbm.ts";
import type { Rule } from "../rules/rule.ts";
import { parseRule } from "../rules/universe-rule.ts";

const FORMAT = "tessella-checkpoint";
const VERSION = 1;
const FORM = 'A manifest begins with {"format": "tessella-checkpoint", "version": 1.';

/** The manifest's name in its folder. */
export const MANIFEST = "checkpoint.json";

export const SLAB_SETS = ["a", "b"] as const;
export type SlabSet = (typeof SLAB_SETS)[number];

export interface SavedSlab extends RowRange {
  /** The picture's name in the folder. */
  readonly file: string;
}

export interface Checkpoint {
  readonly algorithm: string;
  readonly rule: Rule;
  readonly topology: BoundedTopology;
  readonly generation: bigint;
  /** The generation that the run was to reach. */
  readonly target: bigint;
  /** The state hash, as text. */
  readonly hash: string;
  /** All rows of the grid, from the top down. */
  readonly slabs: readonly SavedSlab[];
}

/** Writes a file whole or not at all. Errors: `io`. */
export type SaveFile = (path: string, pieces: AsyncIterable<Uint8Array>) => Promise<void>;

/** The error of a rank that could not write its part. */
export function saveFailure(rank: number, generation: bigint, cause: unknown): TessellaError {
  const code = cause instanceof TessellaError ? cause.code : "io";
  const what = `Rank ${rank} could not save generation ${grouped(generation)}`;
  return new TessellaError(code, `${what}: ${describeError(cause)}`, { cause });
}

export function slabFile(set: SlabSet, rank: number): string {
  return `slab-${set}-${rank}.pbm`;
}

/** The set of pictures that may be overwritten. */
export function freeSet(last: Checkpoint | null): SlabSet {
  return last?.slabs.some(({ file }) => file === slabFile("a", 0)) ? "b" : "a";
}

/** Cells that are in memory at a time. */
const BAND_CELLS = 2 ** 25;

function* bandsOf(rows: number, width: number): Generator<RowRange> {
  const most = Math.max(1, Math.floor(BAND_CELLS / width));
  for (let first = 0; first < rows; first += most) yield { first, rows: Math.min(most, rows - first) };
}

/** The picture of some rows of a universe, piece by piece. Errors: those of `readBlock`. */
export async function* slabPieces(universe: Universe, own: Rect): AsyncGenerator<Uint8Array> {
  const [width, height] = [Number(own.w), Number(own.h)];
  yield pbmHead(width, height);
  for (const { first, rows } of bandsOf(height, width)) {
    yield pbmRows(await universe.readBlock({ ...own, y: own.y + BigInt(first), h: BigInt(rows) }));
    await yieldToTasks();
  }
}

/** Reads so many bytes of a file of the folder, fewer where it ends. Errors: `io`, `not-found`. */
export type ReadPart = (file: string, at: number, length: number) => Promise<Uint8Array>;

/** The cells of a checkpoint, band by band. Errors: `syntax` for a picture that is not the manifest's, those of `read`. */
export async function* checkpointBands(
  { topology, slabs }: Checkpoint,
  read: ReadPart,
): AsyncGenerator<Block> {
  const { width } = topology;
  const rowBytes = (width + 7) >>> 3;
  for (const { file, first, rows } of slabs) {
    const head = pbmHead(width, rows);
    const found = await read(file, 0, head.length);
    let isWhole = found.every((byte, i) => byte === head[i]) && found.length === head.length;
    for (const band of bandsOf(rows, width)) {
      const length = band.rows * rowBytes;
      const bytes = await read(file, head.length + band.first * rowBytes, length);
      isWhole &&= bytes.length === length;
      if (!isWhole)
        throw new TessellaError(
          "syntax",
          `"${file}" is not a whole picture of ${groupedSize(width, rows)} cells.`,
        );
      const y = BigInt(gridTop(topology) + first + band.first);
      yield { x: BigInt(gridLeft(topology)), y, w: width, h: band.rows, words: pbmWords(bytes, width) };
      await yieldToTasks();
    }
  }
}

export function formatCheckpoint(checkpoint: Checkpoint): string {
  const { algorithm, rule, topology, generation, target, hash, slabs } = checkpoint;
  const facts = {
    format: FORMAT,
    version: VERSION,
    algorithm,
    rule: rule.text,
    topology: formatTopology(topology).slice(1),
    generation: `${generation}`,
    target: `${target}`,
    hash,
    slabs,
  };
  return `${JSON.stringify(facts, null, 1)}\n`;
}

/** Errors: `syntax`, one sentence with line and column. */
export function parseCheckpoint(text: string): Checkpoint {
  const file = JsonPlace.read(text, "The manifest", FORM);
  file.checkFormat(
    {
      format: FORMAT,
      version: VERSION,
      name: "The manifest",
      otherwise: "This is no manifest of a checkpoint.",
    },
    FORM,
  );
  file.checkFields([
    ...["format", "version", "algorithm", "rule", "topology", "generation", "target", "hash", "slabs"],
  ]);
  const at = <T>(name: string, read: (text: string) => T): T => {
    const text = file.text(name);
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof TessellaError)) throw error;
      throw (file.field(name) ?? file).wrong(`The manifest's ${name} is none: ${error.message}`);
    }
  };
  const topology = at("topology", parseTopology);
  if (!isFinite2d(topology))
    throw (file.field("topology") ?? file).wrong("The manifest's topology has no end on every side.");
  const slabs = file.list("slabs", (number) => `Slab ${number} of the manifest`).map(slabOf);
  let next = 0;
  for (const { first, rows } of slabs) {
    if (first !== next)
      throw (file.field("slabs") ?? file).wrong(
        `The manifest's slabs leave row ${next} out or have it twice.`,
      );
    next += rows;
  }
  if (next !== topology.height)
    throw (file.field("slabs") ?? file).wrong(
      `The manifest's slabs have ${next} rows, and the grid ${topology.height}.`,
    );
  return {
    algorithm: file.text("algorithm"),
    rule: at("rule", parseRule),
    topology,
    generation: file.digits("generation"),
    target: file.digits("target"),
    hash: file.text("hash"),
    slabs,
  };
}

function slabOf(place: JsonPlace): SavedSlab {
  place.checkFields(["file", "first", "rows"]);
  const file = place.text("file");
  // Nothing outside the folder.
  if (!/^slab-[ab]-\d+\.pbm$/.test(file))
    throw (place.field("file") ?? place).wrong(`${place.what} has a file that is no slab's.`);
  return { file, first: place.whole("first", 0), rows: place.whole("rows", 1) };
}

/** Fills an empty universe with a checkpoint's cells. Errors: `syntax` where they are not those of the hash, those of `read`. */
export async function restoreCheckpoint(
  universe: Universe,
  checkpoint: Checkpoint,
  read: ReadPart,
  checkStop: () => void,
): Promise<void> {
  for await (const band of checkpointBands(checkpoint, read)) {
    checkStop();
    await universe.writeBlock(band, "or");
  }
  if (formatHash(await universe.hash()) !== checkpoint.hash)
    throw new TessellaError(
      "syntax",
      "The pictures of the checkpoint have other cells than its manifest says.",
    );
}

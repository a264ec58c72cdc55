/**
 * A mutation fuzzer for the readers. It takes well-formed files, damages them in the ways that editors, mailers, broken
 * disks and mean people do, and asks a reader for each: a pattern or one of our errors, soon, and with a place. All of
 * it follows from a seed, so a finding can be run again.
 */

import { gzipSync } from "fflate";
import { cellsToRuns, isTree } from "../../../engine/core/cells.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { Pattern, RunsPattern } from "../../../engine/core/pattern.ts";
import type { QuadTree } from "../../../engine/core/quad-tree.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { runsBounds, runsPopulation } from "../../../engine/core/runs.ts";
import { treeBounds, treePopulation } from "../../../engine/core/tree-facts.ts";
import { treeToRuns } from "../../../engine/core/tree-to-runs.ts";
import { readPattern, writePattern } from "../../../engine/formats/pattern-file.ts";
import { cpuNow } from "../../support/cpu-clock.ts";
import { equalRuns } from "../../support/runs.ts";

/** Numbers 0 .. n-1 from a 32-bit linear congruential generator; quick, and as random as damage needs to be. */
class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  roll(n: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * n);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.roll(list.length)];
  }
}

/** Texts that readers take seriously, put into files where they do not belong. */
const TOKENS: readonly string[] = [
  ..."!$bo.*O#xypqXA0123456789,-+=:/ \t\r\n\x00\x1a\xff\xef".split(""),
  ..."\r\n|\n\n|999999999o|4294967296$|9007199254740991|99999999999999999999|-2147483648|1e9|0x10|00".split(
    "|",
  ),
  ..."x = 3, y = 3|rule = B3/S23|rule = B9/S|rule = LifeHistory|rule = 345/2/4|:T30,20|:T0,0|:K9*,9|:S-1".split(
    "|",
  ),
  ..."#CXRLE Pos=-1,2 Gen=3|#CXRLE Gen=99999999999999999999999|#N|#O|#C|#r B2/S|#P 1 1|#R 23/3|#D".split("|"),
  ..."#Life 1.05\n|#Life 1.06\n|!Name: |P1\n|P4\n|[M2] a\n|4 0 0 0 1|9 1 1 1 1|4096 0|#G 7\n|#FRAME 0 1\n|$$**|1000000 1000000\n|99999999999 1\n|yX|pA|xZ|B0123/S".split(
    "|",
  ),
  ..."#MCell 4.0\n|#GAME Life\n|#GAME Generations\n|#RULE 2/3/25\n|#GOLLY B3/S23\n|#BOARD 9x9\n|#WRAP 1\n|#L ".split(
    "|",
  ),
];
const TOKEN_BYTES = TOKENS.map((token) => Uint8Array.from(token, (c) => c.charCodeAt(0)));

/** `bytes` with `cut` bytes at `at` replaced. */
function splice(bytes: Uint8Array, at: number, cut: number, put: Uint8Array): Uint8Array {
  const out = new Uint8Array(bytes.length - cut + put.length);
  out.set(bytes.subarray(0, at));
  out.set(put, at);
  out.set(bytes.subarray(at + cut), at + put.length);
  return out;
}

/** One damage. */
function damage(bytes: Uint8Array, other: Uint8Array, dice: Dice): Uint8Array {
  const at = dice.roll(bytes.length + 1);
  const cut = Math.min(bytes.length - at, 1 + dice.roll(dice.pick([2, 8, 64])));
  switch (dice.roll(9)) {
    case 0: {
      const out = bytes.slice();
      if (at < out.length) out[at] ^= 1 << dice.roll(8);
      return out;
    }
    case 1: {
      const out = bytes.slice();
      if (at < out.length) out[at] = dice.roll(256);
      return out;
    }
    case 2:
      return splice(bytes, at, 0, dice.pick(TOKEN_BYTES));
    case 3:
      return splice(bytes, at, cut, dice.pick(TOKEN_BYTES));
    case 4:
      return splice(bytes, at, cut, bytes.subarray(0, 0));
    case 5:
      return bytes.subarray(0, at);
    case 6:
      // A piece twice, or many times.
      return splice(bytes, at, 0, repeat(bytes.subarray(at, at + cut), 1 + dice.roll(dice.pick([2, 40]))));
    case 7: {
      // A piece of another file.
      const from = dice.roll(other.length);
      return splice(bytes, at, 0, other.subarray(from, from + 1 + dice.roll(64)));
    }
    default: {
      const digits = dice.roll(24);
      const number = Uint8Array.from({ length: digits }, () => 48 + dice.roll(10));
      return splice(bytes, at, dice.roll(2) * cut, number);
    }
  }
}

function repeat(piece: Uint8Array, times: number): Uint8Array {
  const out = new Uint8Array(piece.length * times);
  for (let k = 0; k < times; k++) out.set(piece, k * piece.length);
  return out;
}

export interface FuzzJob {
  readonly read: (bytes: Uint8Array) => Pattern;
  /** Well-formed files to begin with. */
  readonly seeds: readonly Uint8Array[];
  /** Whether every refusal must name line and column. */
  readonly placed: boolean;
  /** Whether half of the damaged files are gzipped (so that what is inside is damaged and not the gzip). */
  readonly gzipHalf?: boolean;
}

export interface FuzzReport {
  readonly inputs: number;
  readonly patterns: number;
  readonly refused: number;
  readonly seconds: number;
  readonly slowestMs: number;
  /** Of the whole process, since it began. */
  readonly peakRssMb: number;
}

/** A file that a reader answered wrongly, with enough to try it again. */
export class FuzzFinding extends Error {
  constructor(what: string, input: Uint8Array, number: number, cause: unknown) {
    const shown = JSON.stringify(String.fromCharCode(...input.subarray(0, 2000)));
    super(`Input ${number} (${input.length} bytes) ${what}: ${shown}`, { cause });
    this.name = "FuzzFinding";
  }
}

const SLOW_MS = 1000;

function timed(work: () => void): number {
  const start = cpuNow();
  work();
  return cpuNow() - start;
}

/** Whether the input is a pattern; if not, it must have been refused properly. */
function answers(job: FuzzJob, input: Uint8Array, number: number): boolean {
  try {
    check(job.read(input), input, number);
    return true;
  } catch (error) {
    if (error instanceof FuzzFinding) throw error;
    if (!(error instanceof TessellaError)) throw new FuzzFinding("broke the reader", input, number, error);
    const { line, column } = error;
    if (job.placed && !(line !== undefined && line >= 1 && column !== undefined && column >= 1)) {
      throw new FuzzFinding("was refused without a place", input, number, error);
    }
    if (error.message.length > 1000) throw new FuzzFinding("was refused at length", input, number, error);
    return false;
  }
}

/** Damages and reads `count` files. Throws a FuzzFinding for the first wrong answer. */
export function fuzz(job: FuzzJob, count: number, seed: number): FuzzReport {
  const dice = new Dice(seed);
  const began = performance.now();
  let patterns = 0;
  let slowestMs = 0;
  for (let k = 0; k < count; k++) {
    let input = dice.pick(job.seeds);
    for (let n = 1 + dice.roll(4); n > 0; n--) input = damage(input, dice.pick(job.seeds), dice);
    if (job.gzipHalf && dice.roll(2) === 0) input = gzipSync(input, { level: 1, mtime: 0 });
    let ms = timed(() => {
      if (answers(job, input, k)) patterns++;
    });
    // A collection may fall into it; only what is slow twice is slow.
    if (ms > SLOW_MS) ms = timed(() => answers(job, input, k));
    if (ms > SLOW_MS) throw new FuzzFinding(`took ${Math.round(ms)} ms`, input, k, undefined);
    slowestMs = Math.max(slowestMs, ms);
  }
  return {
    inputs: count,
    patterns,
    refused: count - patterns,
    seconds: (performance.now() - began) / 1000,
    slowestMs,
    peakRssMb: Math.round(process.resourceUsage().maxRSS / 1024),
  };
}

/** What every pattern is, however odd its file was. */
function check(pattern: Pattern, input: Uint8Array, number: number): void {
  const { cells } = pattern;
  if (isTree(cells)) {
    checkTree(cells, input, number);
    // Read back from its own format as the same tree.
    const back = readPattern(writePattern(pattern, "macrocell")).pattern;
    const same = isTree(back.cells) && sameTree(back.cells, cells) && back.rule === pattern.rule;
    if (!same || back.generation !== pattern.generation) {
      throw new FuzzFinding("gave a tree that is not read back from Macrocell", input, number, undefined);
    }
    const runs = runsOf(cells);
    if (runs) checkRuns({ ...pattern, cells: runs }, input, number);
    return;
  }
  checkRuns({ ...pattern, cells: cellsToRuns(cells) }, input, number);
}

/** null for what is too large. */
function runsOf(tree: QuadTree): Runs | null {
  try {
    return treeToRuns(tree, undefined, 10_000);
  } catch (error) {
    if (error instanceof TessellaError && error.code === "too-large") return null;
    throw error;
  }
}

function sameTree(a: QuadTree, b: QuadTree): boolean {
  const [boxA, boxB] = [treeBounds(a), treeBounds(b)];
  if (boxA?.x !== boxB?.x || boxA?.y !== boxB?.y || boxA?.w !== boxB?.w || boxA?.h !== boxB?.h) return false;
  return treePopulation(a) === treePopulation(b);
}

function checkTree({ root, level, levels, nodes }: QuadTree, input: Uint8Array, number: number): void {
  let right = levels.length === root + 1 && nodes.length === levels.length * 4;
  if (root > 0 && levels[root] !== level) right = false;
  for (let i = 1; i <= root; i++) {
    const children = nodes.subarray(i * 4, i * 4 + 4);
    if (children.every((word) => word === 0)) right = false;
    if (levels[i] > 3 && children.some((n) => n >= i || (n > 0 && levels[n] !== levels[i] - 1)))
      right = false;
    if (levels[i] === 3 && (children[2] | children[3]) !== 0) right = false;
  }
  if (!right) throw new FuzzFinding("gave a tree that is not canonical", input, number, undefined);
}

function checkRuns(pattern: RunsPattern, input: Uint8Array, number: number): void {
  const { rows, starts, spans } = pattern.cells;
  let right = true;
  for (let r = 0; r < rows.length; r++) {
    if (r > 0 && rows[r] <= rows[r - 1]) right = false;
    if (starts[r + 1] <= starts[r]) right = false;
    for (let i = starts[r]; i < starts[r + 1]; i++) {
      const end = spans[i * 2] + spans[i * 2 + 1];
      if (!Number.isSafeInteger(spans[i * 2]) || !Number.isSafeInteger(end) || spans[i * 2 + 1] < 1)
        right = false;
      if (i + 1 < starts[r + 1] && spans[i * 2 + 2] < end) right = false;
    }
  }
  const bounds = runsBounds(pattern.cells);
  if (bounds && runsPopulation(pattern.cells) > bounds.w * bounds.h) right = false;
  if (!right) throw new FuzzFinding("gave runs that are not canonical", input, number, undefined);
  const again = readPattern(writePattern(pattern, "rle")).pattern;
  const same = equalRuns(cellsToRuns(again.cells), pattern.cells) && again.rule === pattern.rule;
  if (!same || again.generation !== pattern.generation) {
    throw new FuzzFinding("gave a pattern that is not read back from RLE", input, number, undefined);
  }
}

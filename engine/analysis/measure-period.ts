/**
 * Measures a pattern over one period, which is run once more, generation by generation.
 *
 * A cell's own period is a divisor of the whole period: the smallest p for which its history, shifted by p generations,
 * equals itself. The code shifts all cells at once, as packed words.
 */

import { planesFor, popcount32 } from "../core/block.ts";
import { divisorsOf } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import { commonPopulation, highestState, runsToBlock } from "../core/runs.ts";
import { hasSixths } from "../grids/lattice-group.ts";
import { better, cellCode } from "./apgcode.ts";
import type { Return } from "./find-return.ts";
import type { CellFrame, FrameBounds } from "./frame.ts";
import { unionBounds } from "./frame.ts";
import type { Extremes, Identity } from "./identity.ts";
import type { Subject } from "./subject.ts";
import { canBeTurned, isTurned, symmetryName } from "./symmetry.ts";

type PeriodFacts = Pick<
  Identity,
  "mod" | "symmetry" | "population" | "box" | "largestBox" | "volatility" | "cellPeriods" | "code"
> & { readonly heat: number };

/** Words of all generations together up to which cell periods are computed. */
const MOST_HISTORY = 2 ** 24;
/** The same times the number of divisors. */
const MOST_COMPARED = 2 ** 30;
/** Cells, dead ones too, whose own periods are stored: 64 MiB. */
const MOST_PERIOD_CELLS = 2 ** 24;
/** Words of all generations together up to which rotor and stator are computed: some tenths of a second. */
const MOST_READ = 2 ** 26;
/** Censuses name no larger objects. */
const MOST_CODED = 40;
/** Cells of all generations together that are tried for a name. */
const MOST_CODE_WORK = 200_000;

export async function measurePeriod(subject: Subject, found: Return): Promise<PeriodFacts> {
  const { frame, period, displacement } = found;
  const stays = displacement.x === 0 && displacement.y === 0;
  const orders = hasSixths(subject.lattice) ? [6, 3, 2] : [4, 2];
  const parts = new Map(orders.filter((k) => period % k === 0).map((k) => [period / k, k]));
  const { whole } = subject.normaliser;
  const first = whole(frame);
  const start = first && mayBeTurned(first) ? subject.pointsOf(first.cells) : null;
  let mod: number | null = first && period;
  let changed = 0;
  let all: FrameBounds | null = null;
  let largest: { readonly w: number; readonly h: number } | null = { w: 0, h: 0 };
  let extremes: Extremes | null = null;
  let code = canBeCoded(subject, found) ? "" : null;
  let before: CellFrame | null = null;
  await subject.load(frame.cells, frame.generation);
  let now = frame;
  for (let t = 0; t < period; t++) {
    const piece = whole(now);
    if (!piece) mod = null;
    if (t > 0 && start && piece && mod && t < mod && parts.has(t) && mayBeTurned(piece))
      if (isTurned(start, subject.pointsOf(piece.cells), subject.lattice)) mod = t;
    extremes = widened(extremes, now);
    all = unionBounds(all, now.bounds);
    largest = largest && piece && larger(largest, piece.bounds);
    if (code !== null) code = codedWith(code, now, subject);
    if (before) changed += changesBetween(before, now);
    subject.tell({ stage: "measuring", done: t, all: period * 2, population: now.population });
    before = now;
    now = await subject.next();
  }
  if (before) changed += changesBetween(before, now);
  const box = first && sizeOf(first.bounds);
  return {
    mod,
    symmetry: start && box && symmetryName(start, box.w, box.h, subject.lattice),
    population: extremes as Extremes,
    heat: changed / period,
    box,
    largestBox: largest,
    ...(stays && all ? await cellFacts(subject, found, all) : { volatility: null, cellPeriods: null }),
    code: code && `${prefixOf(found)}_${code}`,
  };
}

function prefixOf({ frame, period, displacement }: Return): string {
  if (displacement.x !== 0 || displacement.y !== 0) return `xq${period}`;
  return period === 1 ? `xs${frame.population}` : `xp${period}`;
}

function canBeCoded({ universe, lattice }: Subject, { frame, period }: Return): boolean {
  return (
    lattice === "moore" &&
    universe.rule.states === 2 &&
    universe.topology.kind === "unbounded" &&
    frame.population * period <= MOST_CODE_WORK
  );
}

/** null as soon as one generation is too large. */
function codedWith(code: string, { cells, bounds }: CellFrame, subject: Subject): string | null {
  const { w, h } = sizeOf(bounds);
  if (w > MOST_CODED || h > MOST_CODED) return null;
  return better(code, cellCode(subject.pointsOf(cells)));
}

/** Whether its points can be compared with those of its images. */
export function mayBeTurned({ cells, population, bounds }: CellFrame): boolean {
  return canBeTurned({ population: population * highestState(cells), bounds });
}

export function sizeOf(bounds: FrameBounds | null): { readonly w: number; readonly h: number } {
  return bounds ? { w: bounds.right - bounds.left, h: bounds.bottom - bounds.top } : { w: 0, h: 0 };
}

function larger(
  box: { readonly w: number; readonly h: number },
  bounds: FrameBounds | null,
): { readonly w: number; readonly h: number } {
  const { w, h } = sizeOf(bounds);
  return w * h > box.w * box.h ? { w, h } : box;
}

export function widened(extremes: Extremes | null, { population, generation }: CellFrame): Extremes {
  if (!extremes) return { least: population, leastAt: generation, most: population, mostAt: generation };
  const { least, most } = extremes;
  return {
    ...extremes,
    ...(population < least ? { least: population, leastAt: generation } : {}),
    ...(population > most ? { most: population, mostAt: generation } : {}),
  };
}

/** The places whose state differs. */
function changesBetween(a: CellFrame, b: CellFrame): number {
  const same = commonPopulation(a.cells, b.cells);
  const stated = a.cells.states || b.cells.states;
  const both = stated ? commonPopulation({ ...a.cells, states: null }, { ...b.cells, states: null }) : same;
  return a.population + b.population - both - same;
}

async function cellFacts(
  subject: Subject,
  { frame, period }: Return,
  bounds: FrameBounds,
): Promise<Pick<PeriodFacts, "volatility" | "cellPeriods">> {
  const { base } = subject;
  const { w, h } = sizeOf(bounds);
  const box: Rect = {
    x: base.x + BigInt(bounds.left),
    y: base.y + BigInt(bounds.top),
    w: BigInt(w),
    h: BigInt(h),
  };
  const planes = planesFor(subject.universe.rule.states);
  const words = Math.ceil(w / 32) * h;
  const divisors = divisorsOf(BigInt(period)).map(Number);
  const history: Uint32Array[] | null =
    words * planes * period <= MOST_HISTORY &&
    words * planes * period * divisors.length <= MOST_COMPARED &&
    w * h <= MOST_PERIOD_CELLS
      ? []
      : null;
  if (words * planes > MOST_HISTORY || words * planes * period > MOST_READ)
    return { volatility: null, cellPeriods: null };
  const ever = new Uint32Array(words);
  const changes = new Uint32Array(words);
  const start = runsToBlock(frame.cells, box, planes).words;
  await subject.load(frame.cells, frame.generation);
  let now = frame;
  for (let t = 0; t < period; t++) {
    const block = runsToBlock(now.cells, box, planes);
    for (let plane = 0; plane < words * planes; plane += words) {
      for (let i = 0; i < words; i++) {
        ever[i] |= block.words[plane + i];
        changes[i] |= block.words[plane + i] ^ start[plane + i];
      }
    }
    history?.push(block.words);
    subject.tell({ stage: "measuring", done: period + t, all: period * 2, population: now.population });
    if (t + 1 < period) now = await subject.next();
  }
  const live = countBits(ever);
  const stator = countBits(ever.map((word, i) => word & ~changes[i]));
  const periods = history && ownPeriods(history, ever, divisors, w, h);
  let full: number | null = null;
  if (periods) {
    full = 0;
    for (const own of periods) if (own === period) full++;
    if (period === 1) full = 0;
  }
  return {
    volatility: { rotor: live - stator, stator, full },
    cellPeriods: periods && { box, periods },
  };
}

function countBits(words: Uint32Array): number {
  let count = 0;
  for (const word of words) count += popcount32(word);
  return count;
}

function ownPeriods(
  history: readonly Uint32Array[],
  ever: Uint32Array,
  divisors: readonly number[],
  w: number,
  h: number,
): Uint32Array<ArrayBuffer> {
  const period = history.length;
  const periods = new Uint32Array(w * h);
  const open = ever.slice();
  const stride = Math.ceil(w / 32);
  const unlike = new Uint32Array(open.length);
  for (const p of divisors) {
    unlike.fill(0);
    for (let t = 0; t < period; t++) {
      const a = history[t] as Uint32Array;
      const b = history[(t + p) % period] as Uint32Array;
      for (let plane = 0; plane < a.length; plane += unlike.length)
        for (let i = 0; i < unlike.length; i++) unlike[i] |= a[plane + i] ^ b[plane + i];
    }
    for (let i = 0; i < open.length; i++) {
      for (let rest = open[i] & ~unlike[i]; rest !== 0; rest &= rest - 1) {
        const bit = 31 - Math.clz32(rest & -rest);
        periods[Math.floor(i / stride) * w + (i % stride) * 32 + bit] = p;
      }
      open[i] &= unlike[i];
    }
  }
  return periods;
}

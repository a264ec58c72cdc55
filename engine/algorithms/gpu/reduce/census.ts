/**
 * How many cells live in a box of the grid and where, counted in place (shaders/reduce/census.wgsl): a pass over the
 * memory, and a few kilobytes to read. The answer comes band by band, and gives the population, the bounds, and the
 * parts of a sparse grid that are worth reading at all.
 */

import { headBits, tailBits } from "../../../gpu/packed-bits.ts";
import type { GridBox, PackedLayout } from "../../../gpu/packed-layout.ts";
import { wordsOf } from "../../../gpu/packed-layout.ts";

/** More bands would cut a sparse grid finer and cost more to read back. */
export const MOST_BANDS = 1024;
const THREADS_LOG2 = 6;

/** Words that a workgroup walks, roughly: enough to be worth its sum, few enough to keep a large GPU busy. */
const GROUP_WORDS = 8192;
/** Less than this is not worth a band. */
const BAND_WORDS = 1024;

const WORDS_A_BAND = 5;
export const CENSUS_BYTES = MOST_BANDS * WORDS_A_BAND * 4;
export const CENSUS_PLACE_BYTES = 48;

/** How a box is walked. */
interface CensusPlan {
  readonly place: Uint32Array<ArrayBuffer>;
  readonly groups: readonly [across: number, down: number];
  /** Of the answer to be read back. */
  readonly bytes: number;
}

export interface Census {
  readonly population: bigint;
  /** The box of all counted cells, or null. */
  readonly bounds: GridBox | null;
  /** Boxes of rows that do not overlap, from the top down, which together hold all counted cells. */
  readonly parts: readonly GridBox[];
}

export function planCensus({ stride, planes, planeRows }: PackedLayout, box: GridBox): CensusPlan {
  const words = wordsOf(box.left, box.top, box.width, box.height);
  const { columns, rows } = words;
  const bandRows = Math.min(rows, Math.max(Math.ceil(rows / MOST_BANDS), Math.ceil(BAND_WORDS / columns)));
  let across = 0;
  while (across < THREADS_LOG2 && 2 ** across < columns) across++;
  const segment = Math.min(columns, Math.max(2 ** THREADS_LOG2, Math.ceil(GROUP_WORDS / bandRows)));
  const bands = Math.ceil(rows / bandRows);
  const place = Uint32Array.of(
    words.column,
    words.row,
    columns,
    rows,
    stride,
    headBits(box.left),
    tailBits(box.left + box.width - 1),
    bandRows,
    segment,
    across,
    planes,
    planeRows * stride,
  );
  return { place, groups: [Math.ceil(columns / segment), bands], bytes: bands * WORDS_A_BAND * 4 };
}

/** The shader's result for that box. `found`: as shaders/reduce/census.wgsl writes it. */
export function censusOf(box: GridBox, found: Uint32Array): Census {
  const { column, columns, rows } = wordsOf(box.left, box.top, box.width, box.height);
  const firstCell = column * 32;
  const parts: GridBox[] = [];
  let population = 0n;
  for (let at = 0; at < found.length; at += WORDS_A_BAND) {
    if (found[at] === 0) continue;
    population += BigInt(found[at]);
    const left = firstCell + columns * 32 - found[at + 1];
    const top = box.top + rows - found[at + 2];
    const right = firstCell + found[at + 3];
    const bottom = box.top + found[at + 4];
    parts.push({ left, top, width: right - left, height: bottom - top });
  }
  return { population, bounds: parts.length > 0 ? parts.reduce(around) : null, parts };
}

/** The smallest box around both. */
function around(a: GridBox, b: GridBox): GridBox {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  const width = Math.max(a.left + a.width, b.left + b.width) - left;
  const height = Math.max(a.top + a.height, b.top + b.height) - top;
  return { left, top, width, height };
}

/** A trip to the GPU and back takes about as long as reading this many cells more. */
const TRIP_CELLS = 2 ** 19;

/** Joins parts that are cheaper to read together, as long as a piece stays below `most` cells. */
export function joinParts(parts: readonly GridBox[], most: number): readonly GridBox[] {
  const joined: GridBox[] = [];
  const area = ({ width, height }: GridBox): number => width * height;
  for (const part of parts) {
    const last = joined.at(-1);
    const both = last && around(last, part);
    if (both && area(both) <= Math.min(most, area(last) + area(part) + TRIP_CELLS))
      joined[joined.length - 1] = both;
    else joined.push(part);
  }
  return joined;
}

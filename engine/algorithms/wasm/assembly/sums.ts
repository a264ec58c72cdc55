// asc: --importTable --importMemory --initialMemory 1

/*
 * The kernel of `sums` where sums lie on bit slices, which decides in which order loops that are emitted for a rule compute tiles
 * (engine/algorithms/cpu/sliced-rows.ts owns the memory; _sum-layout.ts says where things lie, _sum-bands.ts computes bands).
 */

import { beginAnew, computeBand, join, takeComputed } from "./_sum-bands";
import { BITS, COMPUTED, HEIGHT, NEAR, RECORD, RECORDS } from "./_sum-layout";
import { runTogether } from "./_sum-threads";

/** A generation begins. */
export function begin(): void {
  beginAnew();
  for (let thread: u32 = 0; thread < 16; thread++) store<u32>(RECORDS + thread * RECORD, 0, NEAR);
}

/** Computes bands of the generation that has begun. */
export function run(first: u32, end: u32): void {
  if (ASC_FEATURE_THREADS) {
    runTogether(first, end);
    return;
  }
  for (let band = first; band < end; band++) computeBand(band);
  store<u32>(RECORDS, takeComputed(), COMPUTED);
}

/** Puts what lies beyond their ends beside all rows of the present generation. */
export function joinAll(): void { join(load<u32>(BITS), 0, load<u32>(HEIGHT)); }

/** Tiles that this thread computed in the last run. */
export function getComputed(): u32 { return load<u32>(RECORDS, COMPUTED); }

/** Whether a cell, seen since the last generation began, lives near an endless side's ends. */
export function isNear(): u32 {
  let near: u32 = 0;
  for (let thread: u32 = 0; thread < 16; thread++) near |= load<u32>(RECORDS + thread * RECORD, NEAR);
  return near;
}

/*
 * Delays that tests ask for, so that threads meet in all orders. A seed of 0, as always otherwise, means none.
 */

import { ownPart, PARAMETERS, PAUSE, RECORD } from "./_hashlife-memory";

let chance: u32 = 0;

/** `seed` 0: no delays. */
export function setDelays(seed: u32): void {
  store<u32>(PARAMETERS, seed, 52);
  chance = seed;
}

export function borrowDelays(): void {
  chance = load<u32>(PARAMETERS, 52) * (ownPart() | 1);
}

/** Loses some time: a tenth of a microsecond each. */
export function pause(times: u32): void {
  // The instruction for it has no name in WebAssembly; one that owns its cache line keeps nobody else from working.
  for (; times; times--) for (let k = 0; k < 16; k++) atomic.add<u32>(ownPart() + RECORD, 0, PAUSE);
}

/** Now and then loses up to 100 microseconds where tests want that. */
@inline
export function lingers(): void {
  if (!chance) return;
  chance = chance * 1664525 + 1013904223;
  if (!(chance >> 28)) pause((chance >> 16) & 1023);
}

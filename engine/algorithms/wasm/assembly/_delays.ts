/*
 * Time that threads lose: a little while they look for news, and at chance moments where tests want to see them meet in all orders.
 */

let chance: u32 = 0;

/** Delays of this thread by chance; `seed` 0, as always but in tests: none. */
export function setChance(seed: u32): void { chance = seed; }

/** Loses some time, a tenth of a microsecond each, on a word that no other thread reads. */
export function loseTime(word: u32, times: u32): void {
  // The instruction for it has no name in WebAssembly; one that owns its cache line keeps nobody else from working.
  for (; times; times--) for (let k = 0; k < 16; k++) atomic.add<u32>(word, 0);
}

/** Now and then loses up to 100 microseconds where tests want that. */
@inline
export function losesSome(word: u32): void {
  if (!chance) return;
  chance = chance * 1664525 + 1013904223;
  if (!(chance >> 28)) loseTime(word, (chance >> 16) & 1023);
}

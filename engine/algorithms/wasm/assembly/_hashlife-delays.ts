/*
 * Delays that tests ask for, and the word on which a thread of HashLife loses time.
 */

import { loseTime, losesSome, setChance } from "./_delays";
import { ownPart, PARAMETERS, PAUSE, RECORD } from "./_hashlife-memory";

/** `seed` 0: no delays. */
export function setDelays(seed: u32): void {
  store<u32>(PARAMETERS, seed, 52);
  setChance(seed);
}

export function borrowDelays(): void { setChance(load<u32>(PARAMETERS, 52) * (ownPart() | 1)); }

/** Loses some time: a tenth of a microsecond each. */
export function pause(times: u32): void { loseTime(ownPart() + RECORD + PAUSE, times); }

/** Now and then loses up to 100 microseconds where tests want that. */
@inline
export function lingers(): void { losesSome(ownPart() + RECORD + PAUSE); }

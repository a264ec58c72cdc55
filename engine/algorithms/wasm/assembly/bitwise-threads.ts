// asc: --enable threads --sharedMemory --importTable --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * The kernel of bitwise.ts over a shared memory, compiled with what ASC_FEATURE_THREADS leaves out there. _tile-threads.ts
 * explains how threads compute a generation together. The host's thread calls all but `help`, which each helper's thread calls.
 */

import { AREA, AREAS, PARAMETERS, READY } from "./_tile-layout";
import { become, work } from "./_tile-steps";
import { awaitPhase, beHelper, enter, getPhase, isTeam, leave } from "./_tile-threads";

export * from "./bitwise";
export { share } from "./_tile-steps";
export { breakDown, dismiss, getHelped, getLost, getReady, getTeam, setDelays } from "./_tile-threads";

/** What a helper's thread does until its team is dismissed. `thread`: 1 or more. */
export function help(thread: u32, team: u32): void {
  beHelper(thread);
  if (!isTeam(team)) return;
  atomic.add<u32>(READY, 1);
  while (true) {
    const phase = getPhase();
    if (!isTeam(team)) return;
    if (phase & 1 && enter(phase, team)) {
      become(load<u32>(PARAMETERS), AREAS + thread * AREA);
      leave(work());
    }
    awaitPhase(phase);
  }
}

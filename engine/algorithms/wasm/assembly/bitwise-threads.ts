// asc: --enable threads --sharedMemory --importTable --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * The kernel of bitwise.ts over a shared memory, compiled with what ASC_FEATURE_THREADS leaves out there. _tile-threads.ts
 * explains how threads compute a generation together. The host's thread calls all but `help`, which each helper's thread calls.
 */

import { awaitPhase, getPhase, isTeam, tellReady } from "./_gate";
import { AREA, AREAS, PARAMETERS } from "./_tile-layout";
import { become, work } from "./_tile-steps";
import { beHelper, enter, getPause, leave } from "./_tile-threads";

export * from "./bitwise";
export { breakDown, getLost, getReady, getTeam } from "./_gate";
export { share } from "./_tile-steps";
export { dismiss, getHelped, setDelays } from "./_tile-threads";

/** What a helper's thread does until its team is dismissed. `thread`: 1 or more. */
export function help(thread: u32, team: u32): void {
  beHelper(thread);
  if (!isTeam(team)) return;
  tellReady();
  while (true) {
    const phase = getPhase();
    if (!isTeam(team)) return;
    if (phase & 1 && enter(phase, team)) {
      become(load<u32>(PARAMETERS), AREAS + thread * AREA);
      leave(work());
    }
    awaitPhase(phase, getPause());
  }
}

// asc: --enable threads --sharedMemory --importTable --importMemory --initialMemory 1 --maximumMemory 65536

/*
 * The kernel of sums.ts over a shared memory, compiled with what ASC_FEATURE_THREADS leaves out there. _sum-threads.ts explains how threads compute
 * a generation together. The host's thread calls all but `help`, which each helper's thread calls.
 */

import { awaitPhase, getPhase, isTeam, tellReady } from "./_gate";
import { beHelper, getPause, help as helpIn } from "./_sum-threads";

export * from "./sums";
export { breakDown, getLost, getReady, getTeam } from "./_gate";
export { dismiss, getHelped, setDelays, share } from "./_sum-threads";

/** What a helper's thread does until its team is dismissed. `thread`: 1 or more. */
export function help(thread: u32, team: u32): void {
  beHelper(thread);
  if (!isTeam(team)) return;
  tellReady();
  while (true) {
    const phase = getPhase();
    if (!isTeam(team)) return;
    if (phase & 1) helpIn(phase, team);
    awaitPhase(phase, getPause());
  }
}

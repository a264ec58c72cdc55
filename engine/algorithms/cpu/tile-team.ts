/**
 * `bitwise` on threads: helpers compute tiles of the same generation (wasm/assembly/_tile-threads.ts explains how). Between two calls of
 * `run` they touch nothing, so all else is as it is alone. When they come and go is their team's affair (wasm/team.ts).
 */

import kernelUrl from "../wasm/build/bitwise-threads.wasm?url&inline";
import type { HelperPool } from "../wasm/helpers.ts";
import { compileInline } from "../wasm/load.ts";
import type { Muster } from "../wasm/muster.ts";
import type { TeamTask } from "../wasm/team.ts";
import { Team } from "../wasm/team.ts";
import type { ThreadedKernel } from "./tile-layout.ts";
import { firstFree } from "./tile-layout.ts";
import type { TileHelp, TileStepper } from "./tile-stepper.ts";
import { enterLoops, newTileMemory, startKernel } from "./tile-stepper.ts";

/** Tiles that a thread takes at a time: some microseconds of work. At most 128, whose requests a helper has room for. */
const BUNCH_TILES = 64;

export interface TileTeam extends TileStepper {
  readonly kernel: ThreadedKernel;
}

/**
 * Starts a kernel that the pool's threads may help. `muster` makes a judge for each rule. Errors: `unsupported-operation` where
 * WebAssembly, its SIMD instructions or its threads are missing or forbidden; a RangeError where the machine has no shared memory
 * to reserve.
 */
export async function startTeam(
  pool: HelperPool,
  muster: () => Muster,
  bunchTiles = BUNCH_TILES,
): Promise<TileTeam> {
  const module = await compileInline(kernelUrl, "The algorithm bitwise on threads");
  const memory = newTileMemory(true);
  const { kernel, table } = await startKernel<ThreadedKernel>(module, memory);
  const team = new Team(pool, "bitwise");
  let task: TeamTask = { kernel, module, memory };
  const help: TileHelp = {
    get helped() {
      return team.helped;
    },
    check: () => team.check(task),
    account: (stretch, { from, end, woken }) =>
      team.account(task, stretch, (threads, least) =>
        kernel.share(threads, least, bunchTiles, from, end, woken),
      ),
  };
  return {
    kernel,
    memory,
    shared: true,
    first: firstFree(team.threads),
    threads: team.threads,
    setLoops: (loops) => {
      enterLoops(table, memory, loops);
      task = { kernel, module, memory, loops };
      team.begin(task, muster());
    },
    team: help,
    close: () => team.end(task),
  };
}

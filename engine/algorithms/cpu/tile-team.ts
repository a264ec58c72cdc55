/**
 * `bitwise` on threads: helpers compute tiles of the same generation (wasm/assembly/_tile-threads.ts explains how). Between two calls of
 * `run` they touch nothing, so all else is as it is alone.
 *
 * A `Muster` decides from the tiles per millisecond when helpers come and whether they stay; generations of few tiles are computed
 * without them in any case. Helpers have the loops of one rule: another rule gets another team, when that is worth it again.
 */

import { TessellaError } from "../../core/errors.ts";
import kernelUrl from "../wasm/build/bitwise-threads.wasm?url&inline";
import type { HelperPool } from "../wasm/helpers.ts";
import { MOST_THREADS } from "../wasm/helpers.ts";
import { compileInline } from "../wasm/load.ts";
import type { Muster, MusterDone } from "../wasm/muster.ts";
import type { ThreadedKernel } from "./tile-layout.ts";
import { firstFree } from "./tile-layout.ts";
import type { Extent, TileHelp, TileStepper } from "./tile-stepper.ts";
import { enterLoops, newTileMemory, startKernel } from "./tile-stepper.ts";

/** Tiles that a thread takes at a time: some microseconds of work. At most 128, whose requests a helper has room for. */
const BUNCH_TILES = 64;

export interface TileTeam extends TileStepper {
  readonly kernel: ThreadedKernel;
}

/**
 * Starts a kernel that the pool's threads may help. `muster` makes a judge for each team. Errors: `unsupported-operation` where
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
  const threads = Math.min(pool.size + 1, MOST_THREADS);
  const team = new Team({
    kernel,
    threads,
    bunchTiles,
    muster,
    send: (loops, onLost) =>
      pool.send(threads - 1, { module, memory, loops, team: kernel.getTeam() }, onLost),
  });
  return {
    kernel,
    memory,
    shared: true,
    first: firstFree(threads),
    threads,
    setLoops: (modules) => {
      enterLoops(table, memory, modules);
      team.begin(modules);
    },
    team,
    close: () => team.end(),
  };
}

interface TeamSetting {
  readonly kernel: ThreadedKernel;
  readonly threads: number;
  readonly bunchTiles: number;
  readonly muster: () => Muster;
  readonly send: (loops: readonly WebAssembly.Module[], onLost: () => void) => void;
}

/** The coming and going of helpers between calls of `run`. */
class Team implements TileHelp {
  readonly #setting: TeamSetting;
  readonly #kernel: ThreadedKernel;
  #muster: Muster | null = null;
  #loops: readonly WebAssembly.Module[] = [];
  #isCalled = false;
  #isShared = false;

  constructor(setting: TeamSetting) {
    this.#setting = setting;
    this.#kernel = setting.kernel;
  }

  get helped(): number {
    return this.#kernel.getHelped() >>> 0;
  }

  check(): void {
    if (this.#kernel.getLost() === 0) return;
    throw new TessellaError("engine-lost", "A thread of bitwise broke down in the middle of a generation.");
  }

  /** The kernel has these loops from here on. */
  begin(loops: readonly WebAssembly.Module[]): void {
    this.end();
    this.#loops = loops;
    this.#muster = this.#setting.muster();
    // They begin after the first stretch: until then nobody knows where tiles lie.
    if (this.#muster.state === "calling") this.#call();
  }

  end(): void {
    this.#muster = null;
    if (!this.#isCalled) return;
    this.#kernel.dismiss();
    this.#isCalled = false;
    this.#isShared = false;
  }

  account(milliseconds: number, done: MusterDone, extent: Extent): void {
    const muster = this.#muster;
    if (!muster) return;
    muster.account(milliseconds, done, false);
    this.#follow(muster, extent);
  }

  /** Does what the muster says. */
  #follow(muster: Muster, { from, end, woken }: Extent): void {
    if (muster.state === "calling") {
      if (!this.#isCalled) this.#call();
      // The first one suffices: the others join when they are there.
      if (this.#kernel.getReady() > 0) muster.join();
    }
    const shares = muster.state === "together";
    if (shares === this.#isShared) return;
    this.#isShared = shares;
    const { threads, bunchTiles } = this.#setting;
    this.#kernel.share(shares ? threads : 1, muster.narrow, bunchTiles, from, end, woken);
  }

  #call(): void {
    const team = this.#kernel.getTeam();
    this.#isCalled = true;
    // Nobody waits for one that breaks down while it rests; but what has broken down once is not called again.
    this.#setting.send(this.#loops, () => {
      if (this.#kernel.getTeam() === team) this.end();
    });
  }
}

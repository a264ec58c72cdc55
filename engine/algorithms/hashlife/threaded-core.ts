/**
 * The HashLife core on threads: the same calls, with helpers that compute along within `run`
 * (wasm/assembly/_hashlife-threads.ts explains how). All other calls that change what they read find them at rest.
 *
 * Helpers cost: they start in some thirty milliseconds, and with them the core makes its squares by atomic
 * instructions and without young nodes. So it begins alone, and a `Muster` decides from the results per millisecond when they
 * come, and whether they stay.
 */

import { now } from "../../core/clock.ts";
import { TessellaError } from "../../core/errors.ts";
import kernelUrl from "../wasm/build/hashlife-threads.wasm?url&inline";
import type { HelperPool, Recall } from "../wasm/helpers.ts";
import { MOST_THREADS } from "../wasm/helpers.ts";
import { compileInline } from "../wasm/load.ts";
import type { Muster } from "../wasm/muster.ts";
import type { CoreExports, HashLifeCore, StartedKernel } from "./core.ts";
import { newMemory, startKernel, WasmCore } from "./core.ts";
import { StepsPace } from "./steps-pace.ts";

/** What the kernel offers besides. */
interface ThreadedExports extends CoreExports {
  /** So many threads from here on. At rest, and only while no helper has unfinished rows. */
  share(threads: number): void;
  /** Whether helpers only finish what they have. */
  hush(hushed: number): void;
  /** Waits until no helper touches anything. */
  halt(): void;
  /** As `indexUsed`, on all threads. At rest. */
  indexTogether(from: number, to: number): void;
  /** Lets the helpers' calls of `help` return. */
  dismiss(): void;
  /** Whether a helper has unfinished rows. At rest. */
  isHelped(): number;
  /** How many helpers have begun, and how many of these broke down. */
  getReady(): number;
  getLost(): number;
  /** Results that a thread has computed, and how often it took some from another's list. */
  getWorks(thread: number): number;
  /** Rows that they were computed in. */
  getRows(thread: number): number;
  getThefts(thread: number): number;
  /** For tests: threads lose time at chance moments; 0 for none. */
  setDelays(seed: number): void;
}

export interface ThreadedCore extends HashLifeCore {
  /** How often helpers took works from another thread's list. */
  readonly thefts: number;
  /** How many helpers have begun. */
  readonly ready: number;
  setDelays(seed: number): void;
}

/**
 * Starts a core that the pool's threads may help. Errors: `unsupported-operation` where WebAssembly, its SIMD instructions or its
 * threads are missing or forbidden; a RangeError where the machine has no shared memory to reserve. `base`: what steps cells of more
 * than two states; with another one the core is alone. `crowd`: from so many slots in use on all threads enter them into a larger index.
 */
export async function startThreadedCore(
  pool: HelperPool,
  muster: Muster,
  base: WebAssembly.Module | null = null,
  crowd = CROWD,
): Promise<ThreadedCore> {
  const module = await compileInline(kernelUrl, "HashLife on threads");
  const started = await startKernel<ThreadedExports>(module, newMemory(true));
  const { kernel, memory } = started;
  const threads = Math.min(pool.size + 1, MOST_THREADS);
  const send: SendHelpers = (base, onLost) =>
    pool.send(threads - 1, { module, memory, loops: base ? [base] : [] }, onLost);
  return new HelpedCore(started, new HelpedRun(kernel, threads, muster, send, base, crowd), threads);
}

/** Slots of which fewer are entered into an index sooner than helpers come: twelve nanoseconds each. */
const CROWD = 2 ** 20;

/** Milliseconds of computing after which it is accounted for: that takes as long as a short call. While helpers are on their way it is after each call. */
const ACCOUNTED = 1;

type SendHelpers = (base: WebAssembly.Module | null, onLost: (reason: string) => void) => Recall;

class HelpedCore extends WasmCore implements ThreadedCore {
  readonly #kernel: ThreadedExports;
  readonly #helped: HelpedRun;
  readonly #threads: number;

  constructor(started: StartedKernel<ThreadedExports>, helped: HelpedRun, threads: number) {
    super({ ...started, kernel: atRest(started.kernel, helped) }, () => helped.close());
    this.#kernel = started.kernel;
    this.#helped = helped;
    this.#threads = threads;
  }

  override setBase(module: WebAssembly.Module): void {
    super.setBase(module);
    this.#helped.setBase(module);
  }

  override get threads(): number {
    return this.#helped.isAlone ? 1 : this.#threads;
  }

  get thefts(): number {
    return sum(this.#threads, this.#kernel.getThefts);
  }

  get ready(): number {
    return this.#kernel.getReady();
  }

  setDelays(seed: number): void {
    this.#kernel.setDelays(seed);
  }
}

/** The exports, such that what helpers read changes only while they rest. What finds and makes squares may go on meanwhile. */
function atRest(kernel: ThreadedExports, helped: HelpedRun): CoreExports {
  const resting =
    <T extends unknown[], R>(change: (...args: T) => R) =>
    (...args: T): R => {
      helped.halt();
      return change(...args);
    };
  return {
    ...kernel,
    initTable: resting(kernel.initTable),
    setCapacity: resting(kernel.setCapacity),
    clearIndex: resting(kernel.clearIndex),
    indexUsed: (from, to) => helped.index(from, to),
    setRule: resting(kernel.setRule),
    setPlanes: resting(kernel.setPlanes),
    setStep: resting(kernel.setStep),
    forgetResults: resting(kernel.forgetResults),
    cancel: resting(kernel.cancel),
    beginCollection: resting(kernel.beginCollection),
    run: (fuel, more, least, full) => helped.run(fuel, more, least, full),
  };
}

/** Calls of `run`, and the coming and going of helpers between them. */
class HelpedRun {
  readonly #kernel: ThreadedExports;
  readonly #threads: number;
  readonly #muster: Muster;
  readonly #send: SendHelpers;
  readonly #crowd: number;
  readonly #pace = new StepsPace();
  /** Takes back the helpers that have been sent for. */
  #recall: Recall | null = null;
  /** Whether they take part, and whether they may be at work. */
  #isShared = false;
  #isRoused = false;
  /** Whether it stays alone. */
  isAlone = false;
  /** What steps cells of more than two states. Helpers have it from the beginning. */
  #base: WebAssembly.Module | null;
  /** Not accounted for yet. */
  #milliseconds = 0;
  /** Accounted for. */
  #results = 0;
  #rows = 0;
  #lost: string | null = null;

  constructor(
    kernel: ThreadedExports,
    threads: number,
    muster: Muster,
    send: SendHelpers,
    base: WebAssembly.Module | null,
    crowd: number,
  ) {
    this.#crowd = crowd;
    this.#kernel = kernel;
    this.#threads = threads;
    this.#muster = muster;
    this.#send = send;
    this.#base = base;
    this.#follow();
  }

  run(fuel: number, more: number, least: number, full: number): number {
    if (this.#lost !== null && this.#isShared) throw this.#breakdown(this.#lost);
    if (this.isAlone || this.#muster.state === "gone") return this.#kernel.run(fuel, more, least, full);
    const began = now();
    this.#isRoused = this.#isShared;
    // Rounds may wait for helpers, and the host looks at the clock in between.
    const rounds = this.#isShared ? Math.ceil(fuel / 4) : fuel;
    const outcome = this.#kernel.run(rounds, more, least, full);
    if (this.#kernel.getLost() > 0) throw this.#breakdown("it trapped");
    const milliseconds = now() - began;
    const left = this.#pace.left(milliseconds, more, more > 0 ? this.#kernel.getSteps() : 0);
    this.#milliseconds += milliseconds;
    if (this.#milliseconds >= ACCOUNTED || this.#muster.state === "calling") this.#account(left);
    return outcome;
  }

  #breakdown(reason: string): TessellaError {
    this.#lost = reason;
    return new TessellaError("engine-lost", `A thread of HashLife broke down: ${reason}`);
  }

  /** Another one than helpers have sends them away for good. No row may be unfinished. */
  setBase(module: WebAssembly.Module): void {
    if (this.#base === module) return;
    this.#base = module;
    if (!this.#recall) return;
    this.halt();
    this.#kernel.share(1);
    this.#dismiss();
    this.#isShared = false;
    this.isAlone = true;
  }

  /** Enters every used slot of [from, to) into the index. */
  index(from: number, to: number): void {
    this.halt();
    // Nor would anybody tell that one which broke down has entered its share.
    const areMany = this.#kernel.getUsed() >= this.#crowd;
    if (areMany && this.#lost === null) this.#kernel.indexTogether(from, to);
    else this.#kernel.indexUsed(from, to);
  }

  /** Waits until no helper touches anything. */
  halt(): void {
    // Nobody would ever tell of the rest of one that broke down.
    if (this.#isRoused && this.#lost === null) this.#kernel.halt();
    this.#isRoused = false;
  }

  close(): void {
    this.halt();
    this.#dismiss();
    this.#isShared = false;
  }

  #dismiss(): void {
    this.#kernel.dismiss();
    this.#recall?.();
  }

  #account(left: number): void {
    const results = sum(this.#threads, this.#kernel.getWorks);
    const rows = sum(this.#threads, this.#kernel.getRows);
    const done = { results: (results - this.#results) >>> 0, rows: (rows - this.#rows) >>> 0, left };
    this.#muster.account(this.#milliseconds, done, this.#isHelped());
    this.#milliseconds = 0;
    this.#results = results;
    this.#rows = rows;
    this.#follow();
  }

  /** Whether a hushed helper has not finished what it has. */
  #isHelped(): boolean {
    if (this.#muster.state !== "hushed") return false;
    this.halt();
    return this.#kernel.isHelped() !== 0;
  }

  /** Does what the muster says. */
  #follow(): void {
    if (this.#muster.state === "calling") {
      this.#recall ??= this.#send(this.#base, (reason) => {
        this.#lost = reason;
      });
      // All of them: one that cannot begin leaves the core alone, and costs nothing.
      if (this.#kernel.getReady() === this.#threads - 1) this.#muster.join();
    }
    const { state } = this.#muster;
    const shares = state === "together" || state === "hushed";
    if (shares !== this.#isShared) {
      this.halt();
      this.#kernel.share(shares ? this.#threads : 1);
      this.#isShared = shares;
    }
    this.#kernel.hush(state === "together" ? 0 : 1);
    if (state === "gone") this.#dismiss();
  }
}

function sum(threads: number, count: (thread: number) => number): number {
  let total = 0;
  for (let thread = 0; thread < threads; thread++) total += count(thread);
  return total >>> 0;
}

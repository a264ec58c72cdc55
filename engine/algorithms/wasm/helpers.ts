/**
 * Threads that help a kernel. One has an instance of its own over the kernel's shared memory and calls the export `help` with
 * its number, which returns when the kernel dismisses it. Until then the kernel alone decides when it works and when it
 * sleeps; afterwards the thread is free for the next kernel. Where `help` traps, the thread calls the export `breakDown`, so that nobody
 * waits for it, and is lost.
 */

/** A kernel that threads help. */
export interface HelpedKernel {
  readonly module: WebAssembly.Module;
  readonly memory: WebAssembly.Memory;
  /** Modules over the same memory, told the thread's number, whose `run` the kernel calls through its table, from place 1 on. Default: none. */
  readonly loops?: readonly WebAssembly.Module[];
  /** What `help` is told besides the thread's number. */
  readonly team?: number;
}

/** `help(thread, team)` of an instance over the memory. Numbers begin at 1; 0 is the kernel's own thread. */
export interface HelperTask extends HelpedKernel {
  readonly thread: number;
}

export interface HelperThread {
  send(task: HelperTask): void;
  close(): void;
}

/** The most threads that a kernel has room for, its own among them. */
export const MOST_THREADS = 16;
/** The most threads that a kernel takes unasked: more of them gain little. */
const USUAL_THREADS = 9;

/** The threads that a kernel takes unasked on so many cores. */
export function usualThreads(cores: number): number {
  return Math.min(USUAL_THREADS, cores);
}

/** Makes a thread. It says when a task has ended; when it breaks down it says why, and is no thread any more. */
export type StartHelper = (onFree: () => void, onLost: (reason: string) => void) => HelperThread;

/** Bytes of memories that a free thread may hold: those of the kernels that it has served, until it collects its own heap, which it never does while it waits. */
const MOST_HELD = 2 ** 31;

/** What a thread is at work on. */
interface Engagement {
  readonly memory: WebAssembly.Memory;
  readonly onLost: (reason: string) => void;
}

/** Threads for the kernels of one thread, kept for the next kernel unless they hold much of those before. */
export class HelperPool {
  /** How many a kernel may have beside its own thread. */
  readonly size: number;
  readonly #start: StartHelper;
  readonly #free: HelperThread[] = [];
  readonly #busy = new Map<HelperThread, Engagement>();
  readonly #held = new WeakMap<HelperThread, number>();

  constructor(size: number, start: StartHelper) {
    this.size = size;
    this.#start = start;
  }

  /** Sends `count` threads to a kernel, at most `size`. `onLost` hears of each that breaks down there. */
  send(count: number, kernel: HelpedKernel, onLost: (reason: string) => void): void {
    for (let thread = 1; thread <= count; thread++) {
      const helper = this.#free.pop() ?? this.#startOne();
      this.#busy.set(helper, { memory: kernel.memory, onLost });
      helper.send({ ...kernel, thread });
    }
  }

  /**
   * Whether there are threads for one more kernel. Those that were sent away are free when this thread has heard of it, which it does not in the middle
   * of a step: boxes of cells that follow each other quickly would otherwise start threads without end.
   */
  get mayServe(): boolean {
    return this.#busy.size <= this.size;
  }

  /** Starts as many threads as there may be, so that a kernel that sends for them soon finds them there. */
  prepare(): void {
    while (this.#free.length + this.#busy.size < this.size) this.#free.push(this.#startOne());
  }

  /** Ends the threads that are free. */
  close(): void {
    for (const helper of this.#free.splice(0)) helper.close();
  }

  #startOne(): HelperThread {
    const helper = this.#start(
      () => this.#release(helper),
      (reason) => {
        this.#busy.get(helper)?.onLost(reason);
        this.#busy.delete(helper);
        // One that broke down while it was free helps nobody.
        const at = this.#free.indexOf(helper);
        if (at >= 0) this.#free.splice(at, 1);
      },
    );
    return helper;
  }

  #release(helper: HelperThread): void {
    const served = this.#busy.get(helper)?.memory.buffer.byteLength ?? 0;
    const held = (this.#held.get(helper) ?? 0) + served;
    this.#busy.delete(helper);
    this.#held.set(helper, held);
    if (held > MOST_HELD) helper.close();
    else this.#free.push(helper);
  }
}

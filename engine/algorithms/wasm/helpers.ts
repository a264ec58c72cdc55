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

/** Threads for the kernels of one thread, kept for the next kernel. */
export class HelperPool {
  /** How many a kernel may have beside its own thread. */
  readonly size: number;
  readonly #start: StartHelper;
  readonly #free: HelperThread[] = [];
  readonly #busy = new Map<HelperThread, (reason: string) => void>();

  constructor(size: number, start: StartHelper) {
    this.size = size;
    this.#start = start;
  }

  /** Sends `count` threads to a kernel, at most `size`. `onLost` hears of each that breaks down there. */
  send(count: number, kernel: HelpedKernel, onLost: (reason: string) => void): void {
    for (let thread = 1; thread <= count; thread++) {
      const helper = this.#free.pop() ?? this.#startOne();
      this.#busy.set(helper, onLost);
      helper.send({ ...kernel, thread });
    }
  }

  /** Ends the threads that are free. */
  close(): void {
    for (const helper of this.#free.splice(0)) helper.close();
  }

  #startOne(): HelperThread {
    const helper = this.#start(
      () => {
        this.#busy.delete(helper);
        this.#free.push(helper);
      },
      (reason) => {
        this.#busy.get(helper)?.(reason);
        this.#busy.delete(helper);
        // One that broke down while it was free helps nobody.
        const at = this.#free.indexOf(helper);
        if (at >= 0) this.#free.splice(at, 1);
      },
    );
    return helper;
  }
}

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
  /** Adds a task to those that it has. */
  send(task: HelperTask): void;
  /** Ends it. It must have no task. */
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

/** Bytes of memories that a thread may hold: those of the kernels that it has served, until it collects its own heap, which it never does while it waits. */
const MOST_HELD = 2 ** 31;

/** Takes back what `send` sent: the kernel has dismissed them. */
export type Recall = () => void;

/** What a thread works for. */
interface Engagement {
  readonly onLost: (reason: string) => void;
}

/** A thread as its pool knows it. It has dismissed tasks for a while after they were taken back: this thread hears that they have ended between two slices of work. */
interface Hand {
  readonly thread: HelperThread;
  engagement: Engagement | null;
  /** Memories of the tasks that it has, in turn: one that it is at, and one at most that waits. */
  readonly tasks: WebAssembly.Memory[];
  /** A task for when one of these has ended. */
  next: HelperTask | null;
  /** Bytes of the memories that it has served, each counted once. */
  held: number;
  readonly counted: WeakMap<WebAssembly.Memory, number>;
}

/** One at work, and one that waits. */
const MOST_TASKS = 2;

/** Threads for the kernels of one thread, kept for the next kernel unless they hold much of those before. */
export class HelperPool {
  /** How many a kernel may have beside its own thread. */
  readonly size: number;
  readonly #start: StartHelper;
  readonly #hands = new Set<Hand>();

  constructor(size: number, start: StartHelper) {
    this.size = size;
    this.#start = start;
  }

  /**
   * Sends `count` threads to a kernel, at most `size`, for which they are until they are taken back. `onLost` hears of each that breaks down
   * until then. Whoever takes them back has dismissed them before.
   */
  send(count: number, kernel: HelpedKernel, onLost: (reason: string) => void): Recall {
    const engagement: Engagement = { onLost };
    for (let thread = 1; thread <= count; thread++) {
      const hand = this.#freest() ?? this.#startOne();
      hand.engagement = engagement;
      const task = { ...kernel, thread };
      if (hand.tasks.length < MOST_TASKS) tell(hand, task);
      else hand.next = task;
    }
    return () => this.#recall(engagement);
  }

  /** Starts as many threads as there may be, so that a kernel that sends for them soon finds them there. */
  prepare(): void {
    while (this.#hands.size < this.size) this.#startOne();
  }

  /** Ends the threads that have nothing to do. */
  close(): void {
    for (const hand of this.#hands) if (isIdle(hand)) this.#end(hand);
  }

  /** One that no kernel has, if possible without a dismissed task. */
  #freest(): Hand | undefined {
    const free = [...this.#hands].filter(({ engagement, held }) => engagement === null && held <= MOST_HELD);
    return free.find(isIdle) ?? free[0];
  }

  #recall(engagement: Engagement): void {
    for (const hand of this.#hands) {
      if (hand.engagement !== engagement) continue;
      hand.engagement = null;
      hand.next = null;
      this.#endUnlessOfUse(hand);
    }
  }

  #startOne(): Hand {
    const thread = this.#start(
      () => this.#hasEnded(hand),
      (reason) => {
        if (this.#hands.delete(hand)) hand.engagement?.onLost(reason);
      },
    );
    const hand: Hand = { thread, engagement: null, tasks: [], next: null, held: 0, counted: new WeakMap() };
    this.#hands.add(hand);
    return hand;
  }

  /** The first of a thread's tasks has ended. */
  #hasEnded(hand: Hand): void {
    const memory = hand.tasks.shift();
    if (!memory) return;
    // It may have grown since.
    const bytes = memory.buffer.byteLength;
    hand.held += bytes - (hand.counted.get(memory) ?? 0);
    hand.counted.set(memory, bytes);
    if (hand.next) tell(hand, hand.next);
    hand.next = null;
    this.#endUnlessOfUse(hand);
  }

  /** Ends a thread that holds too much, or of which there are more than one kernel takes, as soon as it has nothing to do. */
  #endUnlessOfUse(hand: Hand): void {
    if (isIdle(hand) && (hand.held > MOST_HELD || this.#hands.size > this.size)) this.#end(hand);
  }

  #end(hand: Hand): void {
    this.#hands.delete(hand);
    hand.thread.close();
  }
}

function isIdle({ engagement, tasks }: Hand): boolean {
  return engagement === null && tasks.length === 0;
}

function tell({ thread, tasks }: Hand, task: HelperTask): void {
  tasks.push(task.memory);
  thread.send(task);
}

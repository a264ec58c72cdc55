/**
 * Writing thousands of small files while the next ones are being made. Making a file costs the system more than a
 * generation of a million cells costs here, so a second thread does nothing else.
 *
 * The bytes of a file lie in a slot of memory that both threads see. A ring of notes holds their paths and, afterwards,
 * the outcome (a note's first word is its length; 0 afterwards means that the file exists). Two counters say how many
 * files have been handed over and how many are done. The second thread sleeps on the first counter. Waking it costs a tenth
 * of a file, so it hears of several files at a time, and of fewer when this thread has nothing else to do. This one may not
 * sleep and has to be sent a message, which costs as much as a small file: so it asks for one only when it has nothing
 * else to do, and looks at the counter by itself as long as it has.
 *
 * A file still appears whole or not at all, and `commit` still means that it is there. After one has failed, those that
 * were handed over behind it fail too: a sequence has no gaps.
 */

import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { Worker } from "node:worker_threads";
import type { Target, TargetFile } from "../export/target.ts";
import { writeFailure } from "./file-failures.ts";
import { folderTarget } from "./file-target.ts";
import source from "./frame-writer.cjs?raw";
import type { Replacement } from "./output.ts";
import { prepareReplacement } from "./output.ts";

/** Unit of copies to shared memory. */
const WORD = 8;
/** Files under way at a time. */
const SLOTS = 8;
/** Files that the second thread hears of at a time. */
const BUNCH = SLOTS / 4;
/** Bytes of a note: two paths as JSON, at most six bytes a character. */
const NOTE_BYTES = 2 ** 16;
/** Words of the control array: files handed over, files done, the count to send a message at (0: none), whether to end. */
const [HANDED, DONE, WAKE, END] = [0, 1, 2, 3];

interface Waiting {
  readonly path: string;
  readonly slot: number;
  readonly place: Replacement;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

export interface FrameWriter extends Target {
  /** Ends the thread. Nothing may be under way. */
  close(): Promise<void>;
}

/** Files of at most `most` bytes in a folder; larger ones are written by this thread. */
export function frameWriter(folder: string, most: number): FrameWriter {
  const plain = folderTarget(folder);
  const ring = new Ring(folder, most);
  return {
    ...plain,
    inFlight: SLOTS,
    begin: async (name) => {
      const path = plain.pathOf(name);
      const slot = await ring.claim();
      let held = true;
      let start = 0;
      let length = 0;
      let large: TargetFile | null = null;
      const free = (): void => {
        if (held) ring.free(slot);
        held = false;
      };
      return {
        write: async (bytes) => {
          const into = ring.slots[slot];
          // V8 copies to shared memory in words if both sides lie alike in them, and otherwise byte by byte: eight times as long.
          if (length === 0) start = bytes.byteOffset % WORD;
          if (!large && length + bytes.length <= most) {
            into.set(bytes, start + length);
            length += bytes.length;
            return;
          }
          if (!large) {
            large = await plain.begin(name);
            await large.write(into.subarray(start, start + length));
            free();
          }
          await large.write(bytes);
        },
        commit: () => {
          if (large) return large.commit();
          held = false;
          return ring.hand(path, slot, start, start + length);
        },
        abort: async () => {
          free();
          await large?.abort();
        },
      };
    },
    close: () => ring.close(),
  };
}

class Ring {
  readonly slots: readonly Uint8Array[];
  readonly #folder: string;
  /** The folder's content before the first file; null until then. */
  #there: ReadonlySet<string> | null = null;
  readonly #notes = Array.from({ length: SLOTS }, () => new Uint8Array(new SharedArrayBuffer(NOTE_BYTES)));
  readonly #control = new Int32Array(new SharedArrayBuffer(16));
  readonly #worker: Worker;
  readonly #encoder = new TextEncoder();
  readonly #decoder = new TextDecoder();
  readonly #free: number[];
  #claims: (() => void)[] = [];
  readonly #waiting: Waiting[] = [];
  #handed = 0;
  /** Of how many of those the other thread has heard. */
  #told = 0;
  #settled = 0;
  #looking: NodeJS.Immediate | null = null;
  #broken: Error | null = null;
  #closing = false;

  /** `most`: bytes of a slot. */
  constructor(folder: string, most: number) {
    this.#folder = folder;
    this.slots = Array.from({ length: SLOTS }, () => new Uint8Array(new SharedArrayBuffer(most + WORD)));
    this.#free = this.slots.map((_, slot) => slot);
    const shared = { control: this.#control, slots: this.slots, notes: this.#notes };
    this.#worker = new Worker(source, {
      eval: true,
      workerData: { ...shared, HANDED, DONE, WAKE, END },
      // What a file leaves behind is a note's few strings: room for more would only be filled.
      resourceLimits: { maxYoungGenerationSizeMb: 1 },
    });
    // It holds the process only while files are under way.
    this.#worker.unref();
    this.#worker.on("message", () => this.#listen());
    this.#worker.on("error", (cause) => this.#breakDown(cause));
    this.#worker.on("exit", () => this.#breakDown(new Error("the thread that writes files has ended")));
  }

  /** A slot to fill, as soon as one is free. */
  async claim(): Promise<number> {
    this.#settle();
    for (;;) {
      const slot = this.#free.pop();
      if (slot !== undefined) return slot;
      await new Promise<void>((resolve) => this.#claims.push(resolve));
    }
  }

  free(slot: number): void {
    this.#free.push(slot);
    this.#claims.shift()?.();
  }

  /** Hands over a slot's bytes from `start` to `end`; resolves when they are under the path. Errors: `io`. */
  hand(path: string, slot: number, start: number, end: number): Promise<void> {
    return new Promise((resolve, reject) => {
      const place = prepared(path, this.#isNew(path), () => this.free(slot));
      const { temporary, final, mode } = place;
      this.#waiting.push({ path, slot, place, resolve, reject });
      if (this.#broken) {
        this.#refuse(this.#broken);
        return;
      }
      const note = this.#notes[this.#handed % SLOTS];
      const text = JSON.stringify({ slot, start, end, temporary, final, mode });
      new Uint32Array(note.buffer, 0, 1)[0] = this.#encoder.encodeInto(text, note.subarray(4)).written;
      if (this.#handed === this.#settled) this.#worker.ref();
      Atomics.store(this.#control, WAKE, 0);
      this.#handed++;
      if (this.#handed - this.#told >= BUNCH) this.#tell();
      this.#lookLater();
    });
  }

  #tell(): void {
    this.#told = this.#handed;
    Atomics.store(this.#control, HANDED, this.#told);
    Atomics.notify(this.#control, HANDED);
  }

  /** Whether no file of that name existed. One look costs less than a question for each of thousands. */
  #isNew(path: string): boolean {
    this.#there ??= namesIn(this.#folder);
    return !this.#there.has(folded(basename(path)));
  }

  /** The thread ends by itself behind the file that it is at: so no half file stays behind. */
  async close(): Promise<void> {
    if (this.#broken) return;
    this.#closing = true;
    this.#worker.ref();
    const ended = new Promise((resolve) => this.#worker.once("exit", resolve));
    Atomics.store(this.#control, END, 1);
    Atomics.store(this.#control, HANDED, this.#handed + 1);
    Atomics.notify(this.#control, HANDED);
    await ended;
  }

  /** Looks again when this thread has run out of other work: that is when an immediate comes. */
  #lookLater(): void {
    this.#looking ??= setImmediate(() => {
      this.#looking = null;
      this.#listen();
    });
  }

  /** Asks for a message: when half the ring is free where somebody waits for a slot, otherwise when all is done. */
  #listen(): void {
    this.#settle();
    if (this.#settled === this.#handed || this.#broken) return;
    if (this.#told < this.#handed) this.#tell();
    const at = this.#claims.length > 0 ? Math.min(this.#settled + SLOTS / 2, this.#handed) : this.#handed;
    Atomics.store(this.#control, WAKE, at);
    // The other thread may have passed it before it could read this; then no message comes.
    if (Atomics.load(this.#control, DONE) < at) return;
    if (Atomics.compareExchange(this.#control, WAKE, at, 0) === at) this.#lookLater();
  }

  /** Tells those whose files are done by now. */
  #settle(): void {
    const done = Atomics.load(this.#control, DONE);
    for (; this.#settled < done; this.#settled++) {
      const { path, slot, place, resolve, reject } = this.#waiting.shift() as Waiting;
      const note = this.#notes[this.#settled % SLOTS];
      const length = new Uint32Array(note.buffer, 0, 1)[0];
      const refusal =
        length > 0 ? (JSON.parse(this.#decoder.decode(note.slice(4, 4 + length))) as Error) : null;
      place.forget();
      this.free(slot);
      if (refusal) reject(writeFailure(path, Object.assign(new Error(refusal.message), refusal)));
      else resolve();
    }
    // While its end is waited for it holds the process, whatever message comes late.
    if (this.#settled === this.#handed && !this.#closing) this.#worker.unref();
  }

  /** The thread has ended; some of its files may be complete. */
  #breakDown(cause: Error): void {
    if (this.#broken) return;
    this.#settle();
    this.#broken = cause;
    this.#refuse(cause);
    // Nothing is under way any more.
    this.#settled = this.#handed;
  }

  #refuse(cause: Error): void {
    for (const { path, slot, place, reject } of this.#waiting.splice(0)) {
      place.forget();
      this.free(slot);
      reject(writeFailure(path, cause));
    }
  }
}

/** As `prepareReplacement`; `otherwise` is called when that fails. */
function prepared(path: string, isNew: boolean, otherwise: () => void): Replacement {
  try {
    return prepareReplacement(path, isNew);
  } catch (error) {
    otherwise();
    throw error;
  }
}

/** None where the folder cannot be read: writing to it will say why. */
function namesIn(folder: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(folder).map(folded));
  } catch {
    return new Set();
  }
}

/** Some file systems take names for the same that differ in case or in how accents are written. */
function folded(name: string): string {
  return name.normalize("NFC").toLowerCase();
}

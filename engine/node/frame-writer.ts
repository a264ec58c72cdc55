/**
 * Writing thousands of small files while the next ones are being made. Making a file costs the system more than a generation
 * of a million cells costs here, so a second thread does nothing else. Two files are in hand at a time: one that is being
 * written and one that is being made; they lie in memory that both threads see, and nothing is copied between them.
 *
 * A file still appears whole or not at all, and `commit` still means that it is there.
 */

import { once } from "node:events";
import { Worker } from "node:worker_threads";
import type { Target, TargetFile } from "../export/target.ts";
import { writeFailure } from "./file-failures.ts";
import { folderTarget } from "./file-target.ts";
import source from "./frame-writer.cjs?raw";
import { prepareReplacement } from "./output.ts";

const SLOTS = 2;

interface Refusal {
  readonly code?: string;
  readonly message: string;
}

export interface FrameWriter extends Target {
  /** Ends the thread. Nothing may be under way. */
  close(): Promise<void>;
}

/** Files of at most `most` bytes in a folder; larger ones are written by this thread. */
export function frameWriter(folder: string, most: number): FrameWriter {
  const plain = folderTarget(folder);
  const memory = Array.from({ length: SLOTS }, () => new SharedArrayBuffer(most));
  const views = memory.map((buffer) => new Uint8Array(buffer));
  const worker = new Worker(source, { eval: true, workerData: memory });
  // It holds the process only while a file is under way.
  worker.unref();
  let next = 0;
  let busy: Promise<void> = Promise.resolve();

  const write = async (path: string, slot: number, length: number): Promise<void> => {
    const place = prepareReplacement(path);
    worker.ref();
    try {
      const { temporary, final, mode } = place;
      worker.postMessage({ slot, length, temporary, final, mode });
      const [refusal] = (await once(worker, "message")) as [Refusal | null];
      if (refusal) throw writeFailure(path, Object.assign(new Error(refusal.message), refusal));
    } finally {
      worker.unref();
      place.forget();
    }
  };

  return {
    ...plain,
    begin: async (name) => {
      const path = plain.pathOf(name);
      const slot = next;
      next = (next + 1) % SLOTS;
      let length = 0;
      let large: TargetFile | null = null;
      return {
        write: async (bytes) => {
          if (!large && length + bytes.length <= most) {
            views[slot].set(bytes, length);
            length += bytes.length;
            return;
          }
          if (!large) {
            large = await plain.begin(name);
            await large.write(views[slot].subarray(0, length));
          }
          await large.write(bytes);
        },
        commit: async () => {
          if (large) return large.commit();
          const before = busy;
          busy = before.catch(() => {}).then(() => write(path, slot, length));
          await busy;
        },
        abort: async () => large?.abort(),
      };
    },
    close: async () => {
      await busy.catch(() => {});
      await worker.terminate();
    },
  };
}

/** Reads and writes patterns beside the window's thread, which must never wait for a large file. */

import type { Cells } from "../../engine/core/cells.ts";
import { isTree } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import { readPattern, writePattern } from "../../engine/formats/registry.ts";
import type { EncodingAnswer, EncodingJob } from "./encoder.ts";

/** A small array is sooner copied, and may be one that all patterns share. */
const COPIED_BYTES = 4096;

function perform(
  job: EncodingJob,
  onProgress: (done: number) => void,
): { readonly value: unknown; readonly transfer: readonly Transferable[] } {
  switch (job.kind) {
    case "read": {
      const bytes = typeof job.source === "string" ? new TextEncoder().encode(job.source) : job.source;
      const { pattern, format, gzipped } = readPattern(bytes, { onProgress });
      return { value: { pattern, format: format.id, gzipped }, transfer: buffersOf(pattern.cells) };
    }
    case "write": {
      const bytes = writePattern(job.pattern, job.format, { gzip: job.gzip });
      return { value: bytes, transfer: [] };
    }
  }
}

/** Cells that were just read are nobody else's: large arrays are handed over instead of being copied. */
function buffersOf(cells: Cells): Transferable[] {
  return (isTree(cells) ? [cells.levels, cells.nodes] : [cells.rows, cells.starts, cells.spans])
    .filter(({ byteLength, buffer }) => byteLength > COPIED_BYTES && byteLength === buffer.byteLength)
    .map(({ buffer }) => buffer as ArrayBuffer);
}

self.addEventListener(
  "message",
  ({ data }: MessageEvent<{ readonly id: number; readonly job: EncodingJob }>) => {
    const { id, job } = data;
    const post = (answer: EncodingAnswer, transfer: readonly Transferable[] = []): void =>
      (self as unknown as Worker).postMessage(answer, [...transfer]);
    try {
      const { value, transfer } = perform(job, (progress) => post({ id, progress }));
      post({ id, value }, transfer);
    } catch (error) {
      if (!(error instanceof TessellaError)) {
        post({ id, error: { message: error instanceof Error ? error.message : String(error) } });
        return;
      }
      const { code, message, line, column, hint } = error;
      post({ id, error: { code, message, line, column, hint } });
    }
  },
);

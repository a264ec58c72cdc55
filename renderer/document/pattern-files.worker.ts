/** Reads and writes patterns beside the window's thread, which must never wait for a large file. */

import { cellsToRuns } from "../../engine/core/cells.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import { blockToRuns } from "../../engine/core/runs.ts";
import { readPattern, writePattern } from "../../engine/formats/pattern-file.ts";
import { aliveCells, commonCells } from "../editor/cells/cell-sets.ts";
import type { EncodingAnswer, EncodingJob } from "./pattern-files.ts";
import { buffersOf } from "./pattern-files.ts";

function perform(
  job: EncodingJob,
  onProgress: (done: number) => void,
): { readonly value: unknown; readonly transfer: readonly Transferable[] } {
  switch (job.kind) {
    case "read": {
      const bytes = typeof job.source === "string" ? new TextEncoder().encode(job.source) : job.source;
      const { pattern, format, gzipped } = readPattern(bytes, { onProgress });
      const cells = job.asRuns ? aliveCells(cellsToRuns(pattern.cells)) : pattern.cells;
      return {
        value: { pattern: { ...pattern, cells }, format: format.id, gzipped },
        transfer: buffersOf(cells),
      };
    }
    case "common": {
      const cells = commonCells(cellsToRuns(job.cells), job.mask);
      return { value: cells, transfer: buffersOf(cells) };
    }
    case "write": {
      const { mask, block } = job;
      const whole = block ? { ...job.pattern, cells: blockToRuns(block) } : job.pattern;
      const pattern = mask ? { ...whole, cells: commonCells(cellsToRuns(whole.cells), mask) } : whole;
      const bytes = writePattern(pattern, job.format, { gzip: job.gzip });
      if (job.asText) return { value: new TextDecoder().decode(bytes), transfer: [] };
      const { buffer, byteLength } = bytes;
      return { value: bytes, transfer: byteLength === buffer.byteLength ? [buffer] : [] };
    }
  }
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

/** Reads and writes patterns and frames beside the window's thread, which must never wait for a large file. */

import { TessellaError } from "../../engine/core/errors.ts";
import { pbmFrame } from "../../engine/formats/pbm.ts";
import { readPattern, writePattern } from "../../engine/formats/registry.ts";
import type { EncodingAnswer, EncodingJob } from "./encoder.ts";

function perform(job: EncodingJob): { readonly value: unknown; readonly transfer: Transferable[] } {
  switch (job.kind) {
    case "read": {
      const { pattern, format, gzipped } = readPattern(job.bytes);
      return { value: { pattern, format: format.id, gzipped }, transfer: [] };
    }
    case "write": {
      const bytes = writePattern(job.pattern, job.format, { gzip: job.gzip });
      return { value: bytes, transfer: [] };
    }
    case "frame":
      return { value: pbmFrame(job.block, job.variant), transfer: [] };
  }
}

self.addEventListener(
  "message",
  ({ data }: MessageEvent<{ readonly id: number; readonly job: EncodingJob }>) => {
    const { id, job } = data;
    const post = (answer: EncodingAnswer, transfer: Transferable[] = []): void =>
      (self as unknown as Worker).postMessage(answer, transfer);
    try {
      const { value, transfer } = perform(job);
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

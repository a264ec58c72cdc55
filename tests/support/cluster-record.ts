// Records of runs over ranks, made up: every block has the same spans.

import type { RecordedBlock, RecordHead } from "../../engine/cluster/record.ts";
import { formatRecordBlocks, formatRecordEnd, formatRecordHead } from "../../engine/cluster/record.ts";

export const BLOCK_GENERATIONS = 8;
/** Seconds from block to block. */
export const BLOCK_SECONDS = 0.01;

/** Rows travel while the slab is stepped; then the rank waits a little. */
export function recordedBlock(block: number): RecordedBlock {
  const start = block * BLOCK_SECONDS;
  return {
    ...{ merged: 1, generations: BLOCK_GENERATIONS, start, seconds: 0.0095 },
    spans: [
      { kind: "reading", start, seconds: 0.0005 },
      { kind: "sending", start: start + 0.0005, seconds: 0.001 },
      { kind: "computing", start: start + 0.0005, seconds: 0.007 },
      { kind: "waiting", start: start + 0.0075, seconds: 0.0015 },
      { kind: "writing", start: start + 0.009, seconds: 0.0005 },
    ],
  };
}

export function recordHead(ranks: number, rows: number, change: Partial<RecordHead> = {}): RecordHead {
  return {
    ...{ program: "0.1.0", started: "2026-01-01T12:00:00.000Z", algorithm: "bitwise", rule: "B3/S23" },
    ...{ topology: `T1000,${ranks * rows}`, generation: 100n, transport: "threads", halo: 8, overlap: true },
    ranks: Array.from({ length: ranks }, (_, rank) => ({
      ...{ first: rank * rows, rows, bytes: 2048, host: "node", process: 7, device: "a processor" },
    })),
    prediction: { by: "the model of Card", secondsAGeneration: 0.001, computing: 0.0007, exchange: 0.0002 },
    ...change,
  };
}

/** The lines of so many blocks from one on. */
export function recordLines(ranks: number, from: number, count: number): string {
  const blocks = Array.from({ length: count }, (_, at) => recordedBlock(from + at));
  return Array.from({ length: ranks }, (_, rank) => formatRecordBlocks(rank, blocks)).join("");
}

export function recordText(ranks: number, blocks: number, change: Partial<RecordHead> = {}): string {
  const end = formatRecordEnd({ generation: 100n + BigInt(blocks * BLOCK_GENERATIONS), failure: null });
  return formatRecordHead(recordHead(ranks, 500, change)) + recordLines(ranks, 0, blocks) + end;
}

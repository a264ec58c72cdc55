// Identifying over the port: the answer with its map handed over, progress on the way, an end when told.

import { afterEach, describe, expect, it } from "vitest";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import type { AnalysisProtocol } from "../../../engine/worker/protocol/analysis.ts";
import type { ServedPair } from "../../support/engine-pair.ts";
import { analysisPair } from "../../support/engine-pair.ts";
import { cellsFromRle } from "../../support/rle-text.ts";

let pair: ServedPair<AnalysisProtocol> | null = null;
afterEach(async () => {
  await pair?.close();
  pair = null;
});

const wish = (body: string, limit: number) => ({
  rule: LIFE,
  topology: UNBOUNDED,
  cells: cellsFromRle(body),
  limit,
});

describe("the verb identify", () => {
  it("answers what a pattern is", async () => {
    pair = analysisPair();
    const pulsar = await pair.connection.call.identify(
      wish(
        "2b3o3b3o2$o4bobo4bo$o4bobo4bo$o4bobo4bo$2b3o3b3o2$2b3o3b3o$o4bobo4bo$o4bobo4bo$o4bobo4bo2$2b3o3b3o!",
        10,
      ),
    );
    expect(pulsar).toMatchObject({ kind: "oscillator", period: 3, symmetry: "D8_1" });
    // More than a handful of words: handed over and not copied.
    expect(pulsar.cellPeriods?.periods.filter((period) => period === 3)).toHaveLength(64);
  });

  it("tells how far it is, and ends when told", async () => {
    pair = analysisPair();
    const controller = new AbortController();
    const done: number[] = [];
    const work = pair.connection.call.identify(wish("b2o$2o$bo!", 1_000_000), {
      signal: controller.signal,
      onProgress: (progress) => {
        expect(progress).toMatchObject({ stage: "searching", all: 1_000_000 });
        done.push(progress.done);
        if (done.length === 2) controller.abort();
      },
    });
    await expect(work).rejects.toMatchObject({ code: "aborted" });
    expect(done[1]).toBeGreaterThan(done[0] as number);
  });

  it("refuses what it cannot do", async () => {
    pair = analysisPair();
    await expect(pair.connection.call.identify(wish("3o!", 0))).rejects.toMatchObject({
      code: "bad-argument",
    });
  });
});

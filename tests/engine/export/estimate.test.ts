import { afterEach, expect, it, vi } from "vitest";
import { estimateExport } from "../../../engine/export/estimate.ts";
import type { FrameRange } from "../../../engine/export/frame-source.ts";
import { countFrames } from "../../../engine/export/frame-source.ts";
import { cellsOf, R_PENTOMINO, universeWith } from "../../support/universes.ts";

afterEach(() => vi.restoreAllMocks());

/** An export that takes a tenth of a second to open, and so many seconds a frame: more for the first that are ever made. */
function exportOf(cold: number): (range: FrameRange) => Promise<{ bytes: number }> {
  let [clock, made] = [0, 0];
  vi.spyOn(performance, "now").mockImplementation(() => clock);
  return async (range) => {
    clock += 100;
    const frames = countFrames(range);
    for (let frame = 0; frame < frames; frame++) clock += made++ < cold ? 60 : 10;
    return { bytes: 1000 + 50 * frames };
  };
}

it.each([
  [0, 5.1],
  [20, 6.1],
])("reckons with the %i frames that take longer while everything warms up", async (cold, seconds) => {
  const universe = await universeWith(cellsOf(R_PENTOMINO));
  const attempt = exportOf(cold);
  const estimate = await estimateExport(universe, { from: 0n, to: 499n, every: 1n }, attempt, {
    budgetSeconds: 30,
    stretch: 32,
    cold: true,
  });
  expect(estimate).toMatchObject({ frames: 500, bytes: 1000 + 50 * 500 });
  expect(estimate.seconds).toBeCloseTo(seconds, 6);
});

import { afterEach, expect, it, vi } from "vitest";
import { estimateExport } from "../../../engine/export/estimate.ts";
import type { FrameRange } from "../../../engine/export/frame-source.ts";
import { countFrames } from "../../../engine/export/frame-source.ts";
import { setClock } from "../../support/fake-clock.ts";
import { cellsOf, R_PENTOMINO, universeWith } from "../../support/universes.ts";

afterEach(() => vi.restoreAllMocks());

/** An export that takes a tenth of a second to open, and so many seconds a frame: more for the first that are ever made. */
function exportOf(cold: number): (range: FrameRange) => Promise<{ bytes: number }> {
  let [clock, made] = [0, 0];
  setClock(() => clock);
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

it.each([40, 3000])("tries few of %i frames that are held, and reckons with all", async (hold) => {
  const universe = await universeWith(cellsOf(R_PENTOMINO));
  let [clock, longest] = [0, 0];
  setClock(() => clock);
  const attempt = async (range: FrameRange, _: unknown, held = 0): Promise<{ bytes: number }> => {
    const frames = countFrames(range);
    longest = Math.max(longest, held);
    clock += 100 + 10 * frames + 5 * held;
    return { bytes: 1000 + 50 * frames + 2 * held };
  };
  const options = { budgetSeconds: 30, stretch: 32, hold };
  const estimate = await estimateExport(universe, { from: 0n, to: 499n, every: 1n }, attempt, options);
  expect(estimate).toMatchObject({ frames: 500, bytes: 1000 + 50 * 500 + 2 * hold });
  expect(estimate.seconds).toBeCloseTo(5.1 + 0.005 * hold, 6);
  expect(longest).toBeLessThanOrEqual(300);
});

import { afterEach, describe, expect, it, vi } from "vitest";
import { createBlock } from "../../../engine/core/block.ts";
import { turnedBlock } from "../../../engine/core/block-turn.ts";
import { PASTE_MODES, slicedPaste } from "../../../engine/core/paste.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { RunsBuilder } from "../../../engine/core/runs.ts";
import type { Sliced } from "../../../engine/core/slices.ts";
import { atOnce, inSlices, within } from "../../../engine/core/slices.ts";
import { SYMMETRIES, slicedTurn, symmetriesOf, turnAbout } from "../../../engine/grids/symmetry.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { setClock } from "../../support/fake-clock.ts";

afterEach(() => vi.restoreAllMocks());

/** Ten pieces of 30 ms each, by a clock that nothing else moves. */
function tenPieces(): { readonly work: () => Sliced<string>; readonly time: () => number } {
  let time = 0;
  setClock(() => time);
  function* work(): Sliced<string> {
    for (let i = 1; i <= 10; i++) {
      time += 30;
      yield i / 10;
    }
    return "done";
  }
  return { work, time: () => time };
}

describe("work in slices", () => {
  it("lets other tasks have their turn after each slice", async () => {
    const { work, time } = tenPieces();
    const seen: number[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      seen.push(time());
      if (seen.length < 5) port2.postMessage(null);
    };
    port2.postMessage(null);
    expect(await inSlices(work())).toBe("done");
    port1.close();
    expect(seen.some((at) => at > 0 && at < 300)).toBe(true);
    expect(atOnce(work())).toBe("done");
  });

  it("says how far it is, not too often", async () => {
    const { work } = tenPieces();
    const told: number[] = [];
    await inSlices(within(0.5, 1, work()), { onProgress: (done, total) => told.push(done / total) });
    expect(told.length).toBeGreaterThan(1);
    expect(told.length).toBeLessThan(4);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told[0]).toBeGreaterThan(0.5);
    expect(told.at(-1)).toBeLessThan(1);
  });

  it("ends when it is told to", async () => {
    const { work, time } = tenPieces();
    const controller = new AbortController();
    const ended = inSlices(work(), { signal: controller.signal });
    controller.abort();
    await expect(ended).rejects.toMatchObject({ code: "aborted" });
    expect(time()).toBeLessThan(100);
  });
});

/** Columns of cells in so many states. */
function cells(state: number, height = 3000): Runs {
  const out = new RunsBuilder();
  for (let y = 0; y < height; y++) for (let x = y % 3; x < 90; x += 3) out.add(x, y, 2, (x % state) + 1);
  return out.build(0n, 0n);
}

/** What long work says of itself begins with 0 at the least, grows, and ends with 1 at the most. */
function expectAdvance<T>(work: Sliced<T>): void {
  const told: number[] = [];
  for (let step = work.next(); !step.done; step = work.next()) told.push(step.value);
  expect(told.length).toBeGreaterThan(2);
  expect(told).toEqual([...told].sort((a, b) => a - b));
  expect(told[0]).toBeGreaterThanOrEqual(0);
  expect(told.at(-1)).toBeLessThanOrEqual(1);
}

describe("a large paste", () => {
  it.each(PASTE_MODES.flatMap((mode) => [2, 4].map((states) => [mode, states] as const)))(
    "%s in a rule of %d states gets further from report to report",
    (mode, states) => {
      const box = { x: 0n, y: 0n, w: 90n, h: 3000n };
      expectAdvance(slicedPaste(mode, cells(states - 1), box, cells(1), states));
    },
  );
});

describe("a large turn gets further from report to report", () => {
  it.each([
    ["hexagons", SYMMETRIES.hex["flip-across"]],
    ["triangles", symmetriesOf(parseRule("R1,C0,S4-6,B4,NL"))["rotate-clockwise"]],
  ])("of runs on %s", (_, symmetry) => {
    expectAdvance(slicedTurn(turnAbout(symmetry, { x: 0n, y: 0n }), cells(1, 600)));
  });

  it.each([1, 2])("of packed cells in %i planes", (planes) => {
    const block = createBlock(0n, 0n, 3000, 1500, planes);
    for (const symmetry of [
      [-1, 0, 0, 1],
      [0, -1, 1, 0],
      [1, -1, 1, 0],
      [-1, 1, 0, 1],
    ] as const)
      expectAdvance(turnedBlock(block, symmetry, 0n, 0n));
  });
});

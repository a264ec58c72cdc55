// The oscillators that identifying is tested with, through bgolly: the same after their period and not before.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import oscillators from "../fixtures/oscillators.json" with { type: "json" };
import { Golly, sameShape } from "../support/bgolly.ts";
import { primeFactors } from "../support/pattern-claims.ts";
import { toolOrSkip } from "../support/require-tool.ts";
import { cellsFromRle } from "../support/rle-text.ts";

const program = toolOrSkip("bgolly");

describe.runIf(program)("an oscillator comes back under bgolly", () => {
  let golly: Golly;
  beforeAll(() => {
    golly = new Golly(program as string);
  });
  afterAll(() => golly.dispose());

  it.each(oscillators)("$name", async ({ period, cells: body }) => {
    const cells = cellsFromRle(body);
    const after = (generation: number) => golly.quickLife({ rule: "B3/S23", cells, generation });
    expect(sameShape(await after(period), cells)).toBe(true);
    for (const prime of primeFactors(period)) {
      if (period > prime) expect(sameShape(await after(period / prime), cells)).toBe(false);
    }
    if (primeFactors(period).length === 1) expect(sameShape(await after(1), cells)).toBe(false);
  });
});

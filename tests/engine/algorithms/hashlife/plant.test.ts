// Cells of more than two states written into HashLife's tree, and what is read off it: the same as the reference has, or as was written.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../../../engine/algorithms/cpu/reference.ts";
import { HASHLIFE } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import type { Runs } from "../../../../engine/core/runs.ts";
import { RunsBuilder, runsBounds, runsPopulation } from "../../../../engine/core/runs.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { cases, patience } from "../../../support/effort.ts";

const RULES = ["WireWorld", "JvN29", "12/34/256"] as const;

async function planted(text: string, runs: Runs): Promise<Universe> {
  const universe = await HASHLIFE.create(parseUniverseRule(text), {});
  await universe.writeRuns(runs, "or");
  return universe;
}

/** Runs of cells side by side or apart, in rows that may be far from each other. */
const anyRuns = (states: number, far: number): fc.Arbitrary<Runs> =>
  fc
    .tuple(
      fc.array(
        fc.record({
          gap: fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: far })),
          runs: fc.array(
            fc.tuple(
              fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: far })),
              fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: far })),
              fc.integer({ min: 1, max: states - 1 }),
            ),
            { minLength: 1, maxLength: 8 },
          ),
        }),
        { minLength: 1, maxLength: 8 },
      ),
      fc.bigInt({ min: -300n, max: 300n }),
      fc.bigInt({ min: -300n, max: 300n }),
    )
    .map(([lines, x, y]) => {
      const builder = new RunsBuilder();
      let row = 0;
      for (const { gap, runs } of lines) {
        row += gap + 1;
        let column = 0;
        for (const [blank, length, state] of runs) {
          column += blank;
          builder.add(column, row, length, state);
          column += length;
        }
      }
      return builder.build(x, y);
    });

describe("cells of more than two states", () => {
  it.each(RULES)(
    "of %s have the reference's hash and bounds, wherever they are written",
    patience(30_000),
    async (text) => {
      const init = parseUniverseRule(text);
      await fc.assert(
        fc.asyncProperty(
          anyRuns(init.rule.states, 70),
          anyRuns(init.rule.states, 20),
          async (first, second) => {
            const universes = [await HASHLIFE.create(init, {}), await REFERENCE.create(init, {})];
            const seen = await Promise.all(
              universes.map(async (universe) => {
                await universe.writeRuns(first, "or");
                await universe.writeRuns(second, "or");
                return [await universe.hash(), await universe.population(), await universe.bounds()];
              }),
            );
            expect(seen[0]).toEqual(seen[1]);
            for (const universe of universes) universe.dispose();
          },
        ),
        cases(8),
      );
    },
  );

  it("come back as they were written, short runs and long ones between them", async () => {
    const builder = new RunsBuilder();
    for (const y of [0, 3, 8, 255, 256, 300_000]) {
      builder.add(y % 5, y, 3, 28);
      builder.add(10, y, 2 ** 16 + y, 5);
      builder.add(2 ** 16 + 10 + y, y, 300, 7);
      builder.add(2 ** 17 + 300_000, y, 2, 1);
    }
    const runs = builder.build(-70n, 40n);
    const universe = await planted("JvN29", runs);
    expect(await universe.population()).toBe(runsPopulation(runs));
    expect(await universe.bounds()).toEqual(runsBounds(runs));
    const read = await universe.readRuns();
    expect(read.states).toEqual(runs.states);
    expect([...read.rows]).toEqual([...runs.rows]);
    expect(read.x).toBe(-70n);
    expect([...read.spans]).toEqual([...runs.spans]);
    universe.dispose();
  });

  it("lie far out and have a bound for each side there", async () => {
    const builder = new RunsBuilder();
    builder.add(0, 0, 3, 2);
    builder.add(2 ** 51, 2 ** 50, 5, 1);
    const runs = builder.build(2n ** 70n, -(2n ** 60n));
    const universe = await planted("WireWorld", runs);
    expect(await universe.bounds()).toEqual(runsBounds(runs));
    expect(await universe.population()).toBe(8n);
    universe.dispose();
  });

  it("fill a torus smaller than a block", async () => {
    const builder = new RunsBuilder();
    for (let y = 0; y < 8; y++) builder.add(0, y, 8, 1 + (y % 3));
    for (const make of [HASHLIFE, REFERENCE]) {
      const universe = await make.create(parseUniverseRule("345/2/4:T8,8"), {});
      await universe.writeRuns(builder.build(-4n, -4n), "or");
      expect(await universe.population()).toBe(64n);
      expect(await universe.bounds()).toEqual({ x: -4n, y: -4n, w: 8n, h: 8n });
    }
  });
});

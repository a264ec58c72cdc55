// Sub-squares whose cells stay away from their middle are passed over in short steps. Here cells lie about the borders of
// large squares and of their eighths, a few on either side, and whatever gets to the middle after all must be there.

import fc from "fast-check";
import { expect, it } from "vitest";
import type { Universe } from "../../../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../../../engine/algorithms/cpu/bitwise.ts";
import { createHashLife } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { UNBOUNDED } from "../../../../engine/core/topology.ts";
import { parseRule } from "../../../../engine/rules/universe-rule.ts";
import { cases, patience } from "../../../support/effort.ts";

/** Rules in which cells travel as fast as anything can, in all directions. */
const RULES = ["B3/S23", "B2/S", "B1/S012345678", "B12/S1H", "B03/S23"];

/** Some eighths of a large square, and a few cells. */
const anyPlace = fc
  .record({
    side: fc.constantFrom(16, 32, 64, 128),
    eighths: fc.integer({ min: -9, max: 9 }),
    cells: fc.integer({ min: -12, max: 12 }),
  })
  .map(({ side, eighths, cells }) => side * eighths + cells);
const anyPatch = fc.record({
  seed: fc.nat(),
  x: anyPlace,
  y: anyPlace,
  width: fc.constantFrom(1, 3, 10),
  height: fc.constantFrom(1, 3, 10, 300),
});
const anyCase = fc.record({
  rule: fc.constantFrom(...RULES),
  patches: fc.array(anyPatch, { minLength: 1, maxLength: 4 }),
  step: fc.oneof(fc.constantFrom(8, 16, 32, 64), fc.integer({ min: 1, max: 70 })),
  steps: fc.integer({ min: 1, max: 3 }),
});

it("cells at the borders are where another algorithm has them", patience(60_000), async () => {
  await fc.assert(
    fc.asyncProperty(anyCase, async ({ rule, patches, step, steps }) => {
      const init = { rule: parseRule(rule), topology: UNBOUNDED };
      const ours = await createHashLife(init, {});
      const model = await BITWISE.create(init, {});
      for (const universe of [ours, model]) for (const patch of patches) await write(universe, patch);
      for (let n = 1; n <= steps; n++) {
        const target = BigInt(n * step);
        await ours.step(target);
        await model.step(target);
        expect(await ours.hash()).toBe(await model.hash());
      }
      ours.dispose();
      model.dispose();
    }),
    cases(30),
  );
});

async function write(
  universe: Universe,
  { x, y, ...soup }: { x: number; y: number; seed: number; width: number; height: number },
): Promise<void> {
  await universe.writeBlock({ ...soupBlock({ ...soup, density: 0.5 }), x: BigInt(x), y: BigInt(y) }, "or");
}

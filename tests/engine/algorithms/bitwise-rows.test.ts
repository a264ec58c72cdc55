// Rows that ranks copy from each other: out of tiles and into them, as with the reference.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { RowRange } from "../../../engine/algorithms/algorithm.ts";
import { createBitwise } from "../../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { writeSoup } from "../../../engine/algorithms/load.ts";
import { rowPortOf } from "../../../engine/cluster/block-rows.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { cases } from "../../support/effort.ts";

const anyAction = fc.oneof(
  fc.record({
    do: fc.constant("write" as const),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    count: fc.integer({ min: 1, max: 70 }),
    from: fc.double({ min: 0, max: 1, noNaN: true }),
    clear: fc.boolean(),
  }),
  fc.record({ do: fc.constant("step" as const), by: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ do: fc.constant("clear" as const) }),
);

describe("rows of bitwise", () => {
  it.each([
    "B3/S23:P100,133",
    "B3/S23:P96,64",
    "B3/S23:T96,64",
    "B36/S23:T100+7,90",
    "B2/S34H:P65,70",
    "B03/S5678:T64,96",
    // Wider than the kernel's list of tiles.
    "B3/S23:P8300,40",
  ])("on %s are the reference's, whatever else is done", async (text) => {
    const init = parseUniverseRule(text);
    const { width, height } = init.topology as BoundedTopology;
    await fc.assert(
      fc.asyncProperty(fc.array(anyAction, { maxLength: 8 }), fc.nat(), async (actions, seed) => {
        const ours = await createBitwise(init, {}, { collectAbove: 0, sliceTiles: 1 });
        const its = await REFERENCE.create(init, {});
        const ports = [ours, its].map(rowPortOf);
        expect(ports[0]).toBe(ours.rows);
        const soup = { seed, density: 0.3, width: Math.min(width, 200), height: Math.ceil(height / 2) };
        for (const universe of [ours, its]) await writeSoup(universe, soup);
        for (const action of actions) {
          if (action.do === "step")
            for (const each of [ours, its]) await each.step(each.generation + BigInt(action.by));
          else if (action.do === "clear") for (const each of [ours, its]) await each.clear();
          else {
            const count = Math.min(action.count, height);
            // In two parts, which may meet.
            const parts = (at: number): readonly RowRange[] => {
              const first = Math.floor(at * (height - count));
              const half = count >> 1;
              return [
                { first, rows: half },
                { first: first + half, rows: count - half },
              ].filter(({ rows }) => rows > 0);
            };
            const words = await ports[1].read(parts(action.from));
            if (action.clear) words.fill(0, words.length >> 1);
            for (const port of ports) await port.write(parts(action.at), words.slice());
          }
          expect(await ours.hash()).toBe(await its.hash());
        }
        const ranges = [
          { first: height >> 1, rows: height >> 2 },
          { first: 1, rows: height >> 3 },
        ];
        expect(await ports[0].read(ranges)).toEqual(await ports[1].read(ranges));
        for (const each of [ours, its]) each.dispose();
      }),
      cases(width > 1000 ? 1 : 12),
    );
  });

  it("are left to blocks where there are more states, or no end of rows", async () => {
    for (const text of ["345/2/4:P64,64", "B3/S23", "B3/S23:T64,0"])
      expect((await createBitwise(parseUniverseRule(text), {})).rows).toBeUndefined();
  });
});

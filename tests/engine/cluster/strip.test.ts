import { describe, expect, it } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import { planSlab, splitRows } from "../../../engine/cluster/split.ts";
import { makeStrip } from "../../../engine/cluster/strip.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import { torus } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";

describe("a strip", () => {
  const grid = torus(40, 96) as BoundedTopology;
  const plan = planSlab(grid, splitRows(96, 2), 0, 4);

  /** One that finds its kernel in so many steps. */
  const searchingFor =
    (steps: number) =>
    async (height: number): Promise<Universe> => {
      const topology = { ...grid, height };
      const universe = await REFERENCE.create({ rule: LIFE, topology }, {});
      let left = steps;
      const step = universe.step.bind(universe);
      universe.step = (target, budget) => {
        left--;
        return step(target, budget);
      };
      return Object.defineProperty(universe, "searching", { get: () => left > 0 });
    };

  it.each([
    { searches: true, done: true },
    { searches: false, done: false },
  ])("looks for its kernel before it has cells: $searches", async ({ searches, done }) => {
    const { universe } = await makeStrip(plan, 4, REFERENCE, LIFE, searchingFor(3), searches);
    expect(universe.searching).toBe(!done);
    expect(universe.generation > 0n).toBe(done);
    expect(await universe.population()).toBe(0n);
    universe.dispose();
  });
});

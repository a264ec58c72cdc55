/**
 * Random scenarios for comparing algorithms: a rule, a grid, random cells, and a script of what happens to the universe.
 * fast-check shrinks them, so a disagreement is shown on the smallest grid and the shortest script that has it.
 */

import fc from "fast-check";
import type { WriteMode } from "../../engine/algorithms/algorithm.ts";
import type { Block } from "../../engine/core/block.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { gridHeight, gridWidth, plane, torus, UNBOUNDED } from "../../engine/core/topology.ts";
import { CENTRE, neighbourWeights } from "../../engine/rules/cell-table.ts";
import { generationsRule } from "../../engine/rules/generations.ts";
import { orbit } from "../../engine/rules/neighbourhood-classes.ts";
import { outerTotalisticRule } from "../../engine/rules/outer-totalistic.ts";
import { lightsEmptySpace } from "../../engine/rules/phases.ts";
import type { Neighbourhood, Rule } from "../../engine/rules/rule.ts";
import { neighbourCount } from "../../engine/rules/rule.ts";
import { ruleOfTable } from "../../engine/rules/table-rule.ts";

/** Random cells in a box around a place near the middle of what is looked at. */
export interface Patch {
  readonly seed: number;
  /** Of its live cells, as of a soup's. */
  readonly states?: readonly number[];
  readonly density: number;
  readonly dx: number;
  readonly dy: number;
  readonly w: number;
  readonly h: number;
}

export type Action =
  | { readonly kind: "step"; readonly generations: number; readonly sliced: boolean }
  | {
      readonly kind: "write";
      readonly patch: Patch;
      readonly mode: WriteMode | "copy";
      readonly as: "runs" | "block";
    }
  | { readonly kind: "clear"; readonly patch: Patch }
  | { readonly kind: "renumber"; readonly by: number }
  | { readonly kind: "rule"; readonly rule: Rule }
  | { readonly kind: "snapshot" }
  | { readonly kind: "restore" };

export interface Scenario {
  readonly rule: Rule;
  readonly topology: Topology;
  /** Where on the infinite sides everything happens. */
  readonly centre: readonly [x: bigint, y: bigint];
  readonly generation: bigint;
  readonly script: readonly Action[];
}

export const anyRule: fc.Arbitrary<Rule> = fc
  .constantFrom<Neighbourhood>("moore", "hex", "von-neumann")
  .chain((neighbourhood) => {
    const most = 2 ** (neighbourCount(neighbourhood) + 1) - 1;
    return fc.record({
      neighbourhood: fc.constant(neighbourhood),
      birth: fc.integer({ min: 0, max: most }),
      survival: fc.integer({ min: 0, max: most }),
    });
  })
  .map(outerTotalisticRule);

/** Rules of two states that do more than count: the same any way round, or any table at all. */
export const anyTableRule: fc.Arbitrary<Rule> = fc
  .record({
    neighbourhood: fc.constantFrom<Neighbourhood>("moore", "moore", "hex", "von-neumann"),
    seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
    density: fc.constantFrom(0.2, 0.4, 0.6),
    isotropic: fc.boolean(),
    /** Of an empty square and a full one. */
    ends: fc.constantFrom([0, 0], [0, 0], [0, 1], [1, 0], [1, 1]),
  })
  .map(({ neighbourhood, seed, density, isotropic, ends }) => {
    const drawn = soupBlock({ seed, density, width: 512, height: 1 }).words;
    const around = neighbourWeights(neighbourhood) | CENTRE;
    const table = Uint8Array.from({ length: 512 }, (_, index) => {
      const square = index & around;
      const of = isotropic ? Math.min(...orbit(neighbourhood, square)) : square;
      if (square === 0 || square === around) return ends[square === 0 ? 0 : 1] as number;
      return ((drawn[of >> 5] as number) >> (of & 31)) & 1;
    });
    return ruleOfTable(neighbourhood, table);
  });

/** Rules of Generations: their cells in state 1 count, or ask which neighbours live. */
export const anyGenerationsRule: fc.Arbitrary<Rule> = fc
  .record({
    living: fc.oneof(anyRule, anyTableRule).filter((rule) => !lightsEmptySpace(rule)),
    states: fc.oneof(fc.integer({ min: 3, max: 9 }), fc.constantFrom(16, 17, 100, 256)),
  })
  .map(({ living, states }) => generationsRule(living, states));

/** 1..200, with a taste for what lies around multiples of a word. */
export const anySide = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 1, max: 200 }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom(1, 2, 3, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 160, 193, 200),
  },
);

const infinite = fc.constantFrom(0, 1).map((which) => which === 1);

export const anyTopology: fc.Arbitrary<Topology> = fc.oneof(
  { weight: 4, arbitrary: fc.constant(UNBOUNDED) },
  { weight: 6, arbitrary: fc.tuple(anySide, anySide).map(([w, h]) => torus(w, h)) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(anySide, anySide, fc.integer({ min: -250, max: 250 }), fc.boolean())
      .map(([w, h, s, across]) => (across ? torus(w, h, s % w, 0) : torus(w, h, 0, s % h))),
  },
  { weight: 4, arbitrary: fc.tuple(anySide, anySide).map(([w, h]) => plane(w, h)) },
  {
    weight: 2,
    arbitrary: fc.tuple(anySide, infinite).map(([n, tall]) => (tall ? torus(n, 0) : torus(0, n))),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(anySide, infinite).map(([n, tall]) => (tall ? plane(n, 0) : plane(0, n))),
  },
  {
    weight: 3,
    arbitrary: fc
      .tuple(anySide, anySide)
      .map(([width, height]): Topology => ({ kind: "frozen", width, height })),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(anySide, anySide, fc.constantFrom("x", "y")).map(
      ([width, height, twist]): Topology => ({
        kind: "klein",
        width,
        height,
        twist: twist === "x" ? "x" : "y",
        shift: (twist === "x" ? width : height) % 2 === 0 ? 1 : 0,
      }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc
      .tuple(anySide, anySide)
      .map(([width, height]): Topology => ({ kind: "cross", width, height })),
  },
  { weight: 1, arbitrary: anySide.map((n): Topology => ({ kind: "sphere", width: n, height: n })) },
);

const SHAPE = {
  seed: fc.integer({ min: 0, max: 2 ** 32 - 1 }),
  density: fc.constantFrom(0.02, 0.2, 0.5, 0.8, 1),
  dx: fc.integer({ min: -60, max: 60 }),
  dy: fc.integer({ min: -60, max: 60 }),
  w: fc.integer({ min: 1, max: 130 }),
  h: fc.integer({ min: 1, max: 130 }),
};

const anyPatch: fc.Arbitrary<Patch> = fc.record(SHAPE);

/** Cells in several states, some of which few rules have. */
export const anyStatedPatch: fc.Arbitrary<Patch> = fc.record({
  ...SHAPE,
  states: fc.constantFrom([1], [1, 2], [1, 1, 2, 3], [2, 5, 7, 8], [1, 3, 16, 99, 255]),
});

const anyStep: fc.Arbitrary<Action> = fc.record({
  kind: fc.constant("step"),
  generations: fc.integer({ min: 0, max: 24 }),
  sliced: fc.boolean(),
});

const actionUnder = (rules: fc.Arbitrary<Rule>, patches: fc.Arbitrary<Patch>): fc.Arbitrary<Action> =>
  fc.oneof(
    { weight: 8, arbitrary: anyStep },
    {
      weight: 4,
      arbitrary: fc.oneof(
        fc.record({
          kind: fc.constant("write" as const),
          patch: patches,
          mode: fc.constantFrom<WriteMode>("or", "clear", "xor"),
          as: fc.constant("runs" as const),
        }),
        fc.record({
          kind: fc.constant("write" as const),
          patch: patches,
          mode: fc.constantFrom<WriteMode | "copy">("or", "clear", "xor", "copy"),
          as: fc.constant("block" as const),
        }),
      ),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("clear"), patch: patches }) },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant("renumber"), by: fc.integer({ min: 1, max: 3 }) }),
    },
    { weight: 1, arbitrary: fc.record({ kind: fc.constant("rule"), rule: rules }) },
    { weight: 1, arbitrary: fc.constant<Action>({ kind: "snapshot" }) },
    { weight: 1, arbitrary: fc.constant<Action>({ kind: "restore" }) },
  );

/** Far from the origin too: coordinates are bigints and must not pass through doubles or 32 bits. */
const anyCentre = fc.constantFrom(
  0n,
  0n,
  0n,
  17n,
  -1000n,
  2n ** 31n,
  -(2n ** 33n) - 5n,
  2n ** 60n + 3n,
  -(2n ** 70n),
);

/** Starts with a soup and a step; anything may follow. */
export const anyScenario: fc.Arbitrary<Scenario> = scenarioOf(anyRule);

/** The same under rules of a kind. */
export function scenarioOf(
  rules: fc.Arbitrary<Rule>,
  patches: fc.Arbitrary<Patch> = anyPatch,
): fc.Arbitrary<Scenario> {
  return fc
    .record({
      rule: rules,
      topology: anyTopology,
      x: anyCentre,
      y: anyCentre,
      generation: fc.constantFrom(0n, 0n, 1n, 10n ** 20n + 1n),
      first: patches,
      step: anyStep,
      rest: fc.array(actionUnder(rules, patches), { maxLength: 6 }),
    })
    .map(({ rule, topology, x, y, generation, first, step, rest }) => ({
      rule,
      topology,
      centre: [gridWidth(topology) > 0 ? 0n : x, gridHeight(topology) > 0 ? 0n : y],
      generation,
      script: [{ kind: "write", patch: first, mode: "or", as: "block" }, step, ...rest],
    }));
}

/** The box of a patch in the scenario's universe. */
export function patchRect(scenario: Scenario, patch: Patch): Rect {
  const x = scenario.centre[0] + BigInt(patch.dx - (patch.w >> 1));
  const y = scenario.centre[1] + BigInt(patch.dy - (patch.h >> 1));
  return { x, y, w: BigInt(patch.w), h: BigInt(patch.h) };
}

export function patchBlock(scenario: Scenario, patch: Patch): Block {
  const { seed, density, w: width, h: height, states } = patch;
  const soup = soupBlock({ seed, density, width, height, ...(states && { states }) });
  const { x, y } = patchRect(scenario, patch);
  return { ...soup, x, y };
}

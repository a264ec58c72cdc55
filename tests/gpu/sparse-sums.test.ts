// Rules that count over shapes on the plane without an end, in tiles that come and go: triangles and Larger than Life.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Algorithm } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { createSparseUniverse, GPU_SPARSE } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { assertAgreement } from "../support/agree.ts";
import { anyFarCase, anySpelled, expectAsReference, PLAIN_LETTERS } from "../support/counted-rules.ts";
import { cases, patience } from "../support/effort.ts";
import { heldGpu } from "../support/held-gpu.ts";
import { scenarioOf } from "../support/scenario.ts";

const onGpu = heldGpu(openDawn);

/** As on a graphics card: threads that walk down a part of a tile. */
const WIDE: Algorithm = {
  ...GPU_SPARSE,
  create: (init, environment) => createSparseUniverse(init, environment, { wide: true, tiles: 4 }),
};

const ON_PLANE = anyFarCase([...PLAIN_LETTERS, "L"], [1, 3])
  .map((each) => ({ ...each, topology: UNBOUNDED }))
  .filter(({ rule }) => GPU_SPARSE.refuses(rule, UNBOUNDED) === null);

const SPELLED = anySpelled([...PLAIN_LETTERS, "L", "@"], 3)
  .filter(({ states }) => states === 2)
  .map(({ text }) => parseRule(text))
  .filter((rule) => GPU_SPARSE.refuses(rule, UNBOUNDED) === null);

describe("rules that count over shapes, in tiles on the GPU", () => {
  it(
    "agree with the reference whatever the rule and the script, and one rule after the other",
    patience(90_000),
    async () => {
      const onPlane = scenarioOf(SPELLED).map((scenario) => ({
        ...scenario,
        topology: UNBOUNDED,
        script: scenario.script.map((action) =>
          action.kind === "step" ? { ...action, generations: Math.min(5, action.generations) } : action,
        ),
      }));
      await assertAgreement(REFERENCE, [GPU_SPARSE], onGpu, 5, onPlane);
    },
  );

  it.each([
    ["as on a software adapter", GPU_SPARSE, 5],
    ["as on a graphics card", WIDE, 5],
  ] as const)(
    "are of any plain shape and of triangles, %s",
    patience(90_000),
    async (_, algorithm, count) => {
      const property = fc.asyncProperty(ON_PLANE, (each) => expectAsReference(each, algorithm, 5, onGpu));
      await fc.assert(property, cases(count));
    },
  );

  const BOTH = [GPU_SPARSE, WIDE];
  it.each([
    // Soups whose sides are no multiples of 32 or 64, over several tiles.
    ["B4/S456L", 133, 71, 20, BOTH],
    ["B2/S13LE", 90, 131, 12, [WIDE]],
    // A software adapter compiles it for a second each way.
    ["R8,C2,S80-130,B85-120,NL", 101, 67, 2, [WIDE]],
    ["R16,C0,S300-430,B320-440,NM", 100, 77, 2, BOTH],
    ["R2,C2,S5-9,B6-9,NN", 129, 65, 12, BOTH],
    ["R3,C2,S,B4-6,NL", 65, 65, 6, [GPU_SPARSE]],
  ] as const)(
    "see as far as %s does beyond the edges of tiles",
    patience(90_000),
    async (text, width, height, generations, algorithms) => {
      const rule = parseRule(text);
      const soup = { seed: 7, density: 0.4, width, height };
      for (const algorithm of algorithms)
        await expectAsReference({ rule, topology: UNBOUNDED, soup }, algorithm, generations, onGpu);
    },
  );

  it.each([
    ["R2,C3,S5-9,B6-9,NN", "takes rules of two states; R2,C3,S5-9,B6-9,NN has 3: use `sums`."],
    [
      "R17,C0,S5-9,B6-9",
      "takes rules that look up to 16 cells far; R17,C0,S5-9,B6-9 looks 17 cells far: use `sums`.",
    ],
    ["R9,C0,S5-9,B6-9,NL", "looks 18 cells far: use `sums`."],
    ["R2,C0,S5-9,B6-9,NG", "whose cells all count alike; those of R2,C0,S5-9,B6-9,NG do not: use `sums`."],
    ["R12,C0,S5-9,B6-9,NB", "whose outline is short; that of R12,C0,S5-9,B6-9,NB is too long: use `sums`."],
  ])("are refused where they look too far: %s", (text, sentence) => {
    expect(GPU_SPARSE.refuses(parseRule(text), UNBOUNDED)).toContain(sentence);
  });
});

// Rules that count over shapes on the GPU: on bit slices where they look up to 16 cells far, along lines beyond.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Algorithm } from "../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { SUMS } from "../../engine/algorithms/cpu/sums.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../engine/algorithms/gpu/dense/gpu.ts";
import { lineKernel } from "../../engine/algorithms/gpu/dense/line-kernel.ts";
import { layParts } from "../../engine/algorithms/gpu/dense/line-parts.ts";
import { lineShape } from "../../engine/algorithms/gpu/dense/line-plan.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import type { BoundedTopology } from "../../engine/core/topology.ts";
import { plane, torus } from "../../engine/core/topology.ts";
import { packedLayout } from "../../engine/gpu/packed-layout.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import type { CountedForm, Rule } from "../../engine/rules/rule.ts";
import { parseRule } from "../../engine/rules/universe-rule.ts";
import { assertAgreement } from "../support/agree.ts";
import { anyFarCase, countedScenarioOf, expectAsReference, PLAIN_LETTERS } from "../support/counted-rules.ts";
import { cases, patience } from "../support/effort.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(openDawn);

/** Every second range of so many counts: half of a soup's cells live on. */
function everySecond(size: number, first: number, most: number): string {
  const ranges: string[] = [];
  for (let count = first; count + size <= most; count += 2 * size)
    ranges.push(`${count}-${count + size - 1}`);
  return ranges.join(",");
}

/** Squares in space that strobes, triangles, and drawn shapes on squares and hexagons: each rule more would be compiled for each kind of grid. */
const FEW_RULES = [
  "R2,C0,S6-9,B0,7-8,NM",
  "B4/S456L",
  "R3,C0,S2,5,7-9,B3,6-7,N@9A35F00D1B27",
  "R2,C0,S1,3-4,B2,5,N@06E5C0H",
];

/** Ranges of shapes that are tried farther than 3. */
const WIDEST: Readonly<Record<string, number>> = { C: 6, N: 6, H: 6, "*": 4 };

describe("rules that count over shapes, on the GPU", () => {
  it("agree with the reference whatever the grid and the script", patience(60_000), async () => {
    const rules = fc.constantFrom(...FEW_RULES.map((text) => parseRule(text)));
    await assertAgreement(REFERENCE, [GPU_ALGORITHM], onGpu, 8, countedScenarioOf(rules));
  });

  // The circuits of sums are those that the CPU is tested with, shape by shape (engine/algorithms/counted.test.ts); here are the text
  // that they become and the words around them. A software adapter compiles a circle of range 16 for a second, and shapes that
  // fade, whose reads look at each plane, five times as long as others: fading is tried on squares, which cost the least.
  it("reach far over squares, fading or not", patience(60_000), async () => {
    const property = fc.asyncProperty(anyFarCase(["M"], [2, 16], [2, 2, 3, 4, 6]), (each) =>
      expectAsReference(each, GPU_ALGORITHM, 2, onGpu),
    );
    await fc.assert(property, cases(4));
  });

  it.each([
    ["R16,C0,S300-430,B320-440,NM", torus(75, 70)],
    ["R16,C0,S323-436,B324-436,NC", plane(131, 45)],
    ["R9,C0,S60-90,B62-90,NB", plane(67, 41)],
  ] as const)("reach as far as slices go: %s", patience(60_000), async (text, topology) => {
    const { width, height } = topology as BoundedTopology;
    const soup = { seed: 4, density: 0.42, width, height };
    await expectAsReference({ rule: parseRule(text), topology, soup }, GPU_ALGORITHM, 2, onGpu);
  });

  it.each(PLAIN_LETTERS)("are of the shape %s", patience(60_000), async (letter) => {
    const property = fc.asyncProperty(anyFarCase([letter], [2, WIDEST[letter] ?? 3], [2]), (each) =>
      expectAsReference(each, GPU_ALGORITHM, 2, onGpu),
    );
    await fc.assert(property, cases(1));
  });

  it.each([
    ["squares", `R33,C0,S${everySecond(20, 0, 4488)},B${everySecond(20, 9, 4488)},NM`, torus(67, 71), 1],
    // Few ranges are compared, more are looked up.
    ["discs, fading", "R31,C4,S1200-1290,B1250-1310,NC", plane(139, 62), 1],
    ["diamonds", `R50,C0,S${everySecond(25, 0, 5100)},B${everySecond(25, 7, 5100)},NN`, torus(103, 101), 1],
    [
      "black squares, in parts",
      `R17,C0,S${everySecond(8, 0, 612)},B${everySecond(8, 3, 612)},NB`,
      plane(1103, 41),
      6,
    ],
  ] as const)("look farther than a word over %s", patience(60_000), async (_, text, topology, parts) => {
    const rule = parseRule(text) as Rule & { readonly form: CountedForm };
    const { width, height } = topology as BoundedTopology;
    const soup = { seed: 3, density: 0.42, width, height, ...(rule.states > 2 && { states: [1, 1, 2, 3] }) };
    // Sums of no more than a part of the grid.
    const room = parts === 1 ? 2 ** 30 : 1;
    const layout = packedLayout(width, height);
    expect(layParts(lineShape(rule.form), layout, room, true).parts).toHaveLength(parts);
    const inParts: Algorithm = {
      ...GPU_ALGORITHM,
      create: (init, environment) =>
        createDenseUniverse(
          GPU_ALGORITHM,
          (grid, { software }) => [lineKernel(rule.form, grid, room, software)],
          init,
          environment,
        ),
    };
    const hashes = await Promise.all(
      [SUMS, inParts].map(async (algorithm) => {
        const universe = await algorithm.create({ rule, topology }, onGpu);
        await universe.writeBlock(soupBlock(soup), "copy");
        await universe.step(1n);
        const found = [await universe.population(), await universe.hash()];
        await universe.step(3n);
        found.push(await universe.population(), await universe.hash());
        universe.dispose();
        return found;
      }),
    );
    expect(hashes[1]).toEqual(hashes[0]);
    // Neither all nor none live.
    expect(Math.abs(Number(hashes[0]?.[0]) / (width * height) - 0.5)).toBeLessThan(0.4);
  });

  it("take another kernel when they come to look farther than a word", patience(60_000), async () => {
    const init = { rule: parseRule("R2,C0,S6-9,B7-8,NM"), topology: torus(75, 70) };
    const universes = await Promise.all([SUMS, GPU_ALGORITHM].map((each) => each.create(init, onGpu)));
    const hashes = await Promise.all(
      universes.map(async (universe) => {
        await universe.writeBlock(soupBlock({ seed: 1, density: 0.42, width: 75, height: 70 }), "copy");
        await universe.step(1n);
        const near = universe.memory();
        universe.setRule(parseRule("R20,C0,S520-700,B560-680,NM"));
        await universe.step(3n);
        if (universe.algorithm === "gpu") expect(universe.memory()).toBeGreaterThan(near + 16_000);
        const found = await universe.hash();
        universe.dispose();
        return found;
      }),
    );
    expect(hashes[1]).toBe(hashes[0]);
  });

  it("say how much memory their sums would take", async () => {
    const init = { rule: parseRule("R500,C0,S3-6,B9-20,NM"), topology: torus(1000, 1000) };
    await expect(GPU_ALGORITHM.create(init, { ...onGpu, memoryMegabytes: 1 })).rejects.toMatchObject({
      code: "memory-limit",
      message: expect.stringMatching(/^A grid of 1,000 x 1,000 cells needs \d+ MB/),
    });
  });

  it("count over triangles as the reference does", patience(60_000), async () => {
    const property = fc.asyncProperty(anyFarCase(["L"], [1, 2], [2, 2, 2, 3]), (each) =>
      expectAsReference(each, GPU_ALGORITHM, 3, onGpu),
    );
    await fc.assert(property, cases(2));
  });

  it.each([
    // Fewer cells across than a word has, which is joined to itself: odd sides turn triangles over at the seam.
    ["B4/S456L", torus(5, 7)],
    ["B4/S456L", plane(67, 31)],
    ["B2/S12LE", torus(33, 5)],
    ["B3/S1234LV", plane(13, 4)],
    ["B2/S23LI", torus(64, 9)],
    ["B2/S13LO", torus(31, 6)],
    ["B3/S3456LB", plane(129, 7)],
    ["B1/S012LR", torus(95, 11)],
    // Background that is alive, one that blinks, and cells that fade.
    ["B0234567/S01234567xyzL", torus(37, 22)],
    ["B01/S2LE", torus(37, 22)],
    ["345/4/5L", torus(45, 12)],
    // As far as they look, they do in tiles (sparse-sums.test.ts), by the same circuits.
    ["R4,C0,S20-45,B22-40,NL", torus(71, 33)],
    ["R3,C0,S3-7,B4-6,N@9A35F00D1B27L", torus(47, 19)],
  ] as const)("of %s on triangles, on a grid of %o", patience(60_000), async (text, topology) => {
    const { width, height } = topology as BoundedTopology;
    const rule = parseRule(text);
    const soup = { seed: 11, density: 0.4, width, height, ...(rule.states > 2 && { states: [1, 1, 2] }) };
    await expectAsReference({ rule, topology, soup }, GPU_ALGORITHM, 5, onGpu);
  });

  it("are refused by a sentence where they weigh cells, or look far on triangles", () => {
    const refusal = (text: string): string | null =>
      GPU_ALGORITHM.refuses(parseRule(text), torus(2000, 2000));
    expect(refusal("R5,C0,M1,S34..58,B34..45,NM")).toBeNull();
    expect(refusal("R2,C0,S3-6,B9-20,NG")).toMatchInlineSnapshot(
      `"The algorithm gpu takes rules of Larger than Life whose cells all count alike; those of R2,C0,S3-6,B9-20,NG do not: use \`sums\`."`,
    );
    expect(refusal("R8,C0,S3-6,B9-20,NL")).toBeNull();
    expect(refusal("R9,C0,S3-6,B9-20,NL")).toMatchInlineSnapshot(
      `"The algorithm gpu takes rules on triangles of a range up to 8; that of R9,C0,S3-6,B9-20,NL is 9: use \`sums\`."`,
    );
    expect(refusal("R1,C0,S3-6,B9,NW111111111L")).toMatch(/count alike/);
    expect(refusal("R16,C0,S3-6,B9-20,NB")).toBeNull();
    expect(refusal("R500,C0,S3-6,B9-20,NC")).toBeNull();
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REFERENCE } from "../../../engine/algorithms/cpu/reference.ts";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell } from "../../../engine/core/block.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import { plane, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { countsOf, outerTotalisticRule } from "../../../engine/rules/outer-totalistic.ts";
import { backgroundOf, phaseOf, rulePhases } from "../../../engine/rules/phases.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { neighbourCount } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { World } from "../../support/honest-world.ts";
import { nextWorld } from "../../support/honest-world.ts";
import { anyRule } from "../../support/scenario.ts";

const frozen = { kind: "frozen", width: 9, height: 9 } as const;

/** The world whose cells differ from its background where the block's cells live. */
function worldOf(block: Block, background: number): World {
  const cells = new Uint8Array(block.w * block.h);
  for (let n = 0; n < cells.length; n++)
    cells[n] = blockCell(block, n % block.w, Math.floor(n / block.w)) ^ background;
  return { width: block.w, height: block.h, cells, background };
}

const differing = (world: World): number[] => [...world.cells].map((cell) => cell ^ world.background);

const shown = (block: Block): number[] =>
  Array.from({ length: block.w * block.h }, (_, n) => blockCell(block, n % block.w, Math.floor(n / block.w)));

/** Bit 0 of birth set, so that every drawn rule lights empty space. */
const anyB0 = anyRule.map((rule): Rule => {
  const counts = countsOf(rule, "The test");
  return outerTotalisticRule({ ...counts, birth: counts.birth | 1 });
});
const anyWorld = fc.record({
  seed: fc.nat(2 ** 20),
  density: fc.constantFrom(0.1, 0.5, 0.9),
  width: fc.integer({ min: 1, max: 17 }),
  height: fc.integer({ min: 1, max: 13 }),
});

describe("the background", () => {
  it.each([
    ["B3/S23", "dead"],
    ["B03/S23", "strobing"],
    ["B03/S238", "live"],
    ["B0123478/S34678", "live"],
    ["B0/S6H", "live"],
    ["B0/S5H", "strobing"],
    ["B0/S4V", "live"],
    ["B0/SV", "strobing"],
  ])("under %s is %s", (text, background) => {
    expect(backgroundOf(parseRule(text), UNBOUNDED)).toBe(background);
    expect(backgroundOf(parseRule(text), torus(9, 9))).toBe(background);
  });

  it("is dead where a frozen border leaves no outside", () => {
    expect(backgroundOf(parseRule("B03/S238"), frozen)).toBe("dead");
    expect(rulePhases(parseRule("B03/S23"), frozen)[0]).toEqual({ birth: 0b1001, survival: 0b1100 });
  });
});

describe("the tables on difference cells", () => {
  it("never light empty space", () => {
    fc.assert(
      fc.property(anyRule, (rule) => {
        for (const table of rulePhases(rule, UNBOUNDED)) {
          expect(table.birth & 1).toBe(0);
          const all = 2 ** (neighbourCount(rule.neighbourhood) + 1) - 1;
          expect(table.birth & ~all).toBe(0);
          expect(table.survival & ~all).toBe(0);
        }
      }),
    );
  });

  it("are the rule itself without B0, and Life for its own negative", () => {
    const life = parseRule("B3/S23");
    expect(rulePhases(life, UNBOUNDED)).toEqual([
      { birth: 0b1000, survival: 0b1100 },
      { birth: 0b1000, survival: 0b1100 },
    ]);
    const inverse = rulePhases(parseRule("B0123478/S01234678"), UNBOUNDED);
    for (const { birth, survival } of inverse) {
      expect(outerTotalisticRule({ neighbourhood: "moore", birth, survival }).text).toBe("B3/S23");
    }
  });

  it("alternate by the generation's parity, negative generations too", () => {
    const phases = rulePhases(parseRule("B03/S23"), UNBOUNDED);
    expect(phases[0]).not.toEqual(phases[1]);
    expect(phaseOf(phases, 0n)).toBe(phases[0]);
    expect(phaseOf(phases, 10n ** 30n + 1n)).toBe(phases[1]);
    expect(phaseOf(phases, -1n)).toBe(phases[1]);
  });

  it.each([
    ["torus", torus],
    ["outside", plane],
  ] as const)("show what differs from a background that is really lit: %s", async (edge, grid) => {
    await fc.assert(
      fc.asyncProperty(anyB0, anyWorld, async (rule, soup) => {
        const topology = grid(soup.width, soup.height);
        const block = soupBlock(soup);
        const universe = await REFERENCE.create({ rule, topology }, {});
        await universe.writeBlock(block, "copy");
        const region = { x: block.x, y: block.y, w: BigInt(block.w), h: BigInt(block.h) };
        // A background that lives for good does so from the start; one that strobes starts dead.
        let world = worldOf(block, backgroundOf(rule, topology) === "live" ? 1 : 0);
        for (let generation = 1n; generation <= 6n; generation++) {
          world = nextWorld(rule, world, edge);
          await universe.step(generation);
          expect(shown(await universe.readBlock(region))).toEqual(differing(world));
        }
        expect(world.background).toBe(backgroundOf(rule, topology) === "live" ? 1 : 0);
      }),
      { numRuns: 60 },
    );
  });

  it("start from an odd generation as from a lit one", async () => {
    await fc.assert(
      fc.asyncProperty(anyB0, anyWorld, async (rule, soup) => {
        const topology = torus(soup.width, soup.height);
        const block = soupBlock(soup);
        const universe = await REFERENCE.create({ rule, topology, generation: 7n }, {});
        await universe.writeBlock(block, "copy");
        // At odd generations a strobing background is lit, so both kinds are.
        let world = worldOf(block, 1);
        for (const generation of [8n, 9n]) {
          world = nextWorld(rule, world, "torus");
          await universe.step(generation);
          const region = { x: block.x, y: block.y, w: BigInt(block.w), h: BigInt(block.h) };
          expect(shown(await universe.readBlock(region))).toEqual(differing(world));
        }
      }),
      { numRuns: 40 },
    );
  });
});

// HashLife on cells in more than two states, against the reference: rules as circuits and as tables of rows, in up to eight planes.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../../engine/algorithms/algorithm.ts";
import { REFERENCE } from "../../../../engine/algorithms/cpu/reference.ts";
import { HASHLIFE } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { ALGORITHMS } from "../../../../engine/algorithms/registry.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { UNBOUNDED } from "../../../../engine/core/topology.ts";
import { ruleOfFile } from "../../../../engine/rules/files/rule-file.ts";
import type { Rule } from "../../../../engine/rules/rule.ts";
import { parseRule, parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { cases, patience } from "../../../support/effort.ts";

/** A soup in all states of the rule, somewhere around the origin. */
async function write(universe: Universe, seed: number, side: number, density = 0.4): Promise<void> {
  const states = Array.from({ length: universe.rule.states - 1 }, (_, k) => k + 1);
  const soup = soupBlock({ seed, density, width: side, height: side, states });
  await universe.writeBlock({ ...soup, x: BigInt(-side >> 1) + 3n, y: BigInt(-side >> 1) - 5n }, "or");
}

async function pair(init: Parameters<typeof HASHLIFE.create>[0]): Promise<readonly [Universe, Universe]> {
  return [await HASHLIFE.create(init, {}), await REFERENCE.create(init, {})];
}

describe("cells in states", () => {
  it.each([
    "/2/3",
    "WireWorld",
    "LifeHistory",
    "Langtons-Loops",
    "3457/357/5",
    "2367/3457/5:T64,64",
    "345/2/4:T8,8",
    "0/2/24",
    "JvN29",
    "Nobili32:T128,128",
    "12/34/256",
  ])("of %s are the reference's, in short steps and in long ones", async (text) => {
    const init = parseUniverseRule(text);
    const universes = await pair(init);
    for (const universe of universes) await write(universe, 7, 60);
    for (const by of [1n, 3n, 8n, 16n, 37n, 64n]) {
      const [ours, theirs] = await Promise.all(
        universes.map(async (universe) => {
          await universe.step(universe.generation + by);
          const raster = await universe.raster({ x: -64n, y: -64n, width: 16, height: 16, scale: 3 });
          return [await universe.hash(), await universe.population(), await universe.bounds(), raster];
        }),
      );
      expect(ours).toEqual(theirs);
    }
    for (const universe of universes) universe.dispose();
  });

  it("of any table are the reference's", patience(60_000), async () => {
    await fc.assert(
      fc.asyncProperty(
        anyTable,
        fc.nat(),
        anySoup,
        fc.integer({ min: 1, max: 40 }),
        async (rule, seed, soup, by) => {
          const universes = await pair({ rule, topology: UNBOUNDED });
          for (const universe of universes) {
            await write(universe, seed, soup.side, soup.density);
            await universe.step(BigInt(by));
          }
          expect(await universes[0].hash()).toBe(await universes[1].hash());
          for (const universe of universes) universe.dispose();
        },
      ),
      cases(25),
    );
  });
});

/** Full, small and thin: base cases have cells everywhere, or only in some rows and columns. */
const anySoup = fc.constantFrom(
  { side: 40, density: 0.6 },
  { side: 5, density: 0.6 },
  { side: 60, density: 0.01 },
);

/** Tables of 3 to 40 states at random: few lines become circuits, many are looked up. */
const anyTable: fc.Arbitrary<Rule> = fc
  .record({
    states: fc.constantFrom(3, 4, 5, 8, 16, 17, 40),
    lines: fc.integer({ min: 3, max: 120 }),
    hood: fc.constantFrom("vonNeumann", "Moore", "hexagonal"),
    seed: fc.nat(),
  })
  .map(({ states, lines, hood, seed }) => {
    let drawn = seed | 1;
    const random = (below: number): number => {
      drawn = (Math.imul(drawn, 1664525) + 1013904223) | 0;
      return (drawn >>> 16) % below;
    };
    const neighbours = { vonNeumann: 4, Moore: 8, hexagonal: 6 }[hood];
    const any = Array.from({ length: neighbours }, (_, k) => `var v${k}={${range(states)}}`);
    const line = (): string => {
      const cells = Array.from({ length: neighbours }, (_, k) =>
        random(3) > 0 ? `v${k}` : String(random(states)),
      );
      return [1 + random(states - 1), ...cells, random(states)].join();
    };
    const born = (): string => {
      const cells = Array.from({ length: neighbours }, (_, k) =>
        k === 0 ? 1 + random(states - 1) : `v${k}`,
      );
      return [0, ...cells, random(states)].join();
    };
    const body = [born(), ...Array.from({ length: lines }, line)];
    const head = [`n_states:${states}`, `neighborhood:${hood}`, "symmetries:none"];
    return ruleOfFile({ name: "Test", text: ["@RULE Test", "@TABLE", ...head, ...any, ...body].join("\n") });
  });

const range = (states: number): string => Array.from({ length: states }, (_, k) => k).join();

describe("a rule of states", () => {
  it("may follow one of two states and come before one, with snapshots of both", async () => {
    const universe = await HASHLIFE.create({ rule: parseRule("B3/S23"), topology: UNBOUNDED }, {});
    await write(universe, 3, 50);
    await universe.step(20n);
    const [life, before] = [await universe.snapshot(), await universe.hash()];
    universe.setRule(parseRule("Nobili32"));
    expect(await universe.hash()).toBe(before);
    await universe.step(40n);
    const [nobili, after] = [await universe.snapshot(), await universe.hash()];
    universe.setRule(parseRule("B36/S23"));
    expect((await universe.readBlock({ x: -40n, y: -40n, w: 80n, h: 80n })).planes ?? 1).toBe(1);
    await universe.restore(life);
    expect(await universe.hash()).toBe(before);
    universe.setRule(parseRule("Nobili32"));
    await universe.restore(nobili);
    expect(await universe.hash()).toBe(after);
    universe.dispose();
  });

  it("is refused where its tables would be too large, with the figure", () => {
    const huge = ruleOfFile({
      name: "Test",
      text: `@RULE Test\n@TABLE\nn_states:200\nneighborhood:Moore\nsymmetries:none\n${Array.from(
        { length: 200 },
        (_, k) =>
          [1 + (k % 199), ...Array.from({ length: 8 }, (_, n) => (k * (n + 3)) % 200), (k * 7) % 200].join(),
      ).join("\n")}`,
    });
    expect(ALGORITHMS.get("hashlife").refuses(huge, UNBOUNDED)).toMatch(
      /tables of rows would need over \d+ million/,
    );
  });
});

/** HashLife on Golly's own patterns: populations after millions of generations, in one leap and in steps. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { placePattern } from "../../engine/algorithms/patterns.ts";
import type { HashLifeCase } from "../../engine/bench/hashlife-cases.ts";
import { HASHLIFE_CASES, soupText } from "../../engine/bench/hashlife-cases.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { findGollyPatterns } from "../../engine/node/find-program.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { toolOrSkip } from "../support/require-tool.ts";

const program = toolOrSkip("bgolly");
const folder = program ? (findGollyPatterns(program) ?? null) : null;
/** These take ten seconds and more; `tessella bench hashlife` runs them. */
const LONG = ["broken-lines", "loafer-gun", "p216-gun", "demonoid", "hexadecimal"];

function patternOf({ source, rule }: HashLifeCase) {
  const bytes =
    "soup" in source
      ? new TextEncoder().encode(soupText(source, rule))
      : new Uint8Array(readFileSync(join(folder as string, source.pattern)));
  const read = readPattern(bytes).pattern;
  return { cells: placePattern(read, parseUniverseRule(rule).topology).cells, generation: read.generation };
}

async function open(each: HashLifeCase) {
  const init = parseUniverseRule(each.rule);
  return (await createUniverse({ ...init, ...patternOf(each), algorithm: "hashlife" }, {})).universe;
}

describe.skipIf(folder === null)("HashLife on Golly's patterns", () => {
  for (const each of HASHLIFE_CASES.filter(({ name }) => !LONG.includes(name))) {
    it(`ends ${each.name} with the population that Golly has`, async () => {
      const universe = await open(each);
      const target = each.generations;
      const start = await universe.snapshot();
      await universe.step(target);
      expect(await universe.population()).toBe(each.population);
      const leapt = await universe.hash();

      // Some hundred steps of the case's own length from the start on, and the rest at once.
      await universe.restore(start);
      for (let i = 0; i < 250 && universe.generation < target; i++) {
        await universe.step(universe.generation + each.step);
      }
      await universe.step(target);
      expect(await universe.hash()).toBe(leapt);
      universe.dispose();
    });
  }

  it("counts the breeder's cells after 2^60 generations", async () => {
    const breeder = HASHLIFE_CASES.find(({ name }) => name === "breeder") as HashLifeCase;
    const universe = await open(breeder);
    await universe.step(2n ** 60n);
    expect(await universe.population()).toBe(1730765619511610185890564657000961n);
    const bounds = await universe.bounds();
    expect(bounds?.w).toBeGreaterThan(2n ** 58n);
    universe.dispose();
  });

  it("draws single cells in, however far away", async () => {
    const gun = HASHLIFE_CASES.find(({ name }) => name === "cordership-gun") as HashLifeCase;
    const universe = await open(gun);
    const before = await universe.population();
    const far = [
      [10n ** 30n, -(10n ** 31n)],
      [-(2n ** 200n), 2n ** 199n],
      [2n ** 64n, 0n],
    ] as const;
    for (const [x, y] of far) {
      await universe.writeBlock({ x, y, w: 1, h: 1, words: new Uint32Array([1]) }, "or");
      const block = await universe.readBlock({ x: x - 1n, y: y - 1n, w: 3n, h: 3n });
      expect((block.words[1] as number) & 2).toBe(2);
    }
    expect(await universe.population()).toBe(before + 3n);
    // Lone cells die in the next generation, wherever they are.
    await universe.step(gun.generations);
    expect((await universe.bounds())?.w).toBeLessThan(2n ** 30n);
    universe.dispose();
  });
});

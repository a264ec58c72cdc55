import { describe, expect, test } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { measureBehaviour } from "../../../engine/bench/rule-behaviour.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { torus } from "../../../engine/core/topology.ts";
import type { Behaviour } from "../../../engine/rules/behaviour.ts";
import { behaviourWords, FATE_NAMES, FATE_NOTES, FATES, fateOf } from "../../../engine/rules/behaviour.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { slowSoup } from "../../support/slow-soup.ts";

async function startUniverse(
  rule: ReturnType<typeof parseRule>,
  soup: { seed: number; density: number; width: number; height: number },
) {
  return (await createUniverse({ rule, topology: torus(62, 62), soup }, {})).universe;
}

const measured = (rule: string) => measureBehaviour(parseRule(rule));

describe("what is measured of a rule", () => {
  test("is what a slow run of the same soup finds", async () => {
    for (const text of ["B36/S245", "B2/S34H", "B2/S013V", "B5678/S45678"]) {
      const { rest, density } = await measured(text);
      const slow = slowSoup(
        parseRule(text),
        { seed: 7, density: 0.5, width: 62, height: 62 },
        torus(62, 62),
        400,
      );
      expect(rest, text).toEqual(slow.rest);
      expect(density, text).toBe(slow.density);
    }
  });

  test("is the same each time", async () => {
    const life = await measured("B3/S23");
    expect(await measured("B3/S23")).toEqual(life);
    // The catalogue's figures are compared with what is measured anew.
    expect(life).toEqual({
      ...{ background: "dead", fills: false, grows: false, speed: 0, seed: null, patience: 2000 },
      ...{ density: 88 / 62 ** 2, restless: 37 / 62 ** 2, flicker: 32 / 62 ** 2 },
      rest: { generation: 331, period: 2 },
    });
  });

  test("tells growth from gliders that fly away", async () => {
    expect((await measured("B3/S23")).grows).toBe(false);
    const seeds = await measured("B2/S");
    expect(seeds).toMatchObject({ grows: true, speed: 1, seed: 3 });
    // A domino does under this one.
    expect(await measured("B25/S4")).toMatchObject({ grows: true, speed: 1, seed: 2 });
    expect(await measured("B3/S12345")).toMatchObject({ grows: true, speed: 0.3125, seed: 4 });
    expect((await measured("B1/S012345678")).seed).toBe(1);
  });

  test("sees what parity folds away", async () => {
    const { seed, grows, rest } = await measured("B1357/S1357");
    expect({ seed, grows, period: rest?.period }).toEqual({ seed: 1, grows: true, period: 62 });
  });

  test("counts what differs from the background", async () => {
    const life = await measured("B3/S23");
    const negative = await measured("B0123478/S01234678");
    expect({ ...negative, background: "dead" }).toEqual(life);
    expect(negative.background).toBe("live");
    expect((await measured("B08/S4")).background).toBe("strobing");
  });

  test("knows sides from death", async () => {
    expect((await measured("B4678/S35678")).fills).toBe(true);
    const gone = await measured("B3/S4567");
    expect({ fills: gone.fills, density: gone.density }).toEqual({ fills: false, density: 0 });
    expect((await measured("B/S")).rest).toEqual({ generation: 1, period: 1 });
  });

  test("counts all states of cells that fade, and a cell as restless whose state differs", async () => {
    const pattern = { seed: 7, density: 0.5, width: 62, height: 62 };
    for (const text of ["23/34/8", "12/34/3"]) {
      const rule = parseRule(text);
      const { rest, density, restless } = await measured(text);
      const universe = await startUniverse(rule, pattern);
      await universe.step(BigInt((rest?.generation ?? 0) + (rest?.period ?? 0)));
      expect(Number(await universe.population()) / 62 ** 2, text).toBe(density);
      const hash = await universe.hash();
      await universe.step(universe.generation + BigInt(rest?.period ?? 0));
      expect(await universe.hash(), text).toBe(hash);
      universe.dispose();
      expect(restless, text).toBeLessThan(0.06);
    }
    // Waves in which no cell is ever quiet, though about as many live as before.
    expect((await measured("23/2/8")).restless).toBeGreaterThan(0.6);
  });

  test("takes what a rule sees for its speed of light, and refuses what sees too far", async () => {
    const globe = await measured("R8,C0,M0,S163..223,B74..252,NM");
    expect(globe.grows).toBe(true);
    expect(globe.speed).toBeGreaterThan(0.05);
    expect(globe.speed).toBeLessThan(1);
    await expect(measured("R16,C0,S9,B9")).rejects.toMatchObject({ code: "unsupported-rule" });
  });

  test("can be given up", async () => {
    const controller = new AbortController();
    const work = measureBehaviour(parseRule("B2/S"), {}, controller.signal);
    controller.abort();
    await expect(work).rejects.toThrow(TessellaError);
  });
});

const LIFE_LIKE: Behaviour = {
  background: "dead",
  density: 0.03,
  restless: 0,
  flicker: 0.01,
  fills: false,
  rest: { generation: 331, period: 2 },
  patience: 2000,
  grows: false,
  speed: 0,
  seed: null,
};

describe("a fate", () => {
  const fate = (change: Partial<Behaviour>) => fateOf({ ...LIFE_LIKE, ...change });
  test("follows from growth and rest", () => {
    expect(fate({})).toBe("settles");
    expect(fate({ rest: null, restless: 0.03 })).toBe("settles");
    expect(fate({ rest: null, restless: 0.2 })).toBe("restless");
    expect(fate({ rest: null, restless: 0.2, grows: true })).toBe("explodes");
    expect(fate({ grows: true })).toBe("freezes");
    expect(fate({ density: 0.001 })).toBe("dies");
    expect(fate({ density: 0, fills: true })).toBe("settles");
  });
  test("is not rest where everything moves and comes back in its time", () => {
    expect(fate({ grows: true, restless: 0.5, rest: { generation: 0, period: 62 } })).toBe("explodes");
    expect(fate({ grows: true, restless: 0.5, rest: { generation: 0, period: 10 } })).toBe("freezes");
  });
  test("turns at these shares and periods", () => {
    expect(fate({ rest: null, restless: 0.059 })).toBe("settles");
    expect(fate({ rest: null, restless: 0.06 })).toBe("restless");
    expect(fate({ restless: 0.5, rest: { generation: 9, period: 60 } })).toBe("settles");
    expect(fate({ restless: 0.5, rest: { generation: 9, period: 61 } })).toBe("restless");
    expect(fate({ density: 0.002 })).toBe("settles");
    expect(fate({ density: 0.0019 })).toBe("dies");
  });
  test("has a name and a sentence", () => {
    for (const each of FATES) {
      expect(FATE_NAMES[each]).toMatch(/^[a-z ]+$/);
      expect(FATE_NOTES[each]).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("in words", () => {
  const words = (change: Partial<Behaviour>) => behaviourWords({ ...LIFE_LIKE, ...change }).join("; ");
  test.each<[Partial<Behaviour>, string]>([
    [
      {},
      "a soup repeats with period 2 from generation 331 on; 3 % of the cells live in the end; small soups stay small",
    ],
    [
      { rest: null, restless: 0.33, density: 0.2, grows: true, speed: 0.99, seed: 1 },
      "a soup finds no rest in 2,000 generations; 20 % of the cells live in the end; 33 % are never at rest; small soups spread at the speed of light; one cell is enough to grow",
    ],
    [
      { rest: { generation: 984, period: 1 }, density: 0, fills: true },
      "a soup is gone after 984 generations; a denser one fills the torus; small soups stay small",
    ],
    [
      { rest: { generation: 0, period: 1 }, density: 1, background: "strobing" },
      "a soup stands still at once; 100 % of the cells live in the end; small soups stay small; empty space strobes",
    ],
    [
      { rest: null, restless: 0.01, density: 0.999, grows: true, speed: 0.125, seed: 4, background: "live" },
      "a soup is still settling after 2,000 generations; nearly all of the cells live in the end; small soups spread at 0.13 c; four cells are enough to grow; empty space is alive",
    ],
    [
      { density: 0.0019, flicker: 0.3 },
      "a soup repeats with period 2 from generation 331 on; hardly a cell is left; 30 % change at every step; small soups stay small",
    ],
    [
      { density: 0.002, flicker: 0.29, restless: 0.5, grows: true, speed: 0.009, seed: 2 },
      "a soup repeats with period 2 from generation 331 on; under 1 % of the cells live in the end; small soups spread at a crawl; two cells are enough to grow",
    ],
    [
      { rest: null, restless: 0.06, density: 0.995, flicker: 0.9, grows: true, speed: 0.97, seed: 3 },
      "a soup finds no rest in 2,000 generations; nearly all of the cells live in the end; 6 % are never at rest; small soups spread at the speed of light; three cells are enough to grow",
    ],
    [
      { rest: null, restless: 0.059, density: 0.5, flicker: 0.9, grows: true, speed: 0.01 },
      "a soup is still settling after 2,000 generations; 50 % of the cells live in the end; 90 % change at every step; small soups spread at 0.01 c",
    ],
  ])("%j", (change, expected) => {
    expect(words(change)).toBe(expected);
  });
});

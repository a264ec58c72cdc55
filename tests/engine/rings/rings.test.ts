// Rings: known runs, packed steppers against the definition, names of rules, states and their text.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { blockCell } from "../../../engine/core/block.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { pcg, randomState } from "../../../engine/rings/random-state.ts";
import { packState, stepReference, unpackState } from "../../../engine/rings/reference.ts";
import type { Boundary, Ring } from "../../../engine/rings/ring.ts";
import { BOUNDARIES, createRing, formatState, parseState, ringWords } from "../../../engine/rings/ring.ts";
import type { Radius, RingRule } from "../../../engine/rings/ring-rule.ts";
import {
  complementedRule,
  elementaryRule,
  formatRingRule,
  parseRingRule,
  reflectedRule,
  ringTable,
  wolframNumber,
} from "../../../engine/rings/ring-rule.ts";
import { runRing, spaceTime } from "../../../engine/rings/run-ring.ts";
import { createStepper, multiplexed, windowed } from "../../../engine/rings/stepper.ts";
import known from "../../fixtures/rings.json" with { type: "json" };

const message = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    if (error instanceof TessellaError) return `${error.column ?? ""} ${error.message}`.trim();
    throw error;
  }
  return "no error";
};

function startOf(text: string, cells: number): Uint32Array {
  if (text === "single") {
    const bytes = new Uint8Array(cells);
    bytes[Math.floor(cells / 2)] = 1;
    return packState(bytes);
  }
  const [, seed, index] = text.split(":");
  return randomState(cells, Number(seed), Number(index));
}

describe("known runs", () => {
  test.each(known.runs)(
    "$name, $cells cells, $boundary",
    async ({ tables, cells, boundary, start, states }) => {
      const ring = createRing(
        cells,
        tables.map((table) => parseRingRule(`x${table}`)),
        boundary as Boundary,
      );
      const first = startOf(start, cells);
      const seen: Record<string, string> = {};
      for (const step of Object.keys(states))
        seen[step] = formatState(await runRing(ring, first, Number(step)), cells);
      expect(seen).toEqual(states);
    },
  );

  test("the hash behind random states", () => {
    for (const [x, hash] of Object.entries(known.hash.pcg)) expect(pcg(Number(x))).toBe(hash);
    expect([...randomState(160, 1, 0)]).toEqual(known.hash.seed1Vector0);
  });
});

const rule = (radius: Radius): fc.Arbitrary<RingRule> =>
  fc
    .uint8Array({ minLength: 2 ** (2 * radius + 1), maxLength: 2 ** (2 * radius + 1), max: 1 })
    .map((table) => ({ radius, table }));

const ring = (most: number): fc.Arbitrary<Ring> =>
  fc
    .record({
      cells: fc.integer({ min: 3, max: most }),
      radius: fc.constantFrom<Radius>(1, 2, 3),
      boundary: fc.constantFrom(...BOUNDARIES),
      each: fc.boolean(),
    })
    .chain(({ cells, radius, boundary, each }) =>
      fc
        .array(rule(radius), {
          minLength: each ? Math.min(cells, 7) : 1,
          maxLength: each ? Math.min(cells, 7) : 1,
        })
        .map((some) =>
          createRing(
            cells,
            each ? Array.from({ length: cells }, (_, i) => some[i % some.length]) : some,
            boundary,
          ),
        ),
    );

describe("packed steppers", () => {
  test("make what the definition says, at any width, radius and end, with a rule for all or one a cell", () => {
    fc.assert(
      fc.property(ring(130), fc.nat(), (one, seed) => {
        const steppers = [createStepper(one), multiplexed(one)];
        if (one.rules.length === 1) steppers.push(windowed(one));
        let expected = unpackState(randomState(one.cells, seed, 0), one.cells);
        let states = steppers.map(() => packState(expected));
        for (let t = 0; t < 3; t++) {
          expected = stepReference(one, expected);
          states = states.map((state, k) => {
            const next = new Uint32Array(ringWords(one.cells));
            steppers[k].step(state, next);
            return next;
          });
          for (const state of states) expect(state).toEqual(packState(expected));
        }
      }),
      { numRuns: 300 },
    );
  });

  test.each([
    ["W110", 65_536],
    ["6c1e53a8", 40_001],
    ["1451305c0050ce5f1711ff5f0f53cf5f", 33_333],
  ])("make it for %s on %i cells", (text, cells) => {
    const large = createRing(cells, [parseRingRule(text)], "replicate");
    const from = randomState(cells, 9, 1);
    const to = new Uint32Array(ringWords(cells));
    createStepper(large).step(from, to);
    expect(to).toEqual(packState(stepReference(large, unpackState(from, cells))));
  });
});

describe("space-time diagrams", () => {
  test("have a row a step, and rule 90 draws Sierpinski's triangle", async () => {
    const start = startOf("single", 65);
    const diagram = await spaceTime(createRing(65, [elementaryRule(90)], "fixed00"), start, 31);
    expect([diagram.w, diagram.h]).toEqual([65, 32]);
    for (let t = 0; t < 32; t++)
      for (let i = 0; i < 65; i++) {
        const k = (i - 32 + t) / 2;
        // Pascal's triangle modulo 2 (Lucas): C(t, k) is odd iff k's bits are among t's.
        const odd = Number.isInteger(k) && k >= 0 && k <= t && (k & ~t) === 0;
        if (blockCell(diagram, i, t) !== Number(odd)) expect.fail(`cell ${i} at step ${t}`);
      }
  });

  test("stop when told", async () => {
    const stop = new AbortController();
    const ringOfMany = createRing(1 << 20, [elementaryRule(30)]);
    const running = runRing(ringOfMany, randomState(1 << 20, 1, 0), 1_000_000, {
      signal: stop.signal,
      onProgress: () => stop.abort(),
    });
    await expect(running).rejects.toMatchObject({ code: "aborted" });
  });
});

describe("names of rules", () => {
  test("are numbers for radius 1 and tables for all", () => {
    for (const text of ["110", "W110", "w110 ", "x76"])
      expect(formatRingRule(parseRingRule(text))).toBe("W110");
    expect(ringTable(parseRingRule("150"))).toBe("69");
    const gkl = parseRingRule("x005f005f005f005f005fff5f005fff5f");
    expect([gkl.radius, wolframNumber(gkl)]).toEqual([3, 333636105325236971337806416870490831360n]);
    expect(formatRingRule(gkl)).toBe("x005f005f005f005f005fff5f005fff5f");
    expect(parseRingRule("6C1E53A8").radius).toBe(2);
  });

  test("have mirror images and complements, as Wolfram lists them", () => {
    expect([110, 30, 184].map((n) => formatRingRule(reflectedRule(elementaryRule(n))))).toEqual([
      "W124",
      "W86",
      "W226",
    ]);
    expect([110, 30, 184].map((n) => formatRingRule(complementedRule(elementaryRule(n))))).toEqual([
      "W137",
      "W135",
      "W226",
    ]);
  });

  test("that are wrong are refused with the place", () => {
    expect(message(() => parseRingRule("W256"))).toBe('"W256" is no elementary rule: those are W0 to W255.');
    expect(message(() => parseRingRule("x7g"))).toBe('3 "g" is no hexadecimal digit.');
    // Two digits without an x would be a number or a table, as they happen to be.
    for (const text of ["B3/S23", "7f"])
      expect(message(() => parseRingRule(text))).toBe(`"${text}" is no rule of a ring.`);
    expect(message(() => parseRingRule("005f005f005f005f005fff5f005fffzf"))).toBe(
      '31 "z" is no hexadecimal digit.',
    );
    expect(message(() => parseRingRule("x12345"))).toBe(
      "The table has 5 digits; radius 1 takes 2, radius 2 takes 8 and radius 3 takes 32.",
    );
  });
});

describe("rings and states", () => {
  test("that do not fit each other are refused", () => {
    const [one, two] = [elementaryRule(30), parseRingRule("6c1e53a8")];
    expect(message(() => createRing(2, [one]))).toBe("A ring has from 3 to 1,048,576 cells, not 2.");
    expect(message(() => createRing(5, [one, one]))).toBe(
      "2 rules do not fit 5 cells: give one for all, or one a cell.",
    );
    expect(message(() => createRing(3, [one, one, two]))).toBe(
      "All rules of a ring have one radius; rule 3 has radius 2 and the first 1.",
    );
    expect(message(() => parseState("1f", 4))).toBe("The state needs 5 cells, and the ring has 4.");
    expect(message(() => parseState("", 4))).toBe("A state has at least one hexadecimal digit.");
    expect(message(() => parseState("1x", 9))).toBe('2 "x" is no hexadecimal digit.');
  });

  test("go into text and back", () => {
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 200 }), fc.nat(), (cells, seed) => {
        const state = randomState(cells, seed, 3);
        const text = formatState(state, cells);
        expect(text).toHaveLength(Math.ceil(cells / 4));
        expect(parseState(text, cells)).toEqual(state);
        expect(parseState(`000${text}`, cells)).toEqual(state);
      }),
    );
  });
});

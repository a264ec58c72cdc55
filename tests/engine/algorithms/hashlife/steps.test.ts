// Whole steps of both cores: against cells stepped one by one, in any two parts, and in any stops and starts.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { HashLifeCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { FINISHED, FULL, MORE, NEEDS_ROOM, WIDTH } from "../../../../engine/algorithms/hashlife/layout.ts";
import { parseRule } from "../../../../engine/rules/universe-rule.ts";
import { evenly } from "../../../support/evenly.ts";
import type { Cells } from "../../../support/hashlife-twin/cores.ts";
import {
  collect,
  finish,
  naive,
  plant,
  putRule,
  putStep,
  readCells,
} from "../../../support/hashlife-twin/cores.ts";
import { soup, twins } from "../../../support/hashlife-twin/twins.ts";
import { anyRule } from "../../../support/scenario.ts";

const BITS = 18;
const life = parseRule("B3/S23");

/** The result by the present step, whatever was known by earlier ones. */
function step(core: HashLifeCore, square: number, level: number, generations: number, parity = 0): number {
  putStep(core, level, BigInt(generations), parity);
  core.forgetResults(0, core.getUsed(), 0);
  core.begin(square, level, 1);
  return finish(core, 1e6, () => {
    throw new Error("There was room.");
  });
}

function empty(core: HashLifeCore): void {
  collect(core, false, BITS, []);
  expect(core.getLive()).toBe(0);
}

const anySoup = (level: fc.Arbitrary<number>): fc.Arbitrary<Cells> =>
  fc
    .record({ level, seed: fc.nat(), density: fc.constantFrom(0.02, 0.2, 0.5, 1) })
    .map(({ level, seed, density }) => soup(level, seed, density));

describe("a step of the core", () => {
  it("is what stepping cell by cell gives, for any rule and any number of generations that a square decides", async () => {
    const pair = await twins(BITS);
    fc.assert(
      fc.property(
        anyRule,
        anySoup(fc.constantFrom(6, 6, 7)),
        evenly(0, 1),
        fc.constantFrom(0, 1),
        (rule, cells, share, parity) => {
          const level = Math.log2(cells.side);
          const generations = Math.round((share * cells.side) / 4);
          pair.cores.forEach(empty);
          for (const core of pair.cores) putRule(core, rule);
          const square = pair.both((core) => plant(core, cells));
          const result = pair.both((core) => step(core, square, level, generations, parity));
          pair.expectSame();
          expect(readCells(pair.cores[0], result, level - 1)).toEqual(
            naive(cells, rule, generations, parity),
          );
        },
      ),
      { numRuns: 60 },
    );
  });

  it("gives each of 0..32 generations of a level-7 soup, and the full result is the last of them", async () => {
    const pair = await twins(BITS);
    const cells = soup(7, 5, 0.4);
    const square = pair.both((core) => plant(core, cells));
    for (const core of pair.cores) putRule(core, life, true);
    let last = 0;
    for (let generations = 0; generations <= 32; generations++) {
      last = pair.both((core) => step(core, square, 7, generations));
      expect(readCells(pair.cores[0], last, 6)).toEqual(naive(cells, life, generations, 0));
    }
    pair.both((core) => {
      core.begin(square, 7, 0);
      return finish(core, 1e6);
    });
    expect(pair.both((core) => core.getAnswer())).toBe(last);
    pair.expectSame();
  });

  it("by T1 and then T2 is the step by T1 + T2", async () => {
    const pair = await twins(BITS);
    fc.assert(
      fc.property(
        anyRule,
        anySoup(fc.constantFrom(7, 8)),
        evenly(0, 1),
        evenly(0, 1),
        (rule, cells, first, second) => {
          const level = Math.log2(cells.side);
          // What the middle, half as wide, can still be asked for; the middle of the whole's result is then the same.
          const t2 = Math.round((second * cells.side) / 8);
          const t1 = Math.round(first * (cells.side / 4 - t2));
          pair.cores.forEach(empty);
          for (const core of pair.cores) putRule(core, rule);
          pair.both((core) => {
            const square = plant(core, cells);
            const middle = step(core, square, level, t1);
            // Results by other rules' parities would be stale: the second step may leave an odd generation.
            core.forgetResults(0, core.getUsed(), 1);
            const inTwo = step(core, middle, level - 1, t2, t1 & 1);
            core.forgetResults(0, core.getUsed(), 1);
            const whole = step(core, square, level, t1 + t2);
            const centre = step(core, whole, level - 1, 0);
            expect(inTwo).toBe(centre);
            return inTwo;
          });
          pair.expectSame();
        },
      ),
      { numRuns: 40 },
    );
  });

  it("of a glider goes as far as the numbers say", async () => {
    const pair = await twins(BITS);
    for (const core of pair.cores) putRule(core, life, true);
    const side = 64;
    const bytes = new Uint8Array(side * side);
    for (const [x, y] of [
      [33, 32],
      [34, 33],
      [32, 34],
      [33, 34],
      [34, 34],
    ])
      bytes[y * side + x] = 1;
    const glider = pair.both((core) => plant(core, { side, bytes }));
    // 2^60 generations of a square whose result is of level 61: from the middle, 2^58 cells further down and east.
    const at = 2n ** 60n + 2n ** 58n;
    pair.both((core) => {
      const level = core.pad(glider, 6, 62);
      core.begin(core.getSquare(), level, 0);
      let square = finish(core, 1e6);
      const child = (n: number, k: number): number => core.words[n / 4 + k];
      for (let l = 60n; l >= 4n; l--) {
        const k = ((at >> l) & 1n) * 3n;
        expect([0, 1, 2, 3].filter((j) => child(square, j) !== 0)).toEqual([Number(k)]);
        square = child(square, Number(k));
      }
      // The leaf that the glider was in, from the middle of its square on.
      expect(square).toBe(child(child(glider, 3), 0));
      return level;
    });
    pair.expectSame();
  });
});

describe("a step that stops", () => {
  /** Answers the tree, planted anew in a core without history, so that trees of other addresses compare. */
  const whole = async (cells: Cells, generations: number): Promise<Cells> => {
    const { cores } = await twins(BITS);
    putRule(cores[0], life);
    const level = Math.log2(cells.side);
    const square = plant(cores[0], cells);
    return readCells(cores[0], step(cores[0], square, level, generations), level - 1);
  };

  it.each([true, false])("survives a collection after every round (keeping results: %s)", async (keep) => {
    const cells = soup(8, 3, 0.4);
    for (const generations of [64, 51, 13]) {
      const pair = await twins(BITS);
      for (const core of pair.cores) putRule(core, life);
      const square = pair.both((core) => plant(core, cells));
      for (const core of pair.cores) {
        putStep(core, 8, BigInt(generations), 0);
        core.begin(square, 8, 1);
      }
      for (let rounds = 0; ; rounds++) {
        const outcome = pair.both((core) => core.run(1, 0, 0, 0));
        if (outcome === FINISHED) {
          expect(rounds).toBeGreaterThan(4);
          break;
        }
        for (const core of pair.cores) collect(core, keep, BITS, [[square, 8]]);
        pair.expectSame();
      }
      const result = pair.both((core) => core.getAnswer());
      expect(readCells(pair.cores[0], result, 7)).toEqual(await whole(cells, generations));
    }
  });

  it("survives collections at random, bare ones and others, with no root named", async () => {
    const cells = soup(8, 4, 0.3);
    const expected = await whole(cells, 59);
    const anyStop = fc.record({
      fuel: fc.nat(6),
      keep: fc.boolean(),
      slice: fc.integer({ min: 1, max: 999 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(anyStop, { minLength: 1, maxLength: 20 }), async (stops) => {
        const pair = await twins(BITS);
        for (const core of pair.cores) putRule(core, life);
        const square = pair.both((core) => plant(core, cells));
        for (const core of pair.cores) {
          putStep(core, 8, 59n, 0);
          core.begin(square, 8, 1);
        }
        let outcome = MORE;
        for (const { fuel, keep, slice } of stops) {
          outcome = pair.both((core) => core.run(fuel, 0, 0, 0));
          if (outcome === FINISHED) break;
          for (const core of pair.cores) collect(core, keep, BITS, [], slice);
          pair.expectSame();
        }
        if (outcome !== FINISHED) pair.both((core) => core.run(1e6, 0, 0, 0));
        const result = pair.both((core) => core.getAnswer());
        expect(readCells(pair.cores[0], result, 7)).toEqual(expected);
      }),
      { numRuns: 20 },
    );
  });

  it("never hands out more slots than there is room for", async () => {
    // The most that a round can make: the row below 16 squares of 64 x 64, of which nothing is known, while everything
    // about the squares between them is. To get there, all is computed and then forgotten but for those.
    const pair = await twins(BITS);
    for (const core of pair.cores) putRule(core, life);
    const cells = soup(8, 21, 0.4);
    const square = pair.both((core) => plant(core, cells));
    for (const core of pair.cores) {
      core.begin(square, 8, 0);
      finish(core, 1e6);
      const roots: [number, number][] = [[square, 8]];
      for (let y = 0; y <= 192; y += 32) {
        for (let x = 0; x <= 192; x += 32) {
          if (x % 64 === 0 && y % 64 === 0) continue;
          const between = plant(core, crop(cells, x, y, 64));
          roots.push([between, 6], [core.words[(between + FULL) / 4], 5]);
        }
      }
      collect(core, false, BITS, roots);
      core.begin(square, 8, 0);
    }
    // As little room as lets it go on, before each round. Without fuel it only says whether it could.
    const give = (room: number): void => {
      for (const core of pair.cores) core.setCapacity(core.getLive() + room);
    };
    let least = 0;
    give(least);
    while (pair.both((core) => core.run(0, 0, 0, 0)) === NEEDS_ROOM) give(++least);
    let most = 0;
    for (let outcome = MORE; outcome !== FINISHED; ) {
      give(least);
      const before = pair.both((core) => core.getLive());
      outcome = pair.both((core) => core.run(1, 0, 0, 0));
      most = Math.max(most, pair.both((core) => core.getLive()) - before);
      expect(pair.both((core) => core.getRoom())).toBeGreaterThanOrEqual(0);
    }
    expect(most).toBe(18 * WIDTH);
    pair.expectSame();
    const result = pair.both((core) => core.getAnswer());
    expect(readCells(pair.cores[0], result, 7)).toEqual(naive(cells, life, 64, 0));
  });
});

function crop({ side, bytes }: Cells, x: number, y: number, size: number): Cells {
  const out = new Uint8Array(size * size);
  for (let r = 0; r < size; r++) {
    const from = (y + r) * side + x;
    out.set(bytes.subarray(from, from + size), r * size);
  }
  return { side: size, bytes: out };
}

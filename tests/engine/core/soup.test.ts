import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blockCell, blockPopulation } from "../../../engine/core/block.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { soupBlock, soupHash, soupOrigin, soupRows, soupThreshold } from "../../../engine/core/soup.ts";
import { formatHash, hashBlock } from "../../../engine/core/state-hash.ts";
import { evenly } from "../../support/evenly.ts";

describe("a soup", () => {
  it("is frozen: people note seeds down", () => {
    // Worked out from the description of the hash by another program.
    expect([soupHash(0, 0, 0), soupHash(1, 0, 0), soupHash(1, -1, 0), soupHash(1, 0, -1)]).toEqual([
      1680814304, 3584742034, 2793507475, 1933831583,
    ]);
    expect(soupHash(0xffffffff, 123456789, -987654321)).toBe(2831731068);
    const soup = soupBlock({ seed: 42, density: 0.37, width: 100, height: 50 });
    expect([blockPopulation(soup), formatHash(hashBlock(soup))]).toEqual([1807, "1147b1c17a762587"]);
  });

  it("has a cell alive exactly where its own hash is below the threshold, whatever its size", () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 32 - 1),
        evenly(0, 1),
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 9 }),
        (seed, density, width, height) => {
          const soup = soupBlock({ seed, density, width, height });
          const { x, y } = soupOrigin(width, height);
          expect([soup.x, soup.y]).toEqual([BigInt(x), BigInt(y)]);
          for (let j = 0; j < height; j++) {
            for (let i = 0; i < width; i++) {
              expect(blockCell(soup, i, j)).toBe(
                soupHash(seed, x + i, y + j) < soupThreshold(density) ? 1 : 0,
              );
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it("is centred on the origin as a bounded grid is", () => {
    expect(soupOrigin(30, 20)).toEqual({ x: -15, y: -10 });
    expect(soupOrigin(31, 1)).toEqual({ x: -15, y: 0 });
  });

  it("can be made in pieces", () => {
    const soup = { seed: 9, density: 0.5, width: 77, height: 40 };
    const whole = soupBlock(soup);
    const lower = soupRows(soup, 13, 27);
    expect(lower.y).toBe(whole.y + 13n);
    expect([...lower.words]).toEqual([...whole.words.subarray(13 * 3)]);
  });

  it("is empty at density 0, full at 1, and as dense as it is asked to be in between", () => {
    const cells = (density: number): number =>
      blockPopulation(soupBlock({ seed: 5, density, width: 400, height: 400 })) / 160_000;
    expect(cells(0)).toBe(0);
    expect(cells(1)).toBe(1);
    for (const density of [0.05, 0.25, 0.5, 0.9])
      expect(Math.abs(cells(density) - density)).toBeLessThan(0.005);
    for (const density of [-0.1, 1.1, Number.NaN])
      expect(() => soupThreshold(density)).toThrow(TessellaError);
  });

  it("has rows, columns and seeds that know nothing of each other", () => {
    // Agreement of two independent half-dense soups is a fair coin: 160,000 tosses stay within four standard deviations.
    const soup = (seed: number) => soupBlock({ seed, density: 0.5, width: 400, height: 400 });
    const a = soup(1);
    const agreement = (same: (i: number, j: number) => boolean): number => {
      let n = 0;
      for (let j = 0; j < 399; j++) for (let i = 0; i < 399; i++) if (same(i, j)) n++;
      return n / 399 ** 2;
    };
    const b = soup(2);
    const pairs = [
      agreement((i, j) => blockCell(a, i, j) === blockCell(b, i, j)),
      agreement((i, j) => blockCell(a, i, j) === blockCell(a, i + 1, j)),
      agreement((i, j) => blockCell(a, i, j) === blockCell(a, i, j + 1)),
      agreement((i, j) => blockCell(a, i, j) === blockCell(a, j, i)),
    ];
    for (const share of pairs.slice(0, 3)) expect(Math.abs(share - 0.5)).toBeLessThan(0.005);
    // Its mirror image agrees with itself on the diagonal and twice elsewhere: a wider bound.
    expect(Math.abs(pairs[3] - 0.5)).toBeLessThan(0.01);
  });
});

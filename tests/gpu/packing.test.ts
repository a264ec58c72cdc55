// How cells are packed for the GPU: pure functions, checked cell by cell.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BAND_CELLS, bandsOfRuns } from "../../engine/algorithms/gpu/dense/edits.ts";
import { checkFits, largestSquare } from "../../engine/algorithms/gpu/dense/grid-fits.ts";
import { blockToRuns, EMPTY_RUNS, RunsBuilder, runsPopulation } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import type { BoundedTopology } from "../../engine/core/topology.ts";
import { plane } from "../../engine/core/topology.ts";
import { copyBits, headBits, tailBits } from "../../engine/gpu/packed-bits.ts";
import { packedLayout, wordsOf } from "../../engine/gpu/packed-layout.ts";
import { equalRuns } from "../support/runs.ts";

const bitOf = (words: Uint32Array, row: number, bit: number): number =>
  (words[row + (bit >>> 5)] >>> (bit & 31)) & 1;

describe("copyBits", () => {
  it("copies just those bits, wherever both ends lie in their words", () => {
    const words = fc.uint32Array({ minLength: 12, maxLength: 12 });
    const bit = fc.integer({ min: 0, max: 127 });
    fc.assert(
      fc.property(
        words,
        words,
        fc.nat(3),
        fc.nat(3),
        bit,
        bit,
        fc.integer({ min: 1, max: 128 }),
        (...args) => {
          const [source, target, sourceRow, targetRow, from, to, count] = args;
          const before = target.slice();
          let wrong = 0;
          copyBits(source, sourceRow, from, target, targetRow, to, count);
          for (let k = 0; k < 32 * (12 - targetRow); k++) {
            const copied = k >= to && k < to + count;
            const expected = copied ? bitOf(source, sourceRow, from + k - to) : bitOf(before, targetRow, k);
            if (bitOf(target, targetRow, k) !== expected) wrong++;
          }
          expect(wrong).toBe(0);
          expect(target.subarray(0, targetRow)).toEqual(before.subarray(0, targetRow));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("works at the far end of the widest grid", () => {
    expect(headBits(1_999_999_999)).toBe(0x80000000);
    expect(tailBits(1_999_999_968)).toBe(1);
    expect(tailBits(1_999_999_999)).toBe(0xffffffff);
    expect(wordsOf(1_999_999_990, 5, 10, 2)).toEqual({ column: 62_499_999, row: 5, columns: 1, rows: 2 });
  });
});

describe("bandsOfRuns", () => {
  it("gives back every cell", () => {
    const runs = blockToRuns(soupBlock({ seed: 9, density: 0.3, width: 77, height: 50 }));
    const bands = [...bandsOfRuns(runs)];
    expect(bands).toHaveLength(1);
    expect(equalRuns(blockToRuns(bands[0]), runs)).toBe(true);
    expect([...bandsOfRuns(EMPTY_RUNS)]).toEqual([]);
  });

  it("cuts what would be too large in one piece, and keeps a long row whole", () => {
    const builder = new RunsBuilder();
    const side = 2 ** 13;
    for (let y = 0; y < 2 * side; y += 512) {
      builder.add(0, y, 1);
      builder.add(side - 1, y, 1);
    }
    builder.add(-5, 3 * side, BAND_CELLS + 40);
    const runs = builder.build(-7n, 11n);
    const bands = [...bandsOfRuns(runs)];
    expect(bands.length).toBeGreaterThan(2);
    for (const band of bands.slice(0, -1)) expect(band.w * band.h).toBeLessThanOrEqual(BAND_CELLS);
    expect([bands.at(-1)?.w, bands.at(-1)?.h]).toEqual([BAND_CELLS + 40, 1]);
    const cells = bands.map((band) => runsPopulation(blockToRuns(band)));
    expect(cells.reduce((sum, n) => sum + n)).toBe(runsPopulation(runs));
  });
});

describe("sizes", () => {
  it("counts whole words a row", () => {
    expect(packedLayout(1, 1)).toMatchObject({ width: 1, height: 1, columns: 1, stride: 1, bytes: 4 });
    expect(packedLayout(33, 64)).toMatchObject({ width: 33, height: 64, columns: 2, stride: 2, bytes: 512 });
  });

  it("begins every plane where a binding may, and one plane takes no room beyond its rows", () => {
    const side = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(side, side, fc.integer({ min: 1, max: 8 }), (width, height, planes) => {
        const { stride, planeRows, bytes } = packedLayout(width, height, planes);
        expect(bytes).toBe(planes * planeRows * stride * 4);
        if (planes === 1) expect(planeRows).toBe(height);
        else
          expect([planeRows >= height && planeRows < height + 64, (planeRows * stride) % 64]).toEqual([
            true,
            0,
          ]);
      }),
    );
  });

  it("pads long rows to four words", () => {
    const strides = [224, 225, 256, 257, 384, 385].map((width) => packedLayout(width, 1).stride);
    expect(strides).toEqual([7, 8, 8, 12, 12, 16]);
  });

  it("knows the largest square that fits", () => {
    expect(largestSquare(4)).toBe(1);
    expect(largestSquare(3)).toBe(0);
    expect(largestSquare(2 ** 30)).toBe(92672);
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 2 ** 36 }), (bytes) => {
        const side = largestSquare(bytes);
        expect(packedLayout(side, side).bytes).toBeLessThanOrEqual(bytes);
        expect(packedLayout(side + 1, side + 1).bytes).toBeGreaterThan(bytes);
      }),
    );
  });

  it("refuses by the smaller of the two limits, in one sentence", () => {
    const limits = { maxBufferSize: 2 ** 28, maxStorageBufferBindingSize: 2 ** 27 } as GPUSupportedLimits;
    const fits = (side: number): void => {
      const bytesOf = (width: number, height: number): number => packedLayout(width, height).bytes;
      checkFits(plane(side, side) as BoundedTopology, bytesOf, limits, "Some GPU");
    };
    expect(() => fits(32768)).not.toThrow();
    expect(() => fits(32800)).toThrow(
      "The grid :P32800,32800 needs 129 MB in one piece, but Some GPU binds at most 128 MB: " +
        "the largest square that fits is 32,768 x 32,768 cells.",
    );
  });
});

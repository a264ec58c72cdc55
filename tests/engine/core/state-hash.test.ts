import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { blockToRuns, EMPTY_RUNS, runsToBlock, translateRuns } from "../../../engine/core/runs.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import {
  formatHash,
  HASH_A,
  HASH_B,
  HASH_PRIME,
  hashAdd,
  hashBlock,
  hashMul,
  hashPow,
  hashRows,
  hashShift,
  hashSquares,
} from "../../../engine/core/state-hash.ts";
import { placeOf, setOfRuns } from "../../support/cell-set.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { hashRuns } from "../../support/runs.ts";

const GLIDER = cellsFromRle("bo$2bo$3o!");
const anyOffset = fc.bigInt(-(2n ** 100n), 2n ** 100n);

/** The definition, cell by cell and without any of the file's short cuts. */
function slowHash(cells: ReadonlySet<string>): bigint {
  let total = 0n;
  for (const cell of cells) {
    const [x, y] = placeOf(cell);
    total = (total + power(HASH_A, x) * power(HASH_B, y)) % HASH_PRIME;
  }
  return total;
}

function power(base: bigint, exponent: bigint): bigint {
  if (exponent < 0n) return power(power(base, HASH_PRIME - 2n), -exponent);
  let result = 1n;
  for (let b = base, e = exponent; e > 0n; e >>= 1n, b = (b * b) % HASH_PRIME) {
    if (e & 1n) result = (result * b) % HASH_PRIME;
  }
  return result;
}

describe("the state hash", () => {
  it("is frozen", () => {
    // Worked out from the definition by another program.
    expect(formatHash(hashRuns(GLIDER))).toBe("1fd904c592378be5");
    expect(formatHash(hashRuns(cellsFromRle("o!")))).toBe("0000000000000001");
    expect(formatHash(hashRuns(EMPTY_RUNS))).toBe("0000000000000000");
  });

  it("is the same from squares as from words, whatever is cut off at the ends", () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 20),
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(9),
        fc.constantFrom(0, 0.01, 0.5, 1),
        (seed, stride, rows, offset, density) => {
          const { words } = soupBlock({ seed, density, width: 32, height: offset + stride * rows });
          expect(hashSquares(words, stride, rows, offset)).toBe(hashRows(words, stride, rows, offset));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("is the same from squares as from words where a line has more squares than are summed at once", () => {
    for (const stride of [511, 512, 513, 1030]) {
      const { words } = soupBlock({ seed: stride, density: 1, width: 32, height: stride * 33 });
      for (let i = 0; i < words.length; i += 7) words[i] = i * 0x9e3779b1;
      expect(hashSquares(words, stride, 33)).toBe(hashRows(words, stride, 33));
    }
  });

  it("is the sum of A^x * B^y over the live cells, whether counted from runs or from packed words", () => {
    fc.assert(
      fc.property(
        fc.nat(2 ** 20),
        fc.integer({ min: 1, max: 70 }),
        fc.integer({ min: 1, max: 6 }),
        (seed, width, height) => {
          const block = soupBlock({ seed, density: 0.4, width, height });
          const runs = blockToRuns(block);
          const expected = slowHash(setOfRuns(runs));
          expect(hashBlock(block)).toBe(expected);
          expect(hashRuns(runs)).toBe(expected);
        },
      ),
      { numRuns: 30 },
    );
  });

  it("moves with the cells, to the left and upwards too, however far", () => {
    fc.assert(
      fc.property(anyOffset, anyOffset, (dx, dy) => {
        const moved = translateRuns(GLIDER, dx, dy);
        const expected = hashMul(hashRuns(GLIDER), hashShift(dx, dy));
        expect(hashRuns(moved)).toBe(expected);
        expect(hashBlock(runsToBlock(moved, { ...rect(0, 0, 40, 5), x: dx - 3n, y: dy - 1n }))).toBe(
          expected,
        );
        expect(hashMul(expected, hashShift(-dx, -dy))).toBe(hashRuns(GLIDER));
      }),
    );
  });

  it("adds up over tiles, however the cells are cut", () => {
    fc.assert(
      fc.property(fc.nat(2 ** 20), fc.bigInt(-20n, 20n), fc.bigInt(-12n, 12n), (seed, cutX, cutY) => {
        const whole = blockToRuns(soupBlock({ seed, density: 0.5, width: 40, height: 24 }));
        const far = 100n;
        const tiles = [
          rect(-far, -far, far + cutX, far + cutY),
          rect(cutX, -far, far - cutX, far + cutY),
          rect(-far, cutY, far + cutX, far - cutY),
          rect(cutX, cutY, far - cutX, far - cutY),
        ];
        const sum = tiles.reduce((total, tile) => hashAdd(total, hashBlock(runsToBlock(whole, tile))), 0n);
        expect(sum).toBe(hashRuns(whole));
      }),
    );
  });

  it("tells apart what differs by a cell, a place or a mirror", () => {
    const hashes = new Set(
      ["bo$2bo$3o!", "bo$o$3o!", "3o$2bo$bo!", "bo$2bo$2o!", "2bo$bo$3o!", "b3o!", "3o!", "o$o$o!"].map(
        (rle) => hashRuns(cellsFromRle(rle)),
      ),
    );
    expect(hashes.size).toBe(8);
  });

  it("has exponents that count modulo p - 1", () => {
    expect(hashPow(HASH_A, HASH_PRIME - 1n)).toBe(1n);
    expect(hashMul(hashPow(HASH_B, -5n), hashPow(HASH_B, 5n))).toBe(1n);
    expect(hashPow(HASH_A, 0n)).toBe(1n);
  });
});

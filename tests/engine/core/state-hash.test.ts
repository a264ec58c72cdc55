import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { setBlockRun } from "../../../engine/core/block.ts";
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
  hashShift,
  hashWords,
  RowsHash,
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

  it("is exact in rows of more words than are summed at once, however full they are", () => {
    for (const width of [4064, 4095, 4096, 4097, 8200, 12_345]) {
      const [full, checks, soup] = [1, 2, 3].map(() =>
        soupBlock({ seed: width, density: 0.5, width, height: 3 }),
      );
      setBlockRun(full, 0, 1, width);
      for (let x = 0; x < width; x += 2) setBlockRun(checks, x, 1, 1);
      for (const block of [full, checks, soup]) expect(hashBlock(block)).toBe(hashRuns(blockToRuns(block)));
    }
  });

  it("comes from columns of tiles in any order, rows and gaps included", () => {
    const { words } = soupBlock({ seed: 3, density: 0.5, width: 128, height: 20 });
    const rows = new RowsHash(20);
    for (const column of [2, 0, 3, 1]) rows.add(column, words, column, 4, 20);
    expect(rows.all()).toBe(hashWords(words, 4, 20));
    rows.clear();
    rows.add(127, words, 40, 4, 5);
    expect(rows.all()).toBe(
      hashMul(
        hashWords(
          words.filter((_, i) => i % 4 === 0),
          1,
          5,
          10,
        ),
        hashShift(127n * 32n, 0n),
      ),
    );
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

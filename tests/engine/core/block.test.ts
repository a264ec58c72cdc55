import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import {
  blockCell,
  blockPopulation,
  blockStride,
  createBlock,
  forEachBlockRun,
  popcount32,
  readBlockRow,
  setBlockRun,
} from "../../../engine/core/block.ts";
import { addBlockToRaster, addRunsToRaster, createRaster, rasterRect } from "../../../engine/core/raster.ts";
import { blockToRuns } from "../../../engine/core/runs.ts";
import { expectIs } from "../../support/expect-each.ts";

const anyRuns = fc.array(fc.tuple(fc.nat(99), fc.nat(4), fc.nat(99)), { maxLength: 12 });

/** 100 x 5 cells. */
function painted(runs: readonly (readonly [number, number, number])[], x = 0n, y = 0n): Block {
  const block = createBlock(x, y, 100, 5);
  for (const [i, j, length] of runs) setBlockRun(block, i, j, Math.min(length, 100 - i));
  return block;
}

describe("a packed block", () => {
  it("has one bit a cell, lowest first, and clean bits beyond its width", () => {
    const block = createBlock(0n, 0n, 33, 2);
    setBlockRun(block, 0, 0, 1);
    setBlockRun(block, 31, 0, 2);
    setBlockRun(block, 32, 1, 1);
    setBlockRun(block, 5, 1, 0);
    expect([...block.words]).toEqual([0x80000001, 1, 0, 1]);
    expect([blockStride(0), blockStride(1), blockStride(32), blockStride(33)]).toEqual([0, 1, 1, 2]);
  });

  it("is painted by runs and gives the same cells back as maximal runs", () => {
    fc.assert(
      fc.property(anyRuns, (runs) => {
        const block = painted(runs);
        const model = new Set<number>();
        for (const [i, j, length] of runs) {
          for (let k = i; k < Math.min(i + length, 100); k++) model.add(j * 100 + k);
        }
        const found = new Set<number>();
        let end = -1;
        forEachBlockRun(block, (i, j, length) => {
          expect(j * 101 + i).toBeGreaterThan(end);
          end = j * 101 + i + length;
          for (let k = 0; k < length; k++) found.add(j * 100 + i + k);
        });
        expect([...found].sort((a, b) => a - b)).toEqual([...model].sort((a, b) => a - b));
        for (let n = 0; n < 500; n++)
          expectIs(blockCell(block, n % 100, Math.floor(n / 100)), model.has(n) ? 1 : 0);
        expect(blockPopulation(block)).toBe(model.size);
      }),
    );
  });

  it("is read a row at a time, from any column and in any number of states", () => {
    const anyStates = fc.array(fc.tuple(fc.nat(99), fc.nat(4), fc.nat(99), fc.nat(255)), { maxLength: 12 });
    fc.assert(
      fc.property(
        anyStates,
        fc.integer({ min: 1, max: 8 }),
        fc.nat(99),
        fc.nat(100),
        (runs, planes, from, most) => {
          const block = createBlock(0n, 0n, 100, 5, planes);
          for (const [i, j, length, state] of runs)
            setBlockRun(block, i, j, Math.min(length, 100 - i), planes === 1 ? 1 : state % 2 ** planes);
          const length = Math.min(most, 100 - from);
          for (let j = 0; j < 5; j++) {
            const row = new Uint8Array(length).fill(99);
            readBlockRow(block, from, j, row);
            expect(row).toEqual(Uint8Array.from({ length }, (_, k) => blockCell(block, from + k, j)));
          }
        },
      ),
    );
  });

  it("counts bits", () => {
    for (const v of [0, 1, 0x80000000, 0xffffffff, 0x12345678]) {
      expect(popcount32(v)).toBe([...v.toString(2)].filter((bit) => bit === "1").length);
    }
  });

  it("is refused where its size makes no sense or fits no array", () => {
    expect(() => createBlock(0n, 0n, -1, 1)).toThrow(/makes no sense/);
    expect(() => createBlock(0n, 0n, 1.5, 1)).toThrow(/makes no sense/);
    expect(() => createBlock(0n, 0n, 2 ** 20, 2 ** 20)).toThrow(/too large/);
  });
});

describe("a raster", () => {
  it("counts cells a pixel, from blocks and from runs alike, at any offset", () => {
    fc.assert(
      fc.property(
        anyRuns,
        fc.integer({ min: 0, max: 6 }),
        fc.bigInt(-90n, 90n),
        fc.bigInt(-9n, 9n),
        (runs, scale, x, y) => {
          const block = painted(runs, 10n ** 25n + x, -(10n ** 25n) + y);
          const request = { x: 10n ** 25n, y: -(10n ** 25n), width: 60, height: 6, scale };
          const fromBlock = createRaster(request);
          addBlockToRaster(fromBlock, block);
          const fromRuns = createRaster(request);
          addRunsToRaster(fromRuns, blockToRuns(block));
          expect(fromRuns.counts).toEqual(fromBlock.counts);
          const expected = new Float32Array(360);
          for (let n = 0; n < 500; n++) {
            if (!blockCell(block, n % 100, Math.floor(n / 100))) continue;
            const px = Number((block.x + BigInt(n % 100) - fromBlock.x) >> BigInt(scale));
            const py = Number((block.y + BigInt(Math.floor(n / 100)) - fromBlock.y) >> BigInt(scale));
            if (px >= 0 && px < 60 && py >= 0 && py < 6) expected[py * 60 + px]++;
          }
          expect(fromBlock.counts).toEqual(expected);
        },
      ),
    );
  });

  it("lies on the grid of its scale", () => {
    const raster = createRaster({ x: -1n, y: 9n, width: 3, height: 2, scale: 3 });
    expect(rasterRect(raster)).toEqual({ x: -8n, y: 8n, w: 24n, h: 16n });
    expect(() => createRaster({ x: 0n, y: 0n, width: -1, height: 2, scale: 0 })).toThrow(/makes no sense/);
    expect(() => createRaster({ x: 0n, y: 0n, width: 1, height: 2, scale: 0.5 })).toThrow(/makes no sense/);
  });
});

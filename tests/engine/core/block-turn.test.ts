import fc from "fast-check";
import { expect, it } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import type { LatticeSymmetry } from "../../../engine/core/block-turn.ts";
import { blockPart, maskedBlock, turnedBlock } from "../../../engine/core/block-turn.ts";

const SYMMETRIES: readonly LatticeSymmetry[] = [
  [1, 0, 0, 1],
  [-1, 0, 0, 1],
  [1, 0, 0, -1],
  [-1, 0, 0, -1],
  [0, 1, 1, 0],
  [0, -1, 1, 0],
  [0, 1, -1, 0],
  [0, -1, -1, 0],
  // Hexagons only, with a slant before or after.
  [1, -1, 1, 0],
  [0, 1, -1, 1],
  [1, -1, 0, -1],
  [-1, 1, 0, 1],
];

const anyBlock = fc
  .record({ w: fc.integer({ min: 1, max: 99 }), h: fc.integer({ min: 1, max: 99 }), seed: fc.integer() })
  .map(({ w, h, seed }) => {
    const block = createBlock(-3n, 5n, w, h);
    let state = seed;
    for (let j = 0; j < h; j++)
      for (let i = 0; i < w; i++) {
        state = (Math.imul(state, 1664525) + 1013904223) | 0;
        if (state < 0) setBlockRun(block, i, j, 1);
      }
    return block;
  });

function finished(work: Generator<number, Block, void>): Block {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Cell by cell. */
function slowlyTurned(block: Block, [a, b, c, d]: LatticeSymmetry): Block {
  const range = (p: number, q: number): readonly [first: number, length: number] => {
    const ends = [0, p * (block.w - 1), q * (block.h - 1), p * (block.w - 1) + q * (block.h - 1)];
    return [Math.min(...ends), Math.max(...ends) - Math.min(...ends) + 1];
  };
  const [[left, w], [top, h]] = [range(a, b), range(c, d)];
  const out = createBlock(7n, 9n, w, h);
  for (let j = 0; j < block.h; j++)
    for (let i = 0; i < block.w; i++)
      if (blockCell(block, i, j) === 1) setBlockRun(out, a * i + b * j - left, c * i + d * j - top, 1);
  return out;
}

it("turns packed cells as cells turn one by one, and leaves the given ones as they are", () => {
  fc.assert(
    fc.property(anyBlock, fc.constantFrom(...SYMMETRIES), (block, symmetry) => {
      const before = block.words.slice();
      expect(finished(turnedBlock(block, symmetry, 7n, 9n))).toEqual(slowlyTurned(block, symmetry));
      expect(block.words).toEqual(before);
    }),
  );
});

it("cuts out a part, with dead cells beyond the block", () => {
  const anyPart = fc.record({
    x: fc.integer({ min: -80, max: 120 }),
    y: fc.integer({ min: -80, max: 120 }),
    w: fc.integer({ min: 1, max: 99 }),
    h: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(anyBlock, anyPart, (block, { x, y, w, h }) => {
      const part = blockPart(block, { x: BigInt(x), y: BigInt(y), w, h });
      const slow = createBlock(BigInt(x), BigInt(y), w, h);
      for (let j = 0; j < h; j++)
        for (let i = 0; i < w; i++) {
          const [u, v] = [x + i + 3, y + j - 5];
          const inside = u >= 0 && v >= 0 && u < block.w && v < block.h;
          if (inside && blockCell(block, u, v) === 1) setBlockRun(slow, i, j, 1);
        }
      expect(part).toEqual(slow);
    }),
  );
});

it("parts the cells of a block by those of another", () => {
  fc.assert(
    fc.property(anyBlock, fc.integer(), (block, seed) => {
      const mask = { ...block, words: block.words.map((word, k) => Math.imul(word + k, seed)) };
      const both = maskedBlock(block, mask);
      const rest = maskedBlock(block, mask, true);
      for (let k = 0; k < block.words.length; k++) {
        const [word, chosen] = [block.words[k] as number, mask.words[k] as number];
        if (both.words[k] !== (word & chosen) >>> 0)
          expect(both.words[k], `word ${k}`).toBe((word & chosen) >>> 0);
        if (rest.words[k] !== (word & ~chosen) >>> 0)
          expect(rest.words[k], `word ${k}`).toBe((word & ~chosen) >>> 0);
      }
    }),
  );
});

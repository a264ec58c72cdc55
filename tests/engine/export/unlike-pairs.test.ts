// The borders between two phases, counted word by word, against pairs of cells one by one.

import fc from "fast-check";
import { expect, it } from "vitest";
import { blockStride } from "../../../engine/core/block.ts";
import { unlikePairs } from "../../../engine/export/unlike-pairs.ts";

it("are those of cells and their neighbours on the right and below, round the torus", () => {
  const sizes = fc.record({
    w: fc.constantFrom(1, 2, 5, 31, 32, 33, 63, 64, 65, 100),
    h: fc.integer({ min: 1, max: 9 }),
  });
  fc.assert(
    fc.property(sizes, fc.infiniteStream(fc.boolean()), ({ w, h }, bits) => {
      const cells = Array.from({ length: w * h }, () => bits.next().value as boolean);
      const stride = blockStride(w);
      const words = new Uint32Array(stride * h);
      for (const [at, live] of cells.entries())
        if (live) words[Math.floor(at / w) * stride + ((at % w) >> 5)] |= 1 << ((at % w) & 31);
      let pairs = 0;
      for (let y = 0; y < h; y++)
        for (let x = 0; x < w; x++) {
          const cell = cells[y * w + x];
          if (cell !== cells[y * w + ((x + 1) % w)]) pairs++;
          if (cell !== cells[((y + 1) % h) * w + x]) pairs++;
        }
      expect(unlikePairs({ x: 0n, y: 0n, w, h, words })).toBe(pairs);
    }),
  );
});

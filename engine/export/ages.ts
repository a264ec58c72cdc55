/** How long cells have lived, counted in frames, while a window over them may move. */

import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import { AGE_STEP_OF } from "../picture/age-colours.ts";
import type { AgedBlock } from "./paint-cells.ts";

const OLDEST = 127;

export class AgeTracker {
  #last: Block | null = null;
  #frames = new Uint8Array(0);

  /**
   * The next frame's cells with their age steps. All cells of the first frame are newborn; cells that come into view later
   * because the window moved are taken for old ones.
   */
  next(block: Block): AgedBlock {
    const frames = new Uint8Array(block.w * block.h);
    const ages = new Uint8Array(frames.length);
    const last = this.#last;
    const dx = last ? Number(block.x - last.x) : 0;
    const dy = last ? Number(block.y - last.y) : 0;
    const stride = blockStride(block.w);
    const lastStride = last ? blockStride(last.w) : 0;
    for (let j = 0; j < block.h; j++) {
      for (let k = 0; k < stride; k++) {
        let rest = block.words[j * stride + k];
        while (rest !== 0) {
          const bit = 31 - Math.clz32(rest & -rest);
          rest &= rest - 1;
          const i = k * 32 + bit;
          let lived = 0;
          if (last) {
            const [u, v] = [i + dx, j + dy];
            if (u < 0 || v < 0 || u >= last.w || v >= last.h) lived = OLDEST;
            else if ((last.words[v * lastStride + (u >>> 5)] >>> (u & 31)) & 1)
              lived = Math.min(OLDEST, this.#frames[v * last.w + u] + 1);
          }
          const at = j * block.w + i;
          frames[at] = lived;
          ages[at] = AGE_STEP_OF[lived];
        }
      }
    }
    this.#last = block;
    this.#frames = frames;
    return { block, ages };
  }

  /** What was seen is forgotten: the cells of the next frame cannot be told to have been there. */
  forget(): void {
    this.#last = null;
  }
}

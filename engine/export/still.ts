/** One picture of packed cells, a pixel a cell, for every exporter that takes pictures. */

import type { Block } from "../core/block.ts";
import { blockCell } from "../core/block.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { Theme } from "../picture/themes.ts";
import type { ExportControl } from "./frame-source.ts";
import { inksFor } from "./look.ts";
import type { PictureFrame, PictureSource } from "./picture.ts";

export function stillOf(block: Block, theme: Theme): PictureSource {
  const { w: width, h: height } = block;
  const look = { theme, squares: true, gap: 0, gridLines: false, ages: false, caption: false };
  const inks = inksFor(look, { soft: false, outside: false });
  async function* read({ signal }: ExportControl = {}): AsyncGenerator<PictureFrame> {
    const pixels = new Uint8Array(width * height);
    for (let j = 0; j < height; j++) {
      throwIfAborted(signal);
      for (let i = 0; i < width; i++)
        pixels[j * width + i] = blockCell(block, i, j) === 1 ? inks.live : inks.ground;
    }
    yield { index: 0, generation: 0n, pixels, shown: 1 };
  }
  return { frames: 1, framesShown: 1, width, height, palette: inks.palette, fps: 1, read };
}

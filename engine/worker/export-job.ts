/** One export request resolved into a source and its exporter, for preview, estimate and writing. */

import type { Snapshot, Universe } from "../algorithms/algorithm.ts";
import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import type { Rect } from "../core/rect.ts";
import type { Exporter, ExportOptions, ExportReport } from "../export/exporter.ts";
import { openFilm } from "../export/film.ts";
import type { ExportControl, FrameRange } from "../export/frame-source.ts";
import { openFrames } from "../export/frame-source.ts";
import { openPatterns } from "../export/pattern-sequence.ts";
import type { Target } from "../export/target.ts";
import { themeNamed } from "../picture/themes.ts";
import type { ExportWish, PreviewPicture } from "./protocol/export.ts";

export interface ExportJob {
  readonly range: FrameRange;
  readonly frames: number;
  readonly framesShown: number;
  readonly region: Rect | null;
  readonly size: { readonly width: number; readonly height: number } | null;
  readonly cellsLeft: () => boolean;
  /** The n-th picture as it will be written; the universe must stand before it. null if there is no picture. */
  readonly picture: (index: number, control: ExportControl) => Promise<PreviewPicture | null>;
  readonly run: (target: Target, control: ExportControl) => Promise<ExportReport>;
  /** The universe at the beginning of the first frame. */
  readonly base: Snapshot;
}

/** Larger pictures are not worth sending to a preview. */
const MOST_PREVIEW = 2 ** 24;

/** Brings the universe to the first frame and settles the rest. Errors: those of the sources. */
export async function openJob(
  exporter: Exporter,
  wish: ExportWish,
  universe: Universe,
  control: ExportControl,
): Promise<ExportJob> {
  const { range, framing, name, plain, fps, hold, loop } = wish;
  const look = { ...wish.look, theme: themeNamed(wish.look.theme) };
  const options: Omit<ExportOptions, keyof ExportControl> = { name, plain, look };
  const settled = async () => ({ base: await universe.snapshot() });
  switch (exporter.takes) {
    case "cells": {
      const region = "region" in framing ? framing.region : "first";
      const source = await openFrames(universe, range, region, control);
      const [width, height] = [Number(source.region.w), Number(source.region.h)];
      return {
        ...(await settled()),
        range,
        frames: source.frames,
        framesShown: source.frames,
        region: source.region,
        size: exporter.drawsCells ? null : { width, height },
        cellsLeft: () => source.cellsLeft,
        picture: async (first, inner) => {
          if (width * height > MOST_PREVIEW) return null;
          for await (const { block } of source.read({ ...inner, first })) return paperPicture(block);
          return null;
        },
        run: (target, inner) => exporter.run(source, target, { ...options, ...inner }),
      };
    }
    case "pictures": {
      const spec = { range, framing, look, fps, hold, loop, sizeStep: exporter.sizeStep };
      const film = await openFilm(universe, spec, control);
      const { width, height, palette } = film;
      return {
        ...(await settled()),
        range: film.range,
        frames: film.frames,
        framesShown: film.framesShown,
        region: film.region,
        size: { width, height },
        cellsLeft: () => film.cellsLeft,
        picture: async (first, inner) => {
          if (width * height > MOST_PREVIEW) return null;
          for await (const { pixels } of film.read({ ...inner, first }))
            return { width, height, pixels: pixels.slice() as Uint8Array<ArrayBuffer>, rgb: palette.rgb };
          return null;
        },
        run: (target, inner) => exporter.run(film, target, { ...options, ...inner }),
      };
    }
    case "patterns": {
      const source = openPatterns(universe, range);
      return {
        ...(await settled()),
        range,
        frames: source.frames,
        framesShown: source.frames,
        region: null,
        size: null,
        cellsLeft: () => false,
        picture: async () => null,
        run: (target, inner) => exporter.run(source, target, { ...options, ...inner }),
      };
    }
  }
}

const PAPER = Uint8Array.of(255, 255, 255, 0, 0, 0);

/** Cells as a bitmap: a pixel a cell, black ones live. */
function paperPicture({ w, h, words }: Block): PreviewPicture {
  const pixels = new Uint8Array(w * h);
  const stride = blockStride(w);
  for (let y = 0; y < h; y++) {
    for (let x = 0; x < w; x++) pixels[y * w + x] = (words[y * stride + (x >>> 5)] >>> (x & 31)) & 1;
  }
  return { width: w, height: h, pixels, rgb: PAPER };
}

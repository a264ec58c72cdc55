import { loadReverseBits } from "../algorithms/wasm/bytes.ts";
import { livingBlock } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import { pbmFrame } from "../formats/pbm.ts";
import type { CellExporter } from "./exporter.ts";
import { frameNames } from "./frame-name.ts";
import { runSequence } from "./run-sequence.ts";

/** A pixel takes two bytes as text, and a frame is built in one piece. */
const MOST_PLAIN_PIXELS = 2n ** 28n;

/** One PBM file a frame: a pixel is a cell, black is live. ffmpeg and the netpbm tools read it. */
export const PBM_SEQUENCE: CellExporter = {
  id: "pbm",
  name: "PBM sequence",
  summary: "One portable bitmap a frame, a pixel a cell: packed (P4), or as text (P1).",
  extensions: [".pbm"],
  takes: "cells",
  sequence: true,
  lossless: true,
  hasPlain: true,
  async run(source, target, options) {
    const names = frameNames(options.name, source.frames);
    const { w, h } = source.region;
    if (options.plain && w * h > MOST_PLAIN_PIXELS) {
      throw new TessellaError(
        "too-large",
        `A frame of ${groupedSize(w, h)} cells is too large as text (P1).`,
        {
          hint: "Write packed bits (P4), or choose a smaller region.",
        },
      );
    }
    const variant = options.plain ? "P1" : "P4";
    // Without WebAssembly a slower loop does the same.
    const reverse = await loadReverseBits().catch(() => undefined);
    let picture: Uint8Array | undefined;
    return runSequence(source, target, options, names, ({ block }) => {
      picture = pbmFrame(livingBlock(block), variant, { earlier: picture, reverse });
      return picture;
    });
  },
};

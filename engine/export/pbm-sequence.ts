import { pbmFrame } from "../formats/pbm.ts";
import type { Exporter } from "./exporter.ts";
import { frameNames } from "./frame-name.ts";
import { writeTargetFile } from "./target.ts";

/** One PBM file a frame: a pixel is a cell, black is live. What ffmpeg and the netpbm tools read. */
export const PBM_SEQUENCE: Exporter = {
  id: "pbm",
  name: "PBM sequence",
  summary: "One portable bitmap a frame, a pixel a cell: packed (P4), or as text (P1).",
  extensions: [".pbm"],
  async run(source, target, options) {
    const names = frameNames(options.name, source.frames);
    let bytes = 0;
    for await (const frame of source.read(options)) {
      const image = pbmFrame(frame.block, options.plain ? "P1" : "P4");
      await writeTargetFile(target, names.of(frame.index), image);
      bytes += image.length;
    }
    return { frames: source.frames, first: names.of(0), last: names.of(source.frames - 1), bytes };
  },
};

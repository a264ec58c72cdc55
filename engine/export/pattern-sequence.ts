/** The whole universe at every k-th generation as pattern files, for other programs of the field. */

import type { Universe } from "../algorithms/algorithm.ts";
import type { PatternDetails } from "../algorithms/patterns.ts";
import { throwIfAborted } from "../core/errors.ts";
import type { PatternFormat } from "../formats/format.ts";
import { FORMATS } from "../formats/unpacked.ts";
import type { PatternExporter, PatternSequence } from "./exporter.ts";
import { SlicedStepper } from "./film-universe.ts";
import { frameNames } from "./frame-name.ts";
import type { ExportControl, FrameRange } from "./frame-source.ts";
import { countFrames } from "./frame-source.ts";
import { saveUniverse } from "./save-universe.ts";
import { openCounted } from "./target.ts";

/** Errors: `bad-argument`. */
export function openPatterns(
  universe: Universe,
  range: FrameRange,
  details: PatternDetails = {},
): PatternSequence {
  const frames = countFrames(range);
  const pacer = new SlicedStepper(universe);
  async function* read(control: ExportControl = {}) {
    for (let index = control.first ?? 0; index < frames; index++) {
      const generation = range.from + BigInt(index) * range.every;
      await pacer.stepTo(generation, control.signal, (at) =>
        control.onProgress?.({ done: index, frames, generation: at }),
      );
      throwIfAborted(control.signal);
      yield { index, generation };
      control.onProgress?.({ done: index + 1, frames, generation });
    }
  }
  return { frames, universe, details, read };
}

function exporterOf(format: PatternFormat, summary: string): PatternExporter {
  return {
    id: format.id,
    name: `${format.name} sequence`,
    summary,
    extensions: format.extensions.flatMap((ending) => [ending, `${ending}.gz`]),
    takes: "patterns",
    sequence: true,
    lossless: true,
    async run(source, target, options) {
      const names = frameNames(options.name, source.frames);
      let bytes = 0;
      for await (const { index } of source.read(options)) {
        const name = names.of(index);
        const file = await openCounted(target, name);
        try {
          const gzip = name.toLowerCase().endsWith(".gz");
          const how = { gzip, details: source.details, signal: options.signal };
          await saveUniverse(source.universe, format, how, (piece) => file.write(piece));
          await file.commit();
        } catch (error) {
          await file.abort();
          throw error;
        }
        bytes += file.length;
      }
      return { frames: source.frames, first: names.of(0), last: names.of(source.frames - 1), bytes };
    },
  };
}

export const RLE_SEQUENCE = exporterOf(
  FORMATS.get("rle"),
  "One pattern file a frame, with its place and generation.",
);
export const MACROCELL_SEQUENCE = exporterOf(
  FORMATS.get("macrocell"),
  "One pattern file a frame, for universes of any extent.",
);

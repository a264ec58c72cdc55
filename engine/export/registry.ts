import { TessellaError } from "../core/errors.ts";
import { Registry } from "../core/registry.ts";
import { APNG } from "./apng.ts";
import type { Exporter } from "./exporter.ts";
import { GIF } from "./gif.ts";
import { MACROCELL_SEQUENCE, RLE_SEQUENCE } from "./pattern-sequence.ts";
import { PBM_SEQUENCE } from "./pbm-sequence.ts";
import { PNG } from "./png.ts";
import { SVG } from "./svg.ts";

/** The exporters of this code alone; Node adds those of ffmpeg, and a browser those of its codecs. */
export const EXPORTERS = new Registry<Exporter>("exporter", [
  PBM_SEQUENCE,
  PNG,
  APNG,
  GIF,
  SVG,
  RLE_SEQUENCE,
  MACROCELL_SEQUENCE,
]);

/** The exporter for a file name's extension, with that codec if one is named. Errors: `unsupported-format`. */
export function exporterForName(
  name: string,
  exporters: Registry<Exporter> = EXPORTERS,
  codec?: string,
): Exporter {
  const lower = name.toLowerCase();
  const known = exporters.list().filter((entry) => entry.extensions.some((ending) => lower.endsWith(ending)));
  const other = known.length > 0 ? undefined : exporters.list().find((entry) => entry.refusesName);
  const refusal = other?.refusesName?.(name) ?? null;
  const fitting = other && refusal === null ? [other] : known;
  const exporter = fitting.find((entry) => codec === undefined || entry.codec === codec);
  if (exporter) return exporter;
  if (fitting.length > 0) {
    const codecs = fitting.flatMap((entry) => entry.codec ?? []);
    throw new TessellaError("unsupported-format", `"${name}" cannot be packed with the codec "${codec}".`, {
      hint:
        codecs.length > 0
          ? `There are: ${codecs.join(", ")}.`
          : "Only .mp4 and .webm have a choice of codecs.",
    });
  }
  const endings = [...new Set(exporters.list().flatMap((entry) => entry.extensions))];
  const hint = `Frames can be exported to names that end in ${endings.join(", ")}.`;
  throw new TessellaError("unsupported-format", `No exporter writes "${name}".`, {
    hint: refusal === null ? hint : `${hint} ${refusal}`,
  });
}

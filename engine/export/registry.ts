import { TessellaError } from "../core/errors.ts";
import { Registry } from "../core/registry.ts";
import type { Exporter } from "./exporter.ts";
import { PBM_SEQUENCE } from "./pbm-sequence.ts";

export const EXPORTERS = new Registry<Exporter>("exporter", [PBM_SEQUENCE]);

/** The exporter that a file name's ending asks for. Errors: `unsupported-format`. */
export function exporterForName(name: string): Exporter {
  const lower = name.toLowerCase();
  const exporter = EXPORTERS.list().find((entry) =>
    entry.extensions.some((ending) => lower.endsWith(ending)),
  );
  if (exporter) return exporter;
  const known = EXPORTERS.list().flatMap((entry) => entry.extensions);
  throw new TessellaError("unsupported-format", `No exporter writes "${name}".`, {
    hint: `Frames can be exported to names that end in ${known.join(", ")}.`,
  });
}

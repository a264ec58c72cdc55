/** The part of an autosaved copy beside the cells: where its view looked, and its file. */

import type { InferOutput } from "valibot";
import { finite, nullable, number, object, pipe, regex, safeParse, string, transform } from "valibot";
import type { Camera } from "../../engine/picture/camera.ts";
import { ZOOM_LIMITS } from "../../engine/picture/camera-moves.ts";
import type { Json } from "../host/host.ts";
import type { StudioDocument } from "./document.ts";

const COORDINATE = pipe(
  string(),
  regex(/^-?\d{1,1000}$/),
  transform((text) => BigInt(text)),
);
const OFFSET = pipe(number(), finite());
const NOTE = object({
  camera: object({ x: COORDINATE, y: COORDINATE, dx: OFFSET, dy: OFFSET, zoom: OFFSET }),
  file: nullable(string()),
});

export interface Note {
  readonly camera: Camera | null;
  /** The host's id. */
  readonly file: string | null;
}

export function noteOf({ view, file }: Pick<StudioDocument, "view" | "file">): Json {
  const { x, y, dx, dy, zoom } = view.camera;
  return { camera: { x: String(x), y: String(y), dx, dy, zoom }, file: file?.id ?? null };
}

/** A missing note, or one of another version, reads as an empty one. */
export function readNote(note: Json): Note {
  const { success, output } = safeParse(NOTE, note);
  if (!success) return { camera: null, file: null };
  const { camera, file }: InferOutput<typeof NOTE> = output;
  const { least, most } = ZOOM_LIMITS;
  return { camera: camera.zoom >= least && camera.zoom <= most ? camera : null, file };
}

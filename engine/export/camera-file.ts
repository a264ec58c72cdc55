/** The file of a moving camera. */

import { JsonPlace } from "../core/json-place.ts";
import type { CameraPath, Keyframe } from "./camera-path.ts";

const FORM =
  'It looks like {"keyframes": [{"generation": 0, "x": 0, "y": 0, "zoom": 4}, ...], "ease": "smooth"}.';

/** Reads a camera file. Errors: `syntax`, one sentence each, with line and column. */
export function parseCamera(text: string): CameraPath {
  const file = JsonPlace.read(text, "The camera file", FORM);
  file.checkFields(["keyframes", "ease"], FORM);
  const list = file.field("keyframes");
  const places = list?.items((number) => `Keyframe ${number} of the camera`);
  if (!places?.length) throw (list ?? file).wrong("The camera file has no list of keyframes.", FORM);
  const easePlace = file.field("ease");
  const ease = easePlace ? easePlace.value : "smooth";
  if (ease !== "smooth" && ease !== "linear")
    throw (easePlace ?? file).wrong('The camera\'s "ease" is "smooth" or "linear".');
  const keyframes: Keyframe[] = [];
  for (const place of places) {
    const keyframe = keyframeOf(place);
    const { generation } = keyframe;
    if (keyframes.length > 0 && generation <= keyframes[keyframes.length - 1].generation)
      throw (place.field("generation") ?? place).wrong(
        `${place.what}, at generation ${generation}, does not come after the one before.`,
      );
    keyframes.push(keyframe);
  }
  return { keyframes, ease };
}

function keyframeOf(place: JsonPlace): Keyframe {
  const { what } = place;
  place.checkFields(["generation", "x", "y", "zoom"], FORM);
  const zoomPlace = place.field("zoom");
  const zoom = typeof zoomPlace?.value === "number" ? zoomPlace.value : Number.NaN;
  if (!(zoom > 0 && zoom <= 1024 && zoom >= 2 ** -500))
    throw (zoomPlace ?? place).wrong(
      `${what} has no "zoom" that is a number between 0 and 1024 pixels a cell.`,
      FORM,
    );
  const generation = numberIn(place, "generation");
  if (generation.rest !== 0 || generation.whole < 0n)
    throw (place.field("generation") ?? place).wrong(
      `${what} has a generation that is no whole number from 0 on.`,
    );
  const x = numberIn(place, "x");
  const y = numberIn(place, "y");
  return { generation: generation.whole, x: x.whole, y: y.whole, dx: x.rest, dy: y.rest, zoom };
}

/** A number, or a text of digits if there are too many for a number. */
function numberIn(keyframe: JsonPlace, name: string): { readonly whole: bigint; readonly rest: number } {
  const place = keyframe.field(name);
  if (!place) throw keyframe.wrong(`${keyframe.what} has no "${name}".`, FORM);
  const { value } = place;
  if (typeof value === "string" && /^[+-]?\d{1,1000}$/.test(value)) return { whole: BigInt(value), rest: 0 };
  if (typeof value === "number" && Number.isFinite(value)) {
    const whole = Math.floor(value);
    return { whole: BigInt(whole), rest: value - whole };
  }
  throw place.wrong(`${keyframe.what} has no number as its "${name}".`, FORM);
}

/** The elementary rules as small space-time diagrams, side by side. */

import { paintColours } from "../../../engine/picture/colours.ts";
import type { Picture } from "../../../engine/picture/scene.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import { randomState } from "../../../engine/rings/random-state.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { elementaryRule } from "../../../engine/rings/ring-rule.ts";
import { createStepper } from "../../../engine/rings/stepper.ts";

/** Cells and rows of a diagram, the space between two, and diagrams in a line. */
const SIDE = 32;
const GAP = 2;
export const ATLAS_LINE = 16;
/** Pixels of the whole from one diagram to the next. */
export const ATLAS_PITCH = SIDE + GAP;

/** Line by line, all from the same random vector; what is between them is transparent. */
export function atlasPicture(rules: readonly number[], theme: string): Picture {
  const { ground, cell } = paintColours(THEMES.get(theme));
  const width = ATLAS_LINE * ATLAS_PITCH - GAP;
  const height = Math.ceil(rules.length / ATLAS_LINE) * ATLAS_PITCH - GAP;
  const pixels = new Uint32Array(width * height);
  rules.forEach((rule, n) => {
    const { step } = createStepper(createRing(SIDE, [elementaryRule(rule)]));
    const state = randomState(SIDE, 1, 0);
    const next = new Uint32Array(1);
    const corner = Math.floor(n / ATLAS_LINE) * ATLAS_PITCH * width + (n % ATLAS_LINE) * ATLAS_PITCH;
    for (let t = 0; t < SIDE; t++) {
      for (let i = 0; i < SIDE; i++)
        pixels[corner + t * width + i] = ((state[0] as number) >>> i) & 1 ? cell : ground;
      step(state, next);
      state.set(next);
    }
  });
  return { width, height, pixels };
}

/** The place in the line of diagrams at a pixel of the picture; undefined between two. */
export function atlasPlace(x: number, y: number): number | undefined {
  const inside = (at: number): boolean => at >= 0 && at % ATLAS_PITCH < SIDE;
  if (!inside(x) || !inside(y) || x >= ATLAS_LINE * ATLAS_PITCH) return undefined;
  return Math.floor(y / ATLAS_PITCH) * ATLAS_LINE + Math.floor(x / ATLAS_PITCH);
}

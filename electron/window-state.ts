/** The window's last place, or a visible one near it: displays are unplugged, rearranged and scaled between two starts. */

import * as v from "valibot";

const BoundsSchema = v.object({
  x: v.pipe(v.number(), v.safeInteger()),
  y: v.pipe(v.number(), v.safeInteger()),
  width: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  height: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
});

export const WindowStateSchema = v.object({ bounds: BoundsSchema, maximized: v.boolean() });

export type WindowBounds = v.InferOutput<typeof BoundsSchema>;
export type WindowState = v.InferOutput<typeof WindowStateSchema>;

export const MIN_WIDTH = 640;
export const MIN_HEIGHT = 480;
const DEFAULT_WIDTH = 1280;
const DEFAULT_HEIGHT = 800;

/** This much of the title bar must be on a display, for the window to be seen and dragged. */
const GRIP_WIDTH = 96;
const GRIP_HEIGHT = 32;

/**
 * The state to start with. `workAreas` are those of the present displays, the primary one first; there is at least one.
 */
export function restoredState(saved: WindowState | null, workAreas: readonly WindowBounds[]): WindowState {
  const primary = workAreas[0] as WindowBounds;
  if (!saved) return { bounds: centred(DEFAULT_WIDTH, DEFAULT_HEIGHT, primary), maximized: false };
  const { bounds, maximized } = saved;
  const home = workAreas.find((area) => hasGrip(bounds, area));
  if (!home) return { bounds: centred(bounds.width, bounds.height, primary), maximized };
  const fitting = shrunk(bounds, home);
  return {
    bounds: hasGrip(fitting, home) ? fitting : centred(fitting.width, fitting.height, home),
    maximized,
  };
}

function hasGrip(bounds: WindowBounds, area: WindowBounds): boolean {
  const width = Math.min(bounds.x + bounds.width, area.x + area.width) - Math.max(bounds.x, area.x);
  const top = bounds.y >= area.y && bounds.y + GRIP_HEIGHT <= area.y + area.height;
  return top && width >= Math.min(GRIP_WIDTH, bounds.width);
}

function centred(width: number, height: number, area: WindowBounds): WindowBounds {
  const w = sideWithin(width, MIN_WIDTH, area.width);
  const h = sideWithin(height, MIN_HEIGHT, area.height);
  const x = area.x + Math.floor((area.width - w) / 2);
  return { x, y: area.y + Math.floor((area.height - h) / 2), width: w, height: h };
}

/** Never larger than the display it is on; its corner stays where it was. */
function shrunk(bounds: WindowBounds, area: WindowBounds): WindowBounds {
  return {
    ...bounds,
    width: sideWithin(bounds.width, MIN_WIDTH, area.width),
    height: sideWithin(bounds.height, MIN_HEIGHT, area.height),
  };
}

function sideWithin(side: number, least: number, most: number): number {
  return Math.min(Math.max(side, least), Math.max(most, least));
}

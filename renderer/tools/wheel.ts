/** The meaning of a turn of the wheel. */

import type { Point } from "../../engine/grids/grid-kind.ts";

/** The used parts of a WheelEvent. */
export interface WheelInput extends Point {
  readonly deltaX: number;
  readonly deltaY: number;
  /** 0: pixels, 1: lines, 2: pages. */
  readonly deltaMode: number;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  /** In Chromium: the old measure, 120 per notch of a wheel. */
  readonly wheelDeltaY?: number;
}

/** `auto`: a wheel zooms, two fingers on a trackpad pan. */
export type WheelPreference = "auto" | "zoom" | "pan";

export type WheelMeaning =
  /** By that many powers of two, at the pointer. */
  | { readonly kind: "zoom"; readonly change: number }
  /** The picture moves by that many pixels. */
  | { readonly kind: "pan"; readonly by: Point };

const LINE_PIXELS = 40;
const PAGE_PIXELS = 800;
/** A notch of 120 pixels is half a power of two. */
const WHEEL_ZOOM = 0.5 / 120;
/** Browsers report a trackpad's pinch by a scale s as a Ctrl-wheel of about -100 ln(s) pixels. */
const PINCH_ZOOM = 1 / (100 * Math.LN2);
const MOST_CHANGE = 1;

export function wheelPixels({
  deltaX,
  deltaY,
  deltaMode,
}: Pick<WheelInput, "deltaX" | "deltaY" | "deltaMode">): Point {
  const unit = deltaMode === 1 ? LINE_PIXELS : deltaMode === 2 ? PAGE_PIXELS : 1;
  return { x: deltaX * unit, y: deltaY * unit };
}

export function readWheel(wheel: WheelInput, preference: WheelPreference = "auto"): WheelMeaning {
  const { x: dx, y: dy } = wheelPixels(wheel);
  const pans = preference === "pan" || (preference === "auto" && isTrackpad(wheel));
  if (!wheel.ctrlKey && pans) return { kind: "pan", by: { x: -dx || 0, y: -dy || 0 } };
  // With Shift some systems turn the wheel's delta sideways.
  const turned = dy === 0 && wheel.shiftKey ? dx : dy;
  const change = -turned * (wheel.ctrlKey ? PINCH_ZOOM : WHEEL_ZOOM) || 0;
  return { kind: "zoom", change: Math.max(-MOST_CHANGE, Math.min(MOST_CHANGE, change)) };
}

/**
 * A trackpad scrolls by pixels, and Chromium then makes the old measure three times the new one; a wheel's old measure counts
 * notches of 120 whatever the pixels are. Without the old measure only a sideways part gives a trackpad away.
 */
function isTrackpad({ deltaX, deltaY, deltaMode, wheelDeltaY, shiftKey }: WheelInput): boolean {
  if (deltaMode !== 0) return false;
  if (wheelDeltaY) return wheelDeltaY === -3 * deltaY;
  return deltaX !== 0 && !shiftKey;
}

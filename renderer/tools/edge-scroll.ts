/**
 * Scrolls the view while a gesture leads past its edge: the faster, the further the pointer is outside. The gesture goes on
 * from the same place on the screen, which is another cell after each step.
 */

import type { Point } from "../../engine/grids/grid-kind.ts";
import type { ViewSize } from "../../engine/picture/camera.ts";

/** Milliseconds between two steps: one screen frame. */
const STEP = 16;
/** Pixels a second at the edge, for each pixel beyond it, and at most. */
const LEAST = 120;
const EACH = 12;
const MOST = 3000;
/** A step after a busy moment moves no further than this many milliseconds would. */
const LATE = 100;

/** How fast to scroll with the pointer there, in pixels a second; towards the right and downward is positive. */
export function scrollSpeed({ x, y }: Point, { width, height }: ViewSize): Point {
  return { x: along(x, width), y: along(y, height) };
}

function along(at: number, length: number): number {
  // The pointer cannot leave a view that fills the screen: its outermost pixel counts as outside.
  const beyond = at < 1 ? at - 1 : at > length - 1 ? at - length + 1 : 0;
  return Math.sign(beyond) * (beyond === 0 ? 0 : Math.min(MOST, LEAST + EACH * Math.abs(beyond)));
}

export class EdgeScroll {
  readonly #move: (by: Point) => void;
  #speed: Point = { x: 0, y: 0 };
  #timer: ReturnType<typeof setTimeout> | null = null;
  #last = 0;

  /** `move`: scrolls the view by that many pixels and goes on with the gesture. */
  constructor(move: (by: Point) => void) {
    this.#move = move;
  }

  /** The pointer of a gesture is there. */
  at(point: Point, size: ViewSize): void {
    this.#speed = scrollSpeed(point, size);
    const stands = this.#speed.x === 0 && this.#speed.y === 0;
    if (stands) this.end();
    else if (this.#timer === null) {
      this.#last = performance.now();
      this.#timer = setTimeout(() => this.#step(), STEP);
    }
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  #step(): void {
    const now = performance.now();
    const seconds = Math.min(LATE, now - this.#last) / 1000;
    this.#last = now;
    this.#timer = setTimeout(() => this.#step(), STEP);
    this.#move({ x: this.#speed.x * seconds, y: this.#speed.y * seconds });
  }
}

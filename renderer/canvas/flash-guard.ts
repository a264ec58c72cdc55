/**
 * Holds back pictures that could harm people with photosensitive epilepsy.
 *
 * WCAG 2.3.1 (Three Flashes or Below Threshold, https://www.w3.org/TR/WCAG22/#three-flashes-or-below-threshold) allows at most
 * three general flashes in any one second. A general flash is a pair of opposing changes in relative luminance of 10 % or more,
 * the darker of the two below 0.80, over more than a quarter of the viewed area. A cellular automaton gets there easily: a soup
 * under a rule that inverts everything blinks at the rate of its steps.
 *
 * The guard divides the view into a coarse grid of tiles with one luminance each: scattered blinking cells even out within a
 * tile, as they do for the eye, and only a change of a whole tile remains. For each tile the guard keeps the last extreme. Going
 * on in the same direction moves the extreme along; turning back by a tenth is an opposing change, and the guard notes its time.
 * Three flashes are six such changes, so a tile whose sixth last one is less than a second ago must not change again. The guard
 * refuses a picture in which more than a quarter of the tiles would do so.
 *
 * Only pictures on the screen count. A refused picture leaves the one before on the screen and the guard's memory as it was; a
 * calmer picture is admitted at once, and any other after the second is over.
 *
 * Pure and without a clock of its own: the caller passes the time in milliseconds.
 */

/** The change of relative luminance that counts. */
const CHANGE = 0.1;
/** Between two bright pictures nothing flashes: the darker one has to be below this. */
const BRIGHT = 0.8;
/** The share of the view that may flash freely. */
const AREA = 0.25;
const WINDOW = 1000;

export class FlashGuard {
  readonly #changes: number;
  /** The last extreme luminance of each tile, and its direction: 1, -1, or 0 before the first change. */
  #extremes = new Float32Array(0);
  #directions = new Int8Array(0);
  /** For each tile the times of its last `#changes` opposing changes, as a ring, and the ring's next index. */
  #times = new Float64Array(0);
  #heads = new Uint8Array(0);

  /** `limit`: flashes allowed per second. */
  constructor(limit = 3) {
    this.#changes = 2 * limit;
  }

  /**
   * Whether a picture may be shown now. `tiles`: mean relative luminance (0..1) of each tile of a coarse grid over the visible
   * area; `now`: milliseconds, never decreasing. Another number of tiles resets the guard.
   */
  admits(tiles: Float32Array, now: number): boolean {
    if (tiles.length !== this.#extremes.length) {
      this.#begin(tiles);
      return true;
    }
    const changed: number[] = [];
    let tooMany = 0;
    for (let i = 0; i < tiles.length; i++) {
      if (!this.#turns(i, tiles[i] as number)) continue;
      changed.push(i);
      const oldest = this.#times[i * this.#changes + (this.#heads[i] as number)] as number;
      if (now - oldest < WINDOW) tooMany++;
    }
    if (tooMany > AREA * tiles.length) return false;
    for (const i of changed) {
      const head = this.#heads[i] as number;
      this.#times[i * this.#changes + head] = now;
      this.#heads[i] = (head + 1) % this.#changes;
      this.#directions[i] = Math.sign((tiles[i] as number) - (this.#extremes[i] as number));
      this.#extremes[i] = tiles[i] as number;
    }
    for (let i = 0; i < tiles.length; i++) {
      const further =
        ((tiles[i] as number) - (this.#extremes[i] as number)) * (this.#directions[i] as number);
      if (further > 0) this.#extremes[i] = tiles[i] as number;
    }
    return true;
  }

  /** Whether the tile would reverse its direction by enough to count. */
  #turns(i: number, to: number): boolean {
    const from = this.#extremes[i] as number;
    const moved = to - from;
    const onward = moved * (this.#directions[i] as number) > 0;
    return !onward && Math.abs(moved) >= CHANGE && Math.min(from, to) < BRIGHT;
  }

  #begin(tiles: Float32Array): void {
    this.#extremes = tiles.slice();
    this.#directions = new Int8Array(tiles.length);
    this.#times = new Float64Array(tiles.length * this.#changes).fill(Number.NEGATIVE_INFINITY);
    this.#heads = new Uint8Array(tiles.length);
  }
}

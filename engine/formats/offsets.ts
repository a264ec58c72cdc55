/**
 * Absolute coordinates of any size as offsets from the first one seen, as runs hold them. Cells 2^53 or more apart
 * cannot be one pattern here.
 */

import { tooLarge } from "./bytes.ts";

class Axis {
  origin: number | bigint | null = null;
  #low = 0;
  #high = 0;

  /** The offset of `value`, or null when it lies too far from another one. */
  offset(value: number | bigint): number | null {
    if (this.origin === null) this.origin = value;
    // Numbers come from at most 15 digits, so their difference is exact.
    const offset =
      typeof value === "number" && typeof this.origin === "number"
        ? value - this.origin
        : Number(BigInt(value) - BigInt(this.origin));
    return this.reach(offset) ? offset : null;
  }

  /** Whether a cell at `offset` lies near enough to all others. */
  reach(offset: number): boolean {
    if (offset < this.#low) this.#low = offset;
    if (offset > this.#high) this.#high = offset;
    // A rounded difference is past the limit as well.
    return this.#high - this.#low < Number.MAX_SAFE_INTEGER - 1;
  }
}

export class Offsets {
  readonly #bytes: Uint8Array;
  readonly #x = new Axis();
  readonly #y = new Axis();

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get originX(): bigint {
    return BigInt(this.#x.origin ?? 0);
  }

  get originY(): bigint {
    return BigInt(this.#y.origin ?? 0);
  }

  /** Errors: `too-large`, placed at byte `at`. */
  x(value: number | bigint, at: number): number {
    const offset = this.#x.offset(value);
    if (offset === null) throw this.#tooFar(at, "wide");
    return offset;
  }

  y(value: number | bigint, at: number): number {
    const offset = this.#y.offset(value);
    if (offset === null) throw this.#tooFar(at, "high");
    return offset;
  }

  /** The last cell of a run lies at that offset. Errors: as above. */
  reachX(offset: number, at: number): void {
    if (!this.#x.reach(offset)) throw this.#tooFar(at, "wide");
  }

  #tooFar(at: number, how: string): Error {
    return tooLarge(
      this.#bytes,
      at,
      `With this cell the pattern is 2^53 cells ${how} or more, too large to be read here.`,
    );
  }
}

/**
 * Products of doubles without rounding, as whole cells and a part of one.
 *
 * Zoomed far out, a screen of 1000 pixels spans 2^70 cells, and a double keeps only the first 53 bits of such a
 * distance: each wheel notch would lose 2^17 cells, and after zooming back in the pattern would no longer be under
 * the pointer. A double is an integer times a power of two, so the product of two of them is one as well. With
 * bigints it can be computed exactly and then split into whole cells (any number of them) and a remainder in 0..1
 * that again fits a double. The absolute error is at most 2^-53 cells, at any zoom.
 */

/** `whole + part`, with 0 <= part < 1. */
export interface Offset {
  readonly whole: bigint;
  readonly part: number;
}

const real = new Float64Array(1);
const bits = new BigUint64Array(real.buffer);
const FRACTION = (1n << 52n) - 1n;

/** The double as `mantissa * 2^exponent`. */
function takeApart(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  real[0] = value;
  const word = bits[0] as bigint;
  const exponent = Number((word >> 52n) & 0x7ffn);
  const fraction = word & FRACTION;
  const mantissa = exponent === 0 ? fraction : fraction | (FRACTION + 1n);
  return { mantissa: value < 0 ? -mantissa : mantissa, exponent: (exponent || 1) - 1075 };
}

/** a * b. Both are finite. */
export function exactProduct(a: number, b: number): Offset {
  const left = takeApart(a);
  const right = takeApart(b);
  const mantissa = left.mantissa * right.mantissa;
  const exponent = left.exponent + right.exponent;
  if (exponent >= 0) return { whole: mantissa << BigInt(exponent), part: 0 };
  const shift = BigInt(-exponent);
  // A shift of a negative bigint rounds downward, so the remainder is never negative.
  const whole = mantissa >> shift;
  const rest = mantissa - (whole << shift);
  // More bits than a double holds are cut off, not rounded: the part must stay below 1.
  const surplus = shift > 53n ? shift - 53n : 0n;
  return { whole, part: Number(rest >> surplus) * 2 ** Number(surplus - shift) };
}

/** Splits a double that need not be whole. */
export function offsetOf(value: number): Offset {
  const floor = Math.floor(value);
  return carried(BigInt(floor), value - floor);
}

export function addOffsets(a: Offset, b: Offset): Offset {
  return carried(a.whole + b.whole, a.part + b.part);
}

export function negateOffset(a: Offset): Offset {
  return carried(-a.whole - 1n, 1 - a.part);
}

/** Brings a part of 0..2 back below 1. */
function carried(whole: bigint, part: number): Offset {
  return part >= 1 ? { whole: whole + 1n, part: part - 1 } : { whole, part };
}

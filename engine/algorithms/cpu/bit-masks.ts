/** Bits become bytes: of sixteen bits sixteen bytes, all ones or all zeros. */

import type { FunctionWriter, Local } from "../wasm/emit.ts";

/** The bit of each byte of eight, as bytes: what `byteMask` wants as `places`. */
export const PLACES = [1, 2, 4, 8, 16, 32, 64, 128];

/** Sixteen bytes that are ones where bits are set: those of two of a vector's bytes, from number `byte` on. */
export function byteMask(f: FunctionWriter, bits: Local, byte: number, places: Local): Local {
  // Either byte eight times, of which each lane keeps the bit of its place.
  const spread = f.shuffle(
    bits,
    bits,
    Array.from({ length: 16 }, (_, i) => byte + (i >> 3)),
  );
  return f.lanes("eq", 1, f.v128("and", spread, places), places);
}

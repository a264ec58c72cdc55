import fc from "fast-check";
import { unzlibSync, zlibSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { Effort } from "../../../engine/export/deflate.ts";
import { ZlibPacker } from "../../../engine/export/deflate.ts";

const MEMORY = { 6: 8, 9: 12 } as const;
const packers = { 6: new ZlibPacker(6), 9: new ZlibPacker(9) };

/** The same packer for all, so that each sees what the ones before left behind. */
function expectSame(bytes: Uint8Array, effort: Effort): void {
  const packed = packers[effort].pack(bytes);
  expect(Buffer.compare(packed, zlibSync(bytes, { level: effort, mem: MEMORY[effort] }))).toBe(0);
  expect(Buffer.compare(unzlibSync(packed), bytes)).toBe(0);
}

/** Bytes of a small state: `values` says how many there are, `repeat` how often a stretch from before comes again. */
function madeBytes(seed: number, length: number, values: number, repeat: number): Uint8Array {
  const bytes = new Uint8Array(length);
  let state = seed >>> 0 || 1;
  const next = (below: number): number => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
  for (let at = 0; at < length; ) {
    if (at > 0 && next(100) < repeat) {
      const back = 1 + next(at);
      for (let left = 3 + next(next(10) === 0 ? 600 : 12); left > 0 && at < length; left--, at++)
        bytes[at] = bytes[at - back];
    } else {
      // The low values come most often, so that codes get long.
      bytes[at++] = next(1 + next(values));
    }
  }
  return bytes;
}

describe.each([6, 9] as const)("zlib at effort %i", (effort) => {
  it("makes the bytes that fflate makes", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 0, max: 6000 }),
        fc.constantFrom(1, 2, 3, 16, 256),
        fc.constantFrom(0, 1, 10, 60),
        (seed, length, values, repeat) => expectSame(madeBytes(seed, length, values, repeat), effort),
      ),
      { numRuns: effort === 9 ? 60 : 200 },
    );
  });

  it.each([0, 1, 2, 3, 4, 258, 259, 65_536])("makes them of %i equal bytes", (length) => {
    expectSame(new Uint8Array(length).fill(7), effort);
  });

  it.each([
    [200_000, 256, 0],
    [200_000, 256, 2],
    [200_000, 3, 0],
    [200_000, 40, 30],
    [200_000, 2, 90],
    // A block that would end just before the bytes do goes on to their end.
    [24_900, 256, 0],
    [25_010, 256, 0],
  ])(
    "makes them of %i bytes in blocks and windows (%i values, %i in 100 repeated)",
    (length, values, repeat) => {
      expectSame(madeBytes(5, length, values, repeat), effort);
    },
  );

  it("makes them where counts grow like Fibonacci's numbers, and codes would pass the limit", () => {
    const counts = [1, 1];
    while (counts.length < 21) counts.push(counts[counts.length - 1] + counts[counts.length - 2]);
    const symbols = counts.flatMap((count, value) => Array.from({ length: count }, () => value * 12));
    const order = madeBytes(9, symbols.length * 4, 256, 0);
    const keys = new Uint32Array(order.buffer);
    const shuffled = symbols.map((_, i) => i).sort((a, b) => keys[a] - keys[b]);
    expectSame(
      Uint8Array.from(shuffled, (i) => symbols[i]),
      effort,
    );
  });
});

it("is not led astray by what the bytes before have left in the tables", () => {
  fc.assert(
    fc.property(
      fc.integer(),
      fc.constantFrom(2, 4, 40),
      fc.constantFrom(10, 40, 80),
      (seed, values, repeat) => {
        const bytes = madeBytes(seed, 40_000, values, repeat);
        // The same again, moved by a little and broken now and then.
        const moved = Uint8Array.from(bytes, (byte, at) => (at % 97 === 0 ? byte ^ 1 : (bytes[at - 5] ?? 0)));
        expectSame(bytes, 6);
        expectSame(moved, 6);
        expectSame(bytes.subarray(0, 500), 6);
      },
    ),
    { numRuns: 12 },
  );
});

import { describe, expect, test } from "vitest";
import { equalBytes } from "./support/setup-equal-bytes.ts";

describe("typed arrays in tests", () => {
  test.each([
    [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 3)],
    [Uint32Array.of(1, 2 ** 32 - 1), Uint32Array.of(1, 2 ** 32 - 1)],
    [Float64Array.of(0.5, Number.NaN, -0), Float64Array.of(0.5, Number.NaN, -0)],
    [new Uint8Array(0), new Uint8Array(0)],
    [Uint8Array.of(9, 1, 2, 3, 4).subarray(1), Uint8Array.of(1, 2, 3, 4)],
  ])("are equal with the same bytes, wherever those lie", (a, b) => {
    expect(a).toEqual(b);
    expect({ a: [a] }).toStrictEqual({ a: [b] });
    expect(() => expect(a).not.toEqual(b)).toThrow();
  });

  test.each([
    [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2, 4)],
    [Uint8Array.of(1, 2, 3), Uint8Array.of(1, 2)],
    [Uint8Array.of(1, 2, 3), Int8Array.of(1, 2, 3)],
    [Uint16Array.of(1, 0), Uint32Array.of(1)],
    [Float64Array.of(0), Float64Array.of(-0)],
    [Uint8Array.of(1), [1]],
  ])("differ in any byte, in length and in type", (a, b) => {
    expect(a).not.toEqual(b);
    expect(() => expect({ a }).toEqual({ a: b })).toThrow();
  });

  test("are compared by their bytes before anything else is asked", () => {
    expect(equalBytes(Uint8Array.of(1, 2, 3, 4), Uint8Array.of(1, 2, 3, 4))).toBe(true);
    expect(equalBytes(Uint8Array.of(9, 1, 2, 3, 4).subarray(1), Uint8Array.of(1, 2, 3, 4))).toBe(true);
    expect(equalBytes(Uint8Array.of(1), Uint8Array.of(2))).toBeUndefined();
    expect(equalBytes([1], [1])).toBeUndefined();
  });
});

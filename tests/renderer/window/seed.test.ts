import { expect, it } from "vitest";
import { parseSeed } from "../../../renderer/window/seed.ts";

it.each([
  ["", null],
  ["  ", null],
  ["0", 0],
  [" 4294967295 ", 4294967295],
  ["1e3", 1000],
  ["2^20", 2 ** 20],
])("%j is a seed of its own, or none", (text, seed) => {
  expect(parseSeed(text)).toEqual({ seed, problem: null });
});

it.each(["-1", "1.5", "4294967296", "0x10", "twelve"])("%j is refused with a sentence", (text) => {
  expect(parseSeed(text)).toEqual({ seed: null, problem: expect.stringMatching(/^A seed is .*\.$/) });
});

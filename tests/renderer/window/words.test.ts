import { describe, expect, onTestFinished, test, vi } from "vitest";
import { describeProblem, TessellaError } from "../../../engine/core/errors.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import {
  allDigits,
  countText,
  generationsText,
  liveText,
  memoryBound,
  memoryMeter,
  memoryText,
  paceText,
  paceWords,
  powerText,
  rateText,
  threadsText,
  zoomText,
  zoomWords,
} from "../../../renderer/window/words.ts";

test("what is wrong with a field is told without line and column, and with what to try", () => {
  const problem = (text: string): string => {
    try {
      parseRule(text);
      return "";
    } catch (error) {
      return describeProblem(error);
    }
  };
  expect(problem("B3/S9")).toMatch(/^The rule "B3\/S9" counts 9/);
  expect(describeProblem(new TessellaError("bad-argument", "No.", { hint: "Yes." }))).toBe("No. Yes.");
});

test("a count of live cells that is not complete yet is a lower bound, and none is a dash", () => {
  expect(liveText({ live: 42n, complete: true })).toBe("42");
  expect(liveText({ live: 42n, complete: false })).toBe("≥ 42");
  expect(liveText(null)).toBe("–");
});

test.each([
  [1.44, "1.4 px"],
  [9.94, "9.9 px"],
  [10.4, "10 px"],
  [16, "16 px"],
  [1, "1 px"],
  [1 / 2.54, "1 : 2.5"],
  [1 / 9.96, "1 : 10"],
  [1 / 10.4, "1 : 10"],
  [1 / 1500, "1 : 1,500"],
  [2 ** -19, "1 : 524,288"],
  [2 ** -20, "1 : 2²⁰"],
])("%f pixels a cell are %s, with tenths below ten", (pixels, text) => {
  expect(zoomText(Math.log2(pixels))).toBe(text);
});

describe("numbers", () => {
  test("of more than fifteen digits keep their first three", () => {
    expect(countText(123_456_789_012_345n)).toBe("123,456,789,012,345");
    expect(countText(1_739_999_999_999_999n)).toBe("1.73 × 10¹⁵");
    expect(countText(-(2n ** 60n))).toBe("-1.15 × 10¹⁸");
    expect(countText(10n ** 2345n)).toBe("1.00 × 10²³⁴⁵");
    expect(countText(null)).toBe("–");
    expect(allDigits(123_456_789_012_345n)).toBeNull();
    expect(allDigits(2n ** 60n)).toBe("1,152,921,504,606,846,976");
  });

  test("of generations are powers of the step's base where they are", () => {
    expect(powerText(2n ** 40n, 2)).toBe("2⁴⁰ generations");
    expect(powerText(1000n, 2)).toBe("1,000 generations");
    expect(powerText(1000n, 10)).toBe("10³ generations");
    expect(powerText(10n, 10)).toBe("10 generations");
    expect(generationsText(1n)).toBe("1 generation");
  });

  test("of a pace are steps a second, or seconds a step", () => {
    expect([null, 5000, 60, 42.5, 1, 0.5, 0.2].map(paceText)).toEqual([
      "max",
      "5,000/s",
      "60/s",
      "42.5/s",
      "1/s",
      "1 in 2 s",
      "1 in 5 s",
    ]);
    expect(paceWords(null)).toBe("as fast as possible");
    expect(paceWords(1)).toBe("at most 1 step a second");
    expect(paceWords(2000)).toBe("at most 2,000 steps a second");
    expect(paceWords(0.2)).toBe("at most a step in 5 seconds");
  });

  test("of zoom, memory and speed have no end", () => {
    expect(zoomText(-40)).toBe("1 : 2⁴⁰");
    expect(zoomWords(-40)).toBe("A pixel shows 2⁴⁰ × 2⁴⁰ cells");
    expect(zoomWords(-10)).toBe("A pixel shows 1,024 × 1,024 cells");
    expect(zoomWords(2)).toBeNull();
    expect(memoryText(123 * 2 ** 20, 1024)).toBe("123 of 1,024 MB");
    expect(memoryBound("HashLife", 4096, 16_384)).toBe(
      "HashLife can use 4,096 MB at most, of the 16,384 MB that it may.",
    );
    expect(memoryBound("HashLife", 4096, 4096)).toBeNull();
    expect(memoryBound("Bitwise", undefined, 16_384)).toBeNull();
    expect(rateText(1e20)).toBe("10²⁰");
    expect(rateText(Number.POSITIVE_INFINITY)).toBe("> 10³⁰⁸");
  });
});

test("memory is worth a word once half of it is used, and a warning when it is nearly full", () => {
  const at = (megabytes: number) => memoryMeter(megabytes * 2 ** 20, 200);
  expect([at(0), at(1), at(100)]).toEqual([null, null, null]);
  expect(at(101)).toEqual({ share: 0.505, full: false });
  expect([at(180)?.full, at(181)?.full]).toEqual([false, true]);
  expect(at(300)).toEqual({ share: 1, full: true });
});

test("the inspector says on how many threads an algorithm computes, or why on one", () => {
  onTestFinished(() => void vi.unstubAllGlobals());
  expect(threadsText("HashLife", 1, 4)).toMatch(/one thread here: the server does not isolate this page/);
  vi.stubGlobal("crossOriginIsolated", true);
  vi.stubGlobal("navigator", { hardwareConcurrency: 32 });
  expect(threadsText("HashLife", 4, 4)).toMatch(/^HashLife computes on up to 4 threads/);
  expect(threadsText("HashLife", 1, 1)).toBe("HashLife computes on one thread, as the preferences say.");
  for (const wanted of [0, 4])
    expect(threadsText("Running sums", 1, wanted)).toBe("Running sums computes this rule on one thread.");
  expect(threadsText("Reference", undefined, 4)).toBeNull();
  vi.stubGlobal("navigator", { hardwareConcurrency: 1 });
  expect(threadsText("HashLife", 1, 0)).toBe("HashLife computes on one thread, since there is one core.");
});

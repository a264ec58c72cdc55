import { describe, expect, it } from "vitest";
import { grouped } from "../../../engine/core/integers.ts";
import { powerOf, shortCount } from "../../../renderer/ui/numbers.ts";
import { readNumber, readWhole } from "../../../renderer/ui/read-number.ts";

describe("a whole number", () => {
  it.each([
    ["1260", 1260n],
    [" 1 260 ", 1260n],
    ["1,260", 1260n],
    ["1,260,000", 1260000n],
    ["1_260", 1260n],
    [grouped(1234567n), 1234567n],
    ["1\u202f234\u202f567", 1234567n],
    ["10^12", 10n ** 12n],
    ["10**12", 10n ** 12n],
    ["1e12", 10n ** 12n],
    ["1E12", 10n ** 12n],
    ["1.5e3", 1500n],
    ["2^40", 2n ** 40n],
    ["10²¹", 10n ** 21n],
    ["3 × 10^5", 300000n],
    ["3*2^10", 3072n],
    ["1.50", null],
    ["1500e-2", 15n],
    ["-12", -12n],
    ["−12", -12n],
    ["+12", 12n],
    ["10^999", 10n ** 999n],
    [shortCount(173n * 10n ** 31n), 173n * 10n ** 31n],
    ["0", 0n],
    ["007", 7n],
  ])("is read from %j", (text, value) => {
    expect(readWhole(text).value).toBe(value);
  });

  it.each([
    ["", "Type a number."],
    ["twelve", "That is no number. 1260, 10^12, 1e12 and 2^40 are."],
    ["12a", "That is no number. 1260, 10^12, 1e12 and 2^40 are."],
    ["1,26", "That is no number. 1260, 10^12, 1e12 and 2^40 are."],
    ["2^", "That is no number. 1260, 10^12, 1e12 and 2^40 are."],
    [".", "That is no number. 1260, 10^12, 1e12 and 2^40 are."],
    ["--3", "That is no number. 1260, 10^12, 1e12 and 2^40 are."],
    ["1.5", "A whole number is needed."],
    ["1e-3", "A whole number is needed."],
    ["2^-1", "A whole number is needed."],
    ["9".repeat(1001), "A number has at most 1,000 digits here."],
    ["2^999999999", "A number has at most 1,000 digits here."],
    ["1e999999999", "A number has at most 1,000 digits here."],
    ["10^600*10^600", "A number has at most 1,000 digits here."],
  ])("is refused in a sentence: %j", (text, problem) => {
    expect(readWhole(text)).toEqual({ value: null, problem });
  });

  it("lies in its range", () => {
    expect(readWhole("1e6", { least: 1n, most: 10n ** 6n }).value).toBe(1_000_000n);
    expect(readWhole("0", { least: 1n, most: 10n ** 6n }).problem).toBe("From 1 to 1,000,000.");
    expect(readWhole("-1", { least: 0n }).problem).toBe("At least 0.");
    expect(readWhole("11", { most: 10n }).problem).toBe("At most 10.");
  });
});

describe("a number", () => {
  const free = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY] as const;

  it("may have a fraction", () => {
    expect(readNumber("0.25", ...free).value).toBe(0.25);
    expect(readNumber(".5", ...free).value).toBe(0.5);
    expect(readNumber("29.97", ...free).value).toBe(29.97);
    expect(readNumber("1e-3", ...free).value).toBe(0.001);
    expect(readNumber("2^10", ...free).value).toBe(1024);
    expect(readNumber("1e308", ...free).value).toBe(1e308);
    expect(readNumber("0", 0.1, 1000).problem).toBe("From 0.1 to 1,000.");
    expect(readNumber("5", ...free).problem).toBeNull();
  });
});

describe("a shown number", () => {
  it("has real superscripts", () => {
    expect(powerOf(2, 40)).toBe("2⁴⁰");
    expect(powerOf(10, -3)).toBe("10⁻³");
    expect(shortCount(10n ** 21n)).toBe("1.00 × 10²¹");
    expect(shortCount(-(10n ** 2345n))).toBe("-1.00 × 10²³⁴⁵");
  });
});

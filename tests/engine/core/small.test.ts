import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeError, TessellaError, throwIfAborted } from "../../../engine/core/errors.ts";
import { floorDiv, grouped, maxBig, minBig, mod, toSafeNumber } from "../../../engine/core/integers.ts";
import { intersectRects, isEmptyRect, rect, rectContains, unionRects } from "../../../engine/core/rect.ts";
import { Registry } from "../../../engine/core/registry.ts";
import { expectIs } from "../../support/expect-each.ts";

describe("integers", () => {
  it("divide downwards and leave a remainder that is not negative", () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 70n), 2n ** 70n), fc.bigInt(1n, 2n ** 40n), (a, b) => {
        expect(floorDiv(a, b) * b + mod(a, b)).toBe(a);
        expect(mod(a, b) >= 0n && mod(a, b) < b).toBe(true);
      }),
    );
    expect(floorDiv(-7n, 2n)).toBe(-4n);
    expect(floorDiv(7n, -2n)).toBe(-4n);
    expect([minBig(2n, -1n), maxBig(2n, -1n)]).toEqual([-1n, 2n]);
  });

  it("become doubles only where that is exact", () => {
    expect(toSafeNumber(2n ** 53n - 1n, "The width")).toBe(2 ** 53 - 1);
    expect(() => toSafeNumber(2n ** 53n, "The width")).toThrow(/The width is 9007199254740992/);
    expect(() => toSafeNumber(-(2n ** 53n), "The width")).toThrow(TessellaError);
  });

  it("are written for people in groups of three, however long; a fraction stays as it is", () => {
    expect([0, 999, 1000n, -1000, 1234567n].map(grouped)).toEqual([
      "0",
      "999",
      "1,000",
      "-1,000",
      "1,234,567",
    ]);
    expect([1.4, 1234.5, 123456.78901, 1e21].map(grouped)).toEqual([
      "1.4",
      "1,234.5",
      "123,456.78901",
      "1e+21",
    ]);
    fc.assert(
      fc.property(fc.bigInt(-(10n ** 100n), 10n ** 100n), (n) => {
        const text = grouped(n);
        expect(text).toMatch(/^-?\d{1,3}(,\d{3})*$/);
        expect(BigInt(text.replaceAll(",", ""))).toBe(n);
      }),
    );
    const long = 10n ** 300_000n;
    expect(grouped(long)).toHaveLength(400_001);
  });
});

describe("rects", () => {
  const anyRect = fc
    .tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }), fc.nat(9), fc.nat(9))
    .map(([x, y, w, h]) => rect(x, y, w, h));

  it("meet in the cells that both hold, and are joined in a box that holds both", () => {
    fc.assert(
      fc.property(anyRect, anyRect, (a, b) => {
        const common = intersectRects(a, b);
        const joined = unionRects(isEmptyRect(a) ? null : a, isEmptyRect(b) ? null : b);
        for (let y = -9n; y < 19n; y++) {
          for (let x = -9n; x < 19n; x++) {
            const [inA, inB] = [rectContains(a, x, y), rectContains(b, x, y)];
            expectIs(common !== null && rectContains(common, x, y), inA && inB);
            if (inA || inB) expectIs(joined !== null && rectContains(joined, x, y), true);
          }
        }
      }),
      { numRuns: 40 },
    );
  });

  it("take null for no cells at all", () => {
    expect(unionRects(null, null)).toBeNull();
    expect(unionRects(null, rect(1, 2, 3, 4))).toEqual(rect(1, 2, 3, 4));
    expect(unionRects(rect(0, 0, 1, 1), rect(-3, 5, 1, 1))).toEqual(rect(-3, 0, 4, 6));
  });
});

describe("errors", () => {
  it("are shown in one line: place, sentence, hint", () => {
    const error = new TessellaError("syntax", "This is no cell.", {
      line: 3,
      column: 9,
      hint: "Write b or o.",
    });
    expect(describeError(error)).toBe("line 3, column 9: This is no cell. Write b or o.");
    expect(describeError(new TessellaError("io", "The disk is full.", { line: 2 }))).toBe(
      "line 2: The disk is full.",
    );
    expect(describeError(new Error("a defect"))).toBe("a defect");
    expect(describeError("text")).toBe("text");
  });

  it("stop work for a signal that has fired and no other", () => {
    throwIfAborted(undefined);
    throwIfAborted(new AbortController().signal);
    expect(() => throwIfAborted(AbortSignal.abort())).toThrow(expect.objectContaining({ code: "aborted" }));
  });
});

describe("a registry", () => {
  const colours = new Registry("colour", [
    { id: "red", name: "Red" },
    { id: "blue", name: "Blue" },
  ]);

  it("keeps its order, finds by id and names what there is when asked for something else", () => {
    expect(colours.list().map((c) => c.id)).toEqual(["red", "blue"]);
    expect(colours.get("blue").name).toBe("Blue");
    expect(colours.find("green")).toBeUndefined();
    expect(() => colours.get("green")).toThrow(/no colour called "green"/);
    expect(() => colours.get("green")).toThrow(expect.objectContaining({ hint: "Known: red, blue." }));
  });

  it("does not take two entries of one id", () => {
    expect(() => new Registry("colour", [...colours.list(), { id: "red", name: "Scarlet" }])).toThrow(
      /"red"/,
    );
  });
});

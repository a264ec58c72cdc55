import { describe, expect, it } from "vitest";
import { frameNames, parseFrameName } from "../../../engine/export/frame-name.ts";

describe("frame names", () => {
  it("puts the index where printf would", () => {
    expect(parseFrameName("a-%06d.pbm").of(42)).toBe("a-000042.pbm");
    expect(parseFrameName("%d.pbm").of(7)).toBe("7.pbm");
    expect(parseFrameName("f%03d").of(12345)).toBe("f12345");
    expect(parseFrameName("100%%-%02d.pbm").of(3)).toBe("100%-03.pbm");
    expect(parseFrameName("%%d.pbm")).toMatchObject({ numbered: false });
    expect(parseFrameName("%%d.pbm").of(0)).toBe("%d.pbm");
  });

  it.each(["a-%s.pbm", "a-%6d.pbm", "a-%-6d.pbm", "50%", "%x", "%0d.pbm", "a-%04d-%d.pbm", "%099d", ""])(
    "refuses %j in a sentence",
    (template) => {
      expect(() => parseFrameName(template)).toThrow(expect.objectContaining({ code: "bad-argument" }));
    },
  );

  it("lets a fixed name hold one frame and no more", () => {
    expect(frameNames("one.pbm", 1).of(0)).toBe("one.pbm");
    expect(() => frameNames("one.pbm", 2)).toThrow(/All 2 frames would be written to the same file/);
    expect(() => frameNames("50%%.pbm", 2)).toThrow(/same file, "50%.pbm"/);
  });
});

import { describe, expect, it } from "vitest";
import { freeName } from "../../../renderer/editor/labels.ts";

describe("a free name", () => {
  it("is the name itself, or has the first number that nobody has", () => {
    const taken =
      (...names: readonly string[]) =>
      (name: string) =>
        names.includes(name);
    expect(freeName("Square", taken())).toBe("Square");
    expect(freeName("Square", taken("Square", "Square 3"))).toBe("Square 2");
    expect(freeName("Square", taken("Square", "Square 2"))).toBe("Square 3");
    expect(freeName("Square 64 × 64", taken("Square 64 × 64"))).toBe("Square 64 × 64 (2)");
  });
});

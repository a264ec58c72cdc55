import { describe, expect, test, vi } from "vitest";
import { findProgram } from "../engine/node/find-program.ts";
import { isCi, toolOrSkip } from "./support/require-tool.ts";

describe("tools that tests need", () => {
  test("a program on PATH is found, with its folder", () => {
    expect(findProgram("node", { PATH: process.env.PATH })).toMatch(/node/);
  });

  test("a missing one skips at home and fails in CI", () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    expect(toolOrSkip("no-such-tool", { PATH: "" })).toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
    expect(() => toolOrSkip("no-such-tool", { PATH: "", TESSELLA_CI: "1" })).toThrow(/no-such-tool/);
    expect(() => toolOrSkip("no-such-tool", { PATH: "", CI: "true" })).toThrow(/nothing may be skipped/);
  });

  test("CI is whatever sets one of the two variables to something", () => {
    expect([isCi({}), isCi({ CI: "" }), isCi({ CI: "0" }), isCi({ CI: "false" })]).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(isCi({ CI: "1" })).toBe(true);
    expect(isCi({ TESSELLA_CI: "1" })).toBe(true);
  });
});

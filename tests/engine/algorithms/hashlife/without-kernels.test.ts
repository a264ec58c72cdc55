// Where kernels cannot be compiled, HashLife and bitwise refuse, and say what is missing.

import { afterEach, describe, expect, it, vi } from "vitest";
import { BITWISE } from "../../../../engine/algorithms/cpu/bitwise.ts";
import { BLOCK } from "../../../../engine/algorithms/cpu/block.ts";
import { HASHLIFE } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { HelperPool } from "../../../../engine/algorithms/wasm/helpers.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";

const init = parseUniverseRule("B3/S23:T64,64");

const noSimd = (): never => {
  throw new WebAssembly.CompileError("no SIMD");
};

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a machine without WebAssembly's SIMD", () => {
  it.each([
    ["hashlife", "HashLife"],
    ["bitwise", "The algorithm bitwise"],
  ])("is told so by %s", async (id, name) => {
    // Modules of its own: an earlier file of this worker may have compiled the kernel.
    vi.resetModules();
    const { ALGORITHMS } = await import("../../../../engine/algorithms/registry.ts");
    const algorithm = ALGORITHMS.get(id);
    vi.spyOn(WebAssembly, "Module").mockImplementationOnce(noSimd);
    await expect(algorithm.create(init, {})).rejects.toMatchObject({
      code: "unsupported-operation",
      message: `${name} needs WebAssembly with SIMD, which this machine lacks or a policy forbids.`,
      hint: "The algorithms `block` and `reference` run without it.",
    });
    // The failure is not remembered.
    const universe = await algorithm.create(init, {});
    expect(universe.algorithm).toBe(algorithm.id);
    universe.dispose();
  });

  it("runs the algorithms that the hint names", async () => {
    vi.spyOn(WebAssembly, "Module").mockImplementation(noSimd);
    expect((await BLOCK.create(init, {})).algorithm).toBe("block");
  });

  it.each([HASHLIFE, BITWISE])("computes alone where threads get no memory: $id", async ({ create }) => {
    vi.spyOn(WebAssembly, "instantiate").mockRejectedValueOnce(new RangeError("no shared memory"));
    const helpers = async () => new HelperPool(1, () => expect.unreachable());
    const universe = await create(init, { helpers });
    expect(await universe.step(100n)).toBe("done");
    universe.dispose();
  });

  it("is told of any other trouble", async () => {
    vi.spyOn(WebAssembly, "instantiate").mockRejectedValueOnce(new RangeError("no memory"));
    await expect(HASHLIFE.create(init, {})).rejects.toThrow(RangeError);
  });
});

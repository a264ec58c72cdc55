// Where kernels cannot be compiled, HashLife runs on the twin, and nobody can tell but by the clock.

import { afterEach, describe, expect, it, vi } from "vitest";
import { startCore } from "../../../../engine/algorithms/hashlife/core.ts";
import { createHashLife, HASHLIFE } from "../../../../engine/algorithms/hashlife/hashlife.ts";
import { twinCore } from "../../../../engine/algorithms/hashlife/twin.ts";
import { soupBlock } from "../../../../engine/core/soup.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a machine without kernels", () => {
  it("gets the twin, and others the kernel", async () => {
    // Modules of its own: whoever was here before has compiled the kernel.
    vi.resetModules();
    const { startCore, WasmCore } = await import("../../../../engine/algorithms/hashlife/core.ts");
    vi.spyOn(WebAssembly, "compile").mockRejectedValueOnce(new Error("no SIMD"));
    expect(await startCore()).not.toBeInstanceOf(WasmCore);
    expect(await startCore()).toBeInstanceOf(WasmCore);
  });

  it("is told of any other trouble", async () => {
    vi.spyOn(WebAssembly, "instantiate").mockRejectedValueOnce(new RangeError("no memory"));
    await expect(startCore()).rejects.toThrow(RangeError);
  });

  it.each(["B3/S23", "B03/S23", "B2/S34H", "B13/S02V"])("runs %s as others do", async (text) => {
    const init = parseUniverseRule(text);
    const universes = [
      await HASHLIFE.create(init, {}),
      await createHashLife(init, {}, {}, Promise.resolve(twinCore())),
    ];
    const seen = [];
    for (const universe of universes) {
      await universe.writeBlock(
        { ...soupBlock({ seed: 8, density: 0.4, width: 50, height: 70 }), x: -9n, y: 5n },
        "or",
      );
      await universe.step(77n);
      await universe.step(200n);
      seen.push([
        await universe.hash(),
        await universe.population(),
        await universe.bounds(),
        universe.memory(),
      ]);
    }
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[0][1]).not.toBe(0n);
  });
});

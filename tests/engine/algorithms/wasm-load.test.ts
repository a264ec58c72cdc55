import { describe, expect, test } from "vitest";
import probeUrl from "../../../engine/algorithms/wasm/build/probe.wasm?url&inline";
import { compileInline, decodeInline } from "../../../engine/algorithms/wasm/load.ts";
import { probeAnswer, runProbeKernel } from "../../support/probe-kernel.ts";

describe("WebAssembly kernels", () => {
  test("an inlined kernel runs in Node", async () => {
    expect(await runProbeKernel()).toEqual(probeAnswer);
  });

  test("a kernel is compiled once", async () => {
    expect(await compileInline(probeUrl)).toBe(await compileInline(probeUrl));
  });

  test("an address that is not inlined is refused", () => {
    expect(() => decodeInline("/assets/probe.wasm")).toThrow(/\?url&inline/);
  });

  test("bytes that are no kernel are refused, again and again", async () => {
    const broken = "data:application/wasm;base64,AGFzbf8AAAA=";
    await expect(compileInline(broken)).rejects.toMatchObject({ code: "unsupported-operation" });
    await expect(compileInline(broken)).rejects.toMatchObject({ code: "unsupported-operation" });
  });
});

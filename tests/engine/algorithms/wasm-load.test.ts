import { describe, expect, test } from "vitest";
import bytesUrl from "../../../engine/algorithms/wasm/build/bytes.wasm?url&inline";
import { compileInline, decodeInline } from "../../../engine/algorithms/wasm/load.ts";
import { runSmallKernel, smallAnswer } from "../../support/small-kernel.ts";

describe("WebAssembly kernels", () => {
  test("an inlined kernel runs in Node", async () => {
    expect(await runSmallKernel()).toEqual(smallAnswer);
  });

  test("a kernel is compiled once", async () => {
    expect(await compileInline(bytesUrl, "The test")).toBe(await compileInline(bytesUrl, "The test"));
  });

  test("an address that is not inlined is refused", () => {
    expect(() => decodeInline("/assets/probe.wasm")).toThrow(/\?url&inline/);
  });

  test("bytes that are no kernel are refused, again and again", async () => {
    const broken = "data:application/wasm;base64,AGFzbf8AAAA=";
    await expect(compileInline(broken, "The test")).rejects.toMatchObject({ code: "unsupported-operation" });
    await expect(compileInline(broken, "The test")).rejects.toMatchObject({ code: "unsupported-operation" });
  });
});

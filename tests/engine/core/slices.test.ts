import { afterEach, describe, expect, it, vi } from "vitest";
import type { Sliced } from "../../../engine/core/slices.ts";
import { atOnce, inSlices, within } from "../../../engine/core/slices.ts";

afterEach(() => vi.restoreAllMocks());

/** Ten pieces of 30 ms each, by a clock that nothing else moves. */
function tenPieces(): { readonly work: () => Sliced<string>; readonly time: () => number } {
  let time = 0;
  vi.spyOn(performance, "now").mockImplementation(() => time);
  function* work(): Sliced<string> {
    for (let i = 1; i <= 10; i++) {
      time += 30;
      yield i / 10;
    }
    return "done";
  }
  return { work, time: () => time };
}

describe("work in slices", () => {
  it("lets other tasks have their turn after each slice", async () => {
    const { work, time } = tenPieces();
    const seen: number[] = [];
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      seen.push(time());
      if (seen.length < 5) port2.postMessage(null);
    };
    port2.postMessage(null);
    expect(await inSlices(work())).toBe("done");
    port1.close();
    expect(seen.some((at) => at > 0 && at < 300)).toBe(true);
    expect(atOnce(work())).toBe("done");
  });

  it("says how far it is, not too often", async () => {
    const { work } = tenPieces();
    const told: number[] = [];
    await inSlices(within(0.5, 1, work()), { onProgress: (done, total) => told.push(done / total) });
    expect(told.length).toBeGreaterThan(1);
    expect(told.length).toBeLessThan(4);
    expect(told).toEqual([...told].sort((a, b) => a - b));
    expect(told[0]).toBeGreaterThan(0.5);
    expect(told.at(-1)).toBeLessThan(1);
  });

  it("ends when it is told to", async () => {
    const { work, time } = tenPieces();
    const controller = new AbortController();
    const ended = inSlices(work(), { signal: controller.signal });
    controller.abort();
    await expect(ended).rejects.toMatchObject({ code: "aborted" });
    expect(time()).toBeLessThan(100);
  });
});

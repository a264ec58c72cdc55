// What a benchmark times: the same generations of the same soup at each turn, whether the universe can keep it or not.

import { describe, expect, it, vi } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { SoupClock } from "../../../engine/bench/soup-run.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";

const init = parseUniverseRule("B3/S23:T40,20");
const soup = { seed: 5, density: 0.3 };

async function hashOfSoup(generation: bigint): Promise<bigint> {
  const request = { ...init, algorithm: "reference", soup: { ...soup, width: 40, height: 20 } };
  const { universe } = await createUniverse(request, {});
  await universe.step(generation);
  return universe.hash();
}

describe.each(["bitwise", "reference", "hashlife"])("a soup under %s", (algorithm) => {
  const on = { ...init, algorithm, soup };
  const grid = algorithm === "hashlife" ? parseUniverseRule("B3/S23:T64,64") : init;

  it("is begun anew before each stretch", async () => {
    const clock = await SoupClock.create({ ...on, ...grid }, {});
    await clock.begin();
    expect(clock.universe.generation).toBe(0n);
    const start = await clock.universe.hash();
    for (const [generations, warmUp] of [
      [9, 4],
      [13, 0],
    ] as const) {
      await clock.time(generations, warmUp);
      expect(clock.universe.generation).toBe(13n);
      if (grid === init) expect(await clock.universe.hash()).toBe(await hashOfSoup(13n));
      await clock.begin();
      expect([clock.universe.generation, await clock.universe.hash()]).toEqual([0n, start]);
    }
    clock.dispose();
  });

  it("is written anew where there is no memory to keep it", async () => {
    const clock = await SoupClock.create({ ...on, ...grid }, {});
    const kept = vi
      .spyOn(clock.universe, "snapshot")
      .mockRejectedValue(new TessellaError("memory-limit", "There is no memory for it."));
    await clock.begin();
    const start = await clock.universe.hash();
    await clock.time(5);
    await clock.time(5);
    await clock.begin();
    expect([clock.universe.generation, await clock.universe.hash()]).toEqual([0n, start]);
    // It does not ask a second time.
    expect(kept).toHaveBeenCalledTimes(1);
    clock.dispose();
  });

  it("is timed from the end of its warm-up on, in seconds", async () => {
    const clock = await SoupClock.create({ ...on, ...grid }, {});
    const ran = vi.spyOn(clock.universe, "step");
    const gone = vi.spyOn(clock.universe, "dispose");
    const began = performance.now();
    const { seconds, generations, submits } = await clock.time(20, 4);
    const most = (performance.now() - began) / 1000;
    expect(ran.mock.calls.map(([target]) => target)).toEqual([4n, 24n]);
    expect(seconds).toBeGreaterThan(0);
    expect(seconds).toBeLessThanOrEqual(most);
    expect([generations, submits]).toEqual([20, null]);
    clock.dispose();
    expect(gone).toHaveBeenCalledTimes(1);
  });

  it("stops when it is told to", async () => {
    const controller = new AbortController();
    const clock = await SoupClock.create({ ...on, ...grid }, {}, controller.signal);
    await clock.begin();
    controller.abort();
    await expect(clock.time(5)).rejects.toMatchObject({ code: "aborted" });
    clock.dispose();
  });
});

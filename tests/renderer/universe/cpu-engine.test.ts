import { expect, test, vi } from "vitest";
import { describeError } from "../../../engine/core/errors.ts";
import type { EngineClient } from "../../../renderer/universe/client.ts";
import { engineAt } from "../../../renderer/universe/client.ts";
import { CpuEngine } from "../../../renderer/universe/cpu-engine.ts";
import { LiveUniverse } from "../../../renderer/universe/live-universe.ts";
import { fakeUniverse } from "../../support/live-over.ts";

/** Engines that remember whether they were started and ended. */
function watchedEngine() {
  const running = new Set<EngineClient>();
  const start = vi.fn(() => {
    const engine = { close: () => running.delete(engine) } as unknown as EngineClient;
    running.add(engine);
    return engine;
  });
  return { running, start, cpu: new CpuEngine(start) };
}

test("the first universe starts the worker, a restart another one, and closing ends it for good", () => {
  const { running, start, cpu } = watchedEngine();
  expect(start).not.toHaveBeenCalled();
  const first = cpu.get();
  expect(cpu.get()).toBe(first);
  cpu.restart();
  expect(running.size).toBe(0);
  expect(cpu.get()).not.toBe(first);
  cpu.close();
  expect(() => cpu.get()).toThrow("closed");
  cpu.restart();
  expect(() => cpu.get()).toThrow("closed");
  expect([running.size, start.mock.calls.length]).toEqual([0, 2]);
});

test("a universe that is closed on its way from the GPU to the CPU leaves no worker behind", async () => {
  const { running, start, cpu } = watchedEngine();
  let chosen = (): void => {};
  const choice = new Promise<void>((resolve) => {
    chosen = resolve;
  });
  const place = async (_: unknown, engine: () => EngineClient) => {
    await choice;
    engine();
    return { universe: fakeUniverse({}), reason: "" };
  };
  const onGpu = fakeUniverse({ adapter: "a GPU" });
  const home = { engines: { place }, cpu, memoryMegabytes: 64 } as never;
  const live = new LiveUniverse({ universe: onGpu, reason: "" }, home);
  const moving = live.renew({} as never, async () => true);
  await live.close(Promise.resolve());
  chosen();
  await expect(moving).rejects.toMatchObject({ code: "aborted" });
  expect([running.size, start.mock.calls.length]).toEqual([0, 0]);
});

test("a worker that ends tells nobody to open what the studio itself brings back", async () => {
  const worker = Object.assign(new EventTarget(), { postMessage: () => {} });
  const asking = engineAt(worker).gpu();
  worker.dispatchEvent(new Event("close"));
  const error = await asking.catch((failure: unknown) => failure);
  expect(error).toMatchObject({ code: "engine-lost" });
  expect(describeError(error)).toBe("The engine's worker has ended.");
});

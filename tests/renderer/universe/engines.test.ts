// Which worker gets a universe, and what becomes of one that the GPU cannot take.

import { afterEach, expect, it, vi } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { EngineClient } from "../../../renderer/universe/client.ts";
import { Engines } from "../../../renderer/universe/engines.ts";

afterEach(() => vi.useRealTimers());

const REQUEST = { rule: parseRule("B3/S23"), topology: UNBOUNDED } as const;

/** A worker that answers nothing and breaks when it is told to. */
class FragileWorker {
  readonly #listeners: ((event: Event) => void)[] = [];
  readonly posted: { readonly verb?: string; readonly args?: unknown }[] = [];
  terminated = false;

  postMessage(message: FragileWorker["posted"][number]): void {
    this.posted.push(message);
  }
  addEventListener(type: string, listener: (event: Event) => void): void {
    if (type === "error") this.#listeners.push(listener);
  }
  terminate(): void {
    this.terminated = true;
  }
  breakDown(): void {
    for (const listener of this.#listeners) listener(new Event("error"));
  }
}

function studioEngines() {
  const workers: FragileWorker[] = [];
  const said: string[] = [];
  const engines = new Engines({
    startView: () => {
      const worker = new FragileWorker();
      workers.push(worker);
      return worker;
    },
    onBreakdown: (sentence) => void said.push(sentence),
  });
  return { engines, workers, said };
}

/** An engine that chooses that algorithm, or fails, and creates universes by the name of `place`. */
function engineOf(place: string, chosen: { algorithm: string; needsGpu: boolean } | Error, created?: Error) {
  const asked: unknown[] = [];
  const engine = {
    choose: async () => {
      if (chosen instanceof Error) throw chosen;
      return { ...chosen, reason: `${place} chose.` };
    },
    createUniverse: async (request: unknown) => {
      asked.push(request);
      if (created) throw created;
      return place;
    },
  } as unknown as EngineClient;
  return { engine, asked };
}

const GPU = { algorithm: "gpu-sparse", needsGpu: true };
const CPU = { algorithm: "bitwise", needsGpu: false };
const failure = (code: ConstructorParameters<typeof TessellaError>[0]) =>
  new TessellaError(code, "It is full.");

async function placed(
  drawing: ReturnType<typeof engineOf>,
  algorithm?: string,
): Promise<{ readonly where: unknown; readonly reason: string; readonly asked: unknown }> {
  const { engines } = studioEngines();
  Object.assign(engines.view.engine, drawing.engine);
  engines.setThreads(3);
  const cpu = engineOf("cpu", CPU);
  const { universe, reason } = await engines.place({ ...REQUEST, algorithm }, () => cpu.engine);
  engines.view.close();
  return { where: universe, reason, asked: cpu.asked[0] ?? drawing.asked[0] };
}

it("where its algorithm runs", async () => {
  expect(await placed(engineOf("gpu", GPU))).toMatchObject({
    where: "gpu",
    reason: "gpu chose.",
    asked: { ...REQUEST, algorithm: "gpu-sparse", mayMove: true, threads: 3 },
  });
  expect(await placed(engineOf("gpu", CPU), "auto")).toMatchObject({
    where: "cpu",
    reason: "gpu chose.",
    asked: { algorithm: "bitwise", mayMove: true },
  });
  expect(await placed(engineOf("gpu", CPU), "bitwise")).toMatchObject({
    asked: { algorithm: "bitwise", mayMove: false },
  });
});

it.each(["gpu-unavailable", "gpu-lost", "memory-limit", "too-large", "engine-lost"] as const)(
  "on the CPU where the GPU fails by %s, and says why; not where the GPU was asked for",
  async (code) => {
    expect(await placed(engineOf("gpu", GPU, failure(code)))).toMatchObject({
      where: "cpu",
      reason: "cpu chose. The GPU could not take it: It is full.",
      asked: { algorithm: "bitwise" },
    });
    await expect(placed(engineOf("gpu", GPU, failure(code)), "gpu-sparse")).rejects.toMatchObject({ code });
  },
);

it("nowhere where the pattern itself is at fault", async () => {
  await expect(placed(engineOf("gpu", GPU, failure("syntax")))).rejects.toMatchObject({ code: "syntax" });
  await expect(placed(engineOf("gpu", GPU, new Error("a fault")))).rejects.toThrow("a fault");
  await expect(placed(engineOf("gpu", failure("syntax")))).rejects.toMatchObject({ code: "syntax" });
});

it("by the choice of a worker that computes while the one that draws is lost", async () => {
  expect(await placed(engineOf("gpu", failure("engine-lost")))).toMatchObject({
    where: "cpu",
    reason: "cpu chose.",
  });
});

it("a worker that breaks down is replaced, three times in a row, and as often again after a quiet minute", () => {
  vi.useFakeTimers();
  const { engines, workers, said } = studioEngines();
  const breakDown = () => workers.at(-1)?.breakDown();
  for (let times = 1; times <= 3; times++) {
    const before = engines.view;
    breakDown();
    expect(workers).toHaveLength(times + 1);
    expect(engines.view).not.toBe(before);
    expect(workers[times - 1]?.terminated).toBe(true);
    expect(said.at(-1)).toMatch(/ It was started anew\.$/);
  }
  vi.advanceTimersByTime(61_000);
  for (let times = 0; times < 4; times++) breakDown();
  expect(said.at(-1)).toMatch(/ It was started anew\.$/);
  expect(workers).toHaveLength(8);
  breakDown();
  expect(workers).toHaveLength(8);
  expect(said.at(-1)).toMatch(/ Nothing can be drawn any more: save your work and reload\.$/);
});

it("the next worker that draws has the chosen GPU and knows the fastest kernels, and none is told the same twice", () => {
  const { engines, workers } = studioEngines();
  const told = (verb: string) =>
    workers.map(({ posted }) => posted.flatMap((one) => (one.verb === verb ? [one.args] : [])));
  engines.setAdapter("automatic");
  engines.setAdapter("software");
  engines.setAdapter("software");
  engines.setTuning({ a: "tile" });
  engines.setTuning({ a: "row", b: "strips" });
  workers[0]?.breakDown();
  expect(told("setAdapter")).toEqual([[{ choice: "software" }], [{ choice: "software" }]]);
  // What this session has found out counts more than what an earlier one did.
  const known = { kernels: { a: "tile", b: "strips" } };
  expect(told("setTuning").map((all) => all.at(-1))).toEqual([known, known]);
  engines.view.close();
});

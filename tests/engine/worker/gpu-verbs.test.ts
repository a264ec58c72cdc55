// What the protocol says about GPUs and second ports, with a WebGPU that is only a list of answers.

import { afterEach, describe, expect, it } from "vitest";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { benchHandlers } from "../../../engine/worker/bench-handlers.ts";
import { Connection } from "../../../engine/worker/connection.ts";
import type { UniverseProtocol } from "../../../engine/worker/protocol/universe.ts";
import type { UniversesOptions } from "../../../engine/worker/universe-handlers.ts";
import { EngineClient, engineAt } from "../../../renderer/universe/client.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { enginePair, servedPair } from "../../support/engine-pair.ts";
import { cellsOf, GLIDER } from "../../support/universes.ts";

const pairs: EnginePair[] = [];
afterEach(async () => {
  for (const pair of pairs.splice(0)) await pair.close();
});

function start(options?: UniversesOptions): EngineClient {
  const pair = enginePair(options);
  pairs.push(pair);
  return pair.client;
}

function gpuNamed(description: string, asked: unknown[] = [], isFallbackAdapter = false): UniversesOptions {
  const info = { vendor: "", architecture: "", device: "", description, isFallbackAdapter };
  const requestAdapter = async (options: GPURequestAdapterOptions) => {
    asked.push(options.powerPreference);
    return { info } as unknown as GPUAdapter;
  };
  return { openGpu: async () => ({ requestAdapter }) as unknown as GPU };
}

const LARGE = torus(2048, 2048);

describe("an engine asked about GPUs", () => {
  it("says which there is, or why none", async () => {
    expect(await start(gpuNamed("Acme 9000")).gpu()).toEqual({ adapter: "Acme 9000", software: false });
    expect(await start().gpu()).toEqual({
      adapter: null,
      reason: "No GPU can be reached from here.",
    });
    const broken = start({
      openGpu: async () => {
        throw new Error("no driver");
      },
    });
    expect(await broken.gpu()).toMatchObject({ adapter: null, reason: expect.stringContaining("no driver") });
  });

  it("looks for one only where it could matter, and as the preference says", async () => {
    const asked: unknown[] = [];
    let gpuPreference: "automatic" | "low-power" = "automatic";
    const client = start({ ...gpuNamed("Acme 9000", asked), gpuPreference: () => gpuPreference });
    expect(await client.choose(LIFE, UNBOUNDED)).toMatchObject({ needsGpu: false });
    expect(await client.choose(LIFE, torus(64, 64))).toMatchObject({ needsGpu: false });
    expect(await client.choose(LIFE, LARGE, "bitwise")).toMatchObject({ algorithm: "bitwise" });
    const soup = { density: 0.5, width: 4096, height: 4096 };
    expect(await client.choose(LIFE, UNBOUNDED, undefined, { soup: { ...soup, width: 64 } })).toMatchObject({
      algorithm: "bitwise",
    });
    expect(asked).toEqual([]);
    const choice = await client.choose(LIFE, LARGE);
    expect(choice).toMatchObject({ algorithm: "gpu", needsGpu: true });
    expect(choice.reason).toContain("Acme 9000");
    gpuPreference = "low-power";
    expect(await client.choose(LIFE, UNBOUNDED, "auto", { soup })).toMatchObject({
      algorithm: "gpu-sparse",
      needsGpu: true,
    });
    expect(asked).toEqual([undefined, "low-power"]);
  });

  it("says what another preference would come to, and tells the host that nothing is to be run", async () => {
    const wondered: unknown[] = [];
    const asked: unknown[] = [];
    const { openGpu } = gpuNamed("Acme 9000", asked);
    const client = start({
      openGpu: (wondering) => {
        wondered.push(wondering);
        return openGpu?.() as Promise<GPU>;
      },
      gpuPreference: () => "low-power",
    });
    await client.gpu("high-performance");
    await client.gpu();
    expect(wondered).toEqual(["high-performance", undefined]);
    expect(asked).toEqual(["high-performance", "low-power"]);
  });

  it("times a soup, checks it, and stops when told", async () => {
    const client = start();
    const { connection, close } = servedPair(benchHandlers());
    const { measure, measureCopy } = connection.call;
    const job = {
      algorithm: "bitwise",
      rule: LIFE,
      topology: torus(40, 30),
      repeats: 2,
      milliseconds: 5,
      checkGenerations: 12,
    };
    const { adapter, stretches, generations, hash } = await measure(job);
    expect({ adapter, stretches: stretches.length }).toEqual({ adapter: null, stretches: 2 });
    expect(generations).toBeGreaterThan(0);
    for (const stretch of stretches) {
      expect(stretch).toMatchObject({ submits: null, gpuSeconds: null });
      expect(stretch.seconds).toBeGreaterThan(0);
      expect(stretch.generations % generations).toBe(0);
    }
    const soup = { seed: 1, density: 0.5, width: 40, height: 30 };
    const universe = await client.createUniverse({ rule: LIFE, topology: torus(40, 30), soup });
    await universe.step(12n);
    expect(hash).toBe(await universe.hash());
    expect((await measure({ ...job, algorithm: "block" })).hash).toBe(hash);
    const stopped = measure({ ...job, repeats: 1e6 }, { signal: AbortSignal.timeout(50) });
    await expect(stopped).rejects.toMatchObject({ code: "aborted" });
    await expect(measure({ ...job, algorithm: "nobody" })).rejects.toMatchObject({
      code: "not-found",
    });
    await expect(measureCopy({})).rejects.toMatchObject({ code: "gpu-unavailable" });
    await close();
  });

  it("prefers the CPU to a software adapter, and refuses by name what it cannot do", async () => {
    const client = start(gpuNamed("SwiftShader", [], true));
    const { needsGpu, reason } = await client.choose(LIFE, LARGE);
    expect(needsGpu).toBe(false);
    expect(reason).toContain("SwiftShader (software)");
    await expect(client.choose(LIFE, UNBOUNDED, "gpu")).rejects.toMatchObject({
      code: "unsupported-topology",
    });
  });
});

describe("a second port", () => {
  it("leads to the same universes, without the news of them", async () => {
    const client = start();
    const universe = await client.createUniverse({ rule: LIFE, topology: UNBOUNDED, cells: cellsOf(GLIDER) });
    const way = universe.connect() as MessagePort;
    const other = engineAt(way);
    const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 4 };
    const frame = () =>
      other.call.frame({ universe: universe.handle, camera, size: { width: 99, height: 99 } });
    const before = await frame();
    await universe.step(4n);
    const after = await frame();
    expect([before.generation, after.generation]).toEqual([0n, 4n]);
    expect(after).not.toEqual(before);
    other.close();
    await expect(frame()).rejects.toMatchObject({ code: "aborted" });
    // Whoever leaves takes nothing along.
    expect(await universe.population()).toBe(5n);
  });

  it("is not needed where the engine draws by itself", () => {
    const { port1, port2 } = new MessageChannel();
    const client = new EngineClient(new Connection<UniverseProtocol>(port1), { drawn: true });
    expect(client.connect()).toBeNull();
    client.close();
    port2.close();
  });
});

describe("a universe is lost", () => {
  it("with its worker, unless it was closed on purpose", async () => {
    const told: string[] = [];
    for (const [name, end] of [
      [
        "broken",
        ({ port }: EnginePair) =>
          port.dispatchEvent(Object.assign(new Event("error"), { message: "out of memory" })),
      ],
      ["closed", ({ client }: EnginePair) => client.close()],
    ] as const) {
      const pair = enginePair();
      pairs.push(pair);
      const { client } = pair;
      const universe = await client.createUniverse({ rule: LIFE, topology: UNBOUNDED });
      void universe.lost.then((error) => told.push(`${name}: ${error.message}`));
      end(pair);
    }
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(told).toEqual(["broken: The engine's worker failed: out of memory"]);
  });
});

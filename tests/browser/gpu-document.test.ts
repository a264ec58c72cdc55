// A document whose universe lives on the GPU: edited, taken to the CPU and back, lost with its device, lost with the worker
// that draws. That worker's inside runs in the page here, so that the test can take the device away from it.

import { afterEach, describe, expect, test, vi } from "vitest";
import { createUniverse } from "../../engine/algorithms/load.ts";
import { describeError } from "../../engine/core/errors.ts";
import { torus, UNBOUNDED } from "../../engine/core/topology.ts";
import { LIFE, parseRule } from "../../engine/rules/universe-rule.ts";
import { serveView } from "../../renderer/canvas/view-handlers.ts";
import type { NewDocument } from "../../renderer/document/document.ts";
import { StudioDocument } from "../../renderer/document/document.ts";
import { passingSettings } from "../../renderer/tools/option.ts";
import { Engines } from "../../renderer/universe/engines.ts";
import { setCells } from "../support/set-cells.ts";
import { cellsOf } from "../support/universes.ts";

const RULE = parseRule("B4678/S35678");
const SOUP = { seed: 9, density: 0.5, width: 100, height: 70 };
const GRID = torus(100, 70);

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

interface Rig {
  readonly devices: GPUDevice[];
  readonly reports: string[];
  readonly breakdowns: string[];
  readonly engines: Engines;
  /** The window's end of the present worker. */
  readonly endpoint: () => EventTarget;
  open(rest?: Partial<NewDocument>): Promise<StudioDocument>;
}

/** WebGPU that shows the devices it gives away, and may pretend to be real hardware, or not to be there. */
function watchedGpu(devices: GPUDevice[], info?: Partial<GPUAdapterInfo>, asked?: unknown[]): GPU {
  const requestAdapter = async (options?: GPURequestAdapterOptions): Promise<GPUAdapter | null> => {
    asked?.push(options?.powerPreference);
    const adapter = await navigator.gpu.requestAdapter();
    if (!adapter) return null;
    return {
      info: info ?? adapter.info,
      limits: adapter.limits,
      features: adapter.features,
      requestDevice: async (descriptor: GPUDeviceDescriptor) => {
        const device = await adapter.requestDevice(descriptor);
        devices.push(device);
        return device;
      },
    } as unknown as GPUAdapter;
  };
  return { requestAdapter } as GPU;
}

function rig(gpu: (devices: GPUDevice[]) => GPU | undefined = watchedGpu): Rig {
  const devices: GPUDevice[] = [];
  const reports: string[] = [];
  const breakdowns: string[] = [];
  let window: MessagePort;
  const given = gpu(devices);
  const engines = new Engines({
    startView: () => {
      const { port1, port2 } = new MessageChannel();
      serveView(given, port2);
      window = port1;
      return port1;
    },
    onBreakdown: (sentence) => breakdowns.push(sentence),
  });
  ends.push(() => engines.view.close());
  return {
    devices,
    reports,
    breakdowns,
    engines,
    endpoint: () => window,
    open: async (rest = {}) => {
      const document = await StudioDocument.open(
        {
          title: "Soup",
          rule: RULE,
          topology: GRID,
          soup: SOUP,
          algorithm: "gpu",
          memoryMegabytes: 256,
          ...rest,
        },
        {
          engines,
          tool: "draw",
          toolSettings: passingSettings(),
          onTool: () => {},
          hint: () => {},
          ended: () => {},
          changed: () => {},
          report: (error) => reports.push(describeError(error)),
        },
      );
      ends.push(() => document.close());
      return document;
    },
  };
}

/** The hash that the soup has after so many generations, with more cells written at the start. */
async function hashAt(generation: bigint, cells = cellsOf([])): Promise<bigint> {
  const { universe } = await createUniverse(
    { rule: RULE, topology: GRID, soup: SOUP, cells, algorithm: "reference" },
    {},
  );
  await universe.step(generation);
  return universe.hash();
}

const CELLS = cellsOf(["OOOOOOOO", "OOOOOOOO", "OOOOOOOO"], -4n, 7n);

describe("a document on the GPU", () => {
  test("runs, is drawn into, undone, and goes to the CPU and back with the same cells", async () => {
    const { open, reports } = rig();
    const document = await open();
    expect(document.universe.present.algorithm).toBe("gpu");
    expect(document.universe.present.adapter).toBeTruthy();
    expect(document.universe.runner.reason).toBe("GPU was asked for.");
    await document.editor.step(12n);
    expect(await document.universe.present.hash()).toBe(await hashAt(12n));
    const before = await document.universe.present.hash();
    await setCells(document.editor, CELLS, "or", "Draw");
    const drawn = await document.universe.present.hash();
    expect(drawn).not.toBe(before);
    await document.editor.undo();
    expect(await document.universe.present.hash()).toBe(before);
    await document.editor.redo();

    await document.changeAlgorithm("bitwise");
    expect(document.universe.present.algorithm).toBe("bitwise");
    expect(document.universe.present.adapter).toBeUndefined();
    expect(document.universe.present.generation).toBe(12n);
    expect(await document.universe.present.hash()).toBe(drawn);
    await document.changeAlgorithm("gpu");
    expect(document.universe.present.algorithm).toBe("gpu");
    expect(await document.universe.present.hash()).toBe(drawn);
    // What can be undone has outlived both moves.
    expect(await document.editor.undo()).toBe(true);
    expect(await document.universe.present.hash()).toBe(before);
    // And so has where the run began.
    expect(await document.editor.undo()).toBe(true);
    expect(document.universe.present.generation).toBe(0n);
    expect(await document.universe.present.hash()).toBe(await hashAt(0n));
    await document.editor.redo();
    expect(await document.universe.present.hash()).toBe(before);
    expect(reports).toEqual([]);
  });

  test("is refused with the reason where there is no WebGPU, and auto runs it on the CPU", async () => {
    const { open } = rig(() => undefined);
    await expect(open()).rejects.toMatchObject({ code: "gpu-unavailable" });
    const large = torus(1024, 1024);
    const document = await open({ algorithm: "auto", topology: large });
    expect(document.universe.present.algorithm).toBe("bitwise");
    expect(document.universe.runner.reason).toContain("WebGPU");
    expect(await document.universe.gpu()).toMatchObject({ adapter: null });
    const onGpu = (await document.universe.algorithms()).filter(({ needsGpu }) => needsGpu);
    expect(onGpu.map(({ id }) => id)).toContain("gpu");
    expect(new Set(onGpu.map(({ refuses }) => refuses))).toEqual(new Set(["This window has no WebGPU."]));
  });

  test("auto takes a real GPU for a large grid, and the CPU for a small one or when told never to", async () => {
    const info = { vendor: "acme", architecture: "", description: "Acme 9000", isFallbackAdapter: false };
    const asked: unknown[] = [];
    const { open, engines } = rig((devices) => watchedGpu(devices, info as Partial<GPUAdapterInfo>, asked));
    const large = { algorithm: "auto", topology: torus(1024, 1024) };
    const document = await open(large);
    expect(document.universe.present.algorithm).toBe("gpu");
    expect(document.universe.runner.reason).toContain("Acme 9000");
    const small = await open({ algorithm: "auto" });
    expect(small.universe.present.algorithm).toBe("bitwise");
    engines.setAdapter("low-power");
    await open(large);
    expect(asked.at(-1)).toBe("low-power");
    // The first one runs where it did, until it goes away and comes back.
    engines.setAdapter("high-performance");
    const generation = document.universe.present.generation;
    await document.editor.step(3n);
    expect(asked.at(-1)).toBe("low-power");
    await document.changeAlgorithm("bitwise");
    await document.changeAlgorithm("gpu");
    expect(asked.at(-1)).toBe("high-performance");
    expect(document.universe.present.generation).toBe(generation + 3n);
    engines.setAdapter("never");
    const never = await open(large);
    expect(never.universe.present.algorithm).toBe("bitwise");
    expect(never.universe.runner.reason).toContain("never");
    // What is open stays where it is.
    expect(await document.universe.present.population()).toBeGreaterThan(0n);
  });

  test("auto takes a real GPU for a large soup on the plane, and the CPU for cells that were brought along", async () => {
    const info = { vendor: "acme", architecture: "", description: "Acme 9000", isFallbackAdapter: false };
    const { open } = rig((devices) => watchedGpu(devices, info as Partial<GPUAdapterInfo>));
    const onPlane = { algorithm: "auto", rule: LIFE, topology: UNBOUNDED };
    const soup = { seed: 1, density: 0.55, width: 2048, height: 2048 };
    const document = await open({ ...onPlane, soup });
    expect(document.universe.present.algorithm).toBe("gpu-sparse");
    expect(document.universe.runner.reason).toMatch(
      /^Acme 9000 is the fastest here for a soup with 2,306,867 live cells/,
    );
    const population = Number(await document.universe.present.population());
    expect(Math.abs(population / (0.55 * 2048 ** 2) - 1)).toBeLessThan(0.01);
    expect((await open({ ...onPlane, soup: SOUP })).universe.present.algorithm).toBe("bitwise");
    const brought = await open({ ...onPlane, soup: undefined, cells: CELLS });
    expect(brought.universe.present.algorithm).toBe("bitwise");
  });
});

describe("when the GPU is lost", () => {
  const onCpu = (document: StudioDocument) =>
    expect.poll(() => document.universe.present.algorithm).toBe("bitwise");

  test("before anything was copied, the document goes on from what it was made of", async () => {
    const { open, devices, reports } = rig();
    const document = await open();
    await document.editor.settled();
    devices[0]!.destroy();
    await onCpu(document);
    expect(await document.universe.present.hash()).toBe(await hashAt(0n));
    await expect.poll(() => reports).toHaveLength(1);
    expect(reports[0]).toMatch(
      /^The GPU device was lost: .* The universe goes on at generation 0, on the CPU\.$/,
    );
  });

  test("after edits it goes on with all of them, and they can be undone", async () => {
    const { open, devices, reports } = rig();
    const document = await open();
    await setCells(document.editor, CELLS, "or", "Draw");
    const once = await document.universe.present.hash();
    await setCells(document.editor, cellsOf(["OO", "OO"], 30n, 20n), "xor", "Draw");
    const twice = await document.universe.present.hash();
    devices[0]!.destroy();
    await onCpu(document);
    await document.editor.settled();
    expect(await document.universe.present.hash()).toBe(twice);
    await document.editor.undo();
    expect(await document.universe.present.hash()).toBe(once);
    await document.editor.undo();
    expect(await document.universe.present.hash()).toBe(await hashAt(0n));
    expect(await document.editor.undo()).toBe(false);
    await document.editor.redo();
    await document.editor.step(3n);
    expect(await document.universe.present.hash()).toBe(await hashAt(3n, CELLS));
    expect(reports).toHaveLength(1);
  });

  test("in a run it stands still at the last generation that was copied, and says which", async () => {
    const { open, devices, reports } = rig();
    const document = await open();
    await setCells(document.editor, CELLS, "or", "Draw");
    const { present } = document.universe;
    const read = present.readBlock.bind(present);
    const copied: bigint[] = [];
    vi.spyOn(present, "readBlock").mockImplementation(async (box) => {
      const block = await read(box);
      copied.push(present.generation);
      return block;
    });
    await document.editor.run({ increment: 1n, interval: 20 });
    await expect.poll(() => copied.at(-1) ?? 0n, { timeout: 20_000 }).toBeGreaterThan(0n);
    await expect.poll(() => present.generation).toBeGreaterThan(copied.at(-1) as bigint);
    devices[0]!.destroy();
    await onCpu(document);
    await expect.poll(() => reports).toHaveLength(1);
    const { generation } = document.universe.present;
    expect(generation).toBe(copied.at(-1));
    expect(reports[0]).toContain(`goes back to generation ${generation}`);
    expect(document.editor.state).toMatchObject({ running: false, generation });
    expect(await document.universe.present.hash()).toBe(await hashAt(generation, CELLS));
    await document.editor.step(1n);
    expect(await document.universe.present.hash()).toBe(await hashAt(generation + 1n, CELLS));
    // The device's own universes are gone; a new one gets a new device.
    await document.changeAlgorithm("gpu");
    expect(document.universe.present.algorithm).toBe("gpu");
    expect(devices).toHaveLength(2);
  });

  test("with the worker that draws, a new one takes its place and nothing else is lost", async () => {
    const { open, endpoint, reports, breakdowns, engines } = rig();
    const onGpu = await open();
    const onlyCpu = await open({ algorithm: "bitwise" });
    await onlyCpu.editor.step(2n);
    const first = engines.view;
    endpoint().dispatchEvent(new ErrorEvent("error", { message: "out of memory" }));
    await onCpu(onGpu);
    expect(await onGpu.universe.present.hash()).toBe(await hashAt(0n));
    expect(await onlyCpu.universe.present.hash()).toBe(await hashAt(2n));
    expect(engines.view).not.toBe(first);
    expect(breakdowns).toEqual(["The worker that draws failed: out of memory. It was started anew."]);
    await expect.poll(() => reports).toHaveLength(1);
    await onGpu.changeAlgorithm("gpu");
    expect(onGpu.universe.present.algorithm).toBe("gpu");
  });
});

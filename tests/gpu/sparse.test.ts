// `gpu-sparse` over Dawn: what all algorithms promise is checked in agree.test.ts and golden.test.ts, here what is peculiar to
// tiles that come and go.

import { readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import type { Algorithm, Universe } from "../../engine/algorithms/algorithm.ts";
import { BITWISE } from "../../engine/algorithms/cpu/bitwise.ts";
import { REFERENCE } from "../../engine/algorithms/cpu/reference.ts";
import { createSparseUniverse, GPU_SPARSE } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import type { SparseTuning } from "../../engine/algorithms/gpu/sparse/tile-machine.ts";
import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { cellsToRuns } from "../../engine/core/cells.ts";
import { maxBig, minBig } from "../../engine/core/integers.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { rect } from "../../engine/core/rect.ts";
import type { Runs } from "../../engine/core/runs.ts";
import { blockToRuns } from "../../engine/core/runs.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { parseRule, parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { expectAgreement } from "../support/agree.ts";
import { holdGpu } from "../support/held-gpu.ts";
import { cellsFromRle } from "../support/rle-text.ts";
import { anyScenario } from "../support/scenario.ts";
import { cellsOf, GLIDER } from "../support/universes.ts";

let gpu: GPU;

beforeAll(async () => {
  ({ gpu } = await holdGpu(openDawn));
});

function tuned(tuning: Partial<SparseTuning>): Algorithm {
  return { ...GPU_SPARSE, create: (init, environment) => createSparseUniverse(init, environment, tuning) };
}

async function open(tuning: Partial<SparseTuning> = {}, rule = "B3/S23"): Promise<Universe> {
  return createSparseUniverse(parseUniverseRule(rule), { gpu }, tuning);
}

const GLIDER_CELLS = cellsOf(GLIDER);
const DOT = cellsOf(["O"]);
const GUN =
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!";

/** Runs the same cells on `bitwise` and expects the same state. */
async function expectAsBitwise(universe: Universe, cells: Runs, generation: bigint): Promise<void> {
  const expected = await BITWISE.create({ rule: universe.rule, topology: UNBOUNDED }, {});
  await expected.writeRuns(cells, "or");
  await universe.writeRuns(cells, "or");
  await expected.step(generation);
  expect(await universe.step(generation)).toBe("done");
  expect(universe.generation).toBe(generation);
  expect(await universe.population()).toBe(await expected.population());
  expect(await universe.bounds()).toEqual(await expected.bounds());
  expect(await universe.hash()).toBe(await expected.hash());
  expected.dispose();
}

describe("whatever happens on the plane", () => {
  const anywhere = anyScenario.map((scenario) => ({ ...scenario, topology: UNBOUNDED }));

  it.each<[string, Partial<SparseTuning>]>([
    ["with room for everything", {}],
    ["with a pool that is full at every chance", { tiles: 16, growth: 1.01 }],
    ["with many threads", { tiles: 16, wide: true }],
  ])("%s", { timeout: 120_000 }, async (_name, tuning) => {
    const sparse = tuned(tuning);
    await fc.assert(
      fc.asyncProperty(anywhere, (scenario) =>
        expectAgreement(scenario, REFERENCE, [sparse, BITWISE], { gpu }),
      ),
      { numRuns: tuning.wide ? 3 : 10 },
    );
  });
});

describe("patterns that grow", () => {
  it.each<[string, Partial<SparseTuning>]>([
    ["with room", {}],
    ["in a pool that is full again and again", { tiles: 16, growth: 1.1 }],
  ])("Gosper's gun over 2,000 generations %s", async (_name, tuning) => {
    const universe = await open(tuning);
    await expectAsBitwise(universe, cellsFromRle(GUN, -7n, -30n), 2000n);
    universe.dispose();
  });

  it("a breeder over 1,000 generations", async () => {
    const file = new URL("../../assets/patterns/breeder-1.rle", import.meta.url);
    const { pattern } = readPattern(new Uint8Array(readFileSync(file)));
    const universe = await open();
    await expectAsBitwise(universe, cellsToRuns(pattern.cells), 1000n);
    universe.dispose();
  });

  it.each(["B3/S23", "B2/S34H", "B13/S013V", "B03/S23"])("a soup of 512 x 512 under %s", async (rule) => {
    const universe = await open({}, rule);
    const soup = blockToRuns(soupBlock({ seed: 5, density: 0.5, width: 512, height: 512 }));
    await expectAsBitwise(universe, soup, 60n);
    universe.dispose();
  });
});

describe("tiles", () => {
  it("are given back by what flies away, so that a glider stays in the smallest pool", async () => {
    const universe = await open({ tiles: 16 });
    const memory = universe.memory();
    await universe.writeRuns(GLIDER_CELLS, "or");
    await universe.step(2000n);
    expect(await universe.bounds()).toEqual(rect(500, 500, 3, 3));
    expect(universe.memory()).toBe(memory);
    universe.dispose();
  });

  it("sleep where nothing changes or blinks, and then any number of generations takes no time", async () => {
    const universe = await open();
    await universe.writeRuns(cellsFromRle("3o6b2o$9b2o!", 62n, -1n), "or");
    expect(await universe.step(10n ** 18n + 1n)).toBe("done");
    expect(universe.generation).toBe(10n ** 18n + 1n);
    expect(await universe.bounds()).toEqual(rect(63, -2, 10, 3));
    await universe.step(10n ** 18n + 2n);
    expect(await universe.bounds()).toEqual(rect(62, -1, 11, 2));
    // What comes wakes them: two gliders' worth of cells beside the block.
    await universe.writeRuns(cellsFromRle("3o!", 74n, -1n), "or");
    const expected = await BITWISE.create({ rule: universe.rule, topology: UNBOUNDED }, {});
    await expected.writeRuns(await universe.readRuns(), "or");
    expected.setGeneration(universe.generation);
    for (const each of [universe, expected]) await each.step(10n ** 18n + 40n);
    expect(await universe.hash()).toBe(await expected.hash());
    universe.dispose();
  });
});

describe("far away", () => {
  it("is as good a place as any", async () => {
    const universe = await open();
    const [x, y] = [10n ** 40n + 5n, -(10n ** 30n) - 3n];
    await universe.writeRuns(cellsFromRle("bo$2bo$3o!", x, y), "or");
    await universe.step(400n);
    expect(await universe.bounds()).toEqual({ x: x + 100n, y: y + 100n, w: 3n, h: 3n });
    const block = await universe.readBlock({ x: x + 100n, y: y + 100n, w: 3n, h: 3n });
    expect([...block.words]).toEqual([0b010, 0b100, 0b111]);
    universe.dispose();
  });

  it("cannot be far from where the first cells are, and is refused in one sentence", async () => {
    const universe = await open();
    await universe.writeRuns(GLIDER_CELLS, "or");
    const away = universe.writeRuns(cellsFromRle("3o!", 2n ** 40n, 0n), "or");
    await expect(away).rejects.toMatchObject({
      code: "too-large",
      message:
        "The GPU holds cells up to 34,359,738,368 cells from the first ones, and these lie further out.",
    });
    expect(await universe.population()).toBe(5n);
    universe.dispose();
  });

  it.each<[string, (universe: Universe) => Promise<void>]>([
    ["cleared", (universe) => universe.clear()],
    ["erased", (universe) => universe.clear(rect(-9, -9, 20, 20))],
    ["flipped", (universe) => universe.writeRuns(GLIDER_CELLS, "xor")],
  ])("may be anywhere again when all is %s", async (_how, empty) => {
    const universe = await open();
    await universe.writeRuns(GLIDER_CELLS, "or");
    await empty(universe);
    await universe.writeRuns(cellsFromRle("3o!", 2n ** 40n, 0n), "or");
    await universe.step(2n);
    expect(await universe.bounds()).toEqual(rect(2n ** 40n, 0, 3, 1));
    universe.dispose();
  });

  it("is where cells are written up to half of the reach, and no further", async () => {
    const universe = await open({ reach: 4 });
    await universe.writeRuns(DOT, "or");
    const at = (x: bigint, y: bigint): Promise<void> => universe.writeRuns(cellsOf(["O"], x, y), "or");
    for (const last of [127n, -128n]) await at(last, last);
    for (const beyond of [128n, -129n]) {
      await expect(at(beyond, 0n)).rejects.toMatchObject({ code: "too-large" });
      await expect(at(0n, beyond)).rejects.toMatchObject({ code: "too-large" });
    }
    expect(await universe.population()).toBe(3n);
    universe.dispose();
  });

  it("is up to the last cell of the last tile before the reach, and no further", async () => {
    const halted = async (glider: string): Promise<Rect> => {
      const universe = await open({ reach: 4 });
      await universe.writeRuns(cellsFromRle(glider, 0n, 0n), "or");
      await expect(universe.step(5000n)).rejects.toMatchObject({ code: "too-large" });
      const bounds = (await universe.bounds()) as Rect;
      universe.dispose();
      return bounds;
    };
    const { x, y, w, h } = await halted("bo$2bo$3o!");
    expect(maxBig(x + w, y + h)).toBe(4n * 64n);
    const northWest = await halted("3o$o$bo!");
    expect(minBig(northWest.x, northWest.y)).toBe(-3n * 64n);
  });

  it("ends a run that reaches the end of the coordinates, at its last complete generation", async () => {
    const universe = await open({ reach: 4 });
    await universe.writeRuns(GLIDER_CELLS, "or");
    await expect(universe.step(5000n)).rejects.toMatchObject({ code: "too-large" });
    const reached = universe.generation;
    expect(reached).toBeGreaterThan(900n);
    expect(reached).toBeLessThan(1500n);
    const expected = await BITWISE.create(parseUniverseRule("B3/S23"), {});
    await expected.writeRuns(GLIDER_CELLS, "or");
    await expected.step(reached);
    expect(await universe.hash()).toBe(await expected.hash());
    await expect(universe.step(5000n)).rejects.toMatchObject({ code: "too-large" });
    expect(universe.generation).toBe(reached);
    universe.dispose();
  });
});

describe("while it runs", () => {
  it.each([0, 1, 3, 8])("it may get a rule of another neighbourhood, %d ms after one", async (wait) => {
    const universe = await open({ tiles: 16, growth: 1.2 });
    await universe.writeBlock(soupBlock({ seed: 1, density: 0.5, width: 300, height: 300 }), "or");
    universe.setRule(parseRule("B36/S23"));
    const stepping = universe.step(5n);
    await new Promise((resolve) => setTimeout(resolve, wait));
    universe.setRule(parseRule("B2/S34H"));
    expect(await stepping).toBe("done");
    const expected = await BITWISE.create({ rule: universe.rule, topology: UNBOUNDED }, {});
    await expected.writeRuns(await universe.readRuns(), "or");
    await expected.step(7n);
    await universe.step(12n);
    expect(await universe.hash()).toBe(await expected.hash());
    for (const each of [universe, expected]) each.dispose();
  });

  it("every look shows one whole generation", async () => {
    const universe = await open();
    await universe.writeRuns(GLIDER_CELLS, "or");
    const controller = new AbortController();
    const stepping = universe.step(10n ** 12n, { signal: controller.signal });
    let last = -1n;
    for (let i = 0; i < 10; i++) {
      const bounds = (await universe.bounds()) as Rect;
      expect(bounds.w * bounds.h).toBe(9n);
      expect(bounds.x).toBeGreaterThanOrEqual(last);
      last = bounds.x;
      expect(await universe.population()).toBe(5n);
    }
    controller.abort();
    expect(await stepping).toBe("more");
    const { generation } = universe;
    expect((await universe.bounds())?.x).toBe(generation / 4n + (generation % 4n === 3n ? 1n : 0n));
    universe.dispose();
  });

  it("several universes share the device, and one that is closed does not disturb the others", async () => {
    const universes = await Promise.all([open(), open({}, "B36/S23"), open({}, "B2/S34H")]);
    const soup = soupBlock({ seed: 3, density: 0.4, width: 150, height: 90 });
    await Promise.all(universes.map((universe) => universe.writeBlock(soup, "or")));
    const closing = universes[1].step(10n ** 9n, { milliseconds: 5000 });
    setTimeout(() => universes[1].dispose(), 20);
    await Promise.all([universes[0].step(70n), universes[2].step(70n), closing]);
    for (const universe of [universes[0], universes[2]]) {
      const expected = await BITWISE.create({ rule: universe.rule, topology: UNBOUNDED }, {});
      await expected.writeBlock(soup, "or");
      await expected.step(70n);
      expect(await universe.hash()).toBe(await expected.hash());
      universe.dispose();
    }
    await expect(universes[1].population()).rejects.toMatchObject({ code: "bad-argument" });
  });
});

describe("the device", () => {
  /** The GPU, with a look at the devices that it gives away and what is made on them. */
  function watched(): {
    readonly gpu: GPU;
    readonly devices: GPUDevice[];
    readonly labels: (string | undefined)[];
  } {
    const devices: GPUDevice[] = [];
    const labels: (string | undefined)[] = [];
    const requestAdapter = async (): Promise<GPUAdapter> => {
      const adapter = (await gpu.requestAdapter()) as GPUAdapter;
      const { info, limits, features } = adapter;
      const requestDevice = async (descriptor: GPUDeviceDescriptor): Promise<GPUDevice> => {
        const device = await adapter.requestDevice(descriptor);
        const createBuffer = device.createBuffer.bind(device);
        device.createBuffer = (request) => {
          labels.push(request.label);
          return createBuffer(request);
        };
        devices.push(device);
        return device;
      };
      return { info, limits, features, requestDevice } as unknown as GPUAdapter;
    };
    return { gpu: { requestAdapter } as GPU, devices, labels };
  }

  it("goes with the last universe, and every buffer on it has a name", async () => {
    const { gpu: own, devices, labels } = watched();
    const [one, other] = await Promise.all(
      [0, 1].map(() => GPU_SPARSE.create(parseUniverseRule("B3/S23"), { gpu: own })),
    );
    await one.writeRuns(GLIDER_CELLS, "or");
    await one.step(5n);
    expect(await one.population()).toBe(5n);
    expect(devices).toHaveLength(1);
    expect(labels.every((label) => label)).toBe(true);
    one.dispose();
    other.dispose();
    expect((await devices[0].lost).reason).toBe("destroyed");
  });

  it("may be lost in the middle of a step, and every verb says so", async () => {
    const { gpu: own, devices } = watched();
    const universe = await GPU_SPARSE.create(parseUniverseRule("B3/S23"), { gpu: own });
    await universe.writeRuns(GLIDER_CELLS, "or");
    const stepping = universe.step(10n ** 12n, { milliseconds: 20_000 });
    setTimeout(() => devices[0].destroy(), 30);
    const lost = { code: "gpu-lost", message: expect.stringMatching(/^The GPU .*\.$/) };
    await expect(stepping).rejects.toMatchObject(lost);
    await expect(universe.population()).rejects.toMatchObject(lost);
    await expect(universe.clear()).rejects.toMatchObject(lost);
    expect((await universe.lost)?.code).toBe("gpu-lost");
    universe.dispose();
  });
});

describe("other grids", () => {
  it.each([
    ["B3/S23:T30,20", "gpu"],
    ["B3/S23:P30,20", "gpu"],
    ["B3/S23:F30,20", "gpu"],
    ["B3/S23:T0,20", "bitwise"],
    ["B3/S23:P30,0", "bitwise"],
    ["B3/S23:T30+1,20", "gpu"],
    ["B3/S23:K30*,20", "reference"],
    ["B3/S23:C30,20", "reference"],
    ["B3/S23:S20", "reference"],
  ])("%s is refused, and %s named instead", (text, instead) => {
    const { rule, topology } = parseUniverseRule(text);
    const sentence = new RegExp(`^The sparse GPU algorithm runs .*: use \`${instead}\`\\.$`);
    expect(GPU_SPARSE.refuses(rule, topology)).toMatch(sentence);
    expect(ALGORITHMS.get(instead).refuses(rule, topology)).toBeNull();
  });
});

// The unbounded plane drawn from its tiles looks as the CPU painter paints the same cells, wherever one looks and however far
// out one zooms.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import { createSparseUniverse } from "../../engine/algorithms/gpu/sparse/gpu-sparse.ts";
import { soupBlock } from "../../engine/core/soup.ts";
import { GRID_KINDS } from "../../engine/grids/registry.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import { gpuPicture } from "../../engine/picture/gpu-picture.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import { at, COLOURS, difference, Paper } from "../support/drawn-pictures.ts";
import { heldGpu } from "../support/held-gpu.ts";

const onGpu = heldGpu(async () => navigator.gpu);

/** Far from where a double could count, and on no border of anything. */
const FAR = { x: 2n ** 90n + 12345n, y: -(2n ** 85n) - 777n };

async function planeWith(rule: string, x: bigint, y: bigint, wide: boolean): Promise<Universe> {
  const tuning = { tiles: 64, wide };
  const universe = await createSparseUniverse(parseUniverseRule(rule), onGpu, tuning);
  const soup = soupBlock({ seed: 5, density: 0.3, width: 701, height: 403 });
  await universe.writeBlock({ ...soup, x: x - 350n, y: y - 200n }, "or");
  // Ships that fly off, so that there are tiles far apart and some that are gone.
  const dots = soupBlock({ seed: 9, density: 0.002, width: 900, height: 900 });
  await universe.writeBlock({ ...dots, x: x + 5000n, y: y - 3000n }, "or");
  await universe.step(21n);
  return universe;
}

function beside(camera: Camera, { x, y }: { readonly x: bigint; readonly y: bigint }): Camera {
  return { ...camera, x: camera.x + x, y: camera.y + y };
}

const size = { width: 181, height: 127 };
const NEAR = { x: 0n, y: 0n };

describe.each([
  ["around the origin", NEAR, false],
  ["far away, by many threads", FAR, true],
])("a plane on the GPU %s is drawn as the CPU painter paints it", (_name, place, wide) => {
  const planes: Record<string, Universe> = {};
  beforeAll(async () => {
    for (const rule of ["B3/S23", "B2/S34H"]) planes[rule] = await planeWith(rule, place.x, place.y, wide);
  });
  afterAll(() => {
    for (const plane of Object.values(planes)) plane.dispose();
  });

  test.each([0, 0.4, 1, 2.3, 3, 4, 5.1])("squares at zoom %s", async (zoom) => {
    for (const camera of [at(0, 0, zoom), at(-340, 187, zoom), at(33, -31, zoom, 0, 0)]) {
      const { wrong, colours } = await difference(planes["B3/S23"]!, beside(camera, place), size);
      expect(wrong).toBe(0);
      expect(colours).toBeGreaterThan(1);
    }
    expect(
      (await difference(planes["B3/S23"]!, beside(at(0, 0, zoom), place), size, { ratio: 2 })).wrong,
    ).toBe(0);
  });

  test.each([0, 0.7, 1.5, 2.4, 3, 4.2, 5.5])("hexagons at zoom %s", async (zoom) => {
    for (const camera of [at(0, 0, zoom), at(-333, 170, zoom), at(24, -20, zoom, 0.01, 0.02)]) {
      const { wrong, colours } = await difference(planes["B2/S34H"]!, beside(camera, place), size);
      expect(wrong).toBeLessThan(0.002);
      expect(colours).toBeGreaterThan(1);
    }
    const { wrong } = await difference(planes["B2/S34H"]!, beside(at(0, 0, zoom), place), size, { ratio: 2 });
    expect(wrong).toBeLessThan(0.002);
  });

  test.each([-0.5, -1, -2.3, -4, -5.2, -6, -7.7, -9, -14.5, -40, -800])(
    "density at zoom %s",
    async (zoom) => {
      for (const plane of Object.values(planes)) {
        for (const camera of [at(0, 0, zoom), at(-340, 150, zoom), at(300, -201, zoom, 0, 0)]) {
          const { wrong, colours } = await difference(plane, beside(camera, place), size);
          expect(wrong).toBeLessThan(zoom > -40 ? 1e-9 : 0.005);
          if (zoom > -40) expect(colours).toBeGreaterThan(1);
        }
      }
    },
  );

  test("elsewhere there is nothing, and no edge", async () => {
    for (const zoom of [-30, -3, 0, 4]) {
      const camera: Camera = { x: 2n ** 120n, y: -(2n ** 70n), dx: 0, dy: 0, zoom };
      expect((await difference(planes["B3/S23"]!, camera, size)).wrong).toBe(0);
    }
  });
});

describe("a picture of a plane", () => {
  const size = { width: 301, height: 203 };
  const scene = (camera: Camera) => ({
    camera,
    kind: GRID_KINDS.get("square"),
    topology: { kind: "unbounded" } as const,
    colours: COLOURS,
    gridLines: false,
    boldEvery: 0,
    ratio: 1,
  });

  async function litOn(universe: Universe, camera: Camera): Promise<number> {
    const paper = new Paper(size);
    await universe.drawing!.draw(paper.context, gpuPicture(size, scene(camera)));
    return (await paper.read()).filter((pixel) => pixel !== COLOURS.ground).length;
  }

  test("shows a whole generation in the middle of a run whose room runs out again and again", async () => {
    // Every cell beside a live one is born and none dies: after n generations a square of 2n + 1 cells a side.
    const init = parseUniverseRule("B12345678/S012345678");
    const universe = await createSparseUniverse(init, onGpu, { tiles: 16, growth: 1.1 });
    await universe.writeBlock({ x: 0n, y: 0n, w: 1, h: 1, words: Uint32Array.of(1) }, "or");
    const controller = new AbortController();
    const running = universe.step(95n, { signal: controller.signal });
    let last = 1;
    for (let looks = 0; looks < 40 && universe.generation < 95n; looks++) {
      const side = Math.sqrt(await litOn(universe, at(0, 0, 0, 0.5, 0.5)));
      expect(side % 2).toBe(1);
      expect(side).toBeGreaterThanOrEqual(last);
      last = side;
    }
    await running;
    expect(await litOn(universe, at(0, 0, 0, 0.5, 0.5))).toBe(191 * 191);
    universe.dispose();
  });

  test("follows what is written, erased, undone and left to sleep", async () => {
    const universe = await createSparseUniverse(parseUniverseRule("B3/S23"), onGpu);
    const near = at(0, 0, 0);
    const afar = at(0, 0, -7);
    const lit = async (): Promise<readonly [number, number]> => [
      await litOn(universe, near),
      await litOn(universe, afar),
    ];
    expect(await lit()).toEqual([0, 0]);
    const blinker = { x: -1n, y: 5n, w: 3, h: 1, words: Uint32Array.of(0b111) };
    await universe.writeBlock(blinker, "or");
    expect(await lit()).toEqual([3, 2]);
    const snapshot = await universe.snapshot();
    await universe.writeBlock({ ...blinker, x: 40n, words: Uint32Array.of(0b001) }, "or");
    expect(await lit()).toEqual([4, 2]);
    await universe.restore(snapshot);
    expect(await lit()).toEqual([3, 2]);
    // Upright it lies in one column of squares.
    await universe.step(10n ** 15n + 1n);
    expect(await lit()).toEqual([3, 1]);
    await universe.clear();
    expect(await lit()).toEqual([0, 0]);
    universe.dispose();
    await expect(litOn(universe, near)).rejects.toMatchObject({ code: "bad-argument" });
  });
});

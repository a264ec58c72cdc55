import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createBlock } from "../../../engine/core/block.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { THEMES } from "../../../engine/picture/themes.ts";
import type { ViewFrame } from "../../../engine/picture/view-frame.ts";
import type { DrawnSource, StageCanvases, ViewFrameSource } from "../../../renderer/canvas/stage-painter.ts";
import { StagePainter } from "../../../renderer/canvas/stage-painter.ts";
import type { Look, StageNews } from "../../../renderer/canvas/stage-protocol.ts";
import { until } from "../../support/until.ts";

beforeEach(() => {
  vi.stubGlobal(
    "ImageData",
    class {
      readonly data: Uint8ClampedArray;
      constructor(
        readonly width: number,
        readonly height: number,
      ) {
        this.data = new Uint8ClampedArray(width * height * 4);
      }
    },
  );
});
afterEach(() => void vi.unstubAllGlobals());

const camera = { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 2 };
const LOOK: Look = {
  camera,
  size: { width: 32, height: 32 },
  kind: "square",
  topology: UNBOUNDED,
  colours: paintColours(THEMES.get("dark")),
  ratio: 1,
  gridLines: false,
  boldEvery: 0,
  ages: false,
  trail: false,
  flashLimit: false,
};

test("cells are painted when they come, and a look as soon as it changes", async () => {
  let puts = 0;
  const cells = { width: 0, height: 0, getContext: () => ({ putImageData: () => puts++ }) };
  const canvases = { cells, gpu: cells } as unknown as StageCanvases;
  const news: StageNews[] = [];
  const answers: (() => void)[] = [];
  let generation = 0n;
  const source: ViewFrameSource = {
    kind: "frames",
    frame: () =>
      new Promise<ViewFrame>((resolve) =>
        answers.push(() =>
          resolve({ kind: "block", generation, camera, block: createBlock(-8n, -8n, 16, 16) }),
        ),
      ),
    close: () => {},
  };
  const painter = new StagePainter(canvases, (one) => news.push(one));
  const painted = () => news.filter(({ type }) => type === "painted").length;
  const shown = () => news.flatMap((one) => (one.type === "cells" ? [one.generation] : []));
  painter.follow(source, 1);

  // It has just come: nothing is painted before its cells are there.
  painter.show(LOOK, true);
  expect([puts, painted()]).toEqual([0, 0]);
  answers.shift()?.();
  await until(() => shown().length === 1);
  expect([puts, painted(), shown()]).toEqual([1, 1, [0n]]);

  // The same look: answered at once, painted once.
  generation = 1n;
  painter.show(null, true);
  expect([puts, painted()]).toEqual([1, 2]);
  answers.shift()?.();
  await until(() => shown().length === 2);
  expect([puts, painted(), shown()]).toEqual([2, 2, [0n, 1n]]);

  // Another look is not kept waiting for cells.
  painter.show({ ...LOOK, gridLines: true }, true);
  expect([puts, painted()]).toEqual([3, 3]);
  answers.shift()?.();
  await until(() => shown().length === 3);
  expect([puts, painted()]).toEqual([4, 3]);
});

test("the canvas is as large as each picture that is put there", async () => {
  const put: (readonly number[])[] = [];
  const cells = {
    width: 300,
    height: 150,
    getContext: () => ({
      putImageData: ({ width, height }: ImageData) => put.push([width, height, cells.width, cells.height]),
    }),
  };
  const painter = new StagePainter({ cells, gpu: cells } as unknown as StageCanvases, () => {});
  const frame: ViewFrame = { kind: "block", generation: 0n, camera, block: createBlock(-8n, -8n, 16, 16) };
  painter.follow({ kind: "frames", frame: async () => frame, close: () => {} }, 1);
  painter.show(LOOK, true);
  await until(() => put.length === 1);
  put.length = 0;
  const sizes = [
    [32, 24],
    [48, 24],
    [48, 64],
    [20, 10],
  ] as const;
  for (const [width, height] of sizes) painter.show({ ...LOOK, size: { width, height } }, true);
  expect(put).toEqual(sizes.map(([width, height]) => [width, height, width, height]));
});

test("an image that is asked for too soon is that of the first picture, and there is none where the stage goes before", async () => {
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext = () => ({ putImageData: () => {} });
      convertToBlob = async () => new Blob([Uint8Array.of(7)]);
    },
  );
  const cells = { width: 0, height: 0, getContext: () => ({ putImageData: () => {} }) };
  const painterOf = (): StagePainter =>
    new StagePainter({ cells, gpu: cells } as unknown as StageCanvases, () => {});
  const frame: ViewFrame = { kind: "block", generation: 0n, camera, block: createBlock(-8n, -8n, 16, 16) };
  const painter = painterOf();
  const image = painter.image();
  painter.show(LOOK, true);
  painter.follow({ kind: "frames", frame: async () => frame, close: () => {} }, 1);
  painter.show(null, true);
  expect(await image).toEqual(Uint8Array.of(7));
  painter.close();
  const gone = painterOf();
  const none = gone.image();
  gone.close();
  expect(await none).toBeNull();
});

/** A universe that draws itself, whose pictures and cells come when the test says. */
function drawnUniverse() {
  const canvas = { width: 0, height: 0, getContext: () => ({ putImageData: () => {} }) };
  const news: StageNews[] = [];
  const [frames, pictures]: [(() => void)[], ((shown: boolean) => void)[]] = [[], []];
  const source: DrawnSource = {
    kind: "drawn",
    generation: 0n,
    frames: {
      kind: "frames",
      frame: () =>
        new Promise<ViewFrame>((resolve) =>
          frames.push(() =>
            resolve({ kind: "block", generation: 0n, camera, block: createBlock(-8n, -8n, 16, 16) }),
          ),
        ),
      close: () => {},
    },
    draw: () => new Promise((resolve) => pictures.push(resolve)),
    close: () => {},
  };
  const canvases = { cells: canvas, gpu: { ...canvas } } as unknown as StageCanvases;
  const painter = new StagePainter(canvases, (one) => news.push(one));
  painter.follow(source, 1);
  const surfaces = () => news.flatMap((one) => (one.type === "painted" ? [one.surface] : []));
  const cells = () => news.filter(({ type }) => type === "cells").length;
  const held = () => news.flatMap((one) => (one.type === "held" ? [one.held] : []));
  return { painter, source, frames, pictures, surfaces, cells, held };
}

test("cells that were read back for ages do not hide the picture without them", async () => {
  const { painter, frames, pictures, surfaces, cells } = drawnUniverse();
  painter.show({ ...LOOK, ages: true }, true);
  // The cells take their time.
  await until(() => surfaces().length === 1);
  painter.show(LOOK, false);
  await until(() => pictures.length === 1);
  frames[0]?.();
  await until(() => cells() === 1);
  pictures[0]?.(true);
  await until(() => surfaces().length === 2);
  expect(surfaces()).toEqual(["cells", "gpu"]);
});

test("a picture that was held back does not hide ages that are shown since", async () => {
  const { painter, frames, pictures, surfaces, cells } = drawnUniverse();
  painter.show(LOOK, false);
  await until(() => pictures.length === 1);
  pictures[0]?.(false);
  await until(() => surfaces().length === 1);
  // It is tried again.
  await until(() => pictures.length === 2);
  painter.show({ ...LOOK, ages: true }, true);
  pictures[1]?.(true);
  await new Promise((resolve) => setImmediate(resolve));
  frames[0]?.();
  await until(() => cells() === 1);
  expect(surfaces()).toEqual(["gpu", "cells"]);
});

test("a picture of the universe before that is held back does not speak for the present one, which is tried again", async () => {
  const { painter, source, pictures, held } = drawnUniverse();
  painter.show(LOOK, false);
  await until(() => pictures.length === 1);
  painter.follow({ ...source }, 2);
  painter.show(LOOK, false);
  await until(() => pictures.length === 2);
  pictures[0]?.(false);
  await new Promise((resolve) => setImmediate(resolve));
  expect(held()).toEqual([]);
  pictures[1]?.(false);
  await until(() => pictures.length === 3);
  expect(held()).toEqual([true]);
});

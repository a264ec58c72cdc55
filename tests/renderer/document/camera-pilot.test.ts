// The pilot: asks where the cells are only when they have moved, takes the camera there, and gives way to whoever moves it.

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Rect } from "../../../engine/core/rect.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { Camera, ViewSize } from "../../../engine/picture/camera.ts";
import { cameraOn, panBy, zoomAt } from "../../../engine/picture/camera-moves.ts";
import type { ViewFrame } from "../../../engine/picture/view-frame.ts";
import { isAt, middleOfBox, showsAll } from "../../../renderer/canvas/piloting.ts";
import type { PilotMode } from "../../../renderer/document/camera-pilot.ts";
import { CameraPilot } from "../../../renderer/document/camera-pilot.ts";
import { DocumentView } from "../../../renderer/document/document-view.ts";
import { MinimapWatch } from "../../../renderer/document/minimap-watch.ts";
import { fakeUniverse, liveOver } from "../../support/live-over.ts";

/** As of a new view. */
const SIZE = { width: 800, height: 600 };

/** A document with a pattern that is put wherever a test wants it. */
class Stand {
  box: Rect | null = { x: 0n, y: 0n, w: 3n, h: 3n };
  asked = 0;
  rasters = 0;
  readonly view = new DocumentView(() => SQUARE, cameraOn({ x: 1n, y: 1n }, 3, SQUARE));
  readonly editor = { store: createStore(() => ({})) };
  readonly gestures = { state: "idle" };
  readonly #fake = fakeUniverse({
    bounds: async () => {
      this.asked++;
      return this.box;
    },
    frame: async (camera: Camera, { width, height }: ViewSize): Promise<ViewFrame> => {
      this.rasters++;
      const raster = { x: 0n, y: 0n, width, height, scale: 0, counts: new Float32Array(width * height) };
      return { kind: "raster", generation: 0n, camera, raster };
    },
  });
  readonly universe = liveOver(this.#fake);

  move(box: Rect): void {
    this.box = box;
    this.#fake.store.setState(({ generation }) => ({ generation: generation + 1n }));
  }
}

let stand: Stand;
let ended: number;
let pilot: CameraPilot | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) => setTimeout(callback, 16));
  vi.stubGlobal("cancelAnimationFrame", (id: ReturnType<typeof setTimeout>) => clearTimeout(id));
  stand = new Stand();
  ended = 0;
  pilot = null;
});
afterEach(() => {
  pilot?.end();
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(mode: PilotMode, smooth = true): void {
  pilot = new CameraPilot(stand, {
    mode,
    smooth: () => smooth,
    onEnd: () => {
      ended++;
      pilot?.end();
    },
    onError: (error) => {
      throw error;
    },
  });
}

const pass = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);
const at = (x: number, y: number): Rect => ({ x: BigInt(x), y: BigInt(y), w: 3n, h: 3n });
const centred = (): boolean => isAt(middleOfBox(stand.box as Rect, SQUARE), stand.view.camera, SQUARE);

describe("following", () => {
  test("goes after the pattern step by step, arrives, and then asks and moves nothing", async () => {
    start("follow");
    await pass(20);
    expect(centred()).toBe(true);
    stand.move(at(30, 10));
    await pass(100);
    expect(centred()).toBe(false);
    await pass(1500);
    expect(centred()).toBe(true);
    const { asked } = stand;
    await pass(10_000);
    expect(stand.asked).toBe(asked);
    expect(vi.getTimerCount()).toBe(0);
    expect(ended).toBe(0);
  });

  test("jumps where nothing is to move by itself", async () => {
    start("follow", false);
    await pass(20);
    stand.move(at(30, 10));
    await pass(100);
    expect(centred()).toBe(true);
  });

  test("asks at most some twelve times a second, however often the cells move", async () => {
    start("follow");
    await pass(20);
    const before = stand.asked;
    // A second, in steps far shorter than its rests.
    for (let n = 0; n < 125; n++) {
      stand.move(at(n >> 3, 0));
      await pass(8);
    }
    expect(stand.asked - before).toBeGreaterThanOrEqual(10);
    expect(stand.asked - before).toBeLessThanOrEqual(13);
    await pass(2000);
  });

  test("sets off gently after a long rest, and waits for a hand that holds the view", async () => {
    start("follow");
    await pass(20);
    await pass(60_000);
    stand.move(at(30, 10));
    await pass(100);
    expect(centred()).toBe(false);
    await pass(1500);
    expect(centred()).toBe(true);
    stand.gestures.state = "pan";
    const { camera } = stand.view;
    stand.move(at(60, 10));
    await pass(500);
    expect(stand.view.camera).toBe(camera);
    stand.gestures.state = "idle";
    stand.move(at(61, 10));
    await pass(2000);
    expect(centred()).toBe(true);
  });

  test("ends when the view is panned, and not when it is zoomed", async () => {
    start("follow");
    await pass(20);
    stand.view.setCamera(zoomAt(stand.view.camera, SIZE, SQUARE, { x: 100, y: 100 }, 1));
    await pass(2000);
    expect(ended).toBe(0);
    expect(centred()).toBe(true);
    expect(stand.view.camera.zoom).toBe(4);
    stand.view.setCamera(panBy(stand.view.camera, SQUARE, { x: 60, y: 0 }));
    expect(ended).toBe(1);
    const { camera } = stand.view;
    stand.move(at(90, 0));
    await pass(1000);
    expect(stand.view.camera).toBe(camera);
  });
});

describe("autofit", () => {
  test("keeps all in view, comes closer again when it can, and ends when a part is looked at", async () => {
    start("autofit");
    await pass(20);
    const large: Rect = { x: -400n, y: -300n, w: 800n, h: 600n };
    stand.move(large);
    await pass(200);
    expect(showsAll(large, stand.view.camera, SIZE, SQUARE)).toBe(true);
    const { zoom } = stand.view.camera;
    stand.move(at(0, 0));
    await pass(800);
    expect(stand.view.camera.zoom).toBe(zoom);
    await pass(1200);
    const close = stand.view.camera.zoom;
    expect(close).toBeGreaterThan(zoom + 1);
    // Everything is still to be seen: nobody took the wheel.
    stand.view.setCamera(zoomAt(stand.view.camera, SIZE, SQUARE, { x: 400, y: 300 }, -1));
    expect(ended).toBe(0);
    await pass(3000);
    expect(stand.view.camera.zoom).toBe(close);
    stand.view.setCamera(panBy(stand.view.camera, SQUARE, { x: 2000, y: 0 }));
    expect(ended).toBe(1);
  });

  test("leaves the view alone while a hand is at work on it", async () => {
    start("autofit");
    await pass(20);
    stand.gestures.state = "stroke";
    const { camera } = stand.view;
    stand.move({ x: -400n, y: -300n, w: 800n, h: 600n });
    await pass(2000);
    expect(stand.view.camera).toBe(camera);
    stand.gestures.state = "idle";
    stand.move({ x: -401n, y: -300n, w: 802n, h: 600n });
    await pass(200);
    expect(stand.view.camera).not.toBe(camera);
  });
});

describe("the minimap's watch", () => {
  const MAP = { width: 160, height: 100 };

  test("shows nothing while all is in view, asks modestly, and not at all when nothing moves", async () => {
    const watch = new MinimapWatch(stand, MAP, (error) => {
      throw error;
    });
    await pass(10);
    expect(watch.store.getState()).toBeNull();
    expect(stand.rasters).toBe(0);
    stand.move({ x: -400n, y: -300n, w: 800n, h: 600n });
    await pass(500);
    expect(watch.store.getState()).not.toBeNull();
    const { asked } = stand;
    for (let n = 0; n < 2000; n++) {
      stand.move({ x: -400n, y: -300n, w: 800n, h: 600n });
      await pass(1);
    }
    expect(stand.asked - asked).toBeLessThanOrEqual(5);
    await pass(1000);
    const still = stand.asked;
    await pass(20_000);
    expect(stand.asked).toBe(still);
    expect(vi.getTimerCount()).toBe(0);
    // Zoomed out so far that all is to be seen, it goes at once.
    stand.view.setCamera({ ...stand.view.camera, zoom: -3 });
    expect(watch.store.getState()).toBeNull();
    watch.end();
  });
});

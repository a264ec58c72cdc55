// The stage with a real engine and a real worker that draws: draw with pointer events, step, read the screen back.

import { createElement, StrictMode } from "react";
import type { Root } from "react-dom/client";
import { createRoot } from "react-dom/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { UNBOUNDED } from "../../engine/core/topology.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import { cameraOn, pointOfCell } from "../../engine/picture/camera-moves.ts";
import { LIFE } from "../../engine/rules/universe-rule.ts";
import { startViewWorker } from "../../renderer/canvas/start-view-worker.ts";
import { DocumentView } from "../../renderer/document/document-view.ts";
import { Editor } from "../../renderer/editor/editor.ts";
import { Gestures } from "../../renderer/tools/gestures.ts";
import { Toolbox } from "../../renderer/tools/toolbox.ts";
import { startCpuEngine } from "../../renderer/universe/start-workers.ts";
import { ViewWorker } from "../../renderer/universe/view-worker.ts";
import { Stage } from "../../renderer/window/stage/stage.tsx";
import type { StageModel } from "../../renderer/window/stage/stage-model.ts";
import { liveOver } from "../support/live-over.ts";
import { patternFromText } from "../support/pattern-text.ts";

const GROUND = "rgb(12,15,20)";
const CELL = "rgb(244,231,195)";

const engine = startCpuEngine();
const screen = new ViewWorker(startViewWorker());
const errors: unknown[] = [];
const host = document.createElement("div");
let model: StageModel;
let root: Root;

const region = (): HTMLElement => host.querySelector<HTMLElement>('[role="application"]')!;

function pointer(type: string, x: number, y: number, more: PointerEventInit = {}): void {
  const { left, top } = region().getBoundingClientRect();
  const at = pointOfCell(model.view.camera, model.view.size, model.view.kind, { x: BigInt(x), y: BigInt(y) });
  const down = type === "pointerup" || (type === "pointermove" && !more.buttons) ? 0 : 1;
  region().dispatchEvent(
    new PointerEvent(type, {
      pointerId: 7,
      pointerType: "mouse",
      button: type === "pointermove" ? -1 : 0,
      buttons: down,
      clientX: left + at.x,
      clientY: top + at.y,
      bubbles: true,
      cancelable: true,
      ...more,
    }),
  );
}

function click(x: number, y: number): void {
  pointer("pointerdown", x, y);
  pointer("pointerup", x, y);
}

/** What is on the screen, copied once: each copy of a canvas that a worker draws takes its time. */
function screenColours(): (x: number, y: number) => string {
  const cells = host.querySelector("canvas")!;
  const { width, height } = cells;
  const copy = document.createElement("canvas");
  Object.assign(copy, { width, height });
  const context = copy.getContext("2d", { willReadFrequently: true })!;
  context.drawImage(cells, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return (x, y) => {
    const { camera, size, kind } = model.view;
    const at = pointOfCell(camera, size, kind, { x: BigInt(x), y: BigInt(y) });
    const ratio = width / size.width;
    const place = 4 * (Math.floor(at.y * ratio) * width + Math.floor(at.x * ratio));
    return `rgb(${data[place]},${data[place + 1]},${data[place + 2]})`;
  };
}

async function colourAt(x: number, y: number): Promise<string> {
  return screenColours()(x, y);
}

async function shown(): Promise<string[]> {
  const live: string[] = [];
  const colour = screenColours();
  for (let y = -3; y <= 3; y++) {
    for (let x = -3; x <= 3; x++) if (colour(x, y) === CELL) live.push(`${x},${y}`);
  }
  return live;
}

/** Counts the frames that the stage asks for; the test's own do not count. */
function watchFrames() {
  const original = window.requestAnimationFrame;
  let asked = 0;
  window.requestAnimationFrame = (callback) => {
    asked++;
    return original.call(window, callback);
  };
  return {
    asked: () => asked,
    next: () => new Promise((resolve) => original.call(window, resolve)),
    end: () => void (window.requestAnimationFrame = original),
  };
}

beforeAll(async () => {
  const universe = await engine.createUniverse({ rule: LIFE, topology: UNBOUNDED });
  const grid = gridKindOf(LIFE, UNBOUNDED);
  const report = (error: unknown): void => void errors.push(error);
  const view = new DocumentView(() => grid, cameraOn({ x: 0n, y: 0n }, 4, grid));
  const editor = new Editor(universe, { onError: report });
  const toolbox = new Toolbox({ editor, view, hint: () => {}, report }, "draw");
  const gestures = new Gestures(toolbox, view);
  model = { editor, toolbox, gestures, view, universe: liveOver(universe) };
  Object.assign(host.style, {
    position: "fixed",
    left: "20px",
    top: "10px",
    width: "320px",
    height: "240px",
  });
  document.body.append(host);
  root = createRoot(host);
  const stage = createElement(Stage, {
    model,
    screen,
    name: "A universe",
    help: "",
    look: { gridLines: false, boldEvery: 10, ages: false, trail: false, icons: false, flashLimit: true },
    theme: "dark",
    onError: report,
  });
  root.render(createElement(StrictMode, null, stage));
});

afterAll(() => {
  root.unmount();
  host.remove();
  engine.close();
  screen.close();
});

describe("the stage", () => {
  test("shows the ground, then a glider as it is drawn, then as it moves", async () => {
    await expect.poll(() => model.view.size.width).toBe(320);
    await expect.poll(() => colourAt(0, 0)).toBe(GROUND);
    for (const [x, y] of [
      [0, -1],
      [1, 0],
    ])
      click(x!, y!);
    pointer("pointerdown", -1, 1);
    pointer("pointermove", 1, 1, { buttons: 1 });
    pointer("pointerup", 1, 1);
    await expect.poll(shown).toEqual(["0,-1", "1,0", "-1,1", "0,1", "1,1"]);
    await model.editor.step(4n);
    await expect.poll(shown).toEqual(["1,0", "2,1", "0,2", "1,2", "2,2"]);
    await model.editor.undo();
    await expect.poll(shown).toEqual(["0,-1", "1,0", "-1,1", "0,1", "1,1"]);
    expect(errors).toEqual([]);
  });

  test("the wheel zooms at the pointer, and the picture follows", async () => {
    const { left, top } = region().getBoundingClientRect();
    const { camera } = model.view;
    const wheel = { clientX: left + 160, clientY: top + 120, deltaY: -120, cancelable: true, bubbles: true };
    const event = new WheelEvent("wheel", wheel);
    region().dispatchEvent(event);
    expect(event.defaultPrevented).toBe(true);
    expect(model.view.camera.zoom).toBeCloseTo(4.5);
    await expect.poll(shown).toEqual(["0,-1", "1,0", "-1,1", "0,1", "1,1"]);
    model.view.setCamera(camera);
  });

  test("a cell by keyboard: Alt and arrows lead there, Alt and Enter draw it and it is told", async () => {
    const key = (name: string): void =>
      void region().dispatchEvent(
        new KeyboardEvent("keydown", { key: name, altKey: true, bubbles: true, cancelable: true }),
      );
    model.view.setPointerCell({ x: 0n, y: 0n });
    for (const name of ["ArrowLeft", "ArrowLeft", "ArrowUp", "Enter"]) key(name);
    await expect.poll(() => colourAt(-2, -1)).toBe(CELL);
    await expect.poll(() => region().textContent).toContain("Cell -2, -1: live");
    expect(model.view.state.pointerCell).toEqual({ x: -2n, y: -1n });
  });

  test("the overlay: a dragged selection, then a paste of few and of many cells that floats", async () => {
    /** How strongly the overlay covers a cell's centre, 0..255. */
    const cover = (x: number, y: number): number => {
      const overlay = host.querySelectorAll("canvas")[2]!;
      const { camera, size, kind } = model.view;
      const at = pointOfCell(camera, size, kind, { x: BigInt(x), y: BigInt(y) });
      const ratio = overlay.width / size.width;
      return overlay.getContext("2d")!.getImageData(at.x * ratio, at.y * ratio, 1, 1).data[3]!;
    };
    model.toolbox.choose("select");
    pointer("pointerdown", -4, -2);
    pointer("pointermove", 4, 3, { buttons: 1 });
    await expect.poll(() => cover(2, 2)).toBeGreaterThan(15);
    pointer("pointerup", 4, 3);
    await model.editor.settled();
    expect(model.editor.state.selection?.box).toEqual({ x: -4n, y: -2n, w: 9n, h: 6n });
    await model.editor.select(null);
    await expect.poll(() => cover(2, 2)).toBe(0);
    for (const [width, height] of [
      [3, 2],
      [300, 200],
    ]) {
      const rle = `x = ${width}, y = ${height}\n${`${width}o$`.repeat(height! - 1)}${width}o!`;
      model.editor.beginPaste(patternFromText(rle), { x: 2n, y: 1n });
      await expect.poll(() => cover(4, 2)).toBeGreaterThan(120);
      expect(cover(1, 1)).toBe(0);
      pointer("pointermove", 4, 1);
      await expect.poll(() => cover(3, 2)).toBe(0);
      expect(cover(5, 2)).toBeGreaterThan(120);
      model.editor.cancelPaste();
    }
    model.toolbox.choose("draw");
  });

  test("nothing is drawn while nothing changes", async () => {
    const frames = watchFrames();
    // It comes to rest, however long that takes here.
    await expect
      .poll(async () => {
        const before = frames.asked();
        for (let frame = 0; frame < 30; frame++) await frames.next();
        return frames.asked() - before;
      })
      .toBe(0);
    frames.end();
  });

  test("handlers leave the drawing to the next frame while the universe runs flat out", async () => {
    const frames = watchFrames();
    const drawn = vi.spyOn(CanvasRenderingContext2D.prototype, "clearRect");
    await model.editor.run({ increment: 1n, interval: 0 });
    const began = model.editor.state.generation;
    for (let frame = 0; frame < 10; frame++) {
      await frames.next();
      const [asked, calls] = [frames.asked(), drawn.mock.calls.length];
      for (let i = 0; i < 6; i++) pointer("pointermove", (frame + i) % 5, 0);
      expect(drawn.mock.calls.length).toBe(calls);
      expect(frames.asked() - asked).toBeLessThanOrEqual(2);
    }
    await expect.poll(() => model.editor.state.generation).toBeGreaterThan(began);
    await model.editor.stop();
    expect(drawn.mock.calls.length).toBeGreaterThan(0);
    drawn.mockRestore();
    frames.end();
    expect(errors).toEqual([]);
  });
});

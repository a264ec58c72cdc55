import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { cameraOn, positionAt } from "../../../engine/picture/camera-moves.ts";
import { readWheel } from "../../../renderer/tools/wheel.ts";
import { GLIDER } from "../../support/local-editor.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";

const population = async (driver: ToolDriver): Promise<bigint> => {
  await driver.settled();
  return driver.universe.population();
};
const touch = (pointerId: number, timeStamp?: number) =>
  ({ pointerType: "touch", pointerId, timeStamp }) as const;

describe("the hand, with any tool", () => {
  it("zooms by the wheel at the pointer", async () => {
    for (const tool of ["draw", "select", "pan"]) {
      const driver = await toolDriver();
      const { size, kind } = driver.view;
      const at = { x: 700, y: 50 };
      driver.tool(tool).pointerMove(at.x, at.y);
      const under = positionAt(driver.camera, size, kind, at);
      driver.wheel(-120);
      expect(driver.camera.zoom).toBe(4.5);
      const after = positionAt(driver.camera, size, kind, at);
      expect(after.x.whole).toBe(under.x.whole);
      expect(after.x.part).toBeCloseTo(under.x.part, 9);
      driver.wheel(120);
      expect(driver.camera.zoom).toBe(4);
    }
  });

  it("pans by the middle button", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    const before = driver.camera;
    driver.pointerDown(100, 100, { button: 1, buttons: 4 }).pointerMove(164, 132);
    expect(driver.gestures.state).toBe("pan");
    driver.pointerUp({ button: 1 });
    expect([driver.camera.x - before.x, driver.camera.y - before.y]).toEqual([-4n, -2n]);
    expect(await population(driver)).toBe(5n);
  });

  it("leaves the secondary button to the context menu", async () => {
    const driver = await toolDriver();
    driver.pointerDownAt(0, 0, { button: 2, buttons: 2 }).pointerMoveAt(5, 5).pointerUp();
    expect(await population(driver)).toBe(0n);
  });

  it("begins no second stroke while one is drawn", async () => {
    const driver = await toolDriver();
    driver.pointerDownAt(0, 0).pointerMoveAt(2, 0);
    driver.pointerDownAt(0, 9, { pointerId: 2, pointerType: "pen" }).pointerMoveAt(5, 9, { pointerId: 2 });
    driver.pointerUp({ pointerId: 2 }).pointerMoveAt(4, 0).pointerUp();
    await driver.settled();
    expect(driver.editor.history.map((item) => item.label)).toEqual(["Draw 5 cells"]);
  });

  it("takes a stroke back when its pointer is taken away", async () => {
    const driver = await toolDriver({ cells: GLIDER });
    driver.pointerDownAt(-5, -5).pointerMoveAt(5, -5).pointerCancel().pointerMoveAt(9, 9);
    expect(await population(driver)).toBe(5n);
    expect(driver.gestures.state).toBe("idle");
  });

  it("ends a stroke whose button was let go unseen", async () => {
    const driver = await toolDriver();
    driver.pointerDownAt(0, 0).pointerMoveAt(3, 0);
    driver.pointerMoveAt(9, 9, { buttons: 0 });
    expect(await population(driver)).toBe(4n);
    expect(driver.gestures.state).toBe("idle");
    // A press of a pointer that is thought to be down begins anew.
    driver.pointerDownAt(0, 5).pointerMoveAt(3, 5).pointerDownAt(0, 8).pointerUp();
    expect(await population(driver)).toBe(5n);
  });

  it("draws with one finger and pinches with two, taking the first one's dot back", async () => {
    const driver = await toolDriver();
    const { size, kind } = driver.view;
    driver.pointerDown(300, 300, touch(1, 0)).pointerMove(304, 300, touch(1, 50));
    driver.pointerDown(500, 300, touch(2, 100));
    expect(driver.gestures.state).toBe("pinch");
    const middle = positionAt(driver.camera, size, kind, { x: 402, y: 300 });
    driver.pointerMove(208, 300, touch(1, 120)).pointerMove(600, 300, touch(2, 130));
    expect(driver.camera.zoom).toBeCloseTo(5, 9);
    const after = positionAt(driver.camera, size, kind, { x: 404, y: 300 });
    expect(Number(after.x.whole - middle.x.whole) + after.x.part - middle.x.part).toBeCloseTo(0, 9);
    // The finger that stays pans and does not draw.
    driver.pointerUp(touch(1, 200)).pointerMove(632, 300, touch(2, 220));
    expect(driver.gestures.state).toBe("pan");
    driver.pointerUp(touch(2, 240));
    expect(driver.gestures.state).toBe("idle");
    expect(await population(driver)).toBe(0n);
    expect(driver.editor.state.length).toBe(0);
  });

  it("takes a second finger for a slip once a stroke is well under way", async () => {
    const driver = await toolDriver();
    driver.pointerDownAt(0, 0, touch(1, 0)).pointerMoveAt(5, 0, touch(1, 400));
    driver.pointerDown(700, 500, touch(2, 500)).pointerMove(500, 500, touch(2, 520));
    driver.pointerMoveAt(6, 0, touch(1, 540)).pointerUp(touch(2, 550)).pointerUp(touch(1, 560));
    expect(await population(driver)).toBe(7n);
    expect(driver.camera.zoom).toBe(4);
  });

  it("ignores the palm beside the pen", async () => {
    const driver = await toolDriver();
    const pen = { pointerType: "pen", pointerId: 7 } as const;
    driver.pointerDownAt(0, 0, pen).pointerDown(600, 500, touch(1)).pointerMove(650, 550, touch(1));
    driver.pointerMoveAt(3, 0, pen).pointerUp(touch(1)).pointerUp(pen);
    expect(await population(driver)).toBe(4n);
  });

  it("loses no finger of three", async () => {
    const driver = await toolDriver();
    driver.pointerDown(100, 100, touch(1)).pointerDown(200, 100, touch(2)).pointerDown(300, 100, touch(3));
    driver.pointerMove(400, 100, touch(3)).pointerUp(touch(3));
    expect(driver.gestures.state).toBe("pinch");
    driver.pointerCancel(1).pointerCancel(2);
    expect(driver.gestures.state).toBe("idle");
    driver.pointerDownAt(0, 0).pointerUp();
    expect(await population(driver)).toBe(1n);
  });

  it("cancels nothing when nothing is going on", async () => {
    const driver = await toolDriver({ cells: cellsFromRle("o!") });
    expect(driver.gestures.cancel()).toBe(false);
    driver.key("Escape");
    expect(driver.errors).toEqual([]);
  });
});

describe("the wheel", () => {
  const wheel = { x: 0, y: 0, deltaX: 0, deltaY: 0, deltaMode: 0, ctrlKey: false, shiftKey: false };

  it("zooms by notches of pixels, lines or pages, never by more than two at once", () => {
    expect(readWheel({ ...wheel, deltaY: -120 })).toEqual({ kind: "zoom", change: 0.5 });
    expect(readWheel({ ...wheel, deltaY: 3, deltaMode: 1 })).toEqual({ kind: "zoom", change: -0.5 });
    expect(readWheel({ ...wheel, deltaY: 1, deltaMode: 2 })).toEqual({ kind: "zoom", change: -1 });
    expect(readWheel({ ...wheel, deltaX: 120, shiftKey: true })).toEqual({ kind: "zoom", change: -0.5 });
  });

  it("zooms by a trackpad's pinch and pans by its two fingers", () => {
    const pinch = readWheel({ ...wheel, deltaY: -100 * Math.log(1.5), ctrlKey: true });
    expect(pinch).toEqual({ kind: "zoom", change: expect.closeTo(Math.log2(1.5), 9) });
    const pan = { ...wheel, deltaX: 3, deltaY: 7, wheelDeltaY: -21 };
    expect(readWheel(pan)).toEqual({ kind: "pan", by: { x: -3, y: -7 } });
    // A wheel's old measure counts notches, whatever the pixels are.
    expect(readWheel({ ...wheel, deltaY: 100, wheelDeltaY: -120 }).kind).toBe("zoom");
    expect(readWheel({ ...wheel, deltaX: 2, deltaY: 9 }).kind).toBe("pan");
  });

  it("does as the person prefers", () => {
    const trackpad = { ...wheel, deltaY: 7, wheelDeltaY: -21 };
    expect(readWheel(trackpad, "zoom").kind).toBe("zoom");
    expect(readWheel({ ...wheel, deltaY: 120 }, "pan")).toEqual({ kind: "pan", by: { x: 0, y: -120 } });
    expect(readWheel({ ...wheel, deltaY: 120, ctrlKey: true }, "pan").kind).toBe("zoom");
  });

  it("never leaves the zoom's limits", async () => {
    const driver = await toolDriver();
    for (let i = 0; i < 50; i++) driver.wheel(-240);
    expect(driver.camera.zoom).toBe(6);
    driver.camera = cameraOn({ x: 10n ** 30n, y: 0n }, 6, driver.view.kind);
    for (let i = 0; i < 66; i++) driver.wheel(240);
    expect(driver.camera.zoom).toBe(-60);
    for (let i = 0; i < 66; i++) driver.wheel(-240);
    expect(driver.camera.x).toBe(10n ** 30n);
  });
});

describe("past the view's edge", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("the view scrolls on while something is dragged, faster further out, and stands when the hand is back", async () => {
    const driver = await toolDriver();
    const left = (): bigint => driver.cellAt({ x: 0, y: 300 }).x;
    const start = left();
    driver.tool("select").pointerDown(400, 300).pointerMove(810, 300);
    vi.advanceTimersByTime(1000);
    const slow = left() - start;
    expect(slow).toBeGreaterThan(5n);
    // The box follows the pointer's place on the screen.
    const { draft } = driver.editor.state;
    expect(draft && draft.box.x + draft.box.w - 1n).toBe(driver.cellAt({ x: 810, y: 300 }).x);
    driver.pointerMove(900, 300);
    vi.advanceTimersByTime(1000);
    expect(left() - start - slow).toBeGreaterThan(3n * slow);
    driver.pointerMove(700, 300);
    const there = left();
    vi.advanceTimersByTime(1000);
    expect(left()).toBe(there);
    driver.pointerMove(400, -50);
    driver.pointerUp();
    const { y } = driver.cellAt({ x: 0, y: 0 });
    vi.advanceTimersByTime(1000);
    expect(driver.cellAt({ x: 0, y: 0 }).y).toBe(y);
  });

  it("ends with Escape, and does not begin with tools that move the view themselves", async () => {
    const driver = await toolDriver();
    driver.tool("draw").pointerDown(400, 300).pointerMove(400, 640);
    driver.gestures.cancel();
    const { camera } = driver;
    vi.advanceTimersByTime(500);
    expect(driver.camera).toBe(camera);
    driver.pointerUp();
    driver.tool("zoom-in").pointerDown(400, 300).pointerMove(400, 640);
    vi.advanceTimersByTime(500);
    expect(driver.camera).toBe(camera);
    driver.pointerCancel();
  });
});

describe("the second button", () => {
  it("zooms the other way with the zoom tools, and is the menu's with others", async () => {
    const driver = await toolDriver();
    const right = {
      pointerId: 1,
      pointerType: "mouse",
      button: 2,
      buttons: 2,
      shiftKey: false,
      ctrlKey: false,
    } as const;
    const press = { ...right, metaKey: false, altKey: false, pressure: 0.5, timeStamp: 0, x: 10, y: 10 };
    expect(driver.gestures.secondary(press)).toBe(false);
    expect(driver.tool("zoom-in").gestures.secondary(press)).toBe(true);
    expect(driver.camera.zoom).toBe(3);
    expect(driver.tool("zoom-out").gestures.secondary(press)).toBe(true);
    expect(driver.camera.zoom).toBe(4);
    expect(driver.gestures.secondary({ ...press, button: 0 })).toBe(false);
  });
});

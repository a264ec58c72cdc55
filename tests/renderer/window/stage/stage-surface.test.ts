// The stage's element: the canvases in it, what the pointer and the keyboard do there, and what is left when it goes.

import { describe, expect, it, onTestFinished } from "vitest";
import { rect } from "../../../../engine/core/rect.ts";
import { stateColour } from "../../../../engine/picture/age-colours.ts";
import { pointOfCell } from "../../../../engine/picture/camera-moves.ts";
import { cssColour, THEMES } from "../../../../engine/picture/themes.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import { StageSurface } from "../../../../renderer/window/stage/stage-surface.ts";
import { boxAround } from "../../../support/canvas-notes.ts";
import { GLIDER } from "../../../support/local-editor.ts";
import { act, press } from "../../../support/played-page/hands.ts";
import { until } from "../../../support/until.ts";
import { inStudio } from "../../in-studio.ts";

const LEFT = 40;
const TOP = 20;

/** What the window says to the worker that draws, by the verbs, and that worker's answers. */
function screen() {
  const { port1, port2 } = new MessageChannel();
  const asked: { readonly verb: string; readonly args: Record<string, unknown>; readonly id: number }[] = [];
  port1.addEventListener("message", ({ data }) => {
    if (data.type === "call") asked.push(data);
  });
  port1.start();
  const last = (verb: string) => asked.filter((call) => call.verb === verb).at(-1);
  const look = () => last("show")?.args.look as Record<string, unknown> | undefined;
  return {
    join: () => port2,
    ...{ last, look },
    /** Tells of the stage's pictures. */
    news: (value: object) => port1.postMessage({ type: "progress", id: last("openStage")?.id, value }),
    end: () => port1.close(),
  };
}

async function stage(wanted: Parameters<ReturnType<typeof inStudio>["open"]>[0] = {}) {
  const { page, studio, open } = inStudio();
  const document = await open({ cells: GLIDER, ...wanted });
  const host = page.document.createElement("div");
  host.tabIndex = 0;
  host.append(page.document.createElement("p"));
  page.document.body.append(host);
  page.place(host, { left: LEFT, top: TOP, width: 400, height: 300 });
  const drawer = screen();
  const said: unknown[] = [];
  const surface = new StageSurface(host as never, drawer as never, {
    onReady: () => said.push("ready"),
    onError: (error) => said.push(error),
    onSpeak: (text) => said.push(text),
    onFlashLimited: (limited) => said.push(limited ? "limited" : "free"),
  });
  onTestFinished(() => {
    surface.dispose();
    drawer.end();
  });
  const { view } = document;
  /** The pointer's place over the middle of a cell. */
  const over = (x: number, y: number): { clientX: number; clientY: number } => {
    const at = pointOfCell(view.camera, view.size, view.kind, { x: BigInt(x), y: BigInt(y) });
    return { clientX: LEFT + at.x, clientY: TOP + at.y };
  };
  const point = (type: string, x: number, y: number, more: object = {}) =>
    act(host, type, {
      ...over(x, y),
      ...{ pointerId: 3, pointerType: "mouse", button: 0, buttons: type === "pointerup" ? 0 : 1, ...more },
    });
  const begin = (): void => {
    const { editor, toolbox, gestures, universe } = document;
    surface.setModel({ editor, toolbox, gestures, view, universe });
    page.resize(host, 400, 300, LEFT, TOP);
  };
  const canvases = [...host.querySelectorAll("canvas")];
  return { page, studio, document, view, host, drawer, said, surface, over, point, begin, canvases };
}
const live = async ({ document }: Awaited<ReturnType<typeof stage>>, x: number, y: number) =>
  (await document.editor.stateAt({ x: BigInt(x), y: BigInt(y) })) === 1;

describe("the canvases", () => {
  it("lie under whatever else is on the stage, hidden from readers, and two of them are the worker's", async () => {
    const { host, canvases, page } = await stage();
    expect([...host.children].map(({ localName }) => localName)).toEqual(["canvas", "canvas", "canvas", "p"]);
    expect(canvases.map((canvas) => canvas.getAttribute("aria-hidden"))).toEqual(["true", "true", "true"]);
    expect(canvases.map((canvas) => page.isGiven(canvas))).toEqual([true, true, false]);
    // Each covers the whole stage.
    const covers = { position: "absolute", inset: "0", width: "100%", height: "100%" };
    for (const { style } of canvases) expect(style).toMatchObject(covers);
    // The pointer goes through the overlay.
    expect(canvases[2]?.style.pointerEvents).toBe("none");
    expect(canvases.map(({ style }) => style.visibility === "hidden")).toEqual([false, true, false]);
  });

  it("show one surface at a time, the one that the worker has drawn on", async () => {
    const { drawer, canvases, begin } = await stage();
    begin();
    const seen = () => canvases.slice(0, 2).map(({ style }) => style.visibility !== "hidden");
    await until(() => drawer.last("openStage") !== undefined);
    drawer.news({ type: "painted", surface: "gpu" });
    await until(() => seen()[1] === true);
    expect(seen()).toEqual([false, true]);
    drawer.news({ type: "painted", surface: "cells" });
    await until(() => seen()[0] === true);
    expect(seen()).toEqual([true, false]);
  });

  it("are ready once they have a size and a universe, and are as sharp as the screen", async () => {
    const { page, host, said, surface, document, view, drawer, canvases } = await stage();
    page.resize(host, 0, 0);
    surface.setModel(document);
    expect(said).toEqual([]);
    Object.assign(globalThis, { devicePixelRatio: 2 });
    page.resize(host, 400, 300, LEFT, TOP);
    expect(said).toEqual(["ready"]);
    expect(view.size).toEqual({ width: 400, height: 300 });
    expect(canvases[2]).toMatchObject({ width: 800, height: 600 });
    page.paint();
    await until(() => drawer.last("show") !== undefined);
    expect(drawer.last("show")?.args).toMatchObject({
      look: { size: { width: 800, height: 600 }, ratio: 2 },
    });
    // A hidden tab keeps the last one; it is ready once only.
    page.resize(host, 0, 0);
    expect(view.size).toEqual({ width: 400, height: 300 });
    page.resize(host, 500, 300, LEFT, TOP);
    expect(said).toEqual(["ready"]);
    surface.setModel(document);
    expect(said).toEqual(["ready", "ready"]);
  });

  it("have the look and the colours that are wished for", async () => {
    const { page, drawer, surface, begin } = await stage();
    const look = { gridLines: false, boldEvery: 5, ages: true, trail: true, icons: false, flashLimit: false };
    begin();
    page.paint();
    await until(() => drawer.last("show") !== undefined);
    expect(drawer.look()).toMatchObject({
      ...{ gridLines: true, boldEvery: 10, ages: false, trail: false, flashLimit: true },
    });
    const dark = drawer.look()?.colours;
    drawer.news({ type: "painted", surface: "cells" });
    surface.setLook(look);
    surface.setTheme("light");
    await until(() => {
      page.paint();
      return drawer.look()?.boldEvery === 5;
    });
    const { icons: _, ...rest } = look;
    expect(drawer.look()).toMatchObject(rest);
    expect(drawer.look()?.colours).not.toEqual(dark);
  });

  it("are gone when the stage goes, with all that listened", async () => {
    const { page, host, surface, begin, point, document } = await stage();
    begin();
    point("pointerdown", 5, 5);
    surface.dispose();
    expect(host.querySelector("canvas")).toBeNull();
    expect(page.watching).toBe(0);
    for (const type of ["pointerdown", "pointermove", "wheel", "keydown"])
      expect(page.listeners(host, type)).toBe(0);
    // The gesture under way is taken back.
    expect(document.gestures.state).toBe("idle");
  });

  it("pass on trouble, and that pictures are held back", async () => {
    const { drawer, said, begin } = await stage();
    begin();
    await until(() => drawer.last("openStage") !== undefined);
    drawer.news({ type: "held", held: true });
    await until(() => said.includes("limited"));
    drawer.news({ type: "held", held: false });
    await until(() => said.includes("free"));
  });
});

describe("the pointer", () => {
  it("draws a stroke from where it is pressed to where it is released, and has the focus", async () => {
    const rig = await stage();
    const { page, host, point, begin, document } = rig;
    begin();
    point("pointerdown", 10, 10);
    expect(page.document.activeElement).toBe(host);
    expect(host.hasPointerCapture(3)).toBe(true);
    point("pointermove", 14, 10, { button: -1 });
    point("pointerup", 14, 13);
    await document.editor.settled();
    expect(await Promise.all([9, 10, 12, 14, 15].map((x) => live(rig, x, 10)))).toEqual([
      ...[false, true, true, true, false],
    ]);
    // It went around the corner.
    expect(await Promise.all([11, 12, 13, 14].map((y) => live(rig, 14, y)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
  });

  it.each(["pointercancel", "lostpointercapture"])("takes a stroke back at %s", async (type) => {
    const rig = await stage();
    const { point, begin, document } = rig;
    begin();
    point("pointerdown", 10, 10);
    point("pointermove", 14, 10, { button: -1 });
    point(type, 14, 10);
    await document.editor.settled();
    expect(document.gestures.state).toBe("idle");
    expect(document.editor.state.undoLabel).toBeNull();
  });

  it("points at a cell, also while the view moves under it, and at none once it has left", async () => {
    const { view, point, begin, host, page } = await stage();
    begin();
    point("pointermove", 7, 3, { button: -1, buttons: 0 });
    expect(view.state.pointerCell).toEqual({ x: 7n, y: 3n });
    const { camera } = view;
    view.setCamera({ ...camera, zoom: camera.zoom + 1 });
    expect(view.state.pointerCell).not.toEqual({ x: 7n, y: 3n });
    view.setCamera(camera);
    expect(view.state.pointerCell).toEqual({ x: 7n, y: 3n });
    act(host, "pointerleave", { bubbles: false });
    expect(view.state.pointerCell).toBeNull();
    // It rests elsewhere.
    view.setCamera({ ...camera, zoom: camera.zoom + 1 });
    expect(view.state.pointerCell).toBeNull();
    page.paint();
  });

  it("has the tool's cursor, and a closed hand while it pulls the view", async () => {
    const { studio, document, host, point, begin, page, view } = await stage();
    begin();
    page.paint();
    const drawing = host.style.cursor;
    document.toolbox.choose("pan");
    page.paint();
    expect(host.style.cursor).toBe("grab");
    const { camera } = view;
    expect(point("pointerdown", 0, 0, { button: 1, buttons: 4 }).defaultPrevented).toBe(true);
    expect(host.style.cursor).toBe("grabbing");
    point("pointermove", 5, 0, { button: -1, buttons: 4 });
    point("pointerup", 5, 0, { button: 1 });
    expect(host.style.cursor).toBe("grab");
    expect(view.camera).not.toEqual(camera);
    expect(point("pointerdown", 0, 0).defaultPrevented).toBe(false);
    point("pointerup", 0, 0);
    document.toolbox.choose("draw");
    page.paint();
    expect(host.style.cursor).toBe(drawing);
    expect(studio.shell.getState().message).toBeNull();
  });

  it("zooms with the wheel at its place, and the page stays", async () => {
    const { view, over, host, begin } = await stage();
    begin();
    const zoom = view.camera.zoom;
    const wheel = { ...over(3, 2), deltaX: 0, deltaY: -100, deltaMode: 0, ctrlKey: false, shiftKey: false };
    expect(act(host, "wheel", wheel).defaultPrevented).toBe(true);
    expect(view.camera.zoom).toBeGreaterThan(zoom);
    expect(view.state.pointerCell).toEqual({ x: 3n, y: 2n });
  });

  it("keeps the menu away where the tool took the second button, once", async () => {
    const { host, begin, document, point, page } = await stage();
    begin();
    let menus = 0;
    page.document.body.addEventListener("contextmenu", () => menus++);
    const menu = () => act(host, "contextmenu").defaultPrevented;
    point("pointerdown", 1, 1, { button: 2, buttons: 2 });
    point("pointerup", 1, 1, { button: 2 });
    expect([menu(), menus]).toEqual([false, 1]);
    Object.assign(document.gestures, { secondary: () => true });
    point("pointerdown", 1, 1, { button: 2, buttons: 2 });
    point("pointerup", 1, 1, { button: 2 });
    expect([menu(), menus]).toEqual([true, 1]);
    expect([menu(), menus]).toEqual([false, 2]);
  });

  it("opens the menu at its cell", async () => {
    const { begin, surface, over } = await stage();
    expect(surface.menuPlace({ ...over(5, 6) } as MouseEvent)).toBeNull();
    begin();
    const { clientX: x, clientY: y } = over(5, 6);
    expect(surface.menuPlace({ ...over(5, 6) } as MouseEvent)).toEqual({
      ...{ point: { x, y }, cell: { x: 5n, y: 6n } },
    });
  });
});

describe("the keyboard", () => {
  it("points with Alt and the arrows, says what is there, and uses the tool with Enter", async () => {
    const rig = await stage();
    const { host, said, begin, view, document, surface, over, point } = rig;
    begin();
    point("pointermove", 0, 0, { button: -1, buttons: 0 });
    said.length = 0;
    expect(press(host, "ArrowRight", { altKey: true }).defaultPrevented).toBe(true);
    expect(view.state.pointerCell).toEqual({ x: 1n, y: 0n });
    await until(() => said.length === 1);
    expect(said).toEqual(["Cell 1, 0: live"]);
    press(host, "ArrowDown", { altKey: true, shiftKey: true });
    expect(view.state.pointerCell).toEqual({ x: 1n, y: 10n });
    // The mouse rests: a moving view does not take the place back.
    view.setCamera({ ...view.camera });
    act(host, "pointerleave", { bubbles: false });
    expect(view.state.pointerCell).toEqual({ x: 1n, y: 10n });
    const menu = surface.menuPlace({ clientX: LEFT, clientY: TOP } as MouseEvent);
    const { clientX: x, clientY: y } = over(1, 10);
    expect(menu).toEqual({ point: { x, y }, cell: { x: 1n, y: 10n } });
    press(host, "Enter", { altKey: true });
    await document.editor.settled();
    expect(await live(rig, 1, 10)).toBe(true);
    document.toolbox.choose("select");
    press(host, "Enter", { altKey: true });
    press(host, "Enter", { altKey: true });
    await until(() => said.some((text) => String(text).startsWith("Ends here. Cell 1, 10: ")));
  });

  it("leaves other keys and other chords alone", async () => {
    const { host, begin, view, point } = await stage();
    begin();
    point("pointermove", 4, 4, { button: -1, buttons: 0 });
    const before = view.state.pointerCell;
    for (const held of [{}, { altKey: true, ctrlKey: true }, { altKey: true, metaKey: true }])
      expect(press(host, "ArrowRight", held).defaultPrevented).toBe(false);
    expect(press(host, "x", { altKey: true }).defaultPrevented).toBe(false);
    expect(view.state.pointerCell).toEqual(before);
    // The mouse still points.
    view.setCamera({ ...view.camera, zoom: view.camera.zoom + 2 });
    expect(view.state.pointerCell).not.toEqual(before);
  });

  it("takes back what is under way with Escape, and is otherwise done with it", async () => {
    const { host, begin, point, document } = await stage();
    begin();
    expect(press(host, "Escape").defaultPrevented).toBe(false);
    point("pointerdown", 10, 10);
    point("pointermove", 14, 10, { button: -1 });
    expect(press(host, "Escape", { shiftKey: true }).defaultPrevented).toBe(true);
    await document.editor.settled();
    expect(document.editor.state.undoLabel).toBeNull();
  });
});

describe("the overlay", () => {
  it("shows the selection and the cell under the pointer, drawn once for many changes", async () => {
    const { begin, canvases, page, document, point } = await stage();
    begin();
    const overlay = page.drawnOn(canvases[2] as HTMLCanvasElement);
    page.paint();
    overlay.list.length = 0;
    await document.editor.select(selectBox(rect(0, 0, 4, 4)));
    point("pointermove", 2, 2, { button: -1, buttons: 0 });
    point("pointermove", 3, 2, { button: -1, buttons: 0 });
    expect(overlay.list).toEqual([]);
    page.paint();
    expect(overlay.of("clear")).toHaveLength(1);
    expect(overlay.of("fill").length).toBeGreaterThan(0);
    overlay.list.length = 0;
    page.paint();
    expect(overlay.list).toEqual([]);
  });

  it("has the theme's colours, and the handles of the view that the tool is used on alone", async () => {
    const { begin, canvases, page, document, surface, host } = await stage();
    Object.assign(host.style, { "--accent": "#123456", "--ink": "#abcdef" });
    begin();
    surface.setTheme("dark");
    document.toolbox.choose("select");
    await document.editor.select(selectBox(rect(0, 0, 40, 40)));
    const overlay = page.drawnOn(canvases[2] as HTMLCanvasElement);
    page.paint();
    overlay.list.length = 0;
    surface.setTheme("light");
    page.paint();
    // Eight of them, each smaller than a cell; around the selection goes another line.
    const handles = () =>
      overlay
        .of("stroke")
        .flatMap(({ outlines }) => outlines.map(boxAround))
        .filter(({ left, right }) => right - left < 16);
    expect(handles()).toHaveLength(8);
    document.split();
    document.turn();
    document.toolbox.use(document.view);
    overlay.list.length = 0;
    surface.setTheme("dark");
    page.paint();
    expect(handles()).toEqual([]);
  });

  it("shows a shape that is being drawn in the colour of its state", async () => {
    const { begin, canvases, page, document, point } = await stage({ rule: "23/3/4" });
    begin();
    document.toolbox.setInk(3);
    document.toolbox.choose("line");
    point("pointerdown", 2, 2);
    point("pointermove", 6, 2, { button: -1 });
    const overlay = page.drawnOn(canvases[2] as HTMLCanvasElement);
    overlay.list.length = 0;
    page.paint();
    const { rule } = document.editor.state;
    expect(overlay.filled.map(({ colour }) => colour)).toContain(
      cssColour(stateColour(THEMES.get("dark"), 3, rule)),
    );
    point("pointerup", 6, 2);
  });
});

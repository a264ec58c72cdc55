// Two panes: which document and which of its viewports each shows, where the focus goes, and cameras that move together.

import { afterAll, afterEach, beforeEach, describe, expect, it } from "vitest";
import { torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { Camera } from "../../../engine/picture/camera.ts";
import { cameraOn, middleOf, panBy, zoomAt } from "../../../engine/picture/camera-moves.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import { StudioDocument } from "../../../renderer/document/document.ts";
import { Panes } from "../../../renderer/studio/panes.ts";
import { ReturningSplit, splitEntry } from "../../../renderer/studio/session-split.ts";
import { createShell } from "../../../renderer/studio/shell.ts";
import { LEAST_SHARE, panesOf } from "../../../renderer/studio/split.ts";
import type { Tab } from "../../../renderer/studio/tab.ts";
import { Tabs } from "../../../renderer/studio/tabs.ts";
import { passingSettings } from "../../../renderer/tools/option.ts";
import type { Engines } from "../../../renderer/universe/engines.ts";
import { enginePair } from "../../support/engine-pair.ts";

const pair = enginePair();
const engines = {
  place: async (request: Parameters<typeof pair.client.createUniverse>[0]) => ({
    universe: await pair.client.createUniverse(request),
    reason: "",
  }),
} as unknown as Engines;

const at = (x: number, zoom = 3) => cameraOn({ x: BigInt(x), y: 0n }, zoom, SQUARE);
const LAB = { kind: "lab", id: "lab", title: "lab", session: {}, lab: {} } as unknown as Tab;

let shell: ReturnType<typeof createShell>;
let tabs: Tabs;
let panes: Panes;
let [a, b, c]: StudioDocument[] = [];

/** Where the camera looks; without one, a grid that is not yet fitted. */
async function open(title: string, camera: Camera | null = at(0)): Promise<StudioDocument> {
  const place = camera ? { topology: UNBOUNDED, camera } : { topology: torus(300, 100) };
  const wanted = { title, rule: LIFE, memoryMegabytes: 64, ...place };
  return StudioDocument.open(wanted, {
    engines,
    tool: shell.getState().tool,
    toolSettings: passingSettings(),
    onTool: (tool) => shell.setState({ tool }),
    hint: () => {},
    report: (error) => {
      throw error;
    },
    ended: () => {},
    changed: () => {},
  });
}

/** The panes in words: `a a*` for one document at two places, with the focus on the second. */
const shown = (): string =>
  panesOf(shell.getState())
    .map(({ document: { title }, focused }) => title + (focused ? "*" : ""))
    .join(" ");
const views = () => panesOf(shell.getState()).map(({ viewport }) => viewport.view);
const middle = (view: { readonly camera: ReturnType<typeof at> }) =>
  Number(middleOf(view.camera, SQUARE).x.whole);

beforeEach(async () => {
  shell = createShell();
  tabs = new Tabs({
    shell,
    ask: async () => "discard",
    save: async () => true,
    onLeave: () => {},
    onFront: () => {},
    onClosed: (document) => document.close(),
  });
  panes = new Panes({ shell, activate: (id) => tabs.activate(id), keep: (id) => tabs.keep(id) });
  [a, b, c] = [await open("a"), await open("b"), await open("c")];
  for (const document of [a, b, c]) tabs.add(document as StudioDocument);
  tabs.activate((a as StudioDocument).id);
});
afterEach(async () => {
  for (const { id } of tabs.list) await tabs.close(id);
});
afterAll(() => pair.close());

describe("a tab dropped on a pane", () => {
  it("is shown there with the focus, and changes places with the other pane where that showed it", () => {
    panes.showIn(1, LAB.id);
    expect(shown()).toBe("a*");
    panes.showBeside(b!.id);
    expect(shown()).toBe("a* b");
    panes.showIn(1, c!.id);
    expect(shown()).toBe("a c*");
    expect(tabs.front).toBe(c);
    panes.showIn(1, a!.id);
    expect(shown()).toBe("c a*");
    panes.showIn(1, c!.id);
    expect(shown()).toBe("a c*");
    panes.showIn(0, a!.id);
    expect(shown()).toBe("a* c");
    panes.showIn(0, LAB.id);
    expect(shown()).toBe("a* c");
  });

  it("splits the only pane, on the side where it was dropped", () => {
    panes.showIn(1, b!.id);
    expect(shown()).toBe("a b*");
    panes.toggle();
    expect(shown()).toBe("b*");
    panes.showIn(0, a!.id);
    expect(shown()).toBe("a* b");
    panes.toggle();
    panes.showIn(0, a!.id);
    expect(shown()).toBe("a* a");
  });

  it("splits the pane also where it is the only tab, and nothing is split for a tab that is gone", async () => {
    const { id } = c!;
    for (const other of [b!, c!]) await tabs.close(other.id);
    panes.showIn(1, id);
    expect([shown(), panes.split]).toEqual(["a*", null]);
    panes.showIn(1, a!.id);
    expect(shown()).toBe("a a*");
    panes.showIn(0, id);
    expect(shown()).toBe("a a*");
  });

  it("takes the place of one view of a universe that both panes showed", () => {
    panes.toggle();
    panes.showIn(1, b!.id);
    expect(shown()).toBe("a b*");
    expect(a!.beside).toBeNull();
    panes.showIn(0, b!.id);
    expect(shown()).toBe("b* a");
  });
});

describe("one universe at two places", () => {
  it("has a camera each, and commands act on the one in focus", () => {
    expect(shown()).toBe("a*");
    const alone = a!.viewport;
    panes.toggle();
    expect(shown()).toBe("a* a");
    expect(a!.viewport).toBe(alone);
    const [left, right] = views();
    expect(right!.camera).toEqual(left!.camera);
    panes.focusOther();
    expect(shown()).toBe("a a*");
    expect(a!.view).toBe(right);
    a!.view.setCamera(at(100));
    expect(views().map(middle)).toEqual([0, 100]);
    expect(views()).toEqual([left, right]);
  });

  it("goes on where the focus is when the split is closed", () => {
    panes.toggle();
    panes.focusOther();
    a!.view.setCamera(at(100));
    panes.toggle();
    expect(shown()).toBe("a*");
    expect([middle(a!.view), a!.beside]).toEqual([100, null]);
    expect(a!.toolbox.view).toBe(a!.view);
  });

  it("fits everything at both when the split comes before the first fit has ended, but a pane that was moved stays", async () => {
    const seen = async (meanwhile: () => void) => {
      const fresh = await open("fresh", null);
      tabs.add(fresh);
      const before = fresh.view.camera;
      const fitting = fresh.fitOnce();
      panes.toggle();
      meanwhile();
      await fitting;
      const cameras = views().map(({ camera }) => camera);
      panes.toggle();
      return { before, cameras };
    };
    const still = await seen(() => {});
    expect(still.cameras[0]).not.toEqual(still.before);
    expect(still.cameras[1]).toEqual(still.cameras[0]);
    const moved = await seen(() => views()[1]!.setCamera(at(100)));
    expect(moved.cameras).toEqual([still.cameras[0], at(100)]);
    const turned = await seen(() => panes.focusOther());
    expect(turned.cameras).toEqual(still.cameras);
  });

  it("keeps the place of the other pane when another tab comes into the one in focus", () => {
    panes.toggle();
    a!.view.setCamera(at(100));
    tabs.activate(b!.id);
    expect(shown()).toBe("b* a");
    expect([middle(a!.view), a!.beside]).toEqual([0, null]);
  });

  it("is moved through by tools in either pane, one gesture at a time", () => {
    panes.toggle();
    const { beside, viewport, toolbox } = a!;
    toolbox.choose("pan");
    const event = {
      pointerId: 1,
      pointerType: "mouse",
      button: 0,
      buttons: 1,
      pressure: 1,
      timeStamp: 0,
    } as const;
    const keys = { shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
    beside!.gestures.pointerDown({ ...event, ...keys, x: 80, y: 80 });
    beside!.gestures.pointerMove({ ...event, ...keys, x: 0, y: 80 });
    expect([viewport, beside].map((one) => middle(one!.view))).toEqual([0, 10]);
    // The pointer of another device passes over the first view meanwhile.
    viewport.gestures.pointerMove({ ...event, ...keys, pointerId: 2, buttons: 0, x: 5, y: 5 });
    expect(viewport.gestures.pointerDown({ ...event, ...keys, pointerId: 2, x: 5, y: 5 })).toBe(false);
    beside!.gestures.cancel();
    expect([viewport, beside].map((one) => middle(one!.view))).toEqual([0, 0]);
  });
});

describe("two tabs", () => {
  it("are shown beside each other, and the one in focus is in front", () => {
    panes.showBeside(b!.id);
    expect(shown()).toBe("a* b");
    panes.focus(1);
    expect([shown(), tabs.document]).toEqual(["a b*", b]);
    tabs.activate(a!.id);
    expect(shown()).toBe("a* b");
    tabs.activate(c!.id);
    expect(shown()).toBe("c* b");
  });

  it("come one after the other", () => {
    const seen = [1, 2, 3].map(() => {
      panes.showNextBeside();
      return shown();
    });
    expect(seen).toEqual(["a* b", "a* c", "a* b"]);
  });

  it("leave one pane when either is closed", async () => {
    panes.showBeside(c!.id);
    await tabs.close(c!.id);
    expect([shown(), shell.getState().split]).toEqual(["a*", null]);
    panes.showBeside(b!.id);
    tabs.add(await open("d"));
    expect(shown()).toBe("d* b");
    await tabs.close(tabs.front!.id);
    expect(shown()).toBe("b*");
  });

  it("wait while a lab is in front", () => {
    panes.showBeside(b!.id);
    tabs.add(LAB);
    expect(shown()).toBe("");
    tabs.activate(b!.id);
    expect(shown()).toBe("a b*");
  });

  it("take a preview in the pane of the one before, and a split keeps what it shows", async () => {
    tabs.add(await open("p"), { preview: true });
    panes.showBeside(a!.id);
    expect(shell.getState().preview).toBeNull();
    tabs.add(await open("q"), { preview: true });
    panes.focusOther();
    expect(shown()).toBe("q a*");
    tabs.add(await open("r"), { preview: true });
    expect(shown()).toBe("r* a");
  });

  it("have the same tool in hand", () => {
    panes.showBeside(b!.id);
    a!.toolbox.choose("select");
    expect(b!.toolbox.store.getState().chosen.id).toBe("select");
  });

  it("follow by themselves each as it was told", () => {
    shell.setState({ follow: true });
    panes.showBeside(b!.id);
    panes.focusOther();
    expect(shell.getState()).toMatchObject({ follow: false, split: { resting: { follow: true } } });
    panes.letRest();
    panes.focusOther();
    expect(shell.getState()).toMatchObject({ follow: false, split: { resting: { follow: false } } });
  });
});

describe("linked cameras", () => {
  it("keep the way between two places of one universe, at one zoom", () => {
    panes.toggle();
    const [left, right] = views();
    right!.setCamera(at(1000, 1));
    panes.setLinked(true);
    expect([middle(right!), right!.camera.zoom]).toEqual([1000, 3]);
    left!.setCamera(panBy(left!.camera, SQUARE, { x: -80, y: 0 }));
    expect([middle(left!), middle(right!)]).toEqual([10, 1010]);
    panes.focusOther();
    right!.setCamera(zoomAt(right!.camera, right!.size, SQUARE, { x: 0, y: 0 }, 1));
    expect([left!.camera.zoom, middle(right!) - middle(left!)]).toEqual([4, 1000]);
    panes.setLinked(false);
    right!.setCamera(at(0));
    expect(left!.camera.zoom).toBe(4);
  });

  it("show the same place of two universes, whichever come", () => {
    a!.view.setCamera(at(7, 2));
    panes.showBeside(b!.id);
    panes.setLinked(true);
    expect(b!.view.camera).toEqual(a!.view.camera);
    b!.view.setCamera(at(9, 2));
    expect(middle(a!.view)).toBe(9);
    panes.showBeside(c!.id);
    expect(middle(c!.view)).toBe(9);
    b!.view.setCamera(at(0));
    panes.toggle();
    c!.view.setCamera(at(1));
    expect(middle(a!.view)).toBe(9);
  });
});

describe("a split that comes back", () => {
  /** What a list of tabs says of the panes, as it was written and read. */
  const written = (document: StudioDocument) =>
    JSON.parse(JSON.stringify(splitEntry(shell.getState(), document))) as ReturnType<typeof splitEntry>;
  const comesBack = (front: StudioDocument): string => {
    const entries = tabs.list.map((tab) => [tab, written(tab as StudioDocument)] as const);
    if (panes.split) panes.toggle();
    const returning = new ReturningSplit();
    for (const [tab, entry] of entries) returning.opened(entry, tab);
    returning.restore(panes, front.id);
    return shown();
  };

  it("has both cameras of one universe, and their link", () => {
    panes.toggle();
    panes.focusOther();
    a!.view.setCamera(at(100));
    panes.setShare(0.3);
    panes.setLinked(true);
    expect(comesBack(a!)).toBe("a a*");
    expect(panes.split).toMatchObject({ share: 0.3, linked: true });
    a!.view.setCamera(at(101));
    expect(views().map(middle)).toEqual([1, 101]);
  });

  it("has both tabs in their places, unless another one is in front", () => {
    panes.showBeside(c!.id);
    panes.focusOther();
    expect(comesBack(c!)).toBe("a c*");
    expect(comesBack(a!)).toBe("c*");
  });
});

it("keeps the divider away from the edges", () => {
  panes.toggle();
  panes.setShare(0);
  expect(panes.split?.share).toBe(LEAST_SHARE);
  panes.setShare(1);
  expect(panes.split?.share).toBe(1 - LEAST_SHARE);
  panes.setShare(0.6);
  expect(panes.split?.share).toBe(0.6);
});

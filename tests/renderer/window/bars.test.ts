// What stands around and over the cells: bars, floating controls, messages, hints and questions.

import { describe, expect, it, vi } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { panBy } from "../../../engine/picture/camera-moves.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import { TOOLS } from "../../../renderer/tools/registry.ts";
import { Announcer } from "../../../renderer/window/announcer.tsx";
import { FileDropFrame } from "../../../renderer/window/file-drop.tsx";
import { PasteSection } from "../../../renderer/window/inspector/paste-section.tsx";
import { MessageBar } from "../../../renderer/window/message-bar.tsx";
import { SelectionChip } from "../../../renderer/window/stage/selection-chip.tsx";
import { SplitDivider } from "../../../renderer/window/stage/split-divider.tsx";
import { ToolStrip } from "../../../renderer/window/stage/tool-strip.tsx";
import { ToolRail } from "../../../renderer/window/tool-rail.tsx";
import { UndoButtons } from "../../../renderer/window/undo-buttons.tsx";
import { WelcomeCard } from "../../../renderer/window/welcome-card.tsx";
import { GLIDER } from "../../support/local-editor.ts";
import { acting } from "../../support/played-page/acting.ts";
import {
  act,
  all,
  click,
  isOff,
  names,
  one,
  press,
  stageOn,
  textOn,
} from "../../support/played-page/hands.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { until } from "../../support/until.ts";
import { inStudio } from "../in-studio.ts";

it("has a button for each tool; a click gives the keys to the cells, a key does not", async () => {
  const { page, studio, show, commandsAsked } = inStudio();
  const { place } = await show(ToolRail, {});
  const cells = stageOn(page);
  const tools = TOOLS.list();
  expect(names(place, "button")).toEqual(tools.map(({ name }) => name));
  const pressed = () => all(place, "button").filter((each) => each.getAttribute("aria-pressed") === "true");
  const { tool } = studio.shell.getState();
  expect(pressed()).toEqual([one(place, "button", TOOLS.get(tool).name)]);
  const asked = commandsAsked();
  const [first, second] = all(place, "button") as [HTMLElement, HTMLElement];
  click(first);
  expect(page.document.activeElement).toBe(cells);
  acting(() => second.focus());
  click(second, { detail: 0 });
  expect(page.document.activeElement).toBe(second);
  expect(asked).toEqual(tools.slice(0, 2).map(({ id }) => `tool.${id}`));
  acting(() => studio.shell.setState({ tool: tools[2]?.id ?? "" }));
  expect(pressed()).toEqual([all(place, "button")[2]]);
});

it("takes back and does again what it names", async () => {
  const { page, open, show, commandsAsked } = inStudio();
  const { place } = await show(UndoButtons, {});
  expect(place.textContent).toBe("");
  const document = await open({ cells: GLIDER });
  await until(() => names(place, "button").length === 2);
  const states = () => all(place, "button").map(isOff);
  expect(states()).toEqual([true, true]);
  await document.editor.setRule(parseRule("B36/S23"));
  await until(() => states().join() === "false,true");
  await document.editor.undo();
  await until(() => states().join() === "true,false");
  const cells = stageOn(page);
  const asked = commandsAsked();
  const redo = one(place, "button", "Redo");
  acting(() => redo.focus());
  click(redo, { detail: 0 });
  expect(page.document.activeElement).toBe(redo);
  click(redo);
  expect([page.document.activeElement, asked]).toEqual([cells, ["edit.redo", "edit.redo"]]);
});

it("has the options of the tool in hand, unless a paste floats", async () => {
  const { studio, open, show } = inStudio();
  const document = await open({ cells: GLIDER });
  const { place } = await show(ToolStrip, { document });
  const labels = () => [
    ...names(place, "radiogroup"),
    ...names(place, "spinbutton"),
    ...names(place, "slider"),
  ];
  const withOptions = TOOLS.list().filter(({ options = [] }) =>
    options.some(({ kind }) => kind === "choice"),
  );
  expect(withOptions.length).toBeGreaterThan(0);
  for (const { id, options = [] } of withOptions) {
    acting(() => document.toolbox.choose(id));
    const [choice] = options.filter(({ kind, on }) => kind === "choice" && !on);
    if (choice?.kind !== "choice") continue;
    const last = choice.choices.at(-1) as { readonly id: string; readonly label: string };
    click(one(place, "radio", last.label));
    expect(studio.settings.now.toolOptions[id]?.[choice.id]).toBe(last.id);
    expect(one(place, "radio", last.label).getAttribute("aria-checked")).toBe("true");
  }
  const bare = TOOLS.list().find(({ options = [] }) => options.length === 0);
  acting(() => document.toolbox.choose(bare?.id ?? ""));
  expect([place.textContent, labels()]).toEqual(["", []]);
});

describe("a message", () => {
  const barOf = async () => {
    const rig = inStudio();
    const stage = rig.page.document.createElement("div");
    stage.id = "stage";
    rig.page.document.body.append(stage);
    const { place } = await rig.show(MessageBar, {});
    const said = () => place.querySelector(".message:not(.busy) p")?.textContent ?? null;
    return { ...rig, place, stage, said };
  };

  it("stays over the middle of the cells, for as long as somebody looks at it", async () => {
    const { page, place, stage, studio, said } = await barOf();
    page.resize(stage, 600, 400, 100);
    const { left, maxWidth } = (place.querySelector(".messages") as HTMLElement).style;
    expect([left, maxWidth]).toEqual(["400px", "568px"]);
    vi.useFakeTimers();
    try {
      acting(() => studio.status.say("Saved gun.rle."));
      expect([said(), names(place, "button")]).toEqual(["Saved gun.rle.", ["Close the message"]]);
      acting(() => void vi.advanceTimersByTime(5999));
      expect(said()).toBe("Saved gun.rle.");
      const message = place.querySelector(".message") as HTMLElement;
      act(message, "pointerover");
      acting(() => void vi.advanceTimersByTime(60_000));
      expect(said()).toBe("Saved gun.rle.");
      act(message, "pointerout");
      acting(() => void vi.advanceTimersByTime(5999));
      expect(said()).toBe("Saved gun.rle.");
      acting(() => void vi.advanceTimersByTime(1));
      expect(said()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });

  it("of a fault stays until it is closed, and one with a way out until that is taken", async () => {
    const { place, studio, said } = await barOf();
    vi.useFakeTimers();
    try {
      acting(() => studio.status.report(new Error("The disk is full.")));
      acting(() => void vi.advanceTimersByTime(60_000));
      expect([said(), names(place, "alert").length]).toEqual(["The disk is full.", 1]);
      click(one(place, "button", "Close the message"));
      expect([said(), names(place, "alert").length]).toEqual([null, 0]);
      const run = vi.fn();
      acting(() =>
        studio.shell.setState({
          message: { id: 9, kind: "note", text: "Changed.", action: { label: "Open", run } },
        }),
      );
      acting(() => void vi.advanceTimersByTime(60_000));
      click(one(place, "button", "Open"));
      expect([said(), run.mock.calls.length]).toEqual([null, 1]);
    } finally {
      vi.useRealTimers();
    }
  });

  it("of long work comes late, with how far it is and a way to end it", async () => {
    const { place, studio } = await barOf();
    const cancel = vi.fn();
    const bar = () => place.querySelector("progress");
    vi.useFakeTimers();
    try {
      acting(() => studio.shell.setState({ busy: { text: "Opening gun.rle" } }));
      acting(() => void vi.advanceTimersByTime(199));
      expect(bar()).toBeNull();
      acting(() => void vi.advanceTimersByTime(1));
      expect([bar()?.getAttribute("aria-label"), bar()?.hasAttribute("value")]).toEqual([
        "Opening gun.rle",
        false,
      ]);
      expect(names(place, "button")).toEqual([]);
      acting(() => studio.shell.setState({ busy: { text: "Opening gun.rle", done: 0.5, cancel } }));
      expect(bar()?.getAttribute("value")).toBe("0.5");
      click(one(place, "button", "Cancel"));
      expect(cancel).toHaveBeenCalledOnce();
      acting(() => studio.shell.setState({ busy: null }));
      acting(() => studio.shell.setState({ busy: { text: "Saving" } }));
      expect(bar()).toBeNull();
    } finally {
      vi.useRealTimers();
    }
  });
});

it("tells who cannot see it what a universe is when it comes to rest", async () => {
  const { open, show } = inStudio();
  const document = await open({ title: "Gun", cells: GLIDER });
  await until(() => document.readings.store.getState().population === 5n);
  const { place } = await show(Announcer, { document });
  const said = () => textOn(one(place, "status"));
  expect(said()).toBe("Gun");
  await document.editor.step(1n);
  await until(() => said() === "Generation 1, population 5");
  await document.editor.run({ increment: 1n, interval: 0 });
  await until(() => said() === "Running");
  await document.editor.stop();
  await until(() => /^Generation [\d,]+, population 5$/.test(said()));
});

it("greets a person once, with the keys to begin with", async () => {
  const { page, studio, open, show } = inStudio({ welcomed: false });
  const { place } = await show(WelcomeCard, {});
  expect(place.textContent).toBe("");
  await open();
  await until(() => names(place, "button").length === 2);
  const cells = stageOn(page);
  expect([...place.querySelectorAll("kbd, b")].map(textOn)).toContain("Enter");
  click(one(place, "button", "Open the guide"));
  expect(studio.shell.getState().dialog).toMatchObject({ id: "guide", props: { place: "first-steps" } });
  await until(() => studio.settings.now.welcomed);
  expect([place.textContent, page.document.activeElement]).toEqual(["", cells]);
});

it("says what a drop will do while files are dragged over it", async () => {
  const { page, show } = inStudio();
  const { place } = await show(FileDropFrame, {});
  const drag = (types: readonly string[], kinds: readonly string[]): void =>
    void act(page.window as never, "dragover", {
      dataTransfer: { types, items: kinds.map((kind) => ({ kind })) },
    });
  vi.useFakeTimers();
  try {
    drag(["text/plain"], ["string"]);
    expect(textOn(place)).toBe("");
    const shown = () => place.querySelector(".file-drop p")?.textContent ?? null;
    drag(["Files"], []);
    expect(shown()).toBe("Open in a new tab");
    drag(["Files"], ["file", "string", "file"]);
    expect(shown()).toBe("Open 2 files in new tabs");
    acting(() => void vi.advanceTimersByTime(399));
    drag(["Files"], ["file"]);
    acting(() => void vi.advanceTimersByTime(399));
    expect(shown()).toBe("Open in a new tab");
    acting(() => void vi.advanceTimersByTime(1));
    expect(shown()).toBeNull();
    drag(["Files"], ["file"]);
    act(page.window as never, "drop");
    expect(shown()).toBeNull();
  } finally {
    vi.useRealTimers();
  }
});

it("divides two panes where a person drags it, moves it by keys or clicks twice", async () => {
  const { page, studio, open, show, within } = inStudio();
  const setShare = vi.spyOn(studio.panes, "setShare");
  await open();
  const area = { current: page.document.createElement("div") };
  page.place(area.current, { left: 100, top: 0, width: 1000, height: 500 });
  const { place, render } = await show(SplitDivider, { share: 0.25, stacked: false, area });
  const line = () => one(place, "separator", "Between the panes");
  expect([line().getAttribute("aria-valuenow"), line().getAttribute("aria-orientation")]).toEqual([
    "25",
    "vertical",
  ]);
  const mouse = { button: 0, pointerId: 1, clientX: 400, clientY: 250 };
  act(line(), "pointermove", mouse);
  act(line(), "pointerdown", { ...mouse, button: 2 });
  act(line(), "pointermove", mouse);
  expect(setShare).not.toHaveBeenCalled();
  act(line(), "pointerdown", mouse);
  act(line(), "pointermove", mouse);
  expect(setShare).toHaveBeenLastCalledWith(0.3);
  expect(press(line(), "a").defaultPrevented).toBe(false);
  expect(press(line(), "ArrowRight").defaultPrevented).toBe(true);
  expect(setShare.mock.lastCall?.[0]).toBeGreaterThan(0.25);
  act(line(), "dblclick");
  expect(setShare).toHaveBeenLastCalledWith(0.5);
  render(within(SplitDivider, { share: 0.5, stacked: true, area }));
  expect(line().getAttribute("aria-orientation")).toBe("horizontal");
});

it("says beside the selection what it is and does what people do with it most", async () => {
  const { page, open, show, commandsAsked } = inStudio();
  const document = await open({ cells: GLIDER });
  document.view.setSize({ width: 800, height: 600 });
  const { place } = await show(SelectionChip, { document });
  expect(place.textContent).toBe("");
  await document.editor.select(selectBox(rect(0, 0, 3, 3)));
  const figures = () => [...place.querySelectorAll(".number")].map(textOn);
  await until(() => figures().join(", ") === "3 × 3, 5 cells");
  await document.editor.select(selectBox(rect(1, 0, 1, 1)));
  await until(() => figures().join(", ") === "1 × 1, 1 cell");
  const cells = stageOn(page);
  const asked = commandsAsked();
  const menus: number[] = [];
  place.addEventListener("contextmenu", ({ clientX, clientY }) => void menus.push(clientX, clientY));
  const buttons = all(place, "button");
  page.place(buttons.at(-1) as HTMLElement, { left: 30, top: 40, width: 10, height: 10 });
  for (const button of buttons.toReversed()) click(button);
  expect([page.document.activeElement, asked.toReversed()]).toEqual([
    cells,
    [
      "analysis.identify",
      "edit.copy",
      "edit.rotate-clockwise",
      "edit.flip-across",
      "edit.flip-down",
      "file.export",
    ],
  ]);
  expect(menus).toHaveLength(2);
  // It goes along with the cells.
  const chip = place.querySelector(".selection-chip") as HTMLElement;
  const { transform } = chip.style;
  const { camera, kind } = document.view;
  acting(() => document.view.setCamera(panBy(camera, kind, { x: 60, y: 40 })));
  expect([chip.style.transform === transform, chip.style.visibility]).toEqual([false, "visible"]);
  // In a selection that fills the view it lies below what lies along the upper edge.
  const bar = (top: number, bottom: number) => ({ left: 12, top, right: 300, bottom });
  document.view.covers = () => [bar(12, 48), bar(556, 588)];
  await document.editor.select(selectBox(rect(-1000, -1000, 2000, 2000)));
  await until(() => chip.style.transform.endsWith(", 56px)"));
  // While another one is drawn it is not there.
  acting(() => document.editor.setDraft(selectBox(rect(0, 0, 1, 1))));
  await until(() => place.textContent === "");
});

describe("a paste that floats", () => {
  it("has its place, its mode and what that means, and where it is held", async () => {
    const { open, show, commandsAsked } = inStudio();
    const document = await open({ cells: GLIDER });
    await document.editor.select(selectBox(rect(0, 0, 3, 3)));
    const pattern = await document.editor.copy();
    const { place } = await show(PasteSection, { document });
    expect(place.textContent).toBe("");
    document.editor.beginPaste(pattern, { x: 10n, y: -4n });
    await until(() => names(place, "region").includes("Paste"));
    const { editor } = document;
    expect(textOn(place.querySelector("dl") as HTMLElement)).toBe(
      `Top left${editor.state.pending?.region.box.x}, ${editor.state.pending?.region.box.y}`,
    );
    const meaning = () => textOn(place.querySelector(".paste > .why") as HTMLElement);
    for (const [mode, says] of [
      ["Copy", "Replaces everything in its box."],
      ["Xor", "Turns what its live cells meet."],
      ["And", "Keeps only what both have."],
      ["Or", "Adds its live cells."],
    ] as const) {
      click(one(place, "radio", mode));
      expect([editor.state.pending?.mode, meaning()]).toEqual([
        mode.toLowerCase(),
        expect.stringContaining(says),
      ]);
    }
    click(one(place, "radio", "Bottom right"));
    expect(editor.state.pending?.anchor).toBe("bottom right");
    expect(textOn(place.querySelector(".held .why") as HTMLElement)).toContain("Held by its bottom right.");
    const asked = commandsAsked();
    for (const verb of place.querySelectorAll<HTMLElement>(".paste-verbs button")) click(verb);
    expect(asked).toEqual([
      ...["edit.place-paste", "edit.flip-across", "edit.flip-down", "edit.rotate-anticlockwise"],
      ...["edit.rotate-clockwise", "edit.drop-paste"],
    ]);
    expect(place.querySelector(".made-for")).toBeNull();
  });

  it("that is made for another rule says so, and brings that rule or goes to a tab of its own", async () => {
    const { studio, open, show } = inStudio();
    const document = await open({ cells: GLIDER });
    const { place } = await show(PasteSection, { document });
    const { editor } = document;
    const foreign = {
      ...(await editor.toPattern()).pattern,
      cells: cellsFromRle("3o!"),
      rule: "B36/S23",
      name: "Found",
    };
    editor.beginPaste(foreign, { x: 0n, y: 0n });
    await until(() => place.querySelector(".made-for") !== null);
    expect(textOn(place.querySelector(".made-for p") as HTMLElement)).toBe("Made for HighLife");
    click(one(place, "button", "Use its rule"));
    await until(() => editor.state.rule.text === "B36/S23");
    await until(() => place.querySelector(".made-for") === null);
    await editor.setRule(parseRule("B3/S23"));
    await until(() => place.querySelector(".made-for") !== null);
    click(one(place, "button", "Open in a tab"));
    await until(() => studio.tabs.list.length === 2);
    expect([studio.tabs.front?.title, editor.state.pending]).toEqual(["Found", null]);
    expect(studio.tabs.document?.editor.state.rule.text).toBe("B36/S23");
  });
});

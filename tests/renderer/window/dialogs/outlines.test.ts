// Dialogs as a person meets them: what each one asks and offers at first, and what its buttons do.

import "../../../support/played-page/early.ts";
import { computeAccessibleName, getRole } from "dom-accessibility-api";
import type { FunctionComponent } from "react";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { formatTopology } from "../../../../engine/core/topology.ts";
import { ANALYSIS } from "../../../../engine/worker/analysis-handlers.ts";
import type { AlgorithmInfo } from "../../../../engine/worker/protocol/universe.ts";
import { libraryOf } from "../../../../renderer/library/studio-library.ts";
import { Dialog } from "../../../../renderer/ui/dialog.tsx";
import { ButtonMenu } from "../../../../renderer/ui/menu.tsx";
import { FocusHome } from "../../../../renderer/ui/return-focus.ts";
import { OpenSurface } from "../../../../renderer/ui/surfaces.ts";
import { QuestionDialog } from "../../../../renderer/window/dialogs/question-dialog.tsx";
import { DIALOGS } from "../../../../renderer/window/dialogs/registry.ts";
import { Inspector } from "../../../../renderer/window/inspector/inspector.tsx";
import { all, click, names, one, press, textOn, type } from "../../../support/played-page/hands.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";
import { until } from "../../../support/until.ts";
import { inStudio } from "../../in-studio.ts";

const SAID =
  /^(heading|button|textbox|searchbox|spinbutton|checkbox|radio|combobox|switch|slider|tab|alert|status)$/;

/** What is asked and offered on the page, in a line each. */
function outline(): readonly string[] {
  return [...document.querySelectorAll<HTMLInputElement>("*")].flatMap((element) => {
    const role = getRole(element);
    if (!role || !SAID.test(role)) return [];
    const name = computeAccessibleName(element) || element.textContent;
    const { checked, value, disabled } = element;
    const marked = role === "checkbox" ? checked : element.getAttribute("aria-checked") === "true";
    const text = role === "checkbox" || role === "radio" ? (marked ? "yes" : "no") : value;
    return [`${role} ${name}${text ? `: ${text}` : ""}${disabled ? ", off" : ""}`];
  });
}

type Id = keyof typeof DIALOGS;

async function shown(id: Id, props: object = {}) {
  const around = inStudio();
  const cells = cellsFromRle("3o$o!");
  const universe = await around.open({ title: "Gun", rule: "B3/S23:T40,30", cells });
  const onClose = vi.fn();
  const page = DIALOGS[id].page as FunctionComponent<object>;
  await around.show(page, { document: universe, onClose, ...props });
  return { ...around, universe, onClose, body: document.body };
}

const BAD = { name: "Bad.rule", text: "@RULE Bad\n@TABLE\nn_states:x\n" };
const FAULT = new TessellaError("bad-argument", "No number.", { line: 3, column: 10, hint: "Give one." });

test.each<[Id, object, readonly string[]]>([
  [
    "archive",
    { name: "all.zip", members: ["a.rle", "b/c.rle"], open: async () => {} },
    ["heading all.zip", "button a.rle", "button c.rle b", "button Cancel"],
  ],
  ["go-to", {}, ["heading Go to generation", "textbox Generation: 0", "button Cancel", "button Go"]],
  [
    "set-generation",
    {},
    ["heading Set the generation number", "textbox Generation: 0", "button Cancel", "button Set"],
  ],
  [
    "new",
    {},
    [
      "heading New universe",
      ...["radio Square: yes", "radio Hexagonal: no", "radio Triangular: no", "radio ANNEAL: no"],
      ...["combobox Rule: B3/S23", "combobox Topology: unbounded", "checkbox Fill with random cells: no"],
      ...["checkbox In place of Gun; Undo brings it back: no", "button Cancel", "button Create"],
    ],
  ],
  [
    "preferences",
    {},
    [
      "heading Preferences",
      ...["radio As the system: yes", "radio Dark: no", "radio Light: no", "combobox Cell colours: auto"],
      ...["combobox Text size: 100", "checkbox Colour cells by age: no", "checkbox Grid lines: yes"],
      ...[
        "spinbutton A bold line every (cells): 10",
        "checkbox Minimap: yes",
        "checkbox Limit flashing: yes",
      ],
      "combobox GPU, for universes opened from now on: automatic",
      ...["spinbutton Memory of one universe (MB): 1024", "spinbutton Threads of one universe: 0"],
      "spinbutton Copy of unsaved work every (seconds): 5",
      "checkbox Open the last tabs at start: yes",
    ],
  ],
  ["recover", { found: [] }, ["heading Recover unsaved work?", "button Discard", "button Recover"]],
  [
    "resize",
    {},
    [
      "heading Resize universe",
      ...["combobox Topology: torus", "spinbutton Width: 40", "spinbutton Height: 30"],
      ...["status All live cells lie on the new grid.", "button Cancel", "button Resize"],
    ],
  ],
  [
    "rule-fault",
    { file: BAD, fault: FAULT, isKept: true },
    [
      "heading Bad.rule: the rule cannot be read",
      "alert Line 3, column 10. No number. Give one.",
      ...["button Remove…", "button Save as a file…", "button Close", "button Choose a file…"],
    ],
  ],
  [
    "rule-fault",
    { file: BAD, fault: FAULT },
    [
      "heading Bad.rule: the rule cannot be read",
      "alert Line 3, column 10. No number. Give one.",
      ...["button Close", "button Choose a file…"],
    ],
  ],
  [
    "save",
    {},
    [
      "heading Save as",
      ...["combobox Format: rle", "checkbox Compress with gzip: no", "button Cancel", "button Save"],
    ],
  ],
])("%s asks and offers this", async (id, props, lines) => {
  await shown(id, props);
  // Each can be closed at its corner.
  await expect.poll(outline).toEqual([...lines, "button Close"]);
});

describe("a dialog", () => {
  test.each([
    ["go-to", "Go"],
    ["set-generation", "Set"],
  ] as const)("%s takes the generation that is typed", async (id, button) => {
    const { universe, body, onClose } = await shown(id);
    type(one(body, "textbox", "Generation"), "1,005");
    click(one(body, "button", button));
    await until(() => universe.editor.state.generation === 1005n);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("resizes the universe to what is typed", async () => {
    const { universe, body, onClose } = await shown("resize");
    type(one(body, "spinbutton", "Width"), "50");
    click(one(body, "button", "Resize"));
    await until(() => formatTopology(universe.editor.state.topology) === ":T50,30");
    await until(() => onClose.mock.calls.length === 1);
  });

  test("makes a universe in a tab of its own", async () => {
    const { studio, body, onClose } = await shown("new");
    click(one(body, "radio", "Hexagonal"));
    click(one(body, "button", "Create"));
    await until(() => studio.tabs.list.length === 2);
    expect(studio.tabs.document?.editor.state.rule.neighbourhood).toBe("hex");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("fills a new universe with the random cells that are asked for", async () => {
    const { studio, body, onClose } = await shown("new");
    click(one(body, "checkbox", "Fill with random cells"));
    const fields = { "Density (% live)": "50", Seed: "7", "Soup width": "64", "Soup height": "40" };
    for (const [name, text] of Object.entries(fields)) type(one(body, "spinbutton", name), text);
    click(one(body, "button", "Create"));
    await until(() => onClose.mock.calls.length === 1);
    const { title, origin } = studio.tabs.document as NonNullable<typeof studio.tabs.document>;
    expect(title).toBe("Square soup");
    expect(origin).toMatchObject({ soup: { seed: 7, density: 0.5, width: 64, height: 40 } });
  });

  test("fills the whole of a new grid", async () => {
    const { studio, body, onClose } = await shown("new");
    click(one(body, "radio", "ANNEAL"));
    type(one(body, "spinbutton", "Width"), "50");
    type(one(body, "spinbutton", "Height"), "20");
    click(one(body, "button", "Create"));
    await until(() => onClose.mock.calls.length === 1);
    const { title, origin } = studio.tabs.document as NonNullable<typeof studio.tabs.document>;
    expect(title).toBe("ANNEAL 50 × 20 soup");
    expect(origin).toMatchObject({ soup: { width: 50, height: 20 } });
  });

  test("says which numbers it does not take for random cells", async () => {
    const { body } = await shown("new");
    click(one(body, "checkbox", "Fill with random cells"));
    const limits = {
      "Density (% live)": [0, 100],
      Seed: [0, 2 ** 32 - 1],
      "Soup width": [1, 16_384],
      "Soup height": [1, 16_384],
    } as const;
    for (const [name, [least, most]] of Object.entries(limits)) {
      const field = one(body, "spinbutton", name);
      const refused = [least - 1, least, most, most + 1].filter((number) => {
        type(field, String(number));
        return field.getAttribute("aria-invalid") === "true";
      });
      expect([name, refused]).toEqual([name, [least - 1, most + 1]]);
    }
  });

  test("puts a new universe in the place of the one in front, which Undo brings back", async () => {
    const { studio, universe, body, onClose } = await shown("new");
    click(one(body, "checkbox", "In place of Gun; Undo brings it back"));
    type(one(body, "combobox", "Rule"), "B36/S23");
    click(one(body, "button", "Create"));
    await until(() => onClose.mock.calls.length === 1);
    expect(studio.tabs.list).toHaveLength(1);
    expect(universe.editor.state.rule.text).toBe("B36/S23");
    expect(universe.editor.state.undoLabel).toBe("New universe: Square");
  });

  test("stays open over a rule that it cannot read, and says why until that is changed", async () => {
    const { studio, body, onClose } = await shown("new");
    const problem = () => body.querySelector("[role=alert]")?.textContent;
    type(one(body, "combobox", "Rule"), "B9/S23");
    click(one(body, "button", "Create"));
    await until(() => problem() !== undefined);
    expect(problem()).toMatch(/B9/);
    expect([studio.tabs.list.length, onClose.mock.calls.length]).toEqual([1, 0]);
    type(one(body, "combobox", "Rule"), "B8/S23");
    expect(problem()).toBeUndefined();
  });

  test("asks a question, and hears one answer, or none where it is put away", async () => {
    const { show } = inStudio();
    const answer = vi.fn();
    const choices = [
      { id: "stop", label: "Stop and close" },
      { id: "wait", label: "Wait", look: "accent" },
    ] as const;
    await show(QuestionDialog, {
      question: { title: "Stop the export?", text: "Frames are being written.", choices, answer },
    });
    await until(() => outline().includes("button Wait"));
    expect(document.querySelector("dialog, [role=dialog]")?.textContent).toContain(
      "Frames are being written.",
    );
    // Enter takes what is the least loss.
    expect(document.activeElement?.textContent).toBe("Wait");
    for (const name of ["Stop and close", "Cancel", "Close"]) click(one(document.body, "button", name));
    expect(answer.mock.calls).toEqual([["stop"], [null], [null]]);
  });

  test("opens the pattern of an archive that is chosen", async () => {
    const open = vi.fn(async () => {});
    const { body, onClose } = await shown("archive", {
      name: "all.zip",
      members: ["a.rle", "b/c.rle"],
      open,
    });
    click(one(body, "button", "c.rle b"));
    expect(open).toHaveBeenCalledWith("b/c.rle");
    expect(onClose).toHaveBeenCalledOnce();
  });

  test("goes through the patterns of an archive by arrow keys and first letters, and leaves shortcuts alone", async () => {
    const members = ["ash.rle", "gun.rle", "x/glider.rle", "puffer.rle"];
    const { body } = await shown("archive", { name: "all.zip", members, open: async () => {} });
    const at = () => document.activeElement?.textContent;
    const pressed = (key: string, held: Record<string, boolean> = {}): readonly unknown[] => {
      const { defaultPrevented } = press(document.activeElement as HTMLElement, key, held);
      return [at(), defaultPrevented];
    };
    await until(() => at() === "ash.rle");
    expect(pressed("ArrowDown")).toEqual(["gun.rle", true]);
    expect(pressed("g")).toEqual(["glider.rlex", true]);
    for (const held of ["ctrlKey", "metaKey", "altKey"])
      expect(pressed("a", { [held]: true })).toEqual(["glider.rlex", false]);
    expect([pressed("End"), pressed("z"), pressed(" ")]).toEqual([
      ["puffer.rle", true],
      ["puffer.rle", false],
      ["puffer.rle", false],
    ]);
    expect(all(body, "button")).toHaveLength(6);
  });

  test("marks the line and the word at which a rule file fails", async () => {
    const { body } = await shown("rule-fault", { file: BAD, fault: FAULT });
    const lines = [...body.querySelectorAll("li")];
    expect(lines.map((line) => line.getAttribute("aria-current"))).toEqual([
      null,
      null,
      "location",
      ...lines.slice(3).map(() => null),
    ]);
    expect(lines.map(({ className }) => className === "faulty").indexOf(true)).toBe(2);
    expect(body.querySelector("mark")?.textContent).toBe("x");
  });
});

describe("the preferences", () => {
  const options = async (body: HTMLElement, field: string) => {
    click(one(body, "combobox", field));
    await until(() => names(body, "option").length > 0);
    return names(body, "option");
  };

  test("say which colours differ in brightness, too, and which GPU each choice takes here", async () => {
    const rig = inStudio();
    vi.spyOn(rig.studio.engines.view.engine, "gpu").mockImplementation(async (adapter) => {
      return { adapter: adapter === "software" ? null : `Card ${adapter}` } as never;
    });
    await rig.open();
    const body = document.body;
    await rig.show(DIALOGS.preferences.page as FunctionComponent<object>, { onClose: () => {} });
    const colours = await options(body, "Cell colours");
    expect(colours).toEqual(expect.arrayContaining(["Ink on paper (safe)", "Viridis (safe)", "Phosphor"]));
    click(one(body, "option", "Phosphor"));
    await until(() => rig.studio.shell.getState().preferences.cells === "phosphor");
    expect(await options(body, "GPU, for universes opened from now on")).toEqual([
      ...["Automatic: Card automatic", "High performance: Card high-performance"],
      ...["Low power: Card low-power", "Software, on the CPU: none here", "Never use the GPU"],
    ]);
  });

  test("are kept at once, and numbers only where they can be meant", async () => {
    const { studio, body } = await shown("preferences");
    const kept = () => studio.shell.getState().preferences;
    click(one(body, "radio", "Light"));
    click(one(body, "checkbox", "Minimap"));
    await until(() => kept().theme === "light" && !kept().minimap);
    for (const text of ["0", "601", "600", "1", "9999"])
      type(one(body, "spinbutton", "Copy of unsaved work every (seconds)"), text);
    await until(() => kept().autosaveSeconds === 1);
    click(one(body, "checkbox", "Grid lines"));
    await until(() => all(body, "spinbutton", "A bold line every (cells)").length === 0);
    expect(all(body, "checkbox", "Trail of cells that died")).toHaveLength(0);
    click(one(body, "checkbox", "Colour cells by age"));
    await until(() => all(body, "checkbox", "Trail of cells that died").length === 1);
  });
});

describe("an identification", () => {
  async function identified(rle: string, name: string | null = null) {
    const rig = inStudio();
    vi.spyOn(libraryOf(rig.studio).own, "twinOf").mockResolvedValue(name);
    const universe = await rig.open({ cells: cellsFromRle(rle) });
    const page = DIALOGS.identify.page as FunctionComponent<object>;
    await rig.show(page, { document: universe, onClose: () => {} });
    await until(() => all(document.body, "button", "Identify again").length === 1);
    return { ...rig, body: document.body };
  }

  test("says what the cells are, and puts that on the clipboard under the name that the library has", async () => {
    const { body, host } = await identified("bo$2bo$3o!", "Glider");
    const said = () => all(body, "status").map(textOn);
    expect(said()).toEqual(["Glider Spaceship of period 4, c/4 diagonal.", ""]);
    click(one(body, "button", "Copy as text"));
    await until(() => said()[1] === "Copied as text.");
    expect(host.clipboardText).toMatch(/^Glider\nSpaceship of period 4, c\/4 diagonal\.\nKind +Spaceship\n/);
  });

  test("looks at as many generations as are typed, if that can be meant", async () => {
    const { body } = await identified("bo$2bo$3o!");
    const again = () => one(body, "button", "Identify again") as HTMLButtonElement;
    const generations = one(body, "spinbutton", "Generations to look at");
    type(generations, "0");
    expect([again().disabled, textOn(body).includes("From 1 to")]).toEqual([true, true]);
    type(generations, "3");
    expect([again().disabled, textOn(body).includes("From 1 to")]).toEqual([false, false]);
    click(again());
    await until(() => textOn(body).includes("Look at more generations"));
  });

  test("can be stopped, whatever is typed by then", async () => {
    // It runs for as long as nobody stops it.
    const endless = vi.spyOn(ANALYSIS, "identify").mockReturnValue(new Promise(() => {}));
    onTestFinished(() => endless.mockRestore());
    const rig = inStudio();
    const universe = await rig.open({ cells: cellsFromRle("3o!") });
    const page = DIALOGS.identify.page as FunctionComponent<object>;
    await rig.show(page, { document: universe, onClose: () => {} });
    const { body } = document;
    await until(() => all(body, "button", "Stop").length === 1);
    type(one(body, "spinbutton", "Generations to look at"), "0");
    click(one(body, "button", "Stop"));
    await until(() => textOn(body).includes("Stopped."));
    expect(textOn(one(body, "button", "Identify again"))).toBe("Identify again");
  });
});

describe("a dialog that closes", () => {
  async function open() {
    const { page, within } = inStudio();
    const before = page.document.body.appendChild(page.document.createElement("input"));
    const home = vi.fn();
    before.focus();
    const dialog = within(Dialog, { title: "Questions", onClose: () => {}, children: null });
    const { render } = await page.show(within(FocusHome, { value: home, children: dialog }));
    await until(() => page.document.activeElement?.closest("[role=dialog]") !== null);
    const end = (): void => render(within(FocusHome, { value: home, children: null }));
    return { page, within, before, home, end };
  }

  /** `leave`: what happens while it is open. */
  async function close(leave: (before: HTMLElement) => void = () => {}) {
    const { page, before, home, end } = await open();
    leave(before);
    end();
    await until(() => page.document.activeElement === before || home.mock.calls.length > 0);
    return { page, before, home };
  }

  test("gives the focus back to where it was, and not to the cells", async () => {
    const { page, before, home } = await close();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(page.document.activeElement).toBe(before);
    expect(home).not.toHaveBeenCalled();
  });

  test("gives it to the cells where its former place is gone", async () => {
    const { home } = await close((before) => before.remove());
    expect(home).toHaveBeenCalledOnce();
  });

  test("gives it to the cells where its former place can no longer take it", async () => {
    const { home } = await close((before) => before.setAttribute("disabled", ""));
    expect(home).toHaveBeenCalledOnce();
  });

  test("leaves the cells alone while another part lies over them", async () => {
    const { page, within, before, home, end } = await open();
    await page.show(within(OpenSurface, {}));
    before.remove();
    end();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(home).not.toHaveBeenCalled();
  });
});

test("what is chosen in a menu finds the focus given back, and keeps the one that it takes", async () => {
  const { page, show } = inStudio();
  page.document.body.append(page.document.createElement("header"));
  const field = page.document.body.appendChild(page.document.createElement("input"));
  let before: Element | null = null;
  const { place } = await show(ButtonMenu, {
    ...{
      label: "Menu",
      children: null,
      menus: [{ title: "File", groups: [[{ id: "find", title: "Find" }]] }],
      onOpen: () => {},
    },
    onChoose: () => {
      before = page.document.activeElement;
      field.focus();
    },
  });
  const button = one(place, "button", "Menu");
  press(button, "Enter");
  await until(() => all(page.document, "menuitem").length > 0);
  click(one(page.document, "menuitem", "File"));
  await until(() => all(page.document, "menuitem", "Find").length > 0);
  click(one(page.document, "menuitem", "Find"));
  await until(() => before !== null);
  expect(before).toBe(button);
  await until(() => all(page.document, "menu").length === 0);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(page.document.activeElement).toBe(field);
});

test("the inspector names the algorithm that runs before the engine has said which others could", async () => {
  const { page, open, studio, show } = inStudio();
  const document = await open({ cells: cellsFromRle("3o$o!") });
  let answer: (known: readonly AlgorithmInfo[]) => void = () => {};
  const known = await document.universe.algorithms();
  vi.spyOn(studio.engines.view.engine, "algorithms").mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }),
  );
  await show(Inspector, { document });
  const field = () => one(page.document.body, "combobox", "Algorithm");
  expect(textOn(field())).toBe("Bitwise");
  answer(known);
  click(field());
  await until(() => names(page.document.body, "option").includes("HashLife"));
  expect(names(page.document.body, "option")).toEqual(expect.arrayContaining(["Automatic", "Bitwise"]));
});

test("an arrow opens a list of choices and does not scroll what is around it", async () => {
  const { open, show, page } = inStudio();
  await show(Inspector, { document: await open() });
  expect(press(one(page.document.body, "combobox", "Algorithm"), "ArrowDown").defaultPrevented).toBe(true);
  await until(() => names(page.document.body, "option").includes("Automatic"));
});

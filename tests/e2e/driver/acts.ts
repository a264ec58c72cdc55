// What the driver's hands can do: each act is one thing that a person does without thinking, whatever the window shows.

import type { Page } from "playwright-core";
import { COMMANDS } from "../../../renderer/window/commands/registry.ts";
import { dropFile } from "../studio.ts";
import type { Chance } from "./chance.ts";
import { anyFile, anyPattern, anyRule } from "./patterns.ts";
import type { Spot } from "./spots.ts";
import { clickOn, spots } from "./spots.ts";

export interface Hands {
  readonly page: Page;
  readonly chance: Chance;
}

export interface Act {
  readonly name: string;
  /** How often it comes, beside the others. */
  readonly weight: number;
  /** Returns what exactly was done; null where the window does not offer it now. */
  readonly act: (hands: Hands) => Promise<string | null>;
}

/** Commands that would take the driver out of the window, or keep a core busy for minutes on purpose. */
const LEFT_OUT: ReadonlySet<string> = new Set(["view.full-screen", "help.palette", "labs.benchmarks"]);
const NAMED = COMMANDS.list().filter(({ id, keyOnly }) => keyOnly !== true && !LEFT_OUT.has(id));
const KEYED = COMMANDS.list().filter(({ id, keys }) => keys.length > 0 && !LEFT_OUT.has(id));

const STAGE = "[data-stage]";
const DIALOG = '[role="dialog"]';
const CONTROLS =
  'button, input, [role="radio"], [role="option"], [role="slider"], [role="switch"], summary, textarea';

/** How playwright writes a chord of the keymap. */
const chordFor = (chord: string): string => chord.replace("Mod", "Control").replace("Ctrl+", "Control+");

async function press(page: Page, ...chords: readonly string[]): Promise<void> {
  for (const chord of chords) await page.keyboard.press(chord);
}

/** A point of some pane's cells; null where there are none. */
async function pointOnCells({
  page,
  chance,
}: Hands): Promise<{ readonly x: number; readonly y: number } | null> {
  const panes = await spots(page, STAGE);
  if (panes.length === 0) return null;
  const { left, top, width, height } = chance.one(panes);
  return { x: left + chance.next() * width, y: top + chance.next() * height };
}

async function clickOneOf({ page, chance }: Hands, query: string): Promise<Spot | null> {
  const found = await spots(page, query);
  if (found.length === 0) return null;
  const spot = chance.one(found);
  await clickOn(page, spot);
  return spot;
}

/** Numbers as people type them: small, large, far too large, and none. */
const anyNumber = (chance: Chance): string =>
  chance.one([
    "0",
    "1",
    "3",
    "8",
    "25",
    "60",
    "100",
    "128",
    "300",
    "1000",
    "-1",
    "2.5",
    "9999999999",
    "",
    "seven",
  ]);

const openingDialog =
  (key: string, fill: (hands: Hands) => Promise<string>) =>
  async (hands: Hands): Promise<string | null> => {
    await press(hands.page, key);
    if ((await spots(hands.page, DIALOG)).length === 0) return null;
    return fill(hands);
  };

async function type(page: Page, label: string, text: string): Promise<void> {
  const field = page.getByRole("dialog").getByLabel(label, { exact: true });
  if (await field.isVisible()) await field.fill(text);
}

const newUniverse = openingDialog("Control+n", async ({ page, chance }) => {
  const cells = chance.one(["Square", "Square", "Hexagonal", "ANNEAL"]);
  await page
    .getByRole("dialog")
    .getByRole("radio", { name: cells })
    .click({ timeout: 2000 })
    .catch(() => {});
  const topology = chance.one(["unbounded", "torus", "torus", "plane", "klein", "cross", "sphere", "frozen"]);
  const select = page.getByRole("dialog").getByLabel("Topology", { exact: true });
  await select.click();
  await page.locator(`.select-list [data-value="${topology}"]`).click({ timeout: 2000 });
  const [width, height] = [
    chance.one([16, 30, 64, 100, 256, 777, 1024]),
    chance.one([10, 32, 65, 200, 1024]),
  ];
  // From time to time more than any memory holds.
  const hopeless = chance.happens(0.08);
  await type(page, "Width", String(hopeless ? 2_000_000 : width));
  await type(page, "Height", String(hopeless ? 3_000_000 : height));
  const soup = chance.happens(0.6);
  await page.getByRole("dialog").getByLabel("Fill with random cells").setChecked(soup, { timeout: 2000 });
  if (soup) await type(page, "Seed", String(chance.whole(1, 1000)));
  if (chance.happens(0.15)) await clickOneOf({ page, chance }, `${DIALOG} .check-field input`);
  await press(page, "Enter");
  return `${cells} ${topology} ${hopeless ? "too large" : `${width} x ${height}`}${soup ? " soup" : ""}`;
});

const goTo = openingDialog("Shift+N", async ({ page, chance }) => {
  const target = chance.one(["0", "1", "10", "100", "1000", "+1", "+100", "-5", "+3000", "10^4", "2^20"]);
  await page.keyboard.type(target);
  await press(page, "Enter");
  return target;
});

const exporting = openingDialog("Control+e", async (hands) => {
  const { page, chance } = hands;
  const format = await clickOneOf(hands, `${DIALOG} [role="radio"]`);
  for (const label of ["From", "To", "Every"])
    if (chance.happens(0.5)) await type(page, label, String(chance.one([0, 1, 2, 5, 20, 2000])));
  await press(page, "Enter");
  return `${format?.label ?? "?"}`;
});

async function drag(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  const from = await pointOnCells(hands);
  const to = await pointOnCells(hands);
  if (!from || !to) return null;
  const button = chance.one(["left", "left", "left", "left", "middle", "right"] as const);
  const held = chance.one([null, null, null, "Shift", "Alt", "Control"]);
  if (held) await page.keyboard.down(held);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down({ button });
  await page.mouse.move(to.x, to.y, { steps: chance.whole(1, 6) });
  // A key in the middle of a drag.
  const key = chance.happens(0.1) ? chance.one(["Escape", "Space", "z", "Delete", "Tab"]) : null;
  if (key) await press(page, key);
  await page.mouse.up({ button });
  if (held) await page.keyboard.up(held);
  return [button, held, key].filter(Boolean).join(" ");
}

async function scrub(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  const [line] = await spots(page, ".timeline .trace");
  if (!line) return null;
  const at = () => line.left + chance.next() * line.width;
  await page.mouse.move(at(), line.y);
  await page.mouse.down();
  for (let moves = chance.whole(0, 4); moves > 0; moves--) await page.mouse.move(at(), line.y, { steps: 3 });
  await page.mouse.up();
  return "";
}

async function throughMenu(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  const menu = await clickOneOf(hands, 'header button[aria-label="Menu"]');
  if (!menu) return null;
  const title = await clickOneOf(hands, '[role="menu"] [role="menuitem"]');
  // The submenu opens a moment later.
  await page.waitForTimeout(60);
  const items = (await spots(page, '[role="menu"] [role^="menuitem"]')).filter(
    ({ label }) => !/Full screen/.test(label),
  );
  if (items.length === 0 || chance.happens(0.1)) return title?.label ?? null;
  const item = chance.one(items);
  await clickOn(page, item);
  return `${title?.label} > ${item.label}`;
}

async function byPalette(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  const { name } = chance.one(NAMED);
  await press(page, "Control+k");
  await page.keyboard.insertText(name);
  await press(page, "Enter");
  if ((await spots(page, ".palette")).length > 0) await press(page, "Escape");
  return name;
}

async function onTabs(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  const tabs = await spots(page, ".tab .tab-title");
  if (tabs.length === 0) return null;
  const tab = chance.one(tabs);
  const what = chance.one(["show", "show", "show", "rename", "menu", "drag", "close"]);
  if (what === "rename") {
    await page.mouse.dblclick(tab.x, tab.y);
    await page.keyboard.type(chance.one(["Pulsar", "x", "A longer name than fits into a tab, surely"]));
    await press(page, chance.one(["Enter", "Escape"]));
  } else if (what === "menu") {
    await page.mouse.click(tab.x, tab.y, { button: "right" });
    const chosen = await clickOneOf(hands, '[role="menu"] [role="menuitem"]');
    return `${what} ${chosen?.label}`;
  } else if (what === "drag") {
    await page.mouse.move(tab.x, tab.y);
    await page.mouse.down();
    await page.mouse.move(chance.one(tabs).x, tab.y, { steps: 4 });
    await page.mouse.up();
  } else if (what === "close") await page.mouse.click(tab.x, tab.y, { button: "middle" });
  else await clickOn(page, tab);
  return `${what} ${tab.label}`;
}

async function inLibrary(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  if ((await spots(page, ".cards")).length === 0) await press(page, "Control+l");
  if (chance.happens(0.3)) {
    const search = await clickOneOf(hands, '[role="searchbox"], input[type="search"]');
    if (search)
      await page.keyboard.insertText(chance.one(["glider", "gun", "hex", "p3", "zzz", "breeder", "e"]));
  }
  const cards = await spots(page, ".cards [data-card]");
  if (cards.length === 0) return null;
  const card = chance.one(cards);
  const target = chance.happens(0.3) ? await pointOnCells(hands) : null;
  if (target) {
    await page.mouse.move(card.x, card.y);
    await page.mouse.down();
    await page.mouse.move(target.x, target.y, { steps: 6 });
    await page.mouse.up();
    return `drag ${card.label}`;
  }
  await page.mouse.click(card.x, card.y, { clickCount: chance.happens(0.3) ? 2 : 1 });
  return `open ${card.label}`;
}

async function pasteText({ page, chance }: Hands): Promise<string | null> {
  const text = anyPattern(chance);
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
  await press(page, "Control+v");
  for (let turns = chance.whole(0, 3); turns > 0; turns--)
    await press(page, chance.one([">", "<", "x", "y", "ArrowLeft", "Shift+ArrowDown"]));
  await press(page, chance.one(["Enter", "Enter", "Enter", "Escape"]));
  return text.slice(0, 60);
}

async function chooseAlgorithm(hands: Hands): Promise<string | null> {
  const select = await clickOneOf(hands, '.inspector button[role="combobox"]');
  if (!select) return null;
  await hands.page.waitForTimeout(30);
  const chosen = await clickOneOf(hands, '.select-list [role="option"]:not([aria-disabled="true"])');
  return `${chosen?.label}`;
}

async function inDialog(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  if (chance.happens(0.3)) {
    await press(page, chance.one(["Escape", "Escape", "Enter", "Tab", "ArrowDown", "PageDown"]));
    return "key";
  }
  const inList = await spots(page, '.select-list [role="option"]');
  const within =
    inList.length > 0 ? inList : await spots(page, CONTROLS.replaceAll(/([^,]+)/g, `${DIALOG} $1`));
  if (within.length === 0) return null;
  const spot = chance.one(within);
  await clickOn(page, spot);
  if (spot.typed) {
    await press(page, "Control+a");
    await page.keyboard.insertText(anyNumber(chance));
  }
  return spot.label;
}

async function changeRule({ page, chance }: Hands): Promise<string | null> {
  const [field] = await spots(page, "#rule-text");
  if (!field) return null;
  const rule = anyRule(chance);
  await clickOn(page, field);
  await press(page, "Control+a");
  await page.keyboard.insertText(rule);
  await press(page, chance.one(["Enter", "Enter", "Enter", "Escape"]));
  return rule;
}

/** The states that one draws with: by the pointer, by a digit, by what is under the pointer. */
async function takeState(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  const way = chance.one(["click", "click", "digit", "counts"]);
  if (way === "digit") {
    const digit = String(chance.whole(0, 9));
    await press(page, digit);
    return digit;
  }
  const list =
    way === "counts" ? "[aria-label='Cells in each state'] button" : "[aria-label='Draw with'] [role=radio]";
  return (await clickOneOf(hands, list))?.label ?? null;
}

/** What a lab or the inspector lets one set. */
async function setField(hands: Hands): Promise<string | null> {
  const { page, chance } = hands;
  const spot = await clickOneOf(
    hands,
    "main input, main [role=slider], main button[role=combobox], aside input",
  );
  if (!spot) return null;
  if (spot.typed) {
    await press(page, "Control+a");
    await page.keyboard.insertText(anyNumber(chance));
    await press(page, chance.one(["Enter", "Tab", "Escape"]));
    return `${spot.label} typed`;
  }
  await page.waitForTimeout(30);
  const chosen = await clickOneOf(hands, '.select-list [role="option"]:not([aria-disabled="true"])');
  return `${spot.label} ${chosen?.label ?? ""}`;
}

/** What is done while no dialog is open. */
export const ACTS: readonly Act[] = [
  {
    name: "key",
    weight: 14,
    act: async ({ page, chance }) => {
      const { id, keys } = chance.one(KEYED);
      await press(page, chordFor(chance.one(keys)));
      return id;
    },
  },
  {
    name: "step",
    weight: 8,
    act: async ({ page, chance }) => {
      const chord = chance.one(["Space", "Space", "Tab", "b", "Enter", "+", "-", ".", ","]);
      await press(page, chord);
      return chord;
    },
  },
  {
    name: "undo",
    weight: 8,
    act: async ({ page, chance }) => {
      const chords = Array.from({ length: chance.whole(1, 5) }, () => chance.one(["z", "z", "Shift+Z"]));
      await press(page, ...chords);
      return chords.join(" ");
    },
  },
  { name: "drag", weight: 16, act: drag },
  {
    name: "click",
    weight: 6,
    act: async (hands) => {
      const point = await pointOnCells(hands);
      if (!point) return null;
      const button = hands.chance.one(["left", "left", "left", "right"] as const);
      await hands.page.mouse.click(point.x, point.y, { button, clickCount: hands.chance.whole(1, 2) });
      return button;
    },
  },
  {
    name: "wheel",
    weight: 6,
    act: async (hands) => {
      const point = await pointOnCells(hands);
      if (!point) return null;
      await hands.page.mouse.move(point.x, point.y);
      for (let turns = hands.chance.whole(1, 5); turns > 0; turns--)
        await hands.page.mouse.wheel(0, hands.chance.one([-400, -120, 120, 400]));
      return "";
    },
  },
  {
    name: "button",
    weight: 10,
    act: async (hands) =>
      (await clickOneOf(hands, "header button, nav button, main button, aside button, #dock button"))
        ?.label ?? null,
  },
  { name: "command", weight: 14, act: byPalette },
  { name: "menu", weight: 6, act: throughMenu },
  { name: "tabs", weight: 6, act: onTabs },
  { name: "library", weight: 5, act: inLibrary },
  { name: "paste", weight: 6, act: pasteText },
  { name: "scrub", weight: 6, act: scrub },
  { name: "new", weight: 4, act: newUniverse },
  { name: "go to", weight: 4, act: goTo },
  { name: "export", weight: 2, act: exporting },
  { name: "algorithm", weight: 4, act: chooseAlgorithm },
  { name: "rule", weight: 5, act: changeRule },
  { name: "state", weight: 6, act: takeState },
  { name: "field", weight: 3, act: setField },
  { name: "split", weight: 2, act: async ({ page }) => press(page, "Control+\\").then(() => "") },
  {
    name: "select",
    weight: 5,
    act: async (hands) => {
      await press(hands.page, hands.chance.one(["a", "Control+a", "F8"]));
      return drag(hands);
    },
  },
  {
    name: "drop",
    weight: 3,
    act: async ({ page, chance }) => {
      const { name, content } = anyFile(chance);
      await dropFile(page, name, content);
      return name;
    },
  },
  {
    name: "size",
    weight: 1,
    act: async ({ page, chance }) => {
      const [width, height] = chance.one([
        [1160, 800],
        [1280, 800],
        [1024, 640],
        [1600, 1000],
      ] as const);
      await page.setViewportSize({ width, height });
      return `${width} x ${height}`;
    },
  },
  // Nothing, for a moment: timers fire, runs go on.
  {
    name: "wait",
    weight: 4,
    act: async ({ page, chance }) => page.waitForTimeout(chance.whole(50, 900)).then(() => ""),
  },
];

/** What is done while a dialog is open. */
export const DIALOG_ACTS: readonly Act[] = [{ name: "dialog", weight: 1, act: inDialog }];

export function anyAct(acts: readonly Act[], chance: Chance): Act {
  let left = chance.next() * acts.reduce((sum, { weight }) => sum + weight, 0);
  for (const act of acts) {
    left -= act.weight;
    if (left < 0) return act;
  }
  return acts[0] as Act;
}

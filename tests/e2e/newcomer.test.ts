// Somebody who has never seen the studio. Once without a mouse, in a small window: at every step the keys go where they are
// wanted next. And once with little else than the mouse: each thing is done by what is seen.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pick } from "../support/pick.ts";
import { named, openMenu, previewed } from "./screen.ts";
import type { Rig } from "./studio.ts";
import { kept, openStudio, reading, startRig, status } from "./studio.ts";

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig?.close());

/** What has the focus: its name, else its text; "cells" for the universe and whatever leaves the keys to it. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement;
    if (!element || element === document.body || element.closest("[data-stage]")) return "cells";
    const label = element.id && document.querySelector(`label[for="${element.id}"]`)?.textContent;
    return element.getAttribute("aria-label") || label || element.textContent || element.tagName;
  });
}

test("goes from an empty universe to exported pictures by keys alone", { timeout: 120_000 }, async () => {
  const { page, complaints, close } = await openStudio(rig, {
    viewport: { width: 1024, height: 640 },
    withHints: true,
    answersDialogs: true,
  });
  const press = async (...chords: readonly string[]): Promise<void> => {
    for (const chord of chords) await page.keyboard.press(chord);
  };
  const focused = () => expect.poll(() => focus(page));
  const population = () => expect.poll(() => reading(page, "population"));
  const generation = () => expect.poll(() => reading(page, "generation"));
  const hint = () => expect.poll(() => page.locator(".status .hint").innerText());

  // Tab is what one tries first. Here it is a step, and the way out is told.
  await press("Tab");
  await hint().toBe("Tab is a step here. Ctrl+F6 leads out of the cells.");
  await press("Control+F6");
  await focused().toBe("Reset to the start");

  // The library: what is opened has the keys.
  await press("Control+f");
  await focused().toBe("Search the library");
  await page.keyboard.type("acorn");
  await page.locator(".card").first().waitFor();
  await expect.poll(() => page.locator(".card").count()).toBeLessThan(4);
  await press("ArrowDown");
  await focused().toContain("Acorn");
  await press("Enter");
  await page.locator(".tab.on", { hasText: "Acorn" }).waitFor();
  await focused().toBe("cells");
  await press("Control+f", "Escape");
  await expect.poll(() => page.getByRole("searchbox").inputValue()).toBe("");
  await press("Escape");
  await focused().toBe("cells");

  // An empty universe, with what the dialog offers; drawn in it a cell, and a rectangle of 3 x 2.
  await press("Control+n", "Enter");
  await page.locator(".tab.on", { hasText: "Square" }).waitFor();
  await focused().toBe("cells");
  await press("Alt+ArrowRight", "Alt+Enter");
  await population().toBe(1);
  await press("F9", "Alt+Enter", "Alt+ArrowRight", "Alt+ArrowRight", "Alt+ArrowDown", "Alt+Enter");
  await population().toBe(6);
  await press("Control+a");
  await page.getByText("6 of 6").waitFor();
  await press(">");
  await page.getByRole("region", { name: "Selection" }).getByText("2 × 3").waitFor();
  await press("Control+c", "Control+v");
  await hint().toBe("Click or press Enter to put the paste down; > < X Y turn it, Esc drops it.");
  await press("Shift+ArrowRight", "Shift+ArrowRight", "Enter");
  await population().toBe(12);
  await focused().toBe("cells");

  // Time.
  await press("Enter");
  await generation().toBeGreaterThan(1);
  await press("Enter", "Shift+N");
  await focused().toBe("Generation");
  await page.keyboard.type("500");
  await press("Enter");
  await generation().toBe(500);
  await focused().toBe("cells");

  // Another rule, typed.
  await press("Control+u");
  await focused().toBe("Rule");
  await page.keyboard.type("B36/S23");
  await press("Enter");
  await expect.poll(() => status(page, "Rule")).toBe("B36/S23");
  await focused().toBe("cells");

  await press("i");
  await page
    .getByRole("dialog", { name: "Identify" })
    .getByRole("button", { name: "Copy as text" })
    .waitFor();
  await press("Escape");
  await focused().toBe("cells");

  // Pictures: from GIF three choices on is PBM.
  await press("Control+e");
  await focused().toBe("GIF");
  for (let choices = 0; choices < 3; choices++) {
    const before = await focus(page);
    await press("ArrowRight");
    await focused().not.toBe(before);
  }
  await focused().toBe("PBM");
  await press("Enter");
  await expect.poll(() => page.getByRole("radio", { name: "PBM" }).getAttribute("aria-checked")).toBe("true");
  await previewed(page);
  await press("Enter");
  await page.locator(".message", { hasText: "Exported" }).waitFor({ timeout: 30_000 });
  await focused().toBe("cells");

  // The tab is closed; what would lose work is not what Enter does.
  await press("Control+w");
  await focused().toBe("Save");
  await press("Shift+Tab", "Enter");
  await page.locator(".tab.on", { hasText: "Acorn" }).waitFor();
  await focused().toBe("cells");
  expect(complaints).toEqual([]);
  await close();
});

test("draws, moves, places, runs, scrubs, looks, exports and saves by mouse", {
  timeout: 120_000,
}, async () => {
  const { page, complaints, close } = await openStudio(rig, { withLibrary: true, answersDialogs: true });
  const click = (name: string | RegExp) => named(page, name).click();
  const menu = async (title: string, item: string): Promise<void> => {
    await openMenu(page, title);
    await page.getByRole("menuitem", { name: item }).first().click();
  };
  const soon = (read: () => Promise<unknown>) => expect.poll(read, { interval: 20 });
  const population = () => soon(() => reading(page, "population"));
  const generation = () => soon(() => reading(page, "generation"));
  const said = (text: string) => page.locator(".message", { hasText: text }).waitFor({ timeout: 30_000 });

  // A hexagonal universe, looked at and left; a square one to draw in.
  await click("New universe");
  await page.getByRole("radio", { name: "Hexagonal" }).click();
  await click("Create");
  await page.locator(".tab.on", { hasText: "Hexagonal" }).waitFor();
  await soon(() => status(page, "Rule")).toBe("B2/S34H");
  // A list of a hundred rules opens at the one that is chosen.
  await page.getByLabel("Named rules").click();
  const chosen = page.getByRole("option", { selected: true, name: "B2/S34H" });
  await soon(async () => {
    const [list, option] = await Promise.all([
      page.locator(".select-list").boundingBox(),
      chosen.boundingBox(),
    ]);
    return list && option && option.y >= list.y && option.y + option.height <= list.y + list.height;
  }).toBe(true);
  await page.keyboard.press("Escape");
  await click("Close Hexagonal");
  await click("New universe");
  await click("Create");
  await page.locator(".tab.on", { hasText: "Square" }).waitFor();
  await page.getByRole("dialog").waitFor({ state: "detached" });

  const stage = await page.locator("[data-stage]").boundingBox();
  if (!stage) throw new Error("there is no stage");
  /** A place in cells of 16 pixels from the middle. */
  const at = (x: number, y: number) =>
    [stage.x + stage.width / 2 + 16 * x + 2, stage.y + stage.height / 2 + 16 * y + 2] as const;
  type Cell = readonly [x: number, y: number];
  const drag = async (from: Cell, to: Cell, button: "left" | "middle" = "left"): Promise<void> => {
    await page.mouse.move(...at(...from));
    await page.mouse.down({ button });
    await page.mouse.move(...at(...to), { steps: 4 });
    await page.mouse.up({ button });
  };

  // Drawn, erased, taken back and done again.
  await drag([0, 0], [4, 0]);
  await population().toBe(5);
  await click("Erase");
  await drag([3, 0], [5, 0]);
  await population().toBe(3);
  await click("Undo");
  await population().toBe(5);
  await click("Redo");
  await population().toBe(3);

  // Selected, moved from its inside, copied; the copy floats until a click puts it down.
  await click("Select");
  await drag([-1, -1], [3, 1]);
  const selection = page.getByRole("region", { name: "Selection" });
  await selection.getByText("3 of 15").waitFor();
  await drag([1, 0], [1, 4]);
  await selection.getByText("-1, 3", { exact: true }).waitFor();
  const chip = page.getByRole("group", { name: "On the selection" });
  await chip.getByRole("button", { name: "Copy", exact: true }).click();
  await page.mouse.click(...at(-8, -6));
  await chip.waitFor({ state: "detached" });
  await page.keyboard.press("Control+v");
  await page.getByRole("region", { name: "Paste" }).waitFor();
  await page.mouse.move(...at(-6, -3));
  await page.mouse.click(...at(-5, -3));
  await population().toBe(6);

  // What is no pattern is called that, whatever it is.
  await page.evaluate(() => navigator.clipboard.writeText("Dear all,\nsee below"));
  await page.keyboard.press("Control+v");
  await said("There is no pattern on the clipboard.");

  // Out of the library to where it is wanted.
  await page
    .getByRole("button", { name: /^Glider/ })
    .first()
    .dragTo(page.locator("[data-stage]"), {
      targetPosition: { x: 120, y: 120 },
    });
  await population().toBe(11);

  // Its name, and its place among the tabs.
  const titles = () => page.locator(".tab .tab-title > span:first-of-type").allTextContents();
  await page.locator(".tab.on .tab-title").dblclick();
  await page.keyboard.type("Mine");
  await page.keyboard.press("Enter");
  await soon(titles).toEqual(["Small garden", "Mine"]);
  const [first, mine] = await Promise.all(
    [0, 1].map((nth) => page.locator(".tab .tab-title").nth(nth).boundingBox()),
  );
  if (!first || !mine) throw new Error("there are no tabs");
  await page.mouse.move(mine.x + 20, mine.y + 10);
  await page.mouse.down();
  await page.mouse.move(first.x + 4, first.y + 10, { steps: 6 });
  await page.mouse.up();
  await soon(titles).toEqual(["Mine", "Small garden"]);

  // Time: a step, a run, faster, to a generation, back on the timeline.
  await click(/^One generation$/);
  await generation().toBe(1);
  await click("Reset to the start");
  await generation().toBe(0);
  const speed = () => named(page, /^Speed: /).getAttribute("aria-label");
  const slower = await speed();
  await click("Run");
  await click("Faster");
  await soon(speed).not.toBe(slower);
  const faster = await speed();
  await generation().toBeGreaterThan(3);
  await click("Stop");
  await page.getByTestId("generation").click();
  await page.getByRole("dialog", { name: "Go to generation" }).getByLabel("Generation").fill("40");
  await click("Go");
  await generation().toBe(40);
  const timeline = await page.getByRole("slider", { name: "Timeline" }).boundingBox();
  if (!timeline) throw new Error("there is no timeline");
  await page.mouse.click(timeline.x + 1, timeline.y + 16);
  await generation().toBeLessThan(2);

  // Edges are where the topology stands; a button that was clicked does not keep the keys after its dialog.
  await page.getByRole("button", { name: "Unbounded" }).click();
  await page.getByRole("dialog", { name: "Resize universe" }).waitFor();
  await page.keyboard.press("Escape");
  await soon(() => focus(page)).toBe("cells");

  // Another rule by its digit, and the one before out of the list.
  await click("Birth with 6");
  await soon(() => status(page, "Rule")).toBe("B36/S23");
  await pick(page.getByLabel("Named rules"), "B3/S23");
  await soon(() => status(page, "Rule")).toBe("B3/S23");

  // Nearer, further, moved by the middle button, all of it.
  const zoom = () => status(page, "Zoom");
  /** Under the pointer, which is over the middle. */
  const cell = async (): Promise<string> => {
    await page.mouse.move(...at(0, 0));
    return status(page, "Cell");
  };
  const controls = page.getByRole("group", { name: "Zoom and look" });
  await controls.getByRole("button", { name: "Zoom in" }).click();
  await soon(zoom).not.toBe("16 px");
  const near = await zoom();
  await page.mouse.move(...at(0, 0));
  await page.mouse.wheel(0, 400);
  await soon(zoom).not.toBe(near);
  const before = await cell();
  await drag([0, 0], [6, 3], "middle");
  await soon(cell).not.toBe(before);
  const moved = await cell();
  await controls.getByRole("button", { name: "Fit" }).click();
  await soon(cell).not.toBe(moved);

  // Other colours, and ages.
  await click("Look");
  const look = page.getByRole("dialog", { name: "Look" });
  await look.getByRole("radio").nth(2).click();
  await soon(() => look.getByRole("radio").nth(2).getAttribute("aria-checked")).toBe("true");
  await look.getByRole("switch", { name: "Age" }).click();
  await soon(() => look.getByRole("switch", { name: "Trail" }).isDisabled()).toBe(false);
  await page.mouse.click(stage.x + stage.width - 40, stage.y + 40);
  await look.waitFor({ state: "detached" });

  // A command that is looked for; help; two panes.
  await click(/^Search commands/);
  await page.getByRole("combobox").fill("what is this");
  await page
    .getByRole("option", { name: /^Identify/ })
    .first()
    .click();
  const identify = page.getByRole("dialog", { name: "Identify" });
  await identify.getByRole("button", { name: "Copy as text" }).waitFor({ timeout: 30_000 });
  await identify.getByRole("button", { name: "Close" }).click();
  await menu("Help", "Guide");
  await page.getByRole("dialog", { name: "Guide" }).getByRole("button", { name: "Close" }).click();
  await menu("View", "Split view");
  await soon(() => page.locator("[data-stage]").count()).toBe(2);
  await click("Close this pane");
  await soon(() => page.locator("[data-stage]").count()).toBe(1);

  // Out of the window: a GIF, and a file.
  await menu("File", "Export");
  // The rare formats are folded away, and the scale fits by itself.
  expect(await page.getByRole("radio", { name: "More" }).getAttribute("aria-checked")).toBe("false");
  await page.getByText("Size and look").click();
  expect(await page.getByLabel("Scale").innerText()).toBe("Automatic");
  await page.getByRole("radio", { name: "GIF" }).click();
  await previewed(page);
  await page.getByRole("dialog").getByRole("button", { name: "Export" }).click();
  await said("Exported");
  await menu("File", "Save as");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await said("Saved Mine.rle");

  // Where one was, after a reload; and a question before work is lost.
  await soon(async () => (await kept(page, "preferences")).join()).toMatch(/file.*Mine/);
  const zoomed = await zoom();
  await page.reload();
  await soon(titles).toEqual(["Mine"]);
  await population().toBeGreaterThan(0);
  await soon(zoom).toBe(zoomed);
  await soon(speed).toBe(faster);
  await click("Birth with 8");
  await page.locator(".tab.on .unsaved").waitFor();
  await click("Close Mine");
  await page
    .getByRole("dialog", { name: /^Save Mine/ })
    .getByRole("button", { name: "Discard" })
    .click();
  await soon(titles).toEqual([]);
  expect(complaints).toEqual([]);
  await close();
});

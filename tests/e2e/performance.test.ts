// The Performance lab: its pages by the keyboard alone, in a window that narrows, what they save and copy, and a record that grows.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { formatRecordEnd, formatRecordHead } from "../../engine/cluster/record.ts";
import { formatModel, parseModel } from "../../engine/model/model-file.ts";
import { recordHead, recordLines, recordText } from "../support/cluster-record.ts";
import { CARD } from "./pattern-screens.ts";
import type { OpenStudio, Rig } from "./studio.ts";
import { command, dropFile, inOwnStudio, kept, openStudio, startRig } from "./studio.ts";
import { drawn } from "./walk.ts";

let rig: Rig;
/** The studio with the filled lab, which tests go through in turn. */
let filled: OpenStudio | undefined;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(async () => {
  await filled?.close();
  await rig.close();
});

const lab = (page: Page) => page.getByRole("region", { name: "Performance" });
const pageChoice = (page: Page, name: string) => lab(page).getByRole("radio", { name, exact: true });
const clipboard = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

/** The lab with a model that was fitted and two records. A test may leave any of its pages in front, and the window's size. */
async function inFilledLab(play: (page: Page) => Promise<void>): Promise<void> {
  if (!filled) {
    filled = await openStudio(rig, { answersDialogs: true });
    await fill(filled.page);
  }
  await play(filled.page);
  expect(filled.complaints).toEqual([]);
}

async function fill(page: Page): Promise<void> {
  await command(page, "performance");
  await dropFile(page, "card.json", formatModel(CARD));
  await lab(page).getByText("Points and residuals").click();
  await dropFile(page, "two.jsonl", recordText(2, 200));
  await lab(page)
    .getByRole("button", { name: /^two\.jsonl/, pressed: true })
    .waitFor();
  await dropFile(page, "one.jsonl", recordText(1, 200, { topology: "T1000,1000" }));
  await lab(page).getByRole("region", { name: "Scaling" }).waitFor();
}

/** What of the lab can be pressed, typed into or scrolled, and is not reached by Tab. A group of radios hands the focus on. */
async function unreached(page: Page): Promise<readonly string[]> {
  const many = await lab(page).evaluate((region) => {
    const controls = [
      ...region.querySelectorAll<HTMLElement>(
        "button, input, select, summary, [tabindex]:not([role=radiogroup])",
      ),
    ];
    const wanted = controls.filter(
      (one) => one.tabIndex >= 0 && !one.matches(":disabled") && one.checkVisibility(),
    );
    for (const one of wanted) one.dataset.unreached = "";
    wanted[0]?.focus();
    return wanted.length;
  });
  expect(many).toBeGreaterThan(5);
  const noteReached = (): Promise<number> =>
    page.evaluate(() => {
      if (document.activeElement instanceof HTMLElement) delete document.activeElement.dataset.unreached;
      return document.querySelectorAll("[data-unreached]").length;
    });
  for (let presses = 0; presses < 2 * many && (await noteReached()) > 0; presses++)
    await page.keyboard.press("Tab");
  return lab(page)
    .locator("[data-unreached]")
    .evaluateAll((left) => left.map((one) => one.outerHTML.slice(0, 120)));
}

/** What is wider than its place, tables apart, which scroll by themselves. */
const overflowing = (page: Page) =>
  lab(page).evaluate((region) =>
    [region, ...region.querySelectorAll<HTMLElement>("*")]
      .filter((one) => one.checkVisibility() && !one.closest(".scroller, svg, .u-wrap"))
      .filter(
        (one) =>
          one.scrollWidth > one.clientWidth + 1 &&
          !["inline", "contents"].includes(getComputedStyle(one).display),
      )
      .map((one) => `${one.outerHTML.slice(0, 80)}: ${one.scrollWidth} in ${one.clientWidth}`),
  );

/** In pixels, all that are shown. */
const widthsOf = (page: Page, of: string) =>
  lab(page)
    .locator(`${of}:visible`)
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));

describe("the Performance lab", () => {
  test("saves figures, plots and models, and copies what is set", () =>
    inFilledLab(async (page) => {
      /** The file that an entry of the menu saves. */
      const saved = async (entry: string, name: string): Promise<string> => {
        await lab(page).getByRole("button", { name: "Save", exact: true }).press("Enter");
        await page.getByRole("menuitem", { name: entry }).press("Enter");
        const read = () =>
          page.evaluate(async (name) => {
            const root = await navigator.storage.getDirectory();
            const file = await (await root.getFileHandle(name)).getFile();
            return String.fromCharCode(...new Uint8Array(await file.arrayBuffer()));
          }, name);
        let text = "";
        await expect.poll(async () => (text = await read().catch(() => "")), { message: entry }).not.toBe("");
        return text;
      };
      const isPicture = (bytes: string): boolean => bytes.startsWith("\x89PNG") && bytes.length > 2000;
      await pageChoice(page, "Run").click();
      await lab(page)
        .getByRole("button", { name: /^one\.jsonl/ })
        .click();
      expect(await saved("Save the ranks as CSV…", "one.csv")).toMatch(/^rank,rows,where,.*\r\n0,500,/);
      expect(isPicture(await saved("Save lanes as PNG…", "one.png"))).toBe(true);
      await lab(page)
        .getByRole("button", { name: /^two\.jsonl/ })
        .click();
      expect((await saved("Save all records as CSV…", "two.csv")).trim().split("\r\n")).toHaveLength(3);
      expect(isPicture(await saved("Save scaling as PNG…", "two.png"))).toBe(true);
      await lab(page).getByRole("textbox", { name: "Halo" }).fill("16");
      await lab(page).getByRole("button", { name: "Copy the command" }).press("Enter");
      await expect
        .poll(() => clipboard(page))
        .toBe(
          "tessella run --soup 8192x8192 -r B3/S23:T8192,8192 -m 1000 -a bitwise --ranks 2 --halo 16 --record run.jsonl",
        );

      await pageChoice(page, "Model").click();
      expect(await saved("Save figures as CSV…", "card.csv")).toMatch(
        /^ranks,part_width,.*\r\n1,7560,7560,0,/,
      );
      expect(isPicture(await saved("Save speed-up as PNG…", "card.png"))).toBe(true);
      expect(parseModel(await saved("Save model as JSON…", "card.json"))).toEqual(CARD);
      await lab(page).getByRole("button", { name: "Copy the command" }).press("Enter");
      await expect
        .poll(() => clipboard(page))
        .toBe(
          "tessella model predict card.json --grid 7560 --ranks 10 --form shrinking --halo 1 --latency 0.00053",
        );
    }));

  test("narrows with its window", () =>
    inFilledLab(async (page) => {
      for (const [name, of] of [
        ["Model", ".plot canvas"],
        ["Run", ":is(.lanes, .plot) canvas"],
      ] as const) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await pageChoice(page, name).click();
        await expect.poll(() => page.evaluate(() => window.innerWidth)).toBe(1280);
        await drawn(page);
        const wide = Math.max(...(await widthsOf(page, of)));
        await page.setViewportSize({ width: 1024, height: 640 });
        const narrow = async () => Math.max(...(await widthsOf(page, of)));
        await expect.poll(narrow).toBeLessThan(wide);
        await expect.poll(() => overflowing(page), { message: name }).toEqual([]);
      }
    }));

  test("is reached and used by the keyboard alone", () =>
    inFilledLab(async (page) => {
      for (const name of ["Model", "Run", "Benchmarks"]) {
        await pageChoice(page, name).press("Space");
        await drawn(page);
        expect(await unreached(page), name).toEqual([]);
      }
      await pageChoice(page, "Model").press("Space");
      const forecast = lab(page).getByRole("region", { name: "Forecast" });
      const seconds = () => forecast.locator("dd").first().innerText();
      // Each to its beginning; what alone takes no transfers comes last.
      for (const slider of ["Bandwidth", "Halo", "Latency", "Side of the grid", "GPUs"]) {
        const before = await seconds();
        await lab(page).getByRole("slider", { name: slider, exact: true }).press("Home");
        await expect.poll(seconds, { message: slider }).not.toBe(before);
      }
    }));
});

describe("a record of ranks", () => {
  test("is followed while it grows, in figures and as a picture, and its page comes back", async () => {
    const { page, complaints, close } = await openStudio(rig, { answersDialogs: true });
    try {
      const begun = formatRecordHead(recordHead(3, 500)) + recordLines(3, 0, 50);
      const grown = begun + recordLines(3, 50, 50);
      const name = "run.jsonl";
      const write = (text: string) =>
        page.evaluate(
          async ([to, words]) => {
            Object.assign(window, { nextFile: to });
            const root = await navigator.storage.getDirectory();
            const file = await (await root.getFileHandle(to, { create: true })).createWritable();
            await file.write(words);
            await file.close();
          },
          [name, text] as const,
        );
      await command(page, "performance");

      await pageChoice(page, "Model").press("ArrowRight");
      const isReached = () => pageChoice(page, "Run").evaluate((one) => one === document.activeElement);
      await expect.poll(isReached).toBe(true);
      await page.keyboard.press("Space");
      // The first pattern, which is in no file and on no grid that ranks share.
      await lab(page).getByRole("form", { name: "Command" }).getByLabel("Cells").click();
      await page.getByRole("option").nth(1).click();
      await lab(page).getByText("Its cells are in no file: the command runs a soup by its rule.").waitFor();

      await write(begun);
      await lab(page).getByRole("button", { name: "Open a record" }).click();
      const entry = lab(page).getByRole("button", { name: new RegExp(`^${name}`) });
      await expect.poll(() => entry.innerText()).toContain(", growing");
      const lanes = lab(page).getByRole("slider", { name: "Cursor in the lanes of the ranks" });
      const picture = () =>
        lanes.locator("canvas").evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
      const lastBlock = () => lanes.getAttribute("aria-valuemax");
      await expect.poll(lastBlock).toBe("49");
      await drawn(page);
      const before = await picture();

      await write(grown);
      await expect.poll(lastBlock).toBe("99");
      await expect.poll(picture).not.toBe(before);
      await lab(page)
        .getByText(/still growing\.$/)
        .waitFor();
      // The cursor reaches what is new.
      await lanes.press("End");
      await expect.poll(() => lanes.getAttribute("aria-valuetext")).toMatch(/^Rank 0, block 100 of 100/);
      // Up and down lead to the ranks beside it, at the same moment.
      for (const [key, rank] of [
        ["ArrowDown", 1],
        ["ArrowDown", 2],
        ["ArrowUp", 1],
      ] as const) {
        await lanes.press(key);
        await expect
          .poll(() => lanes.getAttribute("aria-valuetext"))
          .toMatch(new RegExp(`^Rank ${rank}, block 100 of 100`));
      }

      await write(grown + formatRecordEnd({ generation: 900n, failure: null }));
      await lab(page)
        .getByText(/ended at generation 900\.$/)
        .waitFor();
      await expect.poll(() => entry.innerText()).not.toContain(", growing");

      // Told by its storage, since the list is written a moment after the page has changed.
      await expect.poll(async () => (await kept(page, "preferences")).join()).toMatch(/\blab\W+run\b/);
      await page.reload();
      await lab(page).getByRole("radio", { name: "Run", exact: true, checked: true }).waitFor();
      expect(complaints).toEqual([]);
    } finally {
      await close();
    }
  });

  test("of more ranks than have room is dragged up and down, and the rank stays under the hand", () =>
    inOwnStudio(rig, async ({ page }) => {
      await command(page, "performance");
      await dropFile(page, "many.jsonl", recordText(64, 20));
      const lanes = lab(page).getByRole("slider", { name: "Cursor in the lanes of the ranks" });
      const size = () => lanes.locator("canvas").boundingBox();
      await expect.poll(async () => (await size())?.height ?? 0).toBeGreaterThan(100);
      await drawn(page);
      const box = await size();
      if (!box) throw new Error("there are no lanes");
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const under = async () => (await lanes.getAttribute("aria-valuetext"))?.match(/^Rank \d+/)?.[0];
      const pointed = async (at: number) => {
        // The first move out of a drag is one to the same place.
        for (const to of [x - 1, x]) await page.mouse.move(to, at);
        await drawn(page);
        return under();
      };
      const first = await pointed(y);
      expect(first).toBeDefined();
      for (const by of [-60, -30, 40]) {
        await page.mouse.move(x, y);
        await page.mouse.down();
        const held = await pointed(y);
        await page.mouse.move(x, y + by, { steps: 3 });
        await page.mouse.up();
        expect(await pointed(y + by), `${by}`).toBe(held);
      }
      // Up by ninety pixels and down by forty: what is in the middle now lies below.
      expect(await pointed(y)).not.toBe(first);
    }));
});

// What is done with a whole pattern: plotted, identified, put to the benchmarks, kept in the library, selected, exported.

import { expect } from "vitest";
import type { PerformanceModel } from "../../engine/model/model-file.ts";
import { formatModel } from "../../engine/model/model-file.ts";
import { recordText } from "../support/cluster-record.ts";
import { EXPORT_SCREENS } from "./export-screens.ts";
import { LIBRARY_SCREENS } from "./library-screens.ts";
import type { Screen } from "./screen.ts";
import { keys, named, openLibrary, search, stay } from "./screen.ts";
import { command, createUniverse, dropFile, reading } from "./studio.ts";
import { drawn } from "./walk.ts";

/** A model with a knee, and points with error bars. */
export const CARD: PerformanceModel = {
  machine: "Card",
  kernels: [
    {
      kernel: "gpu",
      cost: {
        launchSeconds: 2e-5,
        secondsACell: 4e-10,
        knee: { cells: 1e6, secondsACell: 1.5e-10, jumpSeconds: 0 },
      },
      submitSeconds: null,
      points: [256, 512, 1024, 2048, 4096].map((side) => {
        const seconds = 2e-5 + 1.5e-10 * Math.min(side ** 2, 1e6) + 4e-10 * Math.max(0, side ** 2 - 1e6);
        const range = { fastest: 0.9 * seconds, slowest: 1.2 * seconds };
        return { cells: side ** 2, generations: 1, seconds, submits: null, ...range };
      }),
    },
  ],
  transfer: null,
};

/** From a start with the first pattern running. */
export const PATTERN_SCREENS: readonly Screen[] = [
  {
    name: "plot",
    show: async (page) => {
      // There is something to plot.
      await expect.poll(() => reading(page, "generation")).toBeGreaterThan(3);
      await named(page, "Stop").click();
      await page.locator("[data-stage] [tabindex]").focus();
      await page.keyboard.press("Shift+P");
      await page.locator(".plot-explorer canvas").waitFor();
    },
  },
  {
    name: "plot-nothing",
    show: async (page) => {
      await createUniverse(page, "Square");
      await page.keyboard.press("Shift+P");
      await named(page, /^Run$/).waitFor();
    },
    leave: async (page) => {
      await page.keyboard.press("Escape");
      await page.locator(".tab.on .close-tab").click();
    },
  },
  {
    name: "identify",
    show: async (page) => {
      await page.locator("[data-stage] [tabindex]").focus();
      await page.keyboard.press("i");
      await named(page, "Copy as text").waitFor({ timeout: 30_000 });
    },
  },
  {
    name: "identify-map",
    show: async (page) => {
      await dropFile(page, "beacon.rle", "x = 4, y = 4, rule = B3/S23\n2o$o$3bo$2b2o!");
      await page.locator(".tab.on", { hasText: "beacon" }).waitFor();
      await page.locator("[data-stage] [tabindex]").focus();
      await page.keyboard.press("i");
      await page.locator(".period-map").waitFor({ timeout: 30_000 });
    },
    leave: async (page) => {
      await page.keyboard.press("Escape");
      await page.locator(".tab.on .close-tab").click();
    },
  },
  {
    name: "benchmarks",
    show: async (page) => {
      await command(page, "benchmarks");
      await page.getByRole("checkbox", { name: "bitwise" }).waitFor();
    },
    leave: stay,
  },
  {
    name: "benchmarks-done",
    show: async (page) => {
      await page.getByRole("spinbutton", { name: /^Stretches/ }).fill("1");
      await page.getByRole("checkbox", { name: "512" }).uncheck();
      // Two are enough for a result; benchmarks.test.ts has one of a GPU, which takes seconds.
      const algorithms = page.getByRole("group", { name: "Algorithms" }).getByRole("checkbox");
      for (const one of await algorithms.all()) await one.setChecked(false);
      for (const name of ["bitwise", "block"])
        await page.getByRole("checkbox", { name, exact: true }).check();
      await named(page, /^Run$/).click();
      await named(page, "Copy as CSV").waitFor({ timeout: 60_000 });
      await page.getByRole("table").scrollIntoViewIfNeeded();
    },
    leave: (page) => page.locator(".tab.on .close-tab").click(),
  },
  {
    name: "performance",
    show: async (page) => {
      await command(page, "performance");
      // It comes back on the page of the benchmarks, on which it was left.
      await page.getByRole("radio", { name: "Model", exact: true }).click();
      const forecast = page.getByRole("region", { name: "Forecast" });
      await forecast.getByText("8.148", { exact: true }).first().waitFor();
      // From ten GPUs to twelve, by the keyboard.
      await page.getByRole("slider", { name: "GPUs" }).press("ArrowRight");
      await forecast.locator("dd", { hasText: /^9\.\d{3}$/ }).waitFor();
    },
    leave: stay,
  },
  {
    name: "performance-fit",
    show: async (page) => {
      await dropFile(page, "card.json", formatModel(CARD));
      await page.getByText("Points and residuals").click();
      await page.getByRole("region", { name: "Points" }).scrollIntoViewIfNeeded();
    },
    leave: stay,
  },
  {
    name: "performance-run-empty",
    show: async (page) => {
      await page.getByRole("radio", { name: "Run", exact: true }).click();
      await page.getByText("No record is open.").waitFor();
      await page.getByRole("textbox", { name: "Halo" }).fill("none");
      await page.getByText("The halo is auto or a number of rows.").waitFor();
    },
    leave: (page) => page.getByRole("textbox", { name: "Halo" }).fill("auto"),
  },
  {
    name: "performance-run",
    show: async (page) => {
      // A record brings its page to the front.
      await page.getByRole("radio", { name: "Model", exact: true }).click();
      const two = recordText(2, 200);
      // The last line is still being written.
      await dropFile(page, "two.jsonl", two.slice(0, -1));
      await page.getByRole("button", { name: /^two\.jsonl/ }).waitFor();
      await dropFile(page, "one.jsonl", recordText(1, 200, { topology: "T1000,1000" }));
      await page.getByRole("button", { name: /^one\.jsonl/, pressed: true }).waitFor();
      await page.getByRole("button", { name: /^two\.jsonl/ }).click();
      const lanes = page.getByRole("slider", { name: "Cursor in the lanes of the ranks" });
      await lanes.press("ArrowRight");
      for (const key of ["ArrowDown", "ArrowRight", "+", "+", "+"]) await lanes.press(key);
      await expect
        .poll(() => lanes.getAttribute("aria-valuetext"))
        .toMatch(/^Rank 1, block 2 of 200, generations 108 to 116: 9\.5 ms/);
      // What is under the pointer moves along with it.
      const canvas = lanes.locator("canvas");
      await drawn(page);
      const { x, y } = (await canvas.boundingBox()) ?? { x: 0, y: 0 };
      const blockAt = async (place: number): Promise<string> => {
        await page.mouse.move(x + place - 1, y + 20);
        await page.mouse.move(x + place, y + 20);
        await drawn(page);
        return (await lanes.getAttribute("aria-valuetext")) ?? "";
      };
      const far = await blockAt(500);
      await page.mouse.down();
      await page.mouse.move(x + 200, y + 20, { steps: 3 });
      await page.mouse.up();
      expect(await blockAt(200)).toBe(far);
      await page.getByRole("region", { name: "Scaling" }).getByText("one.jsonl").waitFor();
    },
    leave: (page) => page.locator(".tab.on .close-tab").click(),
  },
  { name: "library", show: openLibrary, leave: stay },
  { name: "library-search", like: "library", show: (page) => search(page, "glider"), leave: stay },
  {
    name: "library-nothing",
    show: (page) => search(page, "qqqq"),
    leave: async (page) => {
      await search(page, "");
      await page.locator("[data-stage] [tabindex]").focus();
    },
  },
  ...LIBRARY_SCREENS,
  {
    name: "selection",
    show: async (page) => {
      await page.keyboard.press("a");
      await page.getByRole("region", { name: "Selection" }).waitFor();
    },
    leave: stay,
  },
  {
    name: "seed-refused",
    show: async (page) => {
      await page.getByLabel("Seed").fill("12x");
      await page.getByText("A seed is a whole number").scrollIntoViewIfNeeded();
    },
    leave: async (page) => {
      await page.getByLabel("Seed").fill("");
      await page.locator("[data-stage] [tabindex]").focus();
    },
  },
  {
    name: "save-selection",
    like: "save",
    show: (page) => page.getByRole("region", { name: "Selection" }).getByText("Save").click(),
  },
  {
    name: "lifted",
    show: async (page) => {
      await keys("Control+Shift+X", "ArrowRight")(page);
      await page.getByRole("region", { name: "Move" }).waitFor();
    },
  },
  {
    name: "pending-paste",
    like: "selection",
    show: async (page) => {
      await keys("Control+c", "k", "Control+v")(page);
      await page.getByRole("region", { name: "Paste" }).waitFor();
    },
  },
  {
    name: "context-menu",
    show: (page) => page.locator("[data-stage]").click({ button: "right", position: { x: 240, y: 160 } }),
  },
  ...EXPORT_SCREENS,
];

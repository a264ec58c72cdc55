// The lab of one-dimensional rules in the built studio: seen in both themes and two sizes, watched, asked, taken from.

import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { popcount32 } from "../../engine/core/block.ts";
import { parseRecord } from "../../engine/evolve/record.ts";
import { THEMES } from "../../engine/picture/themes.ts";
import { KNOWN_RING_RULES } from "../../engine/rings/known-rules.ts";
import { createRing } from "../../engine/rings/ring.ts";
import { parseRingRule } from "../../engine/rings/ring-rule.ts";
import { parseStart, startState } from "../../engine/rings/start.ts";
import { createStepper } from "../../engine/rings/stepper.ts";
import { diagramLayout } from "../../renderer/labs/evolve/diagram-layout.ts";
import { pick } from "../support/pick.ts";
import type { OpenStudio, Rig } from "./studio.ts";
import { command, dropFile, kept, openStudio, reading, startRig } from "./studio.ts";
import { inspect, LOOKS } from "./walk.ts";

let rig: Rig;
let studio: OpenStudio;
let page: Page;
beforeAll(async () => {
  rig = await startRig();
  studio = await openStudio(rig, { answersDialogs: true });
  ({ page } = studio);
});
afterAll(async () => {
  await studio.close();
  await rig.close();
});

const lab = () => page.getByRole("region", { name: "Evolve" });
const ring = () => lab().getByRole("region", { name: "Ring" });
const plan = () => lab().getByRole("region", { name: "Search" });
const button = (name: string) => lab().getByRole("button", { name, exact: true });
const step = async () => Number((await page.getByTestId("ring-step").innerText()).replace(/\D/g, ""));
const verdict = () => page.getByTestId("ring-verdict").innerText();
const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
/** As a word of the canvas's memory. */
const CELLS = THEMES.list().map(
  ({ cell }) => (0xff000000 | ((cell & 255) << 16) | (cell & 0xff00) | (cell >>> 16)) >>> 0,
);
/** The diagram's size, and its pixels that are cells. */
const lit = () =>
  ring()
    .getByRole("img", { name: /^Space-time/ })
    .evaluate((canvas: HTMLCanvasElement, cells) => {
      const { width, height } = canvas;
      const context = canvas.getContext("2d") as CanvasRenderingContext2D;
      const words = new Uint32Array(context.getImageData(0, 0, width, height).data.buffer);
      return { width, height, lit: words.filter((word) => cells.includes(word)).length };
    }, CELLS);

/** Waits for the whole picture of a start that stands still, and returns its rows: as many as there is room for. */
async function whole(cells: number): Promise<number> {
  const place = ring().locator(".ring-diagram");
  let rows = 0;
  const seen = async () => {
    const box = await place.evaluate((element: HTMLElement) => {
      const { width, height } = element.getBoundingClientRect();
      const { offsetWidth, clientWidth, offsetHeight, clientHeight } = element;
      return { width: width - (offsetWidth - clientWidth), height: height - (offsetHeight - clientHeight) };
    });
    ({ rows } = diagramLayout(cells, box, 1));
    const { width, height } = await lit();
    return { width, without: rows - height, step: (await step()) - rows };
  };
  await expect.poll(seen).toEqual({ width: cells, without: 0, step: -1 });
  return rows;
}

/** Live cells in the first rows of GKL from a random vector on 149 cells. */
function livingIn(index: number, rows: number): number {
  const ring = createRing(149, [parseRingRule(KNOWN_RING_RULES.get("gkl").rule)]);
  const stepper = createStepper(ring);
  let state = startState(parseStart(`vector:1:${index}`, 149), 149);
  let live = 0;
  for (let row = 0; row < rows; row++) {
    for (const word of state) live += popcount32(word);
    const next = new Uint32Array(state.length);
    stepper.step(state, next);
    state = next;
  }
  return live;
}

describe("watching a ring", () => {
  test("begins with a whole picture where nothing may move, in any look", async () => {
    await command(page, "Evolve");
    await lab().waitFor();
    await expect.poll(verdict).toMatch(/cells begin as 1/);
    expect(await button("Play the diagram").isVisible()).toBe(true);
    await whole(149);
    for (const look of LOOKS) await inspect(page, { name: "evolve", show: async () => {} }, look);
    await page.setViewportSize({ width: 1160, height: 800 });
  });

  test("shows a rule that is typed, from one cell", async () => {
    await lab().getByLabel("Rule", { exact: true }).fill("W90");
    await pick(lab().getByLabel("Starts from"), "single");
    await ring().getByRole("spinbutton", { name: "Cells" }).fill("101");
    await expect.poll(async () => (await lit()).width).toBe(101);
    const rows = Math.min((await lit()).height, 51);
    // Row t of Sierpinski's triangle has 2 to the number of ones in t. The rows come a few at a time.
    await expect.poll(async () => (await lit()).lit).toBeGreaterThan(rows);
    expect(await ring().getByRole("img").getAttribute("aria-label")).toContain("W90, 101 cells, cyclic");
  });

  test("says what is wrong with a rule, and goes on with the last one", async () => {
    const rule = lab().getByLabel("Rule", { exact: true });
    await rule.fill("W300");
    expect(await rule.getAttribute("aria-invalid")).toBe("true");
    await lab().getByText('"W300" is no elementary rule: those are W0 to W255.').waitFor();
    expect(await ring().getByRole("img").getAttribute("aria-label")).toContain("W90");
    await rule.fill("W30");
    expect(await rule.getAttribute("aria-invalid")).toBe(null);
  });

  test("takes keys: a step, the next vector, the next that fails", async () => {
    await pick(lab().getByLabel("Known rules"), "gkl");
    await ring().getByRole("spinbutton", { name: "Cells" }).fill("149");
    await pick(lab().getByLabel("Starts from"), "vector");
    await ring().getByRole("img").click();
    await whole(149);
    const before = await step();
    await page.keyboard.press("s");
    await expect.poll(step).toBe(before + 1);
    await page.keyboard.press("n");
    await expect.poll(() => ring().getByRole("spinbutton", { name: "Vector" }).inputValue()).toBe("1");
    await page.keyboard.press("f");
    const vector = async () => Number(await ring().getByRole("spinbutton", { name: "Vector" }).inputValue());
    await expect.poll(vector).toBeGreaterThan(1);
    await expect.poll(verdict).toMatch(/wrong\.$/);
    // The window moves nothing by itself, but whole pictures may follow each other.
    await page.keyboard.press(" ");
    await button("Pause the diagram").waitFor();
    await page.keyboard.press(" ");
    await button("Play the diagram").waitFor();
  });

  test("filters regular domains", async () => {
    await ring().getByRole("spinbutton", { name: "Vector" }).fill("7");
    const all = livingIn(7, await whole(149));
    const shown = async () => (await lit()).lit;
    await expect.poll(shown).toBe(all);
    await lab()
      .getByRole("checkbox", { name: /Hide regular domains/ })
      .check();
    await expect.poll(shown).toBeLessThan(all / 2);
    await lab()
      .getByRole("checkbox", { name: /Hide regular domains/ })
      .uncheck();
    await expect.poll(shown).toBe(all);
  });

  test("has an atlas, in which each elementary rule is a click from its diagram", async () => {
    await lab().getByRole("radio", { name: "Atlas" }).click();
    for (const look of LOOKS.slice(1, 2)) await inspect(page, { name: "atlas", show: async () => {} }, look);
    await page.setViewportSize({ width: 1160, height: 800 });
    await lab().getByRole("button", { name: "W110", exact: true }).click();
    await expect.poll(() => lab().getByLabel("Rule", { exact: true }).inputValue()).toBe("W110");
    await lab().getByRole("radio", { name: "Atlas" }).click();
    // The second picture of the first line.
    await lab()
      .getByRole("img", { name: /^The elementary rules/ })
      .click({ position: { x: 40, y: 5 } });
    await expect.poll(() => lab().getByLabel("Rule", { exact: true }).inputValue()).toBe("W1");
    await pick(lab().getByLabel("Known rules"), "gkl");
  });

  test("gives the rule as text, and the diagram as a universe", async () => {
    const take = async (name: string) => {
      await button("Copy or save").click();
      await page.getByRole("menuitem", { name }).click();
    };
    await take("Copy as table");
    await expect.poll(clipboard).toBe("x005f005f005f005f005fff5f005fff5f");
    await take("Copy as tessella ring command");
    await expect
      .poll(clipboard)
      .toMatch(/^tessella ring x005f\w+ --cells 149 --steps 298 --start vector:1:7$/);
    const live = livingIn(7, await whole(149));
    await expect.poll(async () => (await lit()).lit).toBe(live);
    await take("Open as a universe");
    await page.getByTestId("generation").waitFor();
    await expect.poll(() => reading(page, "population")).toBe(live);
    expect(studio.complaints).toEqual([]);
  });
});

describe("breeding rules", () => {
  const reads = (name: string) =>
    lab()
      .locator(".run-reading > div", { has: page.getByText(name, { exact: true }) })
      .locator("dd")
      .innerText();

  /** Of the run that is kept in case of a crash. */
  const keptGenerations = async (): Promise<number> => {
    const records = (await kept(page, "preferences")).flatMap(
      (text) => JSON.parse(JSON.parse(text)).value.runs ?? [],
    );
    return records.length === 0 ? Number.NaN : parseRecord(records.at(-1).record).figures.length;
  };

  test("a counter is found, goes on behind another tab, and is shown at work", async () => {
    await command(page, "Evolve");
    await pick(lab().getByLabel("Search for"), "counter");
    await button("Run").click();
    await page.keyboard.press("Control+Tab");
    await page.getByTestId("generation").waitFor();
    await command(page, "Evolve");
    await expect.poll(() => reads("Generations")).toMatch(/goal reached$/);
    await lab()
      .getByText(/^Fitness 10 in generation/)
      .waitFor();
    // The best of all: 5, 14, 7, 8 ... in the picture, whose rows begin with 5 (0101).
    await expect
      .poll(() => lab().getByLabel("Rule", { exact: true }).inputValue())
      .toMatch(/^W6,W164,W102,W/);
    expect(await lab().getByLabel("State, in hexadecimal").inputValue()).toBe("a");
    for (const look of LOOKS.slice(1, 3))
      await inspect(page, { name: "evolve-run", show: async () => {} }, look);
    await page.setViewportSize({ width: 1160, height: 800 });
  });

  test("takes all cores, pauses, goes a generation at a time, and says what is wrong with a setting", async () => {
    await pick(lab().getByLabel("Search for"), "majority");
    await plan().getByRole("spinbutton", { name: "Individuals" }).fill("12");
    await plan().getByRole("spinbutton", { name: "Vectors" }).fill("400");
    await plan().getByRole("spinbutton", { name: "Generations" }).fill("100000");
    await button("New run").click();
    const cores = () => page.workers().filter((worker) => worker.url().includes("evolve-core"));
    await expect.poll(() => cores().length).toBeGreaterThan(1);
    const done = async () => Number((await reads("Generations")).split(" of ")[0]?.replace(/\D/g, ""));
    await expect.poll(done).toBeGreaterThan(2);
    // One that breaks down costs its piece of the work, which another does again.
    void cores()
      .at(-1)
      ?.evaluate(() => close())
      .catch(() => {});
    await lab().getByText("A thread of the search has ended. The search goes on without it.").waitFor();
    await button("Pause").click();
    await button("One generation").waitFor();
    const before = await done();
    await button("One generation").click();
    await expect.poll(done).toBe(before + 1);
    await plan().getByRole("spinbutton", { name: "Elites" }).fill("12");
    await button("New run").click();
    await lab().getByRole("alert").getByText("12 elites leave no room").waitFor();
    await plan().getByRole("spinbutton", { name: "Elites" }).fill("1");
  });

  test("keeps the run over a reload, saves it, and opens it again", async () => {
    await button("Run").click();
    // There is a plot from the second generation on.
    const figures = lab().getByText("Figures", { exact: true });
    await figures.waitFor();
    await button("Pause").click();
    await button("One generation").waitFor();
    await figures.click();
    const rows = lab().locator(".run-table tbody tr");
    await expect.poll(() => rows.count()).toBeGreaterThan(1);
    const generations = await reads("Generations");
    // A reload leaves what is kept by then.
    await expect.poll(keptGenerations).toBe(Number(generations.split(" of ")[0]?.replace(/\D/g, "")));
    page.once("dialog", (dialog) => void dialog.accept());
    await page.reload();
    // The diagram that was opened as a universe is work without a file, too.
    await page.getByRole("button", { name: "Recover" }).click();
    await page.locator(".tab", { hasText: "Evolve" }).click();
    await lab().waitFor();
    await expect.poll(() => reads("Generations")).toBe(generations);
    await button("Save").click();
    await page.getByRole("menuitem", { name: "Save record…" }).click();
    const record = await page.evaluate(async () => {
      const root = await navigator.storage.getDirectory();
      for (;;) {
        const text = await root
          .getFileHandle("majority-1.json")
          .then((file) => file.getFile())
          .then((file) => file.text())
          .catch(() => "");
        if (text !== "") return text;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    expect(JSON.parse(record)).toMatchObject({ format: "tessella-evolve", preset: "majority" });
    await button("New run").click();
    await button("Pause").click();
    await button("One generation").waitFor();
    await dropFile(page, "majority-1.json", record);
    await expect.poll(() => reads("Generations")).toBe(generations);
    await dropFile(page, "broken.json", record.replace('"version": 1', '"version": 9'));
    await page.getByText(/The run record has version 9/).waitFor();
    expect(studio.complaints).toEqual([]);
  });

  test("a map of rules shows the best of each kind", async () => {
    await pick(lab().getByLabel("Search for"), "map-149");
    for (const [name, value] of [
      ["Cells", "21"],
      ["Vectors", "20"],
      ["Generations", "4"],
    ])
      await plan()
        .getByRole("spinbutton", { name, exact: true })
        .fill(value as string);
    await button("New run").click();
    const map = lab().getByRole("img", { name: /niches hold a rule$/ });
    await map.waitFor();
    await expect.poll(() => reads("Generations")).toMatch(/^4 of 4/);
    expect(await map.getAttribute("aria-label")).toMatch(/: (\d{2}|1\d\d|2\d\d) of 256 niches/);
    await lab().getByText("Niches", { exact: true }).click();
    const best = lab().getByRole("region", { name: "The fittest of the niches" }).getByRole("button");
    const rule = () => lab().getByLabel("Rule", { exact: true }).inputValue();
    const shown = await rule();
    await best.nth(1).click();
    await expect.poll(rule).not.toBe(shown);
    for (const look of LOOKS.slice(1, 2))
      await inspect(page, { name: "evolve-map", show: async () => map.scrollIntoViewIfNeeded() }, look);
    await page.setViewportSize({ width: 1160, height: 800 });
  });

  test("comes to the same rules on a GPU, an imitated one where somebody chose that", async () => {
    const hall = () => lab().getByRole("region", { name: "Hall of fame" }).locator("ol").innerText();
    await pick(lab().getByLabel("Search for"), "majority");
    for (const [name, value] of [
      ["Individuals", "8"],
      ["Elites", "1"],
      ["Vectors", "20"],
      ["Generations", "4"],
    ] as const)
      await plan().getByRole("spinbutton", { name }).fill(value);
    await button("New run").click();
    await expect.poll(() => reads("Generations")).toBe("4 of 4, all done");
    const onCpu = await hall();
    expect(await reads("On")).toBe("CPU");
    await button("Plot success").first().click();
    const success = lab().getByRole("region", { name: "Success", exact: true });
    // Rings of up to 999 cells take a while: it is stopped as soon as there is a plot.
    await success.getByRole("radio", { name: "Cells" }).evaluate(stopWithPlot);
    await success.getByRole("button", { name: "Go on" }).waitFor();
    await success.getByText("Figures").click();
    expect(await success.locator("tbody tr").count()).toBeGreaterThan(1);
    for (const look of LOOKS.slice(2, 3))
      await inspect(page, { name: "evolve-success", show: async () => {} }, look);
    await page.setViewportSize({ width: 1160, height: 800 });
    await page.keyboard.press("Control+,");
    await pick(page.getByRole("dialog").getByLabel(/^GPU/), "software");
    await page.keyboard.press("Escape");
    await button("New run").click();
    await expect.poll(() => reads("On")).toMatch(/software/i);
    await expect.poll(() => reads("Generations")).toBe("4 of 4, all done");
    expect(await hall()).toBe(onCpu);
    expect(studio.complaints).toEqual([]);
  });
});

/** Runs in the page: chooses that curve, and stops it with its second point. */
function stopWithPlot(choice: Element): void {
  const panel = choice.closest("section") as HTMLElement;
  const watch = new MutationObserver(() => {
    if (choice.getAttribute("aria-checked") !== "true" || !panel.querySelector("[role=slider]")) return;
    watch.disconnect();
    [...panel.querySelectorAll("button")].find(({ textContent }) => textContent === "Stop")?.click();
  });
  watch.observe(panel, { childList: true, subtree: true });
  (choice as HTMLElement).click();
}

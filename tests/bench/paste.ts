/**
 * What a floating paste costs the window's thread, small and large, by the browser's own books of that thread's CPU time: what
 * the studio's code takes for a move (handlers, React, the overlay), and all tasks together, in which the browser's style,
 * layout and painting on software rendering are the larger part; and the longest task while up to four million cells are
 * copied, read, begin to float, turn, and are put down.
 */

import { existsSync } from "node:fs";
import { join } from "node:path";
import type { CDPSession, Page } from "playwright-core";
import { serveFolder } from "../../electron/launch/static-server.ts";
import { formatTable } from "../../engine/bench/report.ts";
import { grouped } from "../../engine/core/integers.ts";
import { chromiumLaunch, ownChromium, unpackChromium } from "../support/chromium.ts";
import { pick } from "../support/pick.ts";

type Row = readonly [what: string, measured: string, target: string];

const BUILT = join(process.cwd(), "out/renderer");
const MOVES = 120;
/** Of so many cells a side some three eighths are alive: 37, a million, four millions. */
const SIDES = [10, 1650, 3300];

export async function benchPaste(): Promise<void> {
  if (!existsSync(join(BUILT, "index.html"))) throw new Error("Build the studio first: npm run build.");
  const { chromium } = await import("playwright-core");
  if (!ownChromium) await unpackChromium();
  const server = await serveFolder(BUILT, 0);
  const browser = await chromium.launch(chromiumLaunch());
  const rows: Row[] = [];
  try {
    for (const side of SIDES) {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 800 },
        permissions: ["clipboard-read", "clipboard-write"],
        reducedMotion: "reduce",
      });
      await context.addInitScript(watchTasks);
      const page = await context.newPage();
      await page.goto(server.url);
      await page.getByTestId("generation").waitFor();
      for (const row of await onePaste(page, side)) {
        rows.push(row);
        console.error(`${row[0]}: ${row[1]}`);
      }
      await context.close();
    }
  } finally {
    await browser.close();
    await server.close();
  }
  console.log("A floating paste at 1280 x 800, time of the window's thread\n");
  console.log(`${formatTable(["what", "measured", "target"], rows)}\n`);
}

async function onePaste(page: Page, side: number): Promise<readonly Row[]> {
  await page.keyboard.press("Control+w");
  await page.getByText("No universe is open.").waitFor();
  const cells = await soup(page, side);
  const name = `${grouped(cells)} cells`;
  const stage = page.locator("[data-stage] [tabindex]").first();
  await stage.focus();
  await page.keyboard.press("a");
  await page.getByRole("region", { name: "Selection" }).getByText("Top left").waitFor();
  await page.evaluate(() => navigator.clipboard.writeText(""));
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("There is no stage.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await longest(page);
  await page.keyboard.press("Control+c");
  while ((await page.evaluate(() => navigator.clipboard.readText())) === "") await page.waitForTimeout(100);
  const copied = await longest(page);
  await page.keyboard.press("v");
  await page.getByRole("region", { name: "Paste" }).waitFor({ timeout: 60_000 });
  await page.waitForTimeout(1500);
  const begun = await longest(page);
  await page.keyboard.press("k");
  const session = await page.context().newCDPSession(page);
  // Time that the thread itself took: others share the machine.
  await session.send("Performance.setTimeDomain", { timeDomain: "threadTicks" });
  await session.send("Performance.enable");
  const rest = await spent(page, session, async () => {});
  const byMouse = await spent(page, session, (i) => page.mouse.move(x + (i % 9) * 24, y + (i % 7) * 24));
  const byKey = await spent(page, session, (i) => page.keyboard.press(i % 2 ? "ArrowLeft" : "ArrowRight"));
  await longest(page);
  const during = async (key: string): Promise<number> => {
    await page.keyboard.press(key);
    // Longer than it takes; whether the window says so or not.
    await page.waitForTimeout(500 + cells / 800);
    await page.locator(".message.busy").waitFor({ state: "detached", timeout: 60_000 });
    return longest(page);
  };
  const turned = await during(">");
  const flipped = await during("x");
  const placed = await during("Enter");
  const each = (all: Spent, of: keyof Spent): string =>
    `${Math.max(0, (all[of] - rest[of]) / MOVES).toFixed(2)} ms`;
  const both = (all: Spent): string => `${each(all, "script")}; ${each(all, "task")}`;
  return [
    [`a move by mouse, ${name}: the studio's own; with the browser's drawing`, both(byMouse), "< 2 ms; none"],
    [`a move by key, ${name}: the same`, both(byKey), "< 2 ms; none"],
    [`longest task while copying, ${name}`, `${copied.toFixed(0)} ms`, ""],
    [`longest task until it floats, ${name}`, `${begun.toFixed(0)} ms`, ""],
    [`longest task while it is turned, ${name}`, `${turned.toFixed(0)} ms`, "< 50 ms"],
    [`longest task while it is flipped, ${name}`, `${flipped.toFixed(0)} ms`, "< 50 ms"],
    [`longest task while it is put down, ${name}`, `${placed.toFixed(0)} ms`, "< 50 ms"],
  ];
}

async function soup(page: Page, side: number): Promise<number> {
  await page.keyboard.press("Control+n");
  const dialog = page.getByRole("dialog");
  await pick(dialog.getByLabel("Topology"), "torus");
  await dialog.getByLabel("Width").fill(String(side));
  await dialog.getByLabel("Height").fill(String(side));
  await dialog.getByLabel("Fill with random cells").check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  const shown = page.getByTestId("population");
  while (!/\d/.test(await shown.innerText())) await page.waitForTimeout(20);
  return Number((await shown.innerText()).replace(/\D/g, ""));
}

interface Spent {
  readonly task: number;
  readonly script: number;
}

/** Milliseconds of the window's thread while so many moves are made, one a frame. */
async function spent(page: Page, session: CDPSession, move: (i: number) => Promise<void>): Promise<Spent> {
  const read = async (): Promise<Spent> => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (name: string): number => (metrics.find((metric) => metric.name === name)?.value ?? 0) * 1000;
    return { task: of("TaskDuration"), script: of("ScriptDuration") };
  };
  const before = await read();
  for (let i = 0; i < MOVES; i++) {
    await move(i);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
  const after = await read();
  return { task: after.task - before.task, script: after.script - before.script };
}

/** The longest task of the page since it was last asked, in milliseconds; those under 50 count as none. */
function longest(page: Page): Promise<number> {
  return page.evaluate(async () => {
    await new Promise((resolve) => setTimeout(resolve, 100));
    const watched = window as unknown as { longestTask: number };
    const { longestTask } = watched;
    watched.longestTask = 0;
    return longestTask;
  });
}

/** Runs in the page before its own scripts. */
function watchTasks(): void {
  const watched = window as unknown as { longestTask: number };
  watched.longestTask = 0;
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watched.longestTask = Math.max(watched.longestTask, duration);
  }).observe({ type: "longtask" });
}

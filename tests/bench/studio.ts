/**
 * How the built studio feels, measured in the packaged Chromium on software rendering, or in the browser that
 * TESSELLA_CHROMIUM names: how long event handlers take and
 * how soon their effect is on the screen while a large universe steps flat out, how soon Stop is heard, what the studio
 * costs when nothing happens, whether it runs on unseen, and whether long sessions leak.
 */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, CDPSession, Page } from "playwright-core";
import { serveFolder } from "../../electron/launch/static-server.ts";
import { formatTable } from "../../engine/bench/report.ts";
import { chromiumLaunch, onRealGpu, ownChromium, unpackChromium } from "../support/chromium.ts";
import { pick } from "../support/pick.ts";
import type { Felt } from "./studio-page.ts";
import { measureEvents, workAtRandom } from "./studio-page.ts";

type Row = readonly [what: string, measured: string, target: string];

const BUILT = join(process.cwd(), "out/renderer");
const IDLE_SECONDS = 5;
const DEEDS = 5000;
/** A soup of Life is at rest within seconds, and then a large universe costs nothing; this one never is. */
const RULE = "B357/S1358";

interface Case {
  readonly title: string;
  readonly side: number;
  readonly algorithm: string;
}

const ON_CPU: Case = {
  title: `${RULE} soup on a torus of 2048 x 2048`,
  side: 2048,
  algorithm: "bitwise",
};

/** A GPU imitated by the CPU leaves the browser little of it: its universe had better be smaller. */
const onGpu = (side: number): Case => ({
  title: `${RULE} soup on a torus of ${side} x ${side}, on ${onRealGpu ? "the GPU" : "a GPU imitated by the CPU"}`,
  side,
  algorithm: "gpu",
});

export async function benchStudio(): Promise<void> {
  await inStudio(ON_CPU, async (browser, page, add) => {
    add(await whileItRuns(page));
    add([await unseen(page)]);
    add([await stopping(page)]);
    add(await idle(browser, page));
    add(await longSession(browser, page, await page.context().newCDPSession(page)));
  });
  await benchStudioOnGpu();
}

/** A long session alone: what it leaves in memory does not depend on what else the machine does. */
export async function benchStudioMemory(): Promise<void> {
  await inStudio(null, async (browser, page, add) => {
    await soup(page, 64);
    add(await longSession(browser, page, await page.context().newCDPSession(page)));
  });
}

export async function benchStudioOnGpu(): Promise<void> {
  for (const what of onRealGpu ? [onGpu(1024), onGpu(16384)] : [onGpu(1024)]) {
    await inStudio(what, async (browser, page, add) => {
      add(await whileItRuns(page));
      add([await unseen(page)]);
      add([await stopping(page)]);
      add(await idle(browser, page));
    });
  }
}

/**
 * The window is put together by software, as in the end-to-end tests, unless a GPU is there: through SwiftShader each of its
 * frames takes a second core a tenth of a second.
 */
export async function benchStudioPanning(): Promise<void> {
  const what = { title: `${RULE} soup on a torus of 1024 x 1024`, side: 1024, algorithm: "bitwise" };
  const flags = onRealGpu ? [] : ["--disable-gpu-compositing"];
  await inStudio(what, async (_, page, add) => add(await panning(page)), flags);
}

/** Frames of the window while the hand tool drags the cells to and fro. */
async function panning(page: Page): Promise<Row[]> {
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("There is no stage.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  const busy = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return (metrics.find(({ name }) => name === "TaskDuration")?.value ?? Number.NaN) * 1000;
  };
  const frames: number[] = [];
  let spent = 0;
  for (let round = 0; round < PAN_ROUNDS; round++) {
    await page.mouse.move(x, y);
    await page.mouse.down({ button: "middle" });
    await page.evaluate(noteFrames);
    const before = await busy();
    for (let step = 0; step < PAN_STEPS; step++) {
      const angle = (step / PAN_STEPS) * 4 * Math.PI;
      await page.mouse.move(x + 150 * Math.sin(angle), y + 80 * (1 - Math.cos(angle)));
      await page.waitForTimeout(12);
    }
    spent += (await busy()) - before;
    frames.push(...(await page.evaluate(() => (window as unknown as NotedFrames).noted())));
    await page.mouse.up({ button: "middle" });
  }
  const at = (share: number): string => `${quantile(frames, share).toFixed(1)} ms`;
  return [
    ["from frame to frame, median", `${at(0.5)} (${frames.length} frames)`, ""],
    ["from frame to frame, p95", at(0.95), "<= 20 ms on two idle cores"],
    ["from frame to frame, max", at(1), ""],
    ["the window's thread, a frame", `${(spent / frames.length).toFixed(1)} ms of CPU time`, "< 8 ms"],
  ];
}

const PAN_ROUNDS = 3;
const PAN_STEPS = 200;

interface NotedFrames {
  /** Ends it; milliseconds between the frames. */
  noted(): number[];
}

/** Runs in the page. */
function noteFrames(): void {
  const times: number[] = [];
  let on = true;
  const note = (now: number): void => {
    times.push(now);
    if (on) requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  const noted = (): number[] => {
    on = false;
    return times.slice(1).map((time, i) => time - (times[i] as number));
  };
  Object.assign(window, { noted });
}

type Measuring = (browser: Browser, page: Page, add: (rows: readonly Row[]) => void) => Promise<void>;

/** `what` runs in it; null: nothing does. */
async function inStudio(what: Case | null, measure: Measuring, flags: readonly string[] = []): Promise<void> {
  if (!existsSync(join(BUILT, "index.html"))) throw new Error("Build the studio first: npm run build.");
  const { chromium } = await import("playwright-core");
  if (!ownChromium) await unpackChromium();
  const server = await serveFolder(BUILT, 0);
  const launch = chromiumLaunch();
  const browser = await chromium.launch({ ...launch, args: [...launch.args, ...flags] });
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    await context.addInitScript(measureEvents);
    const page = await context.newPage();
    await page.goto(server.url);
    await page.getByTestId("generation").waitFor();
    await emptyDesk(page);
    const rows: Row[] = [];
    const add = (more: readonly Row[]): void => {
      rows.push(...more);
      for (const [name, measured] of more) console.error(`${name}: ${measured}`);
    };
    if (what) await largeSoup(page, what);
    await measure(browser, page, add);
    console.log(`The studio at 1280 x 800, ${what?.title ?? "with nothing in it"}\n`);
    console.log(`${formatTable(["what", "measured", "target"], rows)}\n`);
  } finally {
    await browser.close();
    await server.close();
  }
}

/** Closes what the studio begins with. */
async function emptyDesk(page: Page): Promise<void> {
  await page.keyboard.press("Control+w");
  await page.getByText("No universe is open.").waitFor();
}

async function soup(page: Page, side: number, rule = "B3/S23"): Promise<void> {
  await page.keyboard.press("Control+n");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Rule", { exact: true }).fill(rule);
  await pick(dialog.getByLabel("Topology"), "torus");
  await dialog.getByLabel("Width").fill(String(side));
  await dialog.getByLabel("Height").fill(String(side));
  await dialog.getByLabel("Fill with random cells").check();
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.waitFor({ state: "detached" });
  await page.locator("[data-stage] [tabindex]").first().focus();
}

async function largeSoup(page: Page, { side, algorithm }: Case): Promise<void> {
  await soup(page, side, RULE);
  const picker = page.getByLabel("Algorithm", { exact: true });
  if ((await picker.getAttribute("value")) !== algorithm) await pick(picker, algorithm);
  // It shows what runs, once the cells have moved.
  while ((await picker.getAttribute("value")) !== algorithm) await page.waitForTimeout(20);
  const speed = page.getByRole("group", { name: "Speed" });
  const shown = (): Promise<string> => speed.locator("output").innerText();
  for (let now = await shown(); now !== "max"; now = await shown()) {
    await speed.getByRole("button", { name: "Faster" }).click();
    while ((await shown()) === now) await page.waitForTimeout(10);
  }
  await page.locator("[data-stage] [tabindex]").first().focus();
  await page.keyboard.press("Enter");
  await generationAfter(page, 0);
}

const generationOf = async (page: Page): Promise<number> =>
  Number((await page.getByTestId("generation").innerText()).replace(/\D/g, ""));

async function generationAfter(page: Page, past: number): Promise<void> {
  while ((await generationOf(page)) <= past) await page.waitForTimeout(20);
}

async function whileItRuns(page: Page): Promise<Row[]> {
  const before = await generationOf(page);
  const began = performance.now();
  await page.evaluate(() => (window as unknown as Felt).felt.begin());
  const box = await page.locator("[data-stage]").boundingBox();
  if (!box) throw new Error("There is no stage.");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  for (let round = 0; round < 6; round++) {
    await page.mouse.move(x - 200, y - 100);
    await page.mouse.move(x + 200, y + 100, { steps: 20 });
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, round % 2 ? 100 : -100);
    for (const key of ["[", "]", "ArrowLeft", "ArrowRight", "f", "l", "l", "F4", "F5"])
      await page.keyboard.press(key);
    await page.mouse.down();
    await page.mouse.move(x + 100, y, { steps: 15 });
    await page.mouse.up();
    await page.keyboard.press("F2");
    for (let i = 0; i < 6; i++) await page.keyboard.press("]");
    await page.mouse.down();
    await page.mouse.move(x + 60, y + 40, { steps: 15 });
    await page.mouse.up();
    await page.keyboard.press("f");
  }
  // The slowest are told last.
  await page.waitForTimeout(500);
  const { handlers, frames } = await page.evaluate(() => (window as unknown as Felt).felt.end());
  const seconds = (performance.now() - began) / 1000;
  const rate = ((await generationOf(page)) - before) / seconds;
  const count = `${handlers.length} events`;
  return [
    ["generations meanwhile", `${rate.toFixed(0)} /s`, ""],
    ["event handlers, p95", `${quantile(handlers, 0.95).toFixed(1)} ms (${count})`, "< 8 ms"],
    ["event handlers, p99", `${quantile(handlers, 0.99).toFixed(1)} ms`, "< 8 ms"],
    ["event handlers, max", `${quantile(handlers, 1).toFixed(1)} ms`, "< 8 ms"],
    ["input to frame, p95", `${quantile(frames, 0.95).toFixed(0)} ms (${frames.length} events)`, "< 120 ms"],
    ["input to frame, max", `${quantile(frames, 1).toFixed(0)} ms`, ""],
  ];
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Behind another tab. Whether the browser calls that hidden is its own affair, so the page is told. */
async function unseen(page: Page): Promise<Row> {
  await page.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true, configurable: true });
    Object.defineProperty(document, "visibilityState", { value: "hidden", configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  const front = await page.context().newPage();
  await front.bringToFront();
  const before = await generationOf(page);
  await page.waitForTimeout(2000);
  const rate = ((await generationOf(page)) - before) / 2;
  await front.close();
  await page.bringToFront();
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "hidden");
    Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  return ["generations in a hidden tab", `${rate.toFixed(0)} /s`, "goes on"];
}

/** From the key to the last generation that shows. */
async function stopping(page: Page): Promise<Row> {
  const times: number[] = [];
  for (let i = 0; i < 10; i++) {
    const before = await generationOf(page);
    await page.keyboard.press("Enter");
    await page.waitForTimeout(400);
    times.push(await page.evaluate(() => (window as unknown as Felt).felt.stood()));
    await page.keyboard.press("Enter");
    await generationAfter(page, before);
  }
  await page.keyboard.press("Enter");
  return ["Stop, max of 10", `${Math.max(...times).toFixed(0)} ms`, "< 100 ms"];
}

async function idle(browser: Browser, page: Page): Promise<Row[]> {
  const session = await browser.newBrowserCDPSession();
  const spent = async (): Promise<Map<string, number>> => {
    const { processInfo } = await session.send("SystemInfo.getProcessInfo");
    const all = new Map<string, number>();
    for (const { type, cpuTime } of processInfo) all.set(type, (all.get(type) ?? 0) + cpuTime);
    return all;
  };
  await page.mouse.move(2, 2);
  // The last pictures are still on their way.
  await page.waitForTimeout(6000);
  const before = await spent();
  await page.waitForTimeout(IDLE_SECONDS * 1000);
  return [...(await spent())].map(([type, seconds]): Row => {
    const share = ((seconds - (before.get(type) ?? 0)) / IDLE_SECONDS) * 100;
    return [`idle CPU, ${type}`, `${share.toFixed(1)} %`, "about none"];
  });
}

interface Kept {
  /** The page's own objects. */
  readonly heap: number;
  /** All of its process: the workers with their universes, pictures and code too. */
  readonly resident: number;
}

/** After a collection. */
async function memory(browser: Browser, page: Page, session: CDPSession): Promise<Kept> {
  await page.waitForTimeout(1000);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const system = await browser.newBrowserCDPSession();
  const { processInfo } = await system.send("SystemInfo.getProcessInfo");
  await system.detach();
  const renderers = processInfo.filter(({ type }) => type === "renderer");
  return { heap: usedSize, resident: Math.max(...renderers.map(({ id }) => residentBytes(id))) };
}

/** Linux only; elsewhere not a number. */
function residentBytes(id: number): number {
  const file = `/proc/${id}/status`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : "";
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(text)?.[1] ?? Number.NaN) * 1024;
}

async function longSession(browser: Browser, page: Page, session: CDPSession): Promise<Row[]> {
  await emptyDeskOfDirty(page);
  await soup(page, 64);
  await page.evaluate(workAtRandom, { from: 0, count: DEEDS });
  const middle = await memory(browser, page, session);
  await page.evaluate(workAtRandom, { from: DEEDS, count: DEEDS });
  const end = await memory(browser, page, session);
  return (["heap", "resident"] as const).map((what): Row => {
    const mb = (bytes: number): string => (bytes / 2 ** 20).toFixed(1);
    const growth = (end[what] / middle[what] - 1) * 100;
    return [
      `${what} memory after ${2 * DEEDS} deeds`,
      `${mb(end[what])} MB, ${mb(middle[what])} MB after ${DEEDS}: ${growth.toFixed(1)} %`,
      "< 5 % and the history's budget",
    ];
  });
}

async function emptyDeskOfDirty(page: Page): Promise<void> {
  await page.locator("[data-stage] [tabindex]").first().focus();
  await page.keyboard.press("Control+w");
  const discard = page.getByRole("button", { name: "Discard" });
  await Promise.race([discard.waitFor(), page.getByText("No universe is open.").waitFor()]);
  if (await discard.isVisible()) await discard.click();
  await page.getByText("No universe is open.").waitFor();
}

// Every screen: nothing may complain, React in its development build among them, axe may find nothing, and what each looks like lies in a temporary folder for eyes.
// Usually each is seen in one of four looks (two themes, two sizes), in turn; TESSELLA_SCREENS=all shows each in all four.

import { mkdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SCREENS } from "./every-screen.ts";
import type { Screen } from "./screen.ts";
import type { Rig } from "./studio.ts";
import { openStudio, startRig } from "./studio.ts";

const SHOTS = join(tmpdir(), "tessella-screens");
const ALL = process.env.TESSELLA_SCREENS === "all";
let rig: Rig;
let axe: string;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  axe = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
  rig = await startRig({ development: true });
});
afterAll(() => rig.close());

interface AxeWindow {
  readonly axe: {
    run(
      context: Document,
      options: { readonly resultTypes: readonly string[] },
    ): Promise<{
      readonly violations: readonly {
        readonly id: string;
        readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
      }[];
    }>;
  };
}

/** What axe finds, as lines. The page's policy lets no script in, so axe comes through the debugger. */
async function violations(page: Page): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = window as unknown as AxeWindow;
    return (await axe.run(document, { resultTypes: ["violations"] })).violations;
  });
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}

const LOOKS = (["dark", "light"] as const).flatMap((colorScheme) => [
  { colorScheme, width: 1280, height: 800 },
  { colorScheme, width: 1024, height: 640 },
]);
type Look = (typeof LOOKS)[number];

async function inspect(page: Page, { name, like }: Screen, look: Look): Promise<void> {
  const { colorScheme, width, height } = look;
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
  await page.waitForTimeout(ALL ? 350 : 150);
  await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}-${width}.png`), timeout: 30_000 });
  if (like && !ALL) return;
  expect.soft(await violations(page), `${name}, ${colorScheme}, ${width}`).toEqual([]);
}

test("every screen", { timeout: ALL ? 1_800_000 : 600_000 }, async () => {
  const { page, complaints, close } = await openStudio(rig);
  for (const [at, screen] of SCREENS.entries()) {
    const { name, show, leave } = screen;
    await show(page).catch((error: unknown) => {
      throw new Error(`The way to "${name}" is blocked.`, { cause: error });
    });
    for (const look of ALL ? LOOKS : [LOOKS[at % LOOKS.length] as Look]) await inspect(page, screen, look);
    await (leave ? leave(page) : page.keyboard.press("Escape"));
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.waitForTimeout(60);
  }
  expect(complaints).toEqual([]);
  await close();
});

test("what a lost window has left", async () => {
  const { page, complaints, close } = await openStudio(rig);
  await page.keyboard.press("Control+n");
  await page.getByRole("button", { name: "Create" }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await expect.poll(() => page.evaluate(() => document.activeElement?.className)).toContain("stage");
  await page.keyboard.press("Alt+Enter");
  await page.locator(".unsaved").waitFor();
  // A copy is kept every five seconds.
  await page.waitForTimeout(6000);
  const next = await page.context().newPage();
  await page.close({ runBeforeUnload: false });
  await next.goto(rig.server.url);
  await next.getByRole("button", { name: "Recover" }).waitFor();
  // Enter must not throw away what was kept.
  expect(await next.evaluate(() => document.activeElement?.textContent)).toBe("Recover");
  await inspect(next, { name: "recovery", show: async () => {} }, LOOKS[0] as Look);
  expect(complaints).toEqual([]);
  await close();
});

// Every screen in both themes and two sizes: nothing may complain, axe may find nothing, and what each looks like lies in
// a temporary folder for eyes.

import { mkdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Rig } from "./studio.ts";
import { openStudio, startRig } from "./studio.ts";

const SHOTS = join(tmpdir(), "tessella-screens");
const AXE = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
let rig: Rig;

beforeAll(async () => {
  await mkdir(SHOTS, { recursive: true });
  rig = await startRig();
});
afterAll(() => rig.close());

interface AxeWindow {
  readonly axe: {
    run(): Promise<{
      readonly violations: readonly {
        readonly id: string;
        readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
      }[];
    }>;
  };
}

/** What axe finds, as lines. The page's policy lets no script in, so axe comes through the debugger. */
async function violations(page: Page, source: string): Promise<readonly string[]> {
  await page.evaluate(source);
  const found = await page.evaluate(
    async () => (await (window as unknown as AxeWindow).axe.run()).violations,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}

const SCREENS: readonly { readonly name: string; readonly show: (page: Page) => Promise<unknown> }[] = [
  { name: "studio", show: async () => {} },
  { name: "new", show: (page) => page.keyboard.press("Control+n") },
  { name: "save", show: (page) => page.keyboard.press("Control+Shift+s") },
  { name: "export", show: (page) => page.keyboard.press("Control+e") },
  { name: "preferences", show: (page) => page.keyboard.press("Control+,") },
  { name: "help", show: (page) => page.keyboard.press("?") },
  { name: "palette", show: (page) => page.keyboard.press("Control+k") },
  {
    name: "selection",
    show: async (page) => {
      await page.keyboard.press("a");
      await page.waitForTimeout(150);
    },
  },
];

describe.each(["dark", "light"] as const)("in the %s theme", (colorScheme) => {
  test.each([
    [1280, 800],
    [1024, 640],
  ])("every screen at %i x %i", async (width, height) => {
    const { readFile } = await import("node:fs/promises");
    const source = await readFile(AXE, "utf8");
    const { page, complaints, close } = await openStudio(rig, { viewport: { width, height }, colorScheme });
    await page.waitForTimeout(400);
    for (const { name, show } of SCREENS) {
      await show(page);
      await page.waitForTimeout(250);
      await page.screenshot({ path: join(SHOTS, `${name}-${colorScheme}-${width}.png`) });
      // The smaller window shows the same dialogs; axe is slow enough once.
      if (width > 1100 || name === "studio") expect(await violations(page, source), name).toEqual([]);
      await page.keyboard.press("Escape");
      await page.waitForTimeout(80);
    }
    expect(complaints).toEqual([]);
    await close();
  });
});

// A walk along screens: nothing may complain, React in its development build among them, and axe may find nothing.
// Usually each is seen in one of four looks (two themes, two sizes), in turn; with TESSELLA_SCREENS=all each is seen in all
// four, and with that or TESSELLA_SCREENS=shots what each looks like lies in a temporary folder for eyes.

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { AXE_OPTIONS } from "./axe.ts";
import type { Screen } from "./screen.ts";
import { shoot } from "./shots.ts";
import type { Rig, StudioOptions } from "./studio.ts";
import { openStudio } from "./studio.ts";

const ALL = process.env.TESSELLA_SCREENS === "all";
const axe = readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface AxeWindow {
  readonly axe: {
    run(
      context: Document | readonly Element[],
      options: object,
    ): Promise<{
      readonly violations: readonly {
        readonly id: string;
        readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
      }[];
    }>;
  };
}

/** What lies over the window and keeps people out of the rest. */
const LAYERS = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/**
 * What axe finds, as lines. The page's policy lets no script in, so axe comes through the debugger. Behind a layer lies a window
 * that axe sees on other screens: it goes over that again only for the first layer of each kind, by `met`.
 */
async function violations(page: Page, met: Set<string>): Promise<readonly string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(await axe);
  const kinds = await page
    .locator(LAYERS)
    .evaluateAll((layers) => layers.map((layer) => layer.getAttribute("role") ?? ""));
  const whole = ALL || kinds.some((kind) => !met.has(kind));
  for (const kind of kinds) met.add(kind);
  const found = await page.evaluate(
    async ([layers, options]) => {
      const { axe } = window as unknown as AxeWindow;
      const over = layers === null ? [] : [...document.querySelectorAll(layers)];
      return (await axe.run(over.length > 0 ? over : document, options)).violations;
    },
    [whole ? null : LAYERS, AXE_OPTIONS] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary ?? ""}`),
  );
}

export const LOOKS = (["dark", "light"] as const).flatMap((colorScheme) => [
  { colorScheme, width: 1280, height: 800 },
  { colorScheme, width: 1024, height: 640 },
]);
export type Look = (typeof LOOKS)[number];

/** Waits until the window stands still: what a key or another size has begun is drawn, and nothing moves any longer. */
export async function drawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    // What the pointer's moves have changed is rendered at a message, which comes before this one.
    await new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = resolve;
      port2.postMessage(null);
    });
    await frame();
    await frame();
    const ending = document
      .getAnimations()
      // What follows the scrolling of its element stands still with it, and never ends.
      .filter(({ timeline }) => timeline === document.timeline)
      .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

export async function inspect(
  page: Page,
  { name, like }: Screen,
  look: Look,
  met: Set<string> = new Set(),
): Promise<void> {
  const { colorScheme, width, height } = look;
  await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
  await page.setViewportSize({ width, height });
  await drawn(page);
  await shoot(page, `${name}-${colorScheme}-${width}`);
  if (like && !ALL) return;
  expect.soft(await violations(page, met), `${name}, ${colorScheme}, ${width}`).toEqual([]);
}

/** Milliseconds that a walk may take. */
export const WALK = ALL ? 1_800_000 : 300_000;

/** Sees one screen after the other in a studio of its own. */
export async function walk(rig: Rig, screens: readonly Screen[], options: StudioOptions = {}): Promise<void> {
  const { page, complaints, close } = await openStudio(rig, options);
  const met = new Set<string>();
  for (const [at, screen] of screens.entries()) {
    const { name, show, leave } = screen;
    await show(page).catch((error: unknown) => {
      throw new Error(`The way to "${name}" is blocked.`, { cause: error });
    });
    for (const look of ALL ? LOOKS : [LOOKS[at % LOOKS.length] as Look])
      await inspect(page, screen, look, met);
    await (leave ? leave(page) : page.keyboard.press("Escape"));
    await page.setViewportSize({ width: 1280, height: 800 });
    await drawn(page);
  }
  expect(complaints).toEqual([]);
  await close();
}

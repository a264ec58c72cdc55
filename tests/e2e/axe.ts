import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

/**
 * Only rules that are off look at style sheets, and axe would fetch and parse them again at every look: a quarter of its time.
 * What it asks of sounds stays.
 */
export const AXE_OPTIONS = { resultTypes: ["violations"], preload: { assets: ["media"] } } as const;

/** What axe finds wrong, by rule and place. The page's policy lets no script in, so axe comes through the debugger. */
export async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  return page.evaluate(async (options) => {
    const { axe } = window as unknown as {
      readonly axe: {
        run(
          context: Document,
          options: object,
        ): Promise<{
          readonly violations: readonly {
            readonly id: string;
            readonly nodes: readonly { readonly html: string }[];
          }[];
        }>;
      };
    };
    const found = await axe.run(document, options);
    return found.violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html }) => `${id}: ${html.slice(0, 160)}`),
    );
  }, AXE_OPTIONS);
}

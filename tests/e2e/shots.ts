// Pictures for eyes, which no test looks at: taken where TESSELLA_SCREENS asks for them.

import { mkdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";

const FOLDER = join(tmpdir(), "tessella-screens");

/** Leaves a PNG of the window in a temporary folder where TESSELLA_SCREENS is `shots` or `all`; else does nothing. */
export async function shoot(page: Page, name: string): Promise<void> {
  if (!["shots", "all"].includes(process.env.TESSELLA_SCREENS ?? "")) return;
  await mkdir(FOLDER, { recursive: true });
  await page.screenshot({ path: join(FOLDER, `${name}.png`), timeout: 30_000 });
}

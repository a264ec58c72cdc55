// Builds the studio that the end-to-end tests drive, once for all of them. TESSELLA_BUILT=1 says that what lies in
// out/renderer is fresh.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const REPOSITORY = join(import.meta.dirname, "../..");

export async function setup(): Promise<void> {
  if (process.env.TESSELLA_BUILT && existsSync(join(REPOSITORY, "out/renderer/index.html"))) return;
  await build({ configFile: join(REPOSITORY, "vite.renderer.config.ts"), logLevel: "error" });
}

// Builds the studio that the end-to-end tests drive, once for all of them and as people get it, unless `npm test` has just
// done so. TESSELLA_BUILT=1 says that what lies in out/renderer is fresh.
//
// A second one is built for development: React checks itself there and says on the console what is wrong, which
// walk.ts listens to.

import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { changedAt } from "./changed-at.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const VITE = join(REPOSITORY, "node_modules/vite/bin/vite.js");
const SOURCES = [
  "renderer",
  "engine",
  "shaders",
  "assets",
  "electron",
  "vite.renderer.config.ts",
  "vite.development.config.ts",
  "package.json",
];

/** What the tests serve. */
export const BUILT_STUDIO: string = join(REPOSITORY, "out/renderer");
export const DEVELOPMENT_STUDIO: string = join(REPOSITORY, "node_modules/.cache/tessella/renderer");

/** In a process of its own: what is built there depends on NODE_ENV, which is "test" here. */
async function build(folder: string, mode: "production" | "development"): Promise<void> {
  const newest = Math.max(...(await Promise.all(SOURCES.map((path) => changedAt(join(REPOSITORY, path))))));
  if ((await changedAt(join(folder, "index.html"))) > newest) return;
  const config = mode === "development" ? "vite.development.config.ts" : "vite.renderer.config.ts";
  const words = ["build", "--config", config, "--logLevel", "warn", "--outDir", folder];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [VITE, ...words], {
    cwd: REPOSITORY,
    env: { ...process.env, NODE_ENV: mode },
    timeout: 120_000,
  });
  // A newcomer reads the bundler's remarks while `npm ci` runs, and wonders.
  const remarks = `${stdout}\n${stderr}`.match(/^.*\[[A-Z_]{4,}\].*$/gm);
  if (remarks) throw new Error(`The studio's build remarks:\n${remarks.join("\n")}`);
}

export async function setup(): Promise<void> {
  if (!process.env.TESSELLA_BUILT || !existsSync(join(BUILT_STUDIO, "index.html")))
    await build(BUILT_STUDIO, "production");
  await build(DEVELOPMENT_STUDIO, "development");
}

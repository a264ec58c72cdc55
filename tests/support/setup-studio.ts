// Builds the studio that the end-to-end tests drive, with its shell, once for all of them and as people get it, unless what
// lies in out is newer than its sources. TESSELLA_BUILT=1 says that it is.
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
const ELECTRON_VITE = join(REPOSITORY, "node_modules/electron-vite/bin/electron-vite.js");
const SOURCES = [
  "renderer",
  "engine",
  "shaders",
  "assets",
  "electron",
  "electron.vite.config.ts",
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
  const words = ["build", "--logLevel", "warn"];
  const development = [VITE, ...words, "--config", "vite.development.config.ts", "--outDir", folder];
  const command = mode === "development" ? development : [ELECTRON_VITE, ...words];
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, {
    cwd: REPOSITORY,
    env: { ...process.env, NODE_ENV: mode },
    timeout: 120_000,
  });
  // A newcomer reads the bundler's remarks while `npm ci` runs, and wonders.
  const remarks = `${stdout}\n${stderr}`.match(/^.*\[[A-Z_]{4,}\].*$/gm);
  if (remarks) throw new Error(`The studio's build remarks:\n${remarks.join("\n")}`);
}

export async function setup(): Promise<void> {
  const isBuilt = process.env.TESSELLA_BUILT && existsSync(join(BUILT_STUDIO, "index.html"));
  await Promise.all([
    isBuilt ? undefined : build(BUILT_STUDIO, "production"),
    build(DEVELOPMENT_STUDIO, "development"),
  ]);
}

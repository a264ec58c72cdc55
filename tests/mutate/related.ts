/**
 * Which test files reach a source file, the nearest first. Nearness is the number of imports in between, then how alike
 * the paths are: a mistake in `engine/core/runs.ts` most likely shows in `tests/engine/core/runs.test.ts`.
 */

import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { APART } from "../support/faking-tests.ts";
import type { Project } from "./wish.ts";

/** Imports, dynamic imports and workers; types are no imports when it runs. */
const REFERENCE =
  /(?:^(?:import|export)\s+(?!type\b)(?:[^;"']*?\sfrom\s+)?|\bimport\(\s*|\bnew URL\(\s*)["'](\.{1,2}\/[^"']+)["']/gm;

/** A program of the tests' own, which is built and started as a process. */
const PROGRAM = /\bbuiltProgram\(\s*"([\w-]+\.ts)"/g;

export const ASSEMBLY = "engine/algorithms/wasm/assembly";

export class ImportGraph {
  /** From a file to those that import it. */
  readonly #importers = new Map<string, Set<string>>();

  /** `files` lists all sources and tests, relative to `root`, with slashes. */
  constructor(root: string, files: readonly string[]) {
    const known = new Set(files);
    for (const file of files) {
      if (!/\.(tsx?|mjs)$/.test(file)) continue;
      for (const to of referencesOf(file, readFileSync(join(root, file), "utf8"))) {
        if (known.has(to)) this.#link(file, to);
      }
    }
    // These start what is built: the command, the studio in a browser, what makes it work offline, and the shell.
    for (const part of ["cli/main", "cli/search-rank-thread", "node/evolve-thread", "node/rank-thread"])
      this.#link("tests/support/cli.ts", `engine/${part}.ts`);
    this.#link("tests/e2e/studio.ts", "renderer/main.tsx");
    for (const part of ["register", "service-worker"])
      this.#link("tests/e2e/offline.test.ts", `renderer/offline/${part}.ts`);
    for (const part of ["main", "preload", "launch/launch"])
      this.#link("tests/electron/build.test.ts", `electron/${part}.ts`);
  }

  /** Test files that load `file`, directly or through others. */
  testsOf(file: string): readonly string[] {
    const distance = new Map([[file, 0]]);
    const queue = [file];
    for (const at of queue) {
      for (const next of this.#importers.get(at) ?? []) {
        if (distance.has(next)) continue;
        distance.set(next, (distance.get(at) ?? 0) + 1);
        queue.push(next);
      }
    }
    const tests = queue.filter((name) => /^tests\/.*\.test\.tsx?$/.test(name));
    const key = (test: string): number => (distance.get(test) ?? 0) - likeness(test, file);
    return tests.sort((a, b) => key(a) - key(b) || a.localeCompare(b));
  }

  #link(from: string, to: string): void {
    const importers = this.#importers.get(to) ?? new Set();
    importers.add(from);
    this.#importers.set(to, importers);
  }
}

/** The project of vitest.config.ts that runs a test file. */
export function projectOf(test: string): Project {
  if (APART.includes(test)) return "apart";
  const [, folder = ""] = test.split("/");
  return PROJECT_OF_FOLDER[folder] ?? (test === "tests/recipe-types.test.ts" ? "process" : "unit");
}

const PROJECT_OF_FOLDER: Readonly<Record<string, Project>> = {
  ...{ cli: "process", cluster: "process", interop: "process", electron: "process" },
  ...{ gpu: "gpu", shaders: "gpu", browser: "browser", e2e: "e2e" },
};

function referencesOf(file: string, text: string): readonly string[] {
  const programs = Array.from(text.matchAll(PROGRAM), ([, name = ""]) => `tests/support/${name}`);
  const imports = Array.from(text.matchAll(REFERENCE), ([, reference = ""]) => {
    const path = posix.join(posix.dirname(file), reference.replace(/\?.*$/, ""));
    const kernel = /wasm\/build\/([\w-]+)\.wasm$/.exec(path)?.[1];
    if (kernel !== undefined) return `${ASSEMBLY}/${kernel}.ts`;
    return file.startsWith(ASSEMBLY) ? `${path}.ts` : path;
  });
  return [...imports, ...programs];
}

/** From 0 to 1.9: the part of the source's folders that the test's path names, and a whole step for its own name. */
function likeness(test: string, file: string): number {
  const folders = file.split("/");
  const name = folders.pop()?.replace(/\.\w+$/, "") ?? "";
  const places = test.replace(/\.test\.tsx?$/, "").split("/");
  const shared = folders.filter((folder) => places.includes(folder)).length / Math.max(1, folders.length);
  return 0.9 * shared + (places.at(-1) === name ? 1 : 0);
}

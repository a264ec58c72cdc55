// Builds the command line (`out/cli/main.cjs`, with the threads that it starts) and, with `--mode bench`, the benchmark runner
// (`out/bench/run.mjs`), which starts them too.
//
// A build is needed because the engine imports shaders as `?raw` text and kernels as inlined modules, which bare
// Node cannot. What the CLI imports dynamically stays a chunk of its own: `tessella --help` must not pay for HashLife.

import { chmod } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin, UserConfig } from "vite";
import { defineConfig } from "vite";
import { licenceNotices } from "./electron/licence-notices.ts";

/**
 * Each file takes Node a fraction of a millisecond, and so does each hundred kilobytes of one: what nearly every command needs
 * comes as one file, and so does a run with `bitwise`. The rest (other algorithms, gzip and ZIP, exporting) is loaded when it is asked for,
 * and `--version` and mistakes ask for very little. What the entry itself needs must lie in none of them (engine/node/compile-cache.ts).
 */
const FOLDERS = /\/engine\/node\/(user-folders|cache-files)\./;
const BASE =
  /\/package\.json|\/engine\/(core\/(errors|nearest)|cli\/(app|arguments|command|failures|help|interrupt|process|terminal|usage-error)|node\/(file-failures|standard-stream))\./;
const NEARLY_ALWAYS =
  /\/engine\/(core\/(?!json-place)|rules|grids|formats\/(?!gzip\.|crc32\.|zip\.|pattern-file\.)|algorithms\/(?!gpu\/|cpu\/(?!bitwise|tile-(?!team)|rule)|hashlife\/|wasm\/(?!load|emit|rle|build\/(bitwise\.|rle)))|node\/(input|output|user-defaults)\.|cli\/(source|pattern-file|report|stepper|json)\.|cli\/commands\/run\.)/;

interface Target {
  /** Files by the names of their bundles; the first is the program. */
  readonly entries: Readonly<Record<string, string>>;
  readonly outDir: string;
  /** CommonJS is loaded faster, and its scripts may keep their compiled form (engine/node/compile-cache.ts). */
  readonly format: "cjs" | "es";
  /** Packages that stay imports, beside what the product depends on. */
  readonly external?: readonly string[];
}

const targets: Readonly<Record<string, Target>> = {
  production: {
    entries: {
      main: "engine/cli/main.ts",
      "evolve-thread": "engine/node/evolve-thread.ts",
      "rank-thread": "engine/node/rank-thread.ts",
      "search-rank-thread": "engine/cli/search-rank-thread.ts",
    },
    outDir: "out/cli",
    format: "cjs",
  },
  bench: {
    entries: { run: "tests/bench/run.ts", "evolve-thread": "engine/node/evolve-thread.ts" },
    outDir: "out/bench",
    format: "es",
    external: ["playwright-core"],
  },
};

/** npm links a bin and makes it executable; a plain checkout and CI call the file itself. */
function executable(file: string): Plugin {
  return {
    name: "tessella:executable",
    async writeBundle() {
      await chmod(file, 0o755);
    },
  };
}

export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const target = targets[mode];
  if (!target)
    throw new Error(`No build is called "${mode}"; there are: ${Object.keys(targets).join(", ")}.`);
  const ending = target.format === "cjs" ? "cjs" : "mjs";
  const [program] = Object.keys(target.entries);
  return {
    publicDir: false,
    plugins: [licenceNotices().plugin(), executable(join(target.outDir, `${program}.${ending}`))],
    // What brings native binaries, which no bundle can hold, npm installs beside the product. All else is bundled.
    ssr: { external: ["webgpu", "koffi", ...(target.external ?? [])], noExternal: true, target: "node" },
    build: {
      ssr: true,
      target: "node20",
      outDir: target.outDir,
      emptyOutDir: true,
      minify: false,
      sourcemap: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: { ...target.entries },
        checks: { pluginTimings: false },
        output: {
          format: target.format,
          comments: false,
          banner: (chunk) => (chunk.name === program ? "#!/usr/bin/env node" : ""),
          entryFileNames: `[name].${ending}`,
          chunkFileNames: `chunks/[name]-[hash].${ending}`,
          codeSplitting: {
            groups: [
              { name: "folders", test: FOLDERS, priority: 2 },
              { name: "base", test: BASE, priority: 1 },
              { name: "engine", test: NEARLY_ALWAYS },
            ],
          },
        },
      },
    },
  };
});

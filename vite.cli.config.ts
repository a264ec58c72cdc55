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

/**
 * The program's first lines. Node opens /dev/null in the place of a closed standard output before any script begins, so that what is written would be
 * lost without a word. A shell can tell: it opens the file for reading, writing to it fails, and the command says so. Nor does it let Node read the
 * certificates that a person may have named, which takes longer than a small pattern does and which no command needs. To JavaScript its lines are texts
 * and comments. npm's link to a bin on Windows takes the first line for the program that it starts, and not everybody has a shell there.
 */
const START =
  process.platform === "win32"
    ? "#!/usr/bin/env node"
    : [
        "#!/bin/sh",
        `":" //; { true 3>&1; } 2>/dev/null || exec 1</dev/null`,
        `":" //; unset NODE_EXTRA_CA_CERTS`,
        `":" //; exec node "$0" "$@"`,
      ].join("\n");

/** npm links a bin and makes it executable; a plain checkout and CI call the file itself. */
function executable(file: string): Plugin {
  return {
    name: "tessella:executable",
    async writeBundle() {
      await chmod(file, 0o755);
    },
  };
}

const escaped = (unit: string): string => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The last touch on the scripts. All are in ASCII, which Node hands to V8 as it is, and other text in twice the size: what is not ASCII
 * stands in texts alone, as comments are left out. The program begins with START, whose comments Vite would leave out of a banner.
 */
function finished(program: string): Plugin {
  return {
    name: "tessella:finished",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== "chunk") continue;
        const code = file.code.replace(/[^\0-\x7f]/g, escaped);
        file.code = file.fileName === program ? `${START}\n${code}` : code;
      }
    },
  };
}

export default defineConfig(async ({ mode }): Promise<UserConfig> => {
  const target = targets[mode];
  if (!target)
    throw new Error(`No build is called "${mode}"; there are: ${Object.keys(targets).join(", ")}.`);
  const ending = target.format === "cjs" ? "cjs" : "mjs";
  const program = `${Object.keys(target.entries)[0]}.${ending}`;
  return {
    publicDir: false,
    plugins: [licenceNotices().plugin(), finished(program), executable(join(target.outDir, program))],
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

/** Bundles a program of the tests' own, for threads and processes that know nothing of TypeScript and inlined kernels. */

import { symlink } from "node:fs/promises";
import { join } from "node:path";
import { build } from "vite";
import { ROOT } from "./cli.ts";

/** The built file of a source in tests/support, made within `folder`, which finds the packages of the house. */
export async function builtProgram(source: string, folder: string): Promise<string> {
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await build({
    root: ROOT,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    ssr: { external: ["webgpu", "koffi"], noExternal: true, target: "node" },
    build: {
      ssr: join("tests/support", source),
      outDir: join(folder, "out"),
      rollupOptions: { output: { entryFileNames: "main.mjs" } },
    },
  });
  return join(folder, "out", "main.mjs");
}

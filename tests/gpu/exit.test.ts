// That a process with a GPU universe neither crashes nor stays: Dawn in Node does either when its GPU object is let go of
// too early or never.

import { execFile } from "node:child_process";
import { mkdtemp, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { build } from "vite";
import { afterAll, beforeAll, expect, it } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-gpu-process-"));
  await symlink(join(root, "node_modules"), join(folder, "node_modules"));
  await build({
    root,
    configFile: false,
    publicDir: false,
    logLevel: "error",
    ssr: { external: ["webgpu"], noExternal: true, target: "node" },
    build: {
      ssr: "tests/support/gpu-process.ts",
      outDir: join(folder, "out"),
      rollupOptions: { output: { entryFileNames: "main.mjs" } },
    },
  });
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it("uses the GPU, drops it, collects garbage, and ends by itself", async () => {
  const run = promisify(execFile)(process.execPath, ["--expose-gc", join(folder, "out", "main.mjs")], {
    timeout: 30_000,
  });
  // A crash or the time limit would reject.
  expect((await run).stdout.trim()).toBe("50 0");
});

// That a process with a GPU universe neither crashes nor stays: Dawn in Node does either when its GPU object is let go of
// too early or never.

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, it } from "vitest";
import { builtProgram } from "../support/built-program.ts";

let folder: string;
let program: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "tessella-gpu-process-"));
  program = await builtProgram("gpu-process.ts", folder);
});

afterAll(() => rm(folder, { recursive: true, force: true }));

it("uses the GPU, drops it, collects garbage, and ends by itself", async () => {
  const run = promisify(execFile)(process.execPath, ["--expose-gc", program], {
    timeout: 30_000,
  });
  // A crash or the time limit would reject.
  expect((await run).stdout.trim()).toBe("50 0");
});

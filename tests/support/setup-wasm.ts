// vitest global set-up: rebuilds the kernels whose sources are newer than what `npm ci` or the last run built.

import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export async function setup(): Promise<void> {
  const script = fileURLToPath(new URL("../../engine/algorithms/wasm/build.mjs", import.meta.url));
  await promisify(execFile)(process.execPath, [script], { timeout: 120_000 });
}

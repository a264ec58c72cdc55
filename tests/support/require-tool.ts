// Outside programs in tests: absent on a developer's machine they skip a test, absent in CI they fail it. A check
// that quietly stops running is worse than one that fails.

import { findProgram } from "../../engine/node/find-program.ts";

/** Whether this is a run in which nothing may be skipped: `CI` or `TESSELLA_CI` is set to anything but 0 or false. */
export function isCi(env: NodeJS.ProcessEnv = process.env): boolean {
  return [env.CI, env.TESSELLA_CI].some(
    (value) => value !== undefined && !["", "0", "false"].includes(value),
  );
}

/**
 * For use with `describe.skipIf(!path)`: the tool's path, or undefined where it is missing. In CI a missing tool
 * throws, which fails the test file that asked for it.
 */
export function toolOrSkip(name: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const path = findProgram(name, env);
  if (!path) skipOrFail(`"${name}" is not installed`, env);
  return path;
}

/** For what is not a program on PATH (a GPU, a browser): throws in CI, and says why the tests are skipped elsewhere. */
export function skipOrFail(reason: string, env: NodeJS.ProcessEnv = process.env): void {
  if (isCi(env)) throw new Error(`${reason}, and in CI nothing may be skipped.`);
  console.warn(`Skipping tests: ${reason}.`);
}

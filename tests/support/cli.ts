/** Runs the built command as people do: as a process, with arguments, standard input and an exit code. */

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { mkdir, rm, stat, utimes } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { changedAt } from "./changed-at.ts";

export const ROOT = fileURLToPath(new URL("../..", import.meta.url));
export const CLI = join(ROOT, "out/cli/main.cjs");

const LOCK = join(ROOT, "out/.building-cli");
const SOURCES = ["engine", "shaders", "package.json", "vite.cli.config.ts"];

async function isStale(): Promise<boolean> {
  const sources = await Promise.all(SOURCES.map((source) => changedAt(join(ROOT, source))));
  return (await changedAt(CLI)) < Math.max(...sources);
}

/**
 * Builds the command where its sources are newer: for `beforeAll`. Test files run side by side, so the first one holds a
 * lock, which it touches every few seconds, however long a busy machine builds; one that nobody touches is a dead one's.
 */
export async function builtCli(): Promise<void> {
  await mkdir(dirname(LOCK), { recursive: true });
  while (true) {
    try {
      await mkdir(LOCK);
      break;
    } catch {
      // Gone since: it is tried again.
      const touched = await stat(LOCK).then(({ mtimeMs }) => mtimeMs, Date.now);
      const age = Date.now() - touched;
      if (age > 60_000) await rm(LOCK, { recursive: true, force: true });
      else await sleep(50);
    }
  }
  const holding = setInterval(() => utimes(LOCK, new Date(), new Date()).catch(() => {}), 5000);
  try {
    if (!(await isStale())) return;
    const { build } = await import("vite");
    await build({
      root: ROOT,
      configFile: join(ROOT, "vite.cli.config.ts"),
      logLevel: "error",
      mode: "production",
    });
  } finally {
    clearInterval(holding);
    await rm(LOCK, { recursive: true, force: true });
  }
}

export interface CliResult {
  readonly code: number | null;
  /** The signal that the command died of; its code is then null. */
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stdoutBytes: Buffer;
  readonly stderr: string;
}

export interface CliOptions {
  readonly cwd?: string;
  readonly input?: string | Uint8Array;
  readonly env?: NodeJS.ProcessEnv;
  /** A shell line that runs the command as "$@": for limits and redirections. */
  readonly shell?: string;
  /** Sends SIGINT as soon as this holds, of what the command has written to standard error so far. */
  readonly interruptWhen?: (stderr: string) => boolean | Promise<boolean>;
}

/** Runs `tessella` with these arguments. */
export function tessella(args: readonly string[], options: CliOptions = {}): Promise<CliResult> {
  const command = [process.execPath, CLI, ...args];
  const [program, rest] = options.shell
    ? ["bash", ["-c", options.shell, "bash", ...command]]
    : [command[0], command.slice(1)];
  return new Promise((resolve, reject) => {
    const child = spawn(program, rest, { cwd: options.cwd, env: { ...process.env, ...options.env } });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on("data", (piece: Buffer) => out.push(piece));
    child.stderr.on("data", (piece: Buffer) => err.push(piece));
    if (options.interruptWhen)
      void interrupt(child, () => Buffer.concat(err).toString(), options.interruptWhen);
    child.on("error", reject);
    child.on("close", (code, signal) => {
      const stdoutBytes = Buffer.concat(out);
      resolve({
        code,
        signal,
        stdout: stdoutBytes.toString(),
        stdoutBytes,
        stderr: Buffer.concat(err).toString(),
      });
    });
    // A command that fails early does not read its input; that is its business.
    child.stdin.on("error", () => {});
    child.stdin.end(options.input ?? "");
  });
}

async function interrupt(
  child: ChildProcess,
  stderr: () => string,
  isTime: NonNullable<CliOptions["interruptWhen"]>,
): Promise<void> {
  while (child.exitCode === null && !(await isTime(stderr()))) await sleep(5);
  child.kill("SIGINT");
}

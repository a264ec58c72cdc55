/**
 * The cost of a whole process from its start to its end: CPU seconds and peak memory, measured alike for every program.
 *
 * CPU time is the user and system time of the process and all its threads as the shell that waited for it counts them:
 * bash's `time`, in milliseconds, on Linux and macOS alike. (Node tells a process its own usage and not that of its
 * children; POSIX's `times` goes by hundredths; GNU's `time` program is often not installed.)
 *
 * Peak memory is the high-water mark of the resident set that Linux keeps for each process in /proc/PID/status. It only
 * rises, so looking every few milliseconds misses at most what was added after the last look. The `ru_maxrss` of the
 * system would be exact and is not used: on Linux it starts with the size of the process that forked, which here is
 * Node. Elsewhere, and where there is no bash, the figure is null: not known rather than guessed.
 */

import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import type { Readable } from "node:stream";
import { throwIfAborted } from "../core/errors.ts";

export interface ProcessCost {
  /** null for a process that a signal ended and no shell watched. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly cpuSeconds: number | null;
  readonly peakBytes: number | null;
}

const LOOK_EVERY = 5;

/**
 * The process says its number on 3 and becomes the program; bash says the times there when it has ended. The program
 * itself gets the usual three and nothing else.
 */
const SCRIPT =
  "TIMEFORMAT='%U %S'; exec 4>&2 2>&3; " + `time sh -c 'echo $$ >&3; exec "$@" 2>&4 3>&- 4>&-' sh "$@"`;

/** Runs a program to its end. Errors: `aborted`, after the program was told to end; what spawning throws. */
export async function measureProcess(command: readonly string[], signal?: AbortSignal): Promise<ProcessCost> {
  throwIfAborted(signal);
  try {
    return await watch("bash", ["-c", SCRIPT, "bash", ...command], true, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    return watch(command[0], command.slice(1), false, signal);
  }
}

function watch(
  program: string,
  words: readonly string[],
  watched: boolean,
  signal: AbortSignal | undefined,
): Promise<ProcessCost> {
  return new Promise((resolve, reject) => {
    const child: ChildProcess = spawn(program, [...words], {
      stdio: ["ignore", "pipe", "pipe", watched ? "pipe" : "ignore"],
    });
    const [out, err, told] = [1, 2, 3].map((i) => collect(child.stdio[i] as Readable | null));
    let peak: number | null = null;
    const pid = (): number | undefined =>
      watched ? Number(/^\d+(?=\n)/.exec(told())?.[0]) || undefined : child.pid;
    const look = (): void => {
      const id = pid();
      const bytes = id === undefined ? null : highWaterMark(id);
      if (bytes !== null) peak = Math.max(peak ?? 0, bytes);
    };
    const timer = setInterval(look, LOOK_EVERY);
    const onAbort = (): void => {
      const id = pid();
      if (id !== undefined) endProcess(id);
      // A shell that ends would leave the program to itself: the number is on its way.
      else child.stdio[3]?.once("data", onAbort);
    };
    signal?.addEventListener("abort", onAbort);
    const settle = (): void => {
      clearInterval(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    child.on("error", (error) => {
      settle();
      reject(error);
    });
    child.on("close", (code) => {
      settle();
      try {
        throwIfAborted(signal);
        resolve({
          code,
          stdout: out(),
          stderr: err(),
          cpuSeconds: watched ? readTimes(told()) : null,
          peakBytes: peak,
        });
      } catch (error) {
        reject(error);
      }
    });
  });
}

function collect(stream: Readable | null): () => string {
  const pieces: Buffer[] = [];
  stream?.on("data", (piece: Buffer) => pieces.push(piece));
  return () => Buffer.concat(pieces).toString();
}

/** "1234\n0.512 0.038\n": some languages write the point as a comma. */
function readTimes(told: string): number | null {
  const times = /^(\d+[.,]\d+) (\d+[.,]\d+)$/m.exec(told);
  return times ? Number(times[1].replace(",", ".")) + Number(times[2].replace(",", ".")) : null;
}

function highWaterMark(pid: number): number | null {
  try {
    const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
    return kilobytes === undefined ? null : Number(kilobytes) * 1024;
  } catch {
    // It has ended, or this is not Linux.
    return null;
  }
}

function endProcess(pid: number): void {
  try {
    process.kill(pid, "SIGTERM");
  } catch {
    // It has ended by itself.
  }
}

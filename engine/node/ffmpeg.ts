/**
 * A pipe to ffmpeg: raw pictures go in at one end, a video comes out at the other. ffmpeg is asked for by name on PATH and
 * never brought along.
 */

import type { ChildProcess } from "node:child_process";
import { execFile, spawn } from "node:child_process";
import type { Writable } from "node:stream";
import { promisify } from "node:util";
import { TessellaError } from "../core/errors.ts";
import { writeFailure } from "./file-failures.ts";
import { findProgram } from "./find-program.ts";

const WITHOUT = "Animated PNG (.apng), GIF (.gif), PNG and PBM frames are written without it.";

/** Errors: `not-found`. */
export function findFfmpeg(): string {
  const program = findProgram("ffmpeg");
  if (program) return program;
  throw new TessellaError("not-found", "Video is made by ffmpeg, and there is no ffmpeg on PATH.", {
    hint: `Install it (Debian: apt install ffmpeg; macOS: brew install ffmpeg). ${WITHOUT}`,
  });
}

/** The first of the encoders that this ffmpeg has. Errors: `unsupported-format` naming the codec. */
export async function chooseEncoder(
  program: string,
  encoders: readonly string[],
  codec: string,
): Promise<string> {
  const { stdout } = await promisify(execFile)(program, ["-hide_banner", "-encoders"]).catch((cause) => {
    throw new TessellaError("io", "ffmpeg cannot be started.", { cause, hint: WITHOUT });
  });
  const known = new Set(stdout.split("\n").map((line) => line.trim().split(/\s+/)[1]));
  const encoder = encoders.find((name) => known.has(name));
  if (encoder) return encoder;
  throw new TessellaError(
    "unsupported-format",
    `This ffmpeg has no encoder for ${codec} (${encoders.join(", ")}).`,
    {
      hint: `Choose another codec with --codec, or install a full ffmpeg. ${WITHOUT}`,
    },
  );
}

/** What ffmpeg said last, for the one sentence when it fails. */
const KEPT_WORDS = 4096;

export class FfmpegPipe {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #path: string;
  readonly #ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  #said = "";

  /** `path` is the name that was asked for, for sentences. */
  constructor(program: string, args: readonly string[], path: string) {
    this.#path = path;
    this.#child = spawn(program, args, { stdio: ["pipe", "ignore", "pipe"] });
    const { stdin, stderr } = this.#child;
    if (!stdin || !stderr) throw new Error("A pipe was asked for.");
    this.#input = stdin;
    // It says why it ended on stderr; a broken pipe says nothing more.
    stdin.on("error", () => {});
    stderr.setEncoding("utf8");
    stderr.on("data", (text: string) => {
      this.#said = (this.#said + text).slice(-KEPT_WORDS);
    });
    this.#ended = new Promise((resolve) => {
      this.#child.on("error", (error) => {
        this.#said ||= error.message;
        resolve({ code: -1, signal: null });
      });
      this.#child.on("close", (code, signal) => resolve({ code, signal }));
    });
  }

  /** Settles when the bytes are handed on: only then may the array be used again. Errors: `io`. */
  async write(bytes: Uint8Array): Promise<void> {
    const refused = await new Promise<boolean>((resolve) => {
      this.#input.write(bytes, (cause) => resolve(cause !== undefined && cause !== null));
    });
    if (!refused) return;
    const end = await this.#ended;
    throw this.#failure(end.signal);
  }

  /** Waits until the file is complete. Errors: `io`. */
  async end(): Promise<void> {
    this.#input.end();
    const { code, signal } = await this.#ended;
    if (code !== 0) throw this.#failure(signal);
  }

  /** Ends it at once. Never throws. */
  async kill(): Promise<void> {
    this.#child.kill("SIGKILL");
    await this.#ended;
  }

  #failure(signal: string | null): TessellaError {
    const coded = (code: string): TessellaError =>
      writeFailure(this.#path, Object.assign(new Error(this.#said), { code }));
    if (signal === "SIGXFSZ" || /File too large/i.test(this.#said)) return coded("EFBIG");
    if (/No space left on device/i.test(this.#said)) return coded("ENOSPC");
    if (/quota/i.test(this.#said)) return coded("EDQUOT");
    const last = this.#said.trim().split("\n").at(-1) ?? "";
    const why = last || (signal ? `ended by ${signal}` : "no reason given");
    return new TessellaError("io", `ffmpeg could not write "${this.#path}": ${why}`);
  }
}

/**
 * A pipe to ffmpeg: raw pictures go in at one end, a video comes out at the other. ffmpeg is found by name on PATH and
 * never shipped.
 */

import type { ChildProcess } from "node:child_process";
import { execFile, spawn, spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Writable } from "node:stream";
import { promisify } from "node:util";
import { TessellaError } from "../core/errors.ts";
import { yuvLength } from "../export/yuv.ts";
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

export interface FfmpegEncoder {
  /** ffmpeg's name of it. */
  readonly name: string;
  /** Its arguments. */
  readonly args: readonly string[];
  /** Sides of the pictures that it takes, in pixels. Default: any. */
  readonly least?: number;
  readonly most?: number;
}

/**
 * The first of the encoders that this ffmpeg has and that takes pictures of that size; otherwise the first one
 * available, which reports its own limit. Errors: `not-found`, `unsupported-format` naming the codec.
 */
export async function chooseEncoder(
  program: string,
  encoders: readonly FfmpegEncoder[],
  codec: string,
  size?: { readonly width: number; readonly height: number },
): Promise<FfmpegEncoder> {
  const { stdout } = await promisify(execFile)(program, ["-hide_banner", "-encoders"]).catch((cause) => {
    throw new TessellaError("io", "ffmpeg cannot be started.", { cause, hint: WITHOUT });
  });
  const known = new Set(stdout.split("\n").map((line) => line.trim().split(/\s+/)[1]));
  const there = encoders.filter(({ name }) => known.has(name));
  const fits = ({ least = 1, most = Number.POSITIVE_INFINITY }: FfmpegEncoder): boolean =>
    size === undefined ||
    (Math.min(size.width, size.height) >= least && Math.max(size.width, size.height) <= most);
  const encoder = there.find(fits) ?? there[0];
  if (encoder) return encoder;
  throw new TessellaError(
    "unsupported-format",
    `This ffmpeg has no encoder for ${codec} (${encoders.map(({ name }) => name).join(", ")}).`,
    {
      hint: `Choose another codec with --codec, or install a full ffmpeg. ${WITHOUT}`,
    },
  );
}

/** Arguments for raw pictures that come through the pipe. */
export function rawInput(format: string, width: number, height: number, fps: number): readonly string[] {
  return [
    ...["-hide_banner", "-loglevel", "error", "-nostdin", "-y"],
    ...["-f", "rawvideo", "-pixel_format", format, "-video_size", `${width}x${height}`],
    ...["-framerate", `${fps}`, "-i", "pipe:0"],
  ];
}

/** A size and a pace that old formats insist on. */
const TRIAL = { width: 352, height: 288, fps: 25 };

/**
 * Writes two pictures to a temporary file with that extension, since ffmpeg's lists do not tell which formats hold a
 * film in one file. Returns the reason why it cannot be done, or null.
 */
export function triedFilm(program: string, ending: string): string | null {
  const { width, height, fps } = TRIAL;
  const folder = mkdtempSync(join(tmpdir(), "tessella-trial-"));
  try {
    const name = `film${ending}`;
    const { status, stderr, error } = spawnSync(
      program,
      [...rawInput("yuv420p", width, height, fps), `file:${name}`],
      { cwd: folder, input: new Uint8Array(2 * yuvLength(width, height)), encoding: "utf8" },
    );
    if (status !== 0) return firstCause(stderr ?? "") || error?.message || "no reason given";
    return readdirSync(folder).join() === name ? null : "it would be more than one file";
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Limit of ffmpeg's output kept for the error sentence: the beginning gives the cause, the end may report a full disk. */
const KEPT_WORDS = 4096;

export class FfmpegPipe {
  readonly #child: ChildProcess;
  readonly #input: Writable;
  readonly #path: string;
  readonly #ended: Promise<{ readonly code: number | null; readonly signal: string | null }>;
  #saidFirst = "";
  #said = "";

  /** `path` is the requested name, for sentences. */
  constructor(program: string, args: readonly string[], path: string) {
    this.#path = path;
    this.#child = spawn(program, args, { stdio: ["pipe", "ignore", "pipe"] });
    const { stdin, stderr } = this.#child;
    if (!stdin || !stderr) throw new Error("A pipe was asked for.");
    this.#input = stdin;
    // stderr gives the reason for its end; a broken pipe adds nothing.
    stdin.on("error", () => {});
    stderr.setEncoding("utf8");
    stderr.on("data", (text: string) => {
      this.#saidFirst += text.slice(0, KEPT_WORDS - this.#saidFirst.length);
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
    const why =
      firstCause(this.#saidFirst) || this.#said.trim() || (signal ? `ended by ${signal}` : "no reason given");
    return new TessellaError("io", `ffmpeg could not write "${this.#path}": ${why}.`);
  }
}

/** The first fault, without the name of the part that reports it: the lines after it are consequences. */
function firstCause(said: string): string {
  const lines = said.split("\n").filter((line) => line.trim() !== "" && !/^Svt\[(info|warn)\]/.test(line));
  return (lines[0] ?? "")
    .replace(/^(\[[^\]]*\] )+|^Svt\[error\]: (Instance \d+: )?/, "")
    .trim()
    .replace(/\.$/, "");
}

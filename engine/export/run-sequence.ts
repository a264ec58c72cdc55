/** The common part of all formats with a file a frame: write them one by one, and continue after an earlier run. */

import { TessellaError } from "../core/errors.ts";
import type { ExportOptions, ExportReport } from "./exporter.ts";
import type { FrameName } from "./frame-name.ts";
import type { ExportControl, ExportProgress } from "./frame-source.ts";
import type { Target, TargetFile } from "./target.ts";

interface Sequence<Frame> {
  readonly frames: number;
  read(control?: ExportControl): AsyncGenerator<Frame>;
}

/**
 * Encodes and writes each frame, from `first` on. With `resume`, existing files from the first on are kept; the last of
 * them is encoded again and compared, so that the frames of two different exports never mix. Errors: those of the
 * source and the target, `bad-argument` if the files belong to another export.
 */
export async function runSequence<Frame extends { readonly index: number }>(
  source: Sequence<Frame>,
  target: Target,
  options: ExportOptions,
  names: FrameName,
  encode: (frame: Frame) => Uint8Array | Promise<Uint8Array>,
): Promise<ExportReport> {
  const kept = options.resume ? await filesThere(target, names, source.frames) : 0;
  const first = options.resume ? Math.max(0, kept - 1) : (options.first ?? 0);
  let bytes = 0;
  let done = Math.max(kept, first);
  let latest: ExportProgress | null = null;
  const report = (progress: ExportProgress | null): void => {
    latest = progress;
    // A frame is done when its file exists.
    if (progress) options.onProgress?.({ ...progress, done });
  };
  // Files still being written while the next frames are made, if a target supports that; the oldest first.
  const writing: Promise<void>[] = [];
  const most = target.inFlight ?? 1;
  /** The error of the first file that could not be written; later ones fail as a consequence. */
  let refused: { readonly reason: unknown } | null = null;
  try {
    for await (const frame of source.read({ ...options, onProgress: report, first })) {
      const name = names.of(frame.index);
      const file = await encode(frame);
      bytes += file.length;
      if (frame.index < kept) {
        await checkSame(target, name, file);
        continue;
      }
      const begun = await begin(target, name, file);
      try {
        while (writing.length >= most) await writing.shift();
      } catch (error) {
        await begun.abort();
        throw error;
      }
      const written = finish(begun).then(() => {
        done = frame.index + 1;
      });
      written.catch((reason: unknown) => {
        refused ??= { reason };
      });
      writing.push(written);
    }
  } finally {
    // Also after a stop: every file handed over is complete, or has been found to fail.
    await Promise.allSettled(writing);
    report(latest);
    const failed = refused as { readonly reason: unknown } | null;
    // biome-ignore lint/correctness/noUnsafeFinally: a file that could not be written is worth more than a stop.
    if (failed) throw failed.reason;
  }
  return {
    frames: source.frames,
    first: names.of(0),
    last: names.of(source.frames - 1),
    bytes,
    kept: options.resume ? kept : undefined,
  };
}

async function begin(target: Target, name: string, bytes: Uint8Array): Promise<TargetFile> {
  const file = await target.begin(name);
  try {
    await file.write(bytes);
    return file;
  } catch (error) {
    await file.abort();
    throw error;
  }
}

async function finish(file: TargetFile): Promise<void> {
  try {
    await file.commit();
  } catch (error) {
    await file.abort();
    throw error;
  }
}

/** Files appear whole or not at all, so an existing one is finished. */
async function filesThere(target: Target, names: FrameName, frames: number): Promise<number> {
  if (!target.read || !target.has) {
    throw new TessellaError("unsupported-operation", "What is written here cannot be gone on with.", {
      hint: "Only frames in files can be: export to a folder.",
    });
  }
  let index = 0;
  while (index < frames && (await target.has(names.of(index)))) index++;
  return index;
}

async function checkSame(target: Target, name: string, expected: Uint8Array): Promise<void> {
  const there = (await target.read?.(name)) ?? new Uint8Array(0);
  const same = there.length === expected.length && expected.every((byte, i) => byte === there[i]);
  if (same) return;
  throw new TessellaError("bad-argument", `"${name}" is there and is not a frame of this export.`, {
    hint: "Export to another name or folder, or without resuming.",
  });
}

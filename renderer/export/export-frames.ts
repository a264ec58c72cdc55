/**
 * Exports generations of a universe as PBM frames. It runs on a copy in an engine of its own, so the universe that is open
 * neither moves nor waits; frames are encoded in the encoding worker and handed to the host's folder one by one.
 */

import { TessellaError, throwIfAborted } from "../../engine/core/errors.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { startBrowserEngine } from "../engine-client/browser-engine.ts";
import type { RemoteUniverse } from "../engine-client/remote-universe.ts";
import type { FolderTarget } from "../host/host.ts";
import type { Encoder } from "./encoder.ts";

export interface FrameExport {
  readonly region: Rect;
  readonly from: bigint;
  readonly to: bigint;
  readonly every: bigint;
  readonly variant: "P1" | "P4";
  /** Before the frame's number. */
  readonly stem: string;
}

export interface FrameExportControl {
  readonly signal: AbortSignal;
  readonly onProgress: (done: number, frames: number) => void;
}

const MOST_FRAMES = 1_000_000n;
const MOST_CELLS = 2n ** 28n;

/** How many frames that makes. Errors: `bad-argument`, `too-large`, each with one sentence for the dialog. */
export function checkExport({ region, from, to, every }: FrameExport, generation: bigint): number {
  const refuse = (sentence: string): never => {
    throw new TessellaError("bad-argument", sentence);
  };
  if (region.w < 1n || region.h < 1n) refuse("The region has no cells.");
  if (region.w * region.h > MOST_CELLS) refuse("The region has more than 268 million cells.");
  if (every < 1n) refuse("Frames are at least one generation apart.");
  if (from < generation) refuse(`The universe is at generation ${generation} already; it only runs forward.`);
  if (to < from) refuse("The last generation lies before the first.");
  const frames = (to - from) / every + 1n;
  if (frames > MOST_FRAMES) refuse("These are more than a million frames.");
  return Number(frames);
}

/** Errors: `aborted`, and those of the engine and the folder. */
export async function exportFrames(
  source: RemoteUniverse,
  wanted: FrameExport,
  target: FolderTarget,
  encoder: Encoder,
  { signal, onProgress }: FrameExportControl,
): Promise<number> {
  const frames = checkExport(wanted, source.generation);
  const engine = startBrowserEngine();
  try {
    const { rule, topology, generation } = source;
    const copy = await engine.createUniverse({ rule, topology, generation, cells: await source.readRuns() });
    const digits = Math.max(4, String(frames - 1).length);
    for (let index = 0; index < frames; index++) {
      throwIfAborted(signal);
      const goal = wanted.from + BigInt(index) * wanted.every;
      if (copy.generation < goal) await copy.step(goal, signal);
      throwIfAborted(signal);
      const bytes = await encoder.frame(await copy.readBlock(wanted.region), wanted.variant);
      const file = await target.begin(`${wanted.stem}-${String(index).padStart(digits, "0")}.pbm`);
      try {
        await file.write(bytes);
        await file.commit();
      } catch (error) {
        await file.abort();
        throw error;
      }
      onProgress(index + 1, frames);
    }
    await target.finish();
    return frames;
  } catch (error) {
    await target.abandon();
    throw error;
  } finally {
    engine.close();
  }
}

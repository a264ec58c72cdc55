/** A plan and a universe combined into an export: the source that the format takes, and its estimated cost. */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Universe } from "../algorithms/algorithm.ts";
import type { PatternDetails } from "../algorithms/patterns.ts";
import { grouped, groupedSize } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import type { Estimate, Trial } from "../export/estimate.ts";
import { estimateExport } from "../export/estimate.ts";
import type { ExportOptions, ExportReport } from "../export/exporter.ts";
import type { Film } from "../export/film.ts";
import { openFilm } from "../export/film.ts";
import type { ExportControl, FrameRange } from "../export/frame-source.ts";
import { openFrames } from "../export/frame-source.ts";
import { openPatterns } from "../export/pattern-sequence.ts";
import type { Target } from "../export/target.ts";
import { openZip } from "../export/zip-target.ts";
import { exportSize } from "../formats/pbm-size.ts";
import { formatForPath } from "../formats/unpacked.ts";
import { folderTarget } from "../node/file-target.ts";
import { frameWriter } from "../node/frame-writer.ts";
import { isVideo } from "../node/video.ts";
import type { Plan } from "./export-plan.ts";
import { boundsText } from "./report.ts";

export interface ExportPlan {
  readonly range: FrameRange;
  readonly frames: number;
  /** null if the view moves, or the whole universe is written. */
  readonly region: Rect | null;
  /** Pixels; null if none are drawn. */
  readonly size: { readonly width: number; readonly height: number } | null;
  /** One sentence on the planned output. */
  readonly facts: string;
  readonly cellsLeft: () => boolean;
  readonly run: (target: Target, control: ExportControl) => Promise<ExportReport>;
}

/** Errors: those of the sources. */
export async function openJob(
  plan: Plan,
  universe: Universe,
  range: FrameRange,
  details: PatternDetails,
  control: ExportControl,
): Promise<ExportPlan> {
  const { exporter } = plan;
  const { look } = plan.film;
  const options: Omit<ExportOptions, keyof ExportControl> = {
    name: plan.name,
    plain: plan.plain,
    resume: plan.resume,
    look,
  };
  switch (exporter.takes) {
    case "cells": {
      const source = await openFrames(universe, range, plan.region, control);
      return {
        range,
        frames: source.frames,
        region: source.region,
        size: null,
        facts: exporter.hasPlain
          ? exportSize(source.frames, source.region, plan.plain ? "P1" : "P4")
          : `${grouped(source.frames)} ${source.frames === 1 ? "drawing" : "drawings"} of ${boundsText(source.region)}`,
        cellsLeft: () => source.cellsLeft,
        run: (target, inner) => exporter.run(source, target, { ...options, ...inner }),
      };
    }
    case "pictures": {
      const { framing, fps, hold, loop } = plan.film;
      const spec = { range, framing, look, fps, hold, loop, sizeStep: exporter.sizeStep };
      const film = await openFilm(universe, spec, control);
      return {
        range: film.range,
        frames: film.frames,
        region: film.region,
        size: film,
        facts: filmFacts(film),
        cellsLeft: () => film.cellsLeft,
        run: (target, inner) => exporter.run(film, target, { ...options, ...inner }),
      };
    }
    case "patterns": {
      // Checked now, so that an unsupported extension is noticed before the first frame.
      formatForPath(plan.name);
      const source = openPatterns(universe, range, details);
      return {
        range,
        frames: source.frames,
        region: null,
        size: null,
        facts: `${grouped(source.frames)} pattern ${source.frames === 1 ? "file" : "files"}`,
        cellsLeft: () => false,
        run: (target, inner) => exporter.run(source, target, { ...options, ...inner }),
      };
    }
  }
}

function filmFacts({ frames, width, height, framesShown, fps }: Film): string {
  const many = frames === 1 ? "1 frame" : `${grouped(frames)} frames`;
  const seconds = (framesShown / fps).toFixed(2);
  return `${many} of ${groupedSize(width, height)} pixels, ${seconds} s at ${fps} a second`;
}

/** From so many files on a thread that only writes is worth starting. */
const MANY_FRAMES = 50;
/** Larger files take longer to write than to begin: the thread would save nothing. */
const LARGEST_FRAME = 2 ** 22;

/** The target of the job's files. Close it when no work is under way any more. */
export function openFolder(
  folder: string,
  { exporter }: Plan,
  { frames }: ExportPlan,
): Target & { close(): Promise<void> } {
  return exporter.sequence && frames >= MANY_FRAMES
    ? frameWriter(folder, LARGEST_FRAME)
    : { ...folderTarget(folder), close: async () => {} };
}

/** Video costs most at its beginning, and looks ahead: a few frames are no sample of the later ones. */
const VIDEO_TRIALS = { lead: 10, stretch: 30 };

/** Estimates the export; the universe returns to its former state. Errors: those of exporting. */
export async function estimateJob(
  plan: Plan,
  universe: Universe,
  job: ExportPlan,
  signal: AbortSignal,
): Promise<Estimate> {
  // A name that holds an index, for stretches of a sequence of which one frame was asked for.
  const { framing } = plan.film;
  const fixed = job.region && "region" in framing ? { ...framing, region: job.region } : framing;
  const film = { ...plan.film, framing: fixed, loop: false };
  const region = job.region ?? plan.region;
  const name = plan.exporter.sequence ? `%d${plan.exporter.extensions[0]}` : plan.name;
  const sample = { ...plan, film, region, name, resume: false };
  // Really written, since creating files is a good part of a frame's cost.
  const folder = mkdtempSync(join(tmpdir(), "tessella-estimate-"));
  const target = openFolder(folder, plan, job);
  try {
    const attempt = async (range: FrameRange, control: ExportControl, hold = 0): Promise<Trial> => {
      const part = await openJob({ ...sample, film: { ...film, hold } }, universe, range, {}, control);
      if (!plan.zip) return part.run(target, control);
      const archive = await openZip(target, "frames.zip", part.frames);
      try {
        await part.run(archive, control);
        return { bytes: await archive.finish() };
      } catch (error) {
        await archive.abandon();
        throw error;
      }
    };
    return await estimateExport(universe, job.range, attempt, {
      signal,
      cold: true,
      hold: isVideo(plan.exporter) ? plan.film.hold : 0,
      ...(plan.exporter.lossless ? {} : VIDEO_TRIALS),
    });
  } finally {
    await target.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

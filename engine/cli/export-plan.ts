/** The command line of `tessella export` as a plan, checked before any file is read. */

import { existsSync, statSync } from "node:fs";
import { basename, dirname } from "node:path";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Registry } from "../core/registry.ts";
import type { Exporter } from "../export/exporter.ts";
import { frameNames, parseFrameName } from "../export/frame-name.ts";
import type { FrameRange, RegionChoice } from "../export/frame-source.ts";
import { countFrames } from "../export/frame-source.ts";
import { exporterForName } from "../export/registry.ts";
import { isVideo } from "../node/video.ts";
import type { Arguments, CommandCall } from "./command.ts";
import type { FilmWish, RegionWish } from "./film-options.ts";
import { filmOptionsGiven, filmWish, paceOf, regionWish } from "./film-options.ts";
import { parseGeneration } from "./numbers.ts";
import { PBM_AS_TEXT, refuseFolder, refuseScreen, STDOUT } from "./pattern-file.ts";
import { UsageError } from "./usage-error.ts";

export interface Plan {
  /** null: the pattern's first generation. */
  readonly from: bigint | null;
  readonly to: bigint | null;
  readonly every: bigint;
  /** For exporters of cells; pictures have it in `film`. */
  readonly region: RegionChoice;
  readonly film: FilmWish;
  readonly plain: boolean;
  readonly json: boolean;
  /** Whether the user permits more than MOST_FRAMES. */
  readonly yes: boolean;
  readonly resume: boolean;
  readonly dryRun: boolean;
  readonly exporter: Exporter;
  /** null: standard output. */
  readonly folder: string | null;
  /** Whether `folder` is an archive. */
  readonly zip: boolean;
  /** The name of one file, or a template. */
  readonly name: string;
}

/** Errors: UsageError, and those of reading a camera file. */
export async function planOf({ args, terminal }: CommandCall, exporters: Registry<Exporter>): Promise<Plan> {
  const out = args.value("output");
  if (out === undefined) throw new UsageError("Say where the frames go, with -o DIR/name-%06d.pbm.");
  const generation = (option: string): bigint | null => {
    const text = args.value(option);
    return text === undefined ? null : parseGeneration(text, `--${option}`);
  };
  const region = regionWish(args.value("region"));
  const piped = out === STDOUT;
  if (!piped) refuseFolder(out, "frame-%06d.pbm");
  if (piped && args.has("json")) {
    throw new UsageError("--json and -o - both want standard output.", "Write the frames to files instead.");
  }
  // On standard output frames follow one another and their names do not matter.
  const format = args.value("format")?.toLowerCase();
  const name = piped ? `frame-%d.${format ?? "pbm"}` : basename(out);
  checkFormat(format, piped, exporters);
  const exporter = asUsage(() => exporterForName(name, exporters, args.value("codec")?.toLowerCase()));
  asUsage(() => parseFrameName(name));
  if (piped && !args.has("dry-run") && !isText(exporter, args)) {
    refuseScreen(terminal, `The format ${format ?? "pbm"}`, exporter.id === "pbm" ? PBM_AS_TEXT : undefined);
  }
  const folder = piped ? null : dirname(out);
  const pace = paceOf(args, exporter.mostFps);
  const plan: Plan = {
    from: generation("from"),
    to: generation("to"),
    every: pace.every,
    region: region === "grow" || region === "follow" ? "first" : region,
    film: await filmWish(args, region, pace.fps),
    plain: args.has("p1"),
    json: args.has("json"),
    yes: args.has("yes"),
    resume: args.has("resume"),
    dryRun: args.has("dry-run"),
    exporter,
    folder,
    zip: folder?.toLowerCase().endsWith(".zip") === true && !isFolder(folder) && exporter.sequence,
    name,
  };
  checkFitting(plan, filmOptionsGiven(args), region, args.has("region"));
  if (plan.from !== null) rangeOf(plan, plan.from);
  return plan;
}

/** A file's extension gives the format. Errors: UsageError. */
function checkFormat(format: string | undefined, piped: boolean, exporters: Registry<Exporter>): void {
  if (format === undefined) return;
  if (!piped)
    throw new UsageError("--format is for standard output (-o -); a file's format is what its ending says.");
  const flowing = exporters.list().filter((exporter) => !isVideo(exporter));
  const known = [...new Set(flowing.flatMap(({ extensions }) => extensions.map((each) => each.slice(1))))];
  if (known.includes(format)) return;
  throw new UsageError(
    `"${format}" cannot be written to standard output.`,
    `There are: ${known.join(", ")}.`,
  );
}

/** Whether a person could read the frames on a screen. */
function isText(exporter: Exporter, args: Arguments): boolean {
  return exporter.takes === "patterns" || exporter.id === "svg" || (exporter.id === "pbm" && args.has("p1"));
}

/** A folder may be named like an archive; an archive that is there is replaced. */
function isFolder(path: string): boolean {
  return existsSync(path) && statSync(path).isDirectory();
}

/** Refuses options that do not apply to the format: the person who typed them expected an effect. */
function checkFitting(plan: Plan, given: readonly string[], region: RegionWish, regionGiven: boolean): void {
  const { exporter, film, plain, resume, folder, zip } = plan;
  // With a speed the pace still selects the generations.
  const timing = given.find(
    (option) => option === "--hold" || (option === "--fps" && !given.includes("--speed")),
  );
  if (exporter.sequence && timing) {
    throw new UsageError(
      `${timing} is for films; these frames are files of their own.`,
      "Films are .gif, .apng, .mp4 and .webm.",
    );
  }
  const useless =
    exporter.takes === "pictures"
      ? []
      : given.filter(
          (option) => exporter.id !== "svg" || !["--theme", "--grid-lines", "--squares"].includes(option),
        );
  if (useless.length > 0) {
    throw new UsageError(
      `${useless[0]} is for pictures and video; ${exporter.name} has no use for it.`,
      "Frames of .png, .gif, .apng, .mp4 and .webm are drawn.",
    );
  }
  if (exporter.takes === "patterns" && regionGiven)
    throw new UsageError(
      `--region is for pictures and PBM; ${exporter.name} holds the whole universe.`,
      "Leave it out, or write .pbm, .png or .svg.",
    );
  if (exporter.takes !== "pictures" && (region === "grow" || region === "follow"))
    throw new UsageError(`--region ${region} is for pictures and video.`, "Name a box, or all.");
  if (plain && exporter.id !== "pbm") throw new UsageError("--p1 is for PBM frames.");
  if (resume && (!exporter.sequence || exporter.takes === "patterns" || folder === null || zip))
    throw new UsageError("--resume goes on with frames in files, and not with anything else.");
  const { mostFps } = exporter;
  if (mostFps !== undefined && film.fps > mostFps) {
    throw new UsageError(
      `${exporter.name} shows at most ${mostFps} frames a second.`,
      `Write --fps ${mostFps} and a larger --every, or another format.`,
    );
  }
}

/** More than this is usually a slip of the finger: half a day of film. */
const MOST_FRAMES = 1_000_000;

/** The frames' generations for a pattern that begins at `start`. Errors: UsageError. */
export function rangeOf({ from, to, every, name, yes, exporter, folder }: Plan, start: bigint): FrameRange {
  const first = from ?? start;
  if (first < start) {
    throw new UsageError(`--from ${first} lies before the pattern's own generation, ${grouped(start)}.`);
  }
  const range = { from: first, to: to ?? first, every };
  const frames = asUsage(() => countFrames(range));
  if (frames > MOST_FRAMES && !yes) {
    throw new UsageError(
      `From ${grouped(range.from)} to ${grouped(range.to)}, every ${grouped(every)}, that is ${grouped(frames)} frames.`,
      "Write fewer with a larger --every, or say --yes if you mean it.",
    );
  }
  if (exporter.sequence && folder !== null) asUsage(() => frameNames(name, frames));
  return range;
}

function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TessellaError) throw new UsageError(error.message, error.hint);
    throw error;
  }
}

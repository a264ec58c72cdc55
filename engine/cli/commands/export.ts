import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Universe } from "../../algorithms/algorithm.ts";
import { TessellaError } from "../../core/errors.ts";
import type { Rect } from "../../core/rect.ts";
import { formatHash } from "../../core/state-hash.ts";
import type { Exporter, ExportReport } from "../../export/exporter.ts";
import { frameNames } from "../../export/frame-name.ts";
import type { ExportControl, ExportProgress, FrameRange, RegionChoice } from "../../export/frame-source.ts";
import { countFrames, openFrames } from "../../export/frame-source.ts";
import { exporterForName } from "../../export/registry.ts";
import { exportSize } from "../../formats/pbm-size.ts";
import { folderTarget, streamTarget } from "../../node/file-target.ts";
import type { Command, CommandCall } from "../command.ts";
import { parseGeneration, parseRegion, parseStep } from "../numbers.ts";
import { refuseFolder, STDOUT } from "../pattern-file.ts";
import { boundsText, holderRows, jsonBounds, jsonHolder, jsonSeconds } from "../report.ts";
import { openUniverse, SOURCE_NOTES, SOURCE_OPTIONS } from "../source.ts";
import { duration, grouped, table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const EXPORT: Command = {
  name: "export",
  usage: [
    "export FILE --from G --to G --every K [--region X,Y,W,H] -o DIR/name-%06d.pbm",
    "export --soup WxH[:DENSITY[:SEED]] --from G --to G --every K -o DIR/name-%06d.pbm",
  ],
  summary: "Writes every K-th generation of a region as a picture, one pixel a cell.",
  positionals: [0, 1],
  options: [
    { name: "from", value: "GENERATION", help: "of the first frame (default: where the pattern begins)" },
    { name: "to", value: "GENERATION", help: "the last frame is not past it (default: one frame)" },
    { name: "every", value: "K", help: "generations from frame to frame (default: 1)" },
    { name: "region", value: "X,Y,W,H", help: "top left cell and size, or all (default: see below)" },
    { name: "p1", help: "PBM as text (P1) instead of packed bits (P4)" },
    {
      name: "output",
      short: "o",
      value: "DIR/NAME-%06d.pbm",
      help: "%06d is the frame's index from 0; - is standard output",
    },
    ...SOURCE_OPTIONS,
    { name: "yes", help: "write more than a million frames, if that is what you want" },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "Without --region a bounded grid is written whole, and on an infinite plane the box of the live cells at the first " +
      "frame; cells that leave it later are not in the pictures, and a warning says so. --region all takes the box of the " +
      "live cells of all frames, which costs running twice.",
    "The folder is made when it is not there, and frames replace older ones of the same name. Each appears whole or not " +
      "at all; after Ctrl-C or a full disk the finished ones stay. %% in a name is a percent sign; only the last part of " +
      "the path is a template. Black pixels are live cells, those that differ from the background.",
    ...SOURCE_NOTES,
  ],
  examples: [
    {
      line: "tessella export gun.rle --from 0 --to 300 --every 10 -o frames/gun-%06d.pbm",
      says: "31 frames of one place",
    },
    {
      line: "tessella export acorn.rle --from 5206 --region -250,-250,500,500 -o acorn.pbm",
      says: "one picture",
    },
    {
      line: "tessella export gun.rle --to 300 -o - | ffmpeg -f image2pipe -c:v pbm -i - gun.mp4",
      says: "straight into a film",
    },
  ],
  run,
};

interface Plan {
  /** null: where the pattern begins. */
  readonly from: bigint | null;
  readonly to: bigint | null;
  readonly every: bigint;
  readonly region: RegionChoice;
  readonly plain: boolean;
  readonly json: boolean;
  /** Whether more than MOST_FRAMES are meant. */
  readonly yes: boolean;
  readonly exporter: Exporter;
  /** null: standard output. */
  readonly folder: string | null;
  /** The name of one file, or a template. */
  readonly name: string;
}

/** Everything that can be wrong with the command line is found before anything is read. Errors: UsageError. */
function planOf({ args }: CommandCall): Plan {
  const out = args.value("output");
  if (out === undefined) throw new UsageError("Say where the frames go, with -o DIR/name-%06d.pbm.");
  const generation = (option: string): bigint | null => {
    const text = args.value(option);
    return text === undefined ? null : parseGeneration(text, `--${option}`);
  };
  const every = args.value("every");
  const region = args.value("region");
  const piped = out === STDOUT;
  if (!piped) refuseFolder(out, "frame-%06d.pbm");
  if (piped && args.has("json")) {
    throw new UsageError("--json and -o - both want standard output.", "Write the frames to files instead.");
  }
  // On standard output frames follow one another and their names do not matter.
  const name = piped ? "frame-%d.pbm" : basename(out);
  const plan: Plan = {
    from: generation("from"),
    to: generation("to"),
    every: every === undefined ? 1n : parseStep(every, "--every"),
    region: regionOf(region),
    plain: args.has("p1"),
    json: args.has("json"),
    yes: args.has("yes"),
    exporter: asUsage(() => exporterForName(name)),
    folder: piped ? null : dirname(out),
    name,
  };
  if (plan.from !== null) rangeOf(plan, plan.from);
  return plan;
}

function regionOf(text: string | undefined): RegionChoice {
  if (text === undefined) return "first";
  return text === "all" ? "all" : parseRegion(text);
}

/** More than this is a slip of the finger, most of the time: half a day of film. */
const MOST_FRAMES = 1_000_000;

/** The frames' generations for a pattern that begins at `start`. Errors: UsageError. */
function rangeOf({ from, to, every, name, yes }: Plan, start: bigint): FrameRange {
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
  asUsage(() => frameNames(name, frames));
  return range;
}

async function run(call: CommandCall): Promise<void> {
  const { terminal, signal } = call;
  const plan = planOf(call);
  const { universe } = await openUniverse(call);
  let last: ExportProgress = { done: 0, frames: 0, generation: universe.generation };
  try {
    const range = rangeOf(plan, universe.generation);
    last = { ...last, frames: countFrames(range) };
    const control: ExportControl = {
      signal,
      onProgress: (progress) => {
        last = progress;
        terminal.progress((seconds) => progressLine(progress, seconds));
      },
    };
    const began = performance.now();
    terminal.startProgress();
    const source = await openFrames(universe, range, plan.region, control);
    terminal.note(`${exportSize(source.frames, source.region, plan.plain ? "P1" : "P4")}.`);
    const target =
      plan.folder === null ? streamTarget(process.stdout, "standard output") : folderTarget(plan.folder);
    const report = await plan.exporter.run(source, target, {
      ...control,
      name: plan.name,
      plain: plan.plain,
    });
    const seconds = (performance.now() - began) / 1000;
    if (source.cellsLeft) {
      terminal.warn(
        "Live cells left the region of the first frame and are not in the pictures; --region all shows every cell of every frame.",
      );
    }
    warnOfOlder(call, plan, report.frames);
    await say(call, plan, { universe, range, region: source.region, report, seconds });
  } catch (error) {
    throw explainStop(error, last, plan.folder);
  } finally {
    universe.dispose();
  }
}

interface ExportResult {
  readonly universe: Universe;
  readonly range: FrameRange;
  readonly region: Rect;
  readonly report: ExportReport;
  readonly seconds: number;
}

/** The result; the hash is that of the last frame's generation, and of all cells, not only those in the region. */
async function say({ terminal }: CommandCall, { json, folder }: Plan, result: ExportResult): Promise<void> {
  if (folder === null) return;
  const { universe, range, region, report, seconds } = result;
  const first = join(folder, report.first);
  const hash = formatHash(await universe.hash());
  if (json) {
    const facts = {
      frames: report.frames,
      first,
      last: join(folder, report.last),
      bytes: report.bytes,
      from: `${range.from}`,
      to: `${universe.generation}`,
      every: `${range.every}`,
      region: jsonBounds(region),
      ...jsonHolder(universe),
      seconds: jsonSeconds(seconds),
      hash,
    };
    return terminal.print(JSON.stringify(facts));
  }
  const span = `${grouped(range.from)} to ${grouped(universe.generation)}, every ${grouped(range.every)}`;
  terminal.print(
    table([
      ["frames", grouped(report.frames)],
      ["files", report.frames === 1 ? first : `${first} ... ${report.last}`],
      ["bytes", grouped(report.bytes)],
      report.frames === 1 ? ["generation", grouped(range.from)] : ["generations", span],
      ["region", boundsText(region)],
      ...holderRows(universe),
      ["time", duration(seconds)],
      ["hash", hash],
    ]),
  );
}

function asUsage<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof TessellaError) throw new UsageError(error.message, error.hint);
    throw error;
  }
}

function progressLine({ done, frames, generation }: ExportProgress, seconds: number): string {
  const parts = [`frame ${grouped(done)} of ${grouped(frames)}`, `generation ${grouped(generation)}`];
  if (done > 0)
    parts.push(
      `${grouped(Math.round(done / seconds))} frames/s`,
      `${duration(((frames - done) * seconds) / done)} left`,
    );
  return parts.join("  ");
}

/** Says how far the export came; what was finished stays. */
function explainStop(error: unknown, { done, frames }: ExportProgress, folder: string | null): unknown {
  if (!(error instanceof TessellaError)) return error;
  const kept = done === 0 || folder === null ? "" : ` The finished frames are in ${folder}.`;
  const where = `after ${grouped(done)} of ${grouped(frames)} frames`;
  if (error.code === "aborted") return new TessellaError("aborted", `Stopped ${where}.${kept}`);
  if (done === 0) return error;
  return new TessellaError(error.code, `${error.message} It ended ${where}.${kept}`, {
    hint: error.hint,
    cause: error,
  });
}

/** Frames of an earlier, longer run would end up in the same film. */
function warnOfOlder({ terminal }: CommandCall, { folder, name }: Plan, frames: number): void {
  const names = frameNames(name, frames);
  if (folder === null || !names.numbered) return;
  const next = join(folder, names.of(frames));
  if (existsSync(next)) {
    terminal.warn(`Older frames go on after the last one, from ${next}; remove them before making a film.`);
  }
}

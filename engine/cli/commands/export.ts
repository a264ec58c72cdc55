import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import type { Universe } from "../../algorithms/algorithm.ts";
import { now } from "../../core/clock.ts";
import { duration } from "../../core/duration.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import { formatHash } from "../../core/state-hash.ts";
import type { Estimate } from "../../export/estimate.ts";
import type { ExportReport } from "../../export/exporter.ts";
import { checkHold } from "../../export/exporter.ts";
import { frameNames, parseFrameName } from "../../export/frame-name.ts";
import type { ExportControl, ExportProgress } from "../../export/frame-source.ts";
import { countFrames } from "../../export/frame-source.ts";
import type { Target } from "../../export/target.ts";
import type { ZipTarget } from "../../export/zip-target.ts";
import { checkZip, openZip } from "../../export/zip-target.ts";
import { folderTarget, streamTarget } from "../../node/file-target.ts";
import { checkProgram, NODE_EXPORTERS } from "../../node/video.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import type { ExportPlan } from "../export-job.ts";
import { estimateJob, openFolder, openJob } from "../export-job.ts";
import type { Plan } from "../export-plan.ts";
import { planOf, rangeOf } from "../export-plan.ts";
import { FILM_OPTIONS } from "../film-options.ts";
import { jsonText } from "../json.ts";
import { RANK_NOTES, RANK_OPTIONS, serveUniverse } from "../ranks.ts";
import { boundsText, holderRows, jsonBounds, jsonHolder, jsonSeconds } from "../report.ts";
import { openUniverse, SOURCE_NOTES, SOURCE_OPTIONS } from "../source.ts";
import { table } from "../terminal.ts";

export const EXPORT: CliCommand = {
  name: "export",
  usage: [
    "export FILE --from G --to G --every K [--region X,Y,W,H] -o DIR/name-%06d.pbm",
    "export FILE --to G --scale N --fps F [--theme NAME] -o film.mp4 (.gif, .apng, .webm)",
    "export --soup WxH[:DENSITY[:SEED[:STATES]]] --from G --to G --every K -o ...",
  ],
  summary: "Writes every K-th generation as exact frames, as pictures, or as a film.",
  positionals: [0, 1],
  options: [
    { name: "from", value: "GENERATION", help: "of the first frame (default: where the pattern begins)" },
    { name: "to", value: "GENERATION", help: "the last frame is not past it (default: one frame)" },
    { name: "every", value: "K", help: "generations from frame to frame (default: 1)" },
    {
      name: "region",
      value: "X,Y,W,H",
      help: "top left cell and size, or all, grow or follow (default: see below)",
    },
    {
      name: "output",
      short: "o",
      value: "DIR/NAME-%06d.pbm",
      help: "what the ending says; %06d is the frame's index from 0; - is standard output",
    },
    ...FILM_OPTIONS,
    { name: "p1", help: "PBM as text (P1) instead of packed bits (P4)" },
    {
      name: "format",
      value: "NAME",
      help: "on standard output: pbm (default), png, gif, apng, svg, rle, mc",
    },
    { name: "resume", help: "keep the frames that are there, and go on behind them" },
    { name: "dry-run", help: "say what it would write and take, and write nothing" },
    ...SOURCE_OPTIONS,
    ...RANK_OPTIONS,
    { name: "yes", help: "write more than a million frames, if that is what you want" },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "Endings: .pbm, .png and .svg are a file a frame, .rle and .mc a pattern a frame (with .gz packed); .gif and .apng " +
      "are films that need nothing else; .mp4, .webm, .avif, .avi, and with every pixel exact .webp and .mkv are made by ffmpeg on PATH, and so " +
      "is any other film that it writes: .ogv, .mpg, .flv, .wmv, .ts, .nut, ... with the codec that it chooses. " +
      "Frames go into an archive when the folder is named like one: -o frames.zip/name-%06d.pbm.",
    "Without --region a bounded grid is written whole, and on an infinite plane the box of the live cells at the first " +
      "frame; cells that leave it later are not in the pictures, and a warning says so. --region all takes the box of the " +
      "live cells of all frames, which costs running twice. In films --region grow draws back as the pattern grows, and " +
      "follow goes with it; --size is then the picture's (default: 1280x720), and --scale the zoom of follow.",
    'A camera file is {"keyframes": [{"generation": 0, "x": 0, "y": 0, "zoom": 4}, ...]}: the cell in the middle, and ' +
      'pixels a cell; the motion between is eased, or even with "ease": "linear" beside the keyframes.',
    "The folder is made when it is not there, and frames replace older ones of the same name. Each appears whole or not " +
      "at all; after Ctrl-C or a full disk the finished ones stay. %% in a name is a percent sign; only the last part of " +
      "the path is a template. Black pixels of a PBM are live cells, those that differ from the background.",
    ...SOURCE_NOTES,
    ...RANK_NOTES,
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
      line: "tessella export gun.rle --to 300 --region 0,0,60,40 --loop --scale 8 -o gun.gif",
      says: "a loop that can be posted",
    },
    {
      line: "tessella export acorn.rle --to 5206 --every 4 --region grow --caption --size 1920x1080 -o acorn.mp4",
      says: "a film that draws back as the pattern grows",
    },
    {
      line: "tessella export gun.rle --to 300 -o - | ffmpeg -f image2pipe -c:v pbm -i - gun.mp4",
      says: "frames into any other program",
    },
  ],
  run,
  serve: serveUniverse,
};

async function run(call: CommandCall): Promise<void> {
  const { terminal, signal } = call;
  const plan = await planOf(call, NODE_EXPORTERS);
  await checkProgram(plan.exporter);
  checkPlace(plan);
  const { universe, pattern } = await openUniverse(call);
  let last: ExportProgress = { done: 0, frames: 0, generation: universe.generation };
  try {
    const range = rangeOf(plan, universe.generation);
    last = { ...last, frames: countFrames(range) };
    // A loop may have fewer frames.
    if (plan.zip && !plan.film.loop) checkZip(last.frames);
    checkHold(plan.exporter, plan.film.hold, plan.film.fps);
    const control: ExportControl = {
      signal,
      onProgress: (progress) => {
        last = progress;
        terminal.progress((seconds) => progressLine(progress, seconds));
      },
    };
    const began = now();
    terminal.startProgress();
    const job = await openJob(plan, universe, range, pattern ?? {}, control);
    terminal.note(`${job.facts}.`);
    if (plan.dryRun) {
      sayEstimate(call, plan, job, await estimateJob(plan, universe, job, signal));
      return;
    }
    const report = await runInto(call, plan, job, control);
    const seconds = (now() - began) / 1000;
    if (job.cellsLeft()) {
      terminal.warn(
        "Live cells left the region of the first frame and are not in the pictures; --region all shows every cell of every frame.",
      );
    }
    const { states, text } = universe.rule;
    if (states > 2 && plan.exporter.id === "pbm")
      terminal.warn(`PBM knows black and white: cells of ${text} are black in every state but 0.`);
    warnOfOlder(call, plan, report.frames);
    await say(call, plan, { universe, job, report, seconds });
  } catch (error) {
    throw explainStop(error, last, plan);
  } finally {
    universe.dispose();
  }
}

/** Whether the target accepts files, checked before hours of work. Errors: `io`. */
function checkPlace({ folder, zip, name }: Plan): void {
  if (folder === null) return;
  if (zip) folderTarget(dirname(folder)).check(basename(folder));
  else folderTarget(folder).check(parseFrameName(name).of(0));
}

async function runInto(
  { terminal }: CommandCall,
  plan: Plan,
  job: ExportPlan,
  control: ExportControl,
): Promise<ExportReport> {
  const { folder, zip } = plan;
  if (folder === null) return job.run(streamTarget(terminal.stream, "standard output"), control);
  if (!zip) {
    const target = openFolder(folder, plan, job);
    try {
      return await job.run(target, control);
    } finally {
      await target.close();
    }
  }
  const archive: ZipTarget = await openZip(folderTarget(dirname(folder)), basename(folder), job.frames);
  try {
    const report = await job.run(archive satisfies Target, control);
    return { ...report, bytes: await archive.finish() };
  } catch (error) {
    await archive.abandon();
    throw error;
  }
}

/** An estimate is no promise: numbers are rounded to their accuracy. */
function sayEstimate({ terminal }: CommandCall, { json }: Plan, job: ExportPlan, estimate: Estimate): void {
  const { frames, bytes, seconds } = estimate;
  const { size, region } = job;
  if (json) {
    const facts = {
      frames,
      ...(size ? { width: size.width, height: size.height } : {}),
      region: jsonBounds(region),
      bytes,
      seconds: jsonSeconds(seconds),
    };
    terminal.print(jsonText(facts));
    return;
  }
  terminal.print(
    table([
      ["frames", grouped(frames)],
      ["pixels", size && groupedSize(size.width, size.height)],
      ["region", region && boundsText(region)],
      ["bytes", `about ${grouped(Number(bytes.toPrecision(2)))}`],
      ["time", `about ${duration(Number(seconds.toPrecision(2)))}`],
    ]),
  );
}

interface ExportResult {
  readonly universe: Universe;
  readonly job: ExportPlan;
  readonly report: ExportReport;
  readonly seconds: number;
}

/** The result; the hash is that of the last frame's generation, and of all cells, not only those in the region. */
async function say({ terminal }: CommandCall, { json, folder }: Plan, result: ExportResult): Promise<void> {
  if (folder === null) return;
  const { universe, job, report, seconds } = result;
  const { range, region, size } = job;
  const first = join(folder, report.first);
  const hash = formatHash(await universe.hash());
  if (json) {
    const facts = {
      frames: report.frames,
      first,
      last: join(folder, report.last),
      bytes: report.bytes,
      from: range.from,
      to: universe.generation,
      every: range.every,
      region: jsonBounds(region),
      ...(size ? { width: size.width, height: size.height } : {}),
      ...(report.kept ? { kept: report.kept } : {}),
      ...jsonHolder(universe),
      seconds: jsonSeconds(seconds),
      hash,
    };
    return terminal.print(jsonText(facts));
  }
  const span = `${grouped(range.from)} to ${grouped(universe.generation)}, every ${grouped(range.every)}`;
  terminal.print(
    table([
      ["frames", grouped(report.frames)],
      ["files", report.first === report.last ? first : `${first} ... ${report.last}`],
      ["kept", report.kept ? `${grouped(report.kept)} of an earlier run` : null],
      ["pixels", size && groupedSize(size.width, size.height)],
      ["bytes", grouped(report.bytes)],
      report.frames === 1 ? ["generation", grouped(range.from)] : ["generations", span],
      ["region", region && boundsText(region)],
      ...holderRows(universe),
      ["time", duration(seconds)],
      ["hash", hash],
    ]),
  );
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

/** Reports the progress of a stopped export; finished files stay. */
function explainStop(error: unknown, { done, frames }: ExportProgress, plan: Plan): unknown {
  if (!(error instanceof TessellaError)) return error;
  const { folder, zip, exporter } = plan;
  const keeps = folder !== null && !zip && exporter.sequence;
  const kept = done > 0 && keeps ? ` The finished frames are in ${folder}.` : "";
  const where = `after ${grouped(done)} of ${grouped(frames)} frames`;
  if (error.code === "aborted") return new TessellaError("aborted", `Stopped ${where}.${kept}`);
  if (done === 0) return error;
  return new TessellaError(error.code, `${error.message} It ended ${where}.${kept}`, {
    hint: error.hint,
    cause: error,
  });
}

/** Frames of an earlier, longer run would end up in the same film. */
function warnOfOlder({ terminal }: CommandCall, { folder, zip, name, exporter }: Plan, frames: number): void {
  if (folder === null || zip || !exporter.sequence) return;
  const names = frameNames(name, frames);
  if (!names.numbered) return;
  const next = join(folder, names.of(frames));
  if (existsSync(next)) {
    terminal.warn(`Older frames go on after the last one, from ${next}; remove them before making a film.`);
  }
}

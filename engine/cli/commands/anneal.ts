import { join } from "node:path";
import { createUniverse } from "../../algorithms/load.ts";
import { now } from "../../core/clock.ts";
import { duration } from "../../core/duration.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import { formatHash } from "../../core/state-hash.ts";
import { MAX_GRID_SIDE, torus } from "../../core/topology.ts";
import { parseFrameName } from "../../export/frame-name.ts";
import { openFrames } from "../../export/frame-source.ts";
import { PBM_SEQUENCE } from "../../export/pbm-sequence.ts";
import { unlikePairs } from "../../export/unlike-pairs.ts";
import { ANNEAL as ANNEAL_GRID } from "../../grids/anneal.ts";
import { folderTarget, streamTarget } from "../../node/file-target.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { parseAmount, parseSeed } from "../numbers.ts";
import { PBM_AS_TEXT, refuseScreen, STDOUT } from "../pattern-file.ts";
import { RANK_OPTIONS, ranksOf, serveUniverse } from "../ranks.ts";
import { algorithmRow, jsonHolder, jsonSeconds } from "../report.ts";
import { ADAPTER_OPTION, ALGORITHM_OPTION, algorithmOf, MEMORY_OPTION, noteHolder } from "../source.ts";
import { table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const ANNEAL: CliCommand = {
  name: "anneal",
  usage: ["anneal [STEPS [W [H]]] [--seed N] [--dump] [-o DIR]"],
  summary: "Runs the twisted majority rule on a torus of random cells and writes it as PBM.",
  positionals: [0, 3],
  options: [
    { name: "seed", value: "N", help: "of the random start, from 0 to 4294967295 (default: 1)" },
    { name: "dump", help: "every step, from the start on, instead of the last one" },
    {
      name: "output",
      short: "o",
      value: "DIR",
      help: "where the frames go (default: here); - is standard output",
    },
    ALGORITHM_OPTION,
    ADAPTER_OPTION,
    MEMORY_OPTION,
    ...RANK_OPTIONS,
    { name: "p1", help: "PBM as text (P1) instead of packed bits (P4)" },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "STEPS is 64, W is 256, and H is W unless given. A cell is alive in the next step when the three by three cells around " +
      "it, itself among them, hold exactly 4 or at least 6 live ones (B4678/S35678): blobs form and slowly melt. Files are " +
      "named by their step, anneal-000064.pbm. Unlike neighbours are the pairs of cells that touch along a side and differ: " +
      "the length of all borders, which falls as the blobs melt.",
  ],
  examples: [
    { line: "tessella anneal 1024", says: "the state after 1024 steps, as anneal-001024.pbm" },
    { line: "tessella anneal 1024 256 256 --dump -o frames", says: "every step" },
    {
      line: "tessella anneal 10000 4096 -a gpu",
      says: "on the GPU; -a tile-16 is the kernel of the exercise",
    },
    { line: "ffmpeg -i frames/anneal-%06d.pbm anneal.mp4", says: "the film of it" },
    {
      line: "tessella anneal 500 --dump -o - | ffmpeg -f image2pipe -c:v pbm -i - anneal.mp4",
      says: "the film without the files",
    },
  ],
  run,
  serve: serveUniverse,
};

async function run(call: CommandCall): Promise<void> {
  const { args, terminal, signal } = call;
  const [stepsText, widthText, heightText] = args.positionals;
  const steps = stepsText === undefined ? 64 : stepsOf(stepsText);
  const width = widthText === undefined ? 256 : parseAmount(widthText, "W", "cells");
  const height = heightText === undefined ? width : parseAmount(heightText, "H", "cells");
  const seed = parseSeed(args.value("seed") ?? "1", "--seed");
  const out = args.value("output") ?? ".";
  const piped = out === STDOUT;
  if (piped && args.has("json")) throw new UsageError("--json and -o - both want standard output.");
  if (piped && !args.has("p1")) refuseScreen(terminal, "A PBM picture of packed bits", PBM_AS_TEXT);
  if (Math.max(width, height) > MAX_GRID_SIDE)
    throw new UsageError(`A torus of ${groupedSize(width, height)} cells is too large.`);

  // One frame is named by its step, and so are all of them when there is one for every step.
  const name = args.has("dump") ? "anneal-%06d.pbm" : `anneal-${String(steps).padStart(6, "0")}.pbm`;
  if (!piped) folderTarget(out).check(parseFrameName(name).of(0));
  const { algorithm, environmentOf } = algorithmOf(call);
  const over = (await ranksOf(call))?.over;
  const { rule } = ANNEAL_GRID.fresh();
  const soup = { seed, density: 0.5, width, height };
  const request = { rule, topology: torus(width, height), algorithm, soup, over };
  const { universe, reason } = await createUniverse(request, environmentOf, signal);
  noteHolder(terminal, universe, reason);
  const first = args.has("dump") ? 0 : steps;
  let done = 0;
  try {
    const began = now();
    terminal.startProgress();
    const range = { from: BigInt(first), to: BigInt(steps), every: 1n };
    const control = {
      signal,
      onProgress: (progress: {
        readonly done: number;
        readonly frames: number;
        readonly generation: bigint;
      }) => {
        done = progress.done;
        terminal.progress(() => `step ${grouped(progress.generation)} of ${grouped(steps)}`);
      },
    };
    const source = await openFrames(universe, range, "first", control);
    const target = piped ? streamTarget(terminal.stream, "standard output") : folderTarget(out);
    const options = { ...control, name, plain: args.has("p1") };
    const report = await PBM_SEQUENCE.run(source, target, options);
    if (piped) return;
    const pairs = unlikePairs(await universe.readBlock(source.region));
    const seconds = (now() - began) / 1000;
    const hash = formatHash(await universe.hash());
    const population = await universe.population();
    const files = [join(out, report.first), join(out, report.last)];
    if (args.has("json")) {
      const facts = { steps, width, height, seed, frames: report.frames, first: files[0], last: files[1] };
      const state = { population, unlikeNeighbours: pairs, hash };
      return terminal.print(
        jsonText({ ...facts, ...jsonHolder(universe), ...state, seconds: jsonSeconds(seconds) }),
      );
    }
    terminal.print(
      table([
        ["steps", grouped(steps)],
        ["torus", `${groupedSize(width, height)}, seed ${seed}`],
        algorithmRow(universe),
        ["files", report.frames === 1 ? files[0] : `${files[0]} ... ${report.last}`],
        ["population", grouped(population)],
        ["unlike neighbours", grouped(pairs)],
        ["time", duration(seconds)],
        ["hash", hash],
      ]),
    );
  } catch (error) {
    if (!(error instanceof TessellaError && error.code === "aborted")) throw error;
    const kept = done > 0 && !piped ? ` ${grouped(done)} frames are in ${out}.` : "";
    throw new TessellaError(
      "aborted",
      `Stopped at step ${grouped(universe.generation)} of ${grouped(steps)}.${kept}`,
    );
  } finally {
    universe.dispose();
  }
}

function stepsOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`STEPS is a whole number from 0 to 999999999, not "${text}".`);
}

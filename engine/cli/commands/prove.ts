import { duration } from "../../core/duration.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import type { Certificate, ProofQuestion } from "../../evolve/certificate.ts";
import { createProof, formatCertificate, parseCertificate } from "../../evolve/certificate.ts";
import { COUNTER_ENDS, counterMaps } from "../../evolve/counter-maps.ts";
import type { CounterQuestion, StartResult } from "../../evolve/counter-proof.ts";
import { canRun, counterResults, PRINTED_SEQUENCE } from "../../evolve/counter-proof.ts";
import { countTables, findTables } from "../../evolve/gpu/table-counter.ts";
import type { MajorityQuestion } from "../../evolve/majority-proof.ts";
import { majorityResults } from "../../evolve/majority-proof.ts";
import type { CountedPiece, Proof, ProofControl } from "../../evolve/proof.ts";
import { pieceName } from "../../evolve/proof.ts";
import type { TablesQuestion } from "../../evolve/tables-proof.ts";
import { bestPieces, likelyBest, MOST_NAMED, tablesResults } from "../../evolve/tables-proof.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import { readInput } from "../../node/input.ts";
import { checkOutput, writeOutput } from "../../node/output.ts";
import type { Arguments, CliCommand, CommandCall } from "../command.ts";
import { coresOf, THREADS_OPTION } from "../cores-option.ts";
import { jsonText } from "../json.ts";
import { parseAmount } from "../numbers.ts";
import { oneOf } from "../one-of.ts";
import { namingFile } from "../pattern-file.ts";
import { jsonSeconds } from "../report.ts";
import { asUsage } from "../ring-options.ts";
import { openGpu } from "../score-options.ts";
import { ADAPTER_OPTION } from "../source.ts";
import type { Terminal } from "../terminal.ts";
import { table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

const TASKS = ["counter", "majority"] as const;

/** Options that only one task has, or only a question that is not in a certificate yet. */
const TASK_OPTIONS: Readonly<Record<(typeof TASKS)[number], readonly string[]>> = {
  counter: ["cells", "boundary", "start"],
  majority: ["cells", "radius", "least"],
};

/** What counts tables of radius 2. */
const METHODS = ["auto", "gpu", "cpu"] as const;

const ENCODER = new TextEncoder();

/** Milliseconds between two copies of a certificate that grows. */
const COPY_EVERY = 2000;

export const PROVE: CliCommand = {
  name: "prove",
  usage: ["prove counter [options]", "prove majority [options]", "prove CERTIFICATE --resume|--check"],
  summary: "Counts every rule there is, and so proves which are best.",
  positionals: [1, 1],
  options: [
    {
      name: "cells",
      short: "n",
      value: "N",
      help: "counter: 3 or 4 (default: 4); majority: 3 to 24 (default: 13), with radius 2 up to 17 (default: 7)",
    },
    { name: "boundary", short: "b", value: "KIND", help: "counter: static (default) or cyclic" },
    { name: "start", value: "N", help: "counter: the value to start from, or all (default)" },
    { name: "radius", value: "R", help: "majority: 1 (default) or 2" },
    {
      name: "least",
      value: "N",
      help: "radius 2: counts tables that are right for N configurations or more (default: what a short search finds)",
    },
    {
      name: "output",
      short: "o",
      value: "FILE",
      help: "the certificate: the counts of all pieces, also of an unfinished proof",
    },
    { name: "resume", help: "counts what is missing in a certificate" },
    { name: "check", help: "counts the pieces of a certificate again and compares" },
    { name: "pieces", value: "A-B", help: "with --check: only these of its pieces, from 1 on" },
    { name: "method", value: "METHOD", help: `radius 2: ${METHODS.join(", ")} (default: auto)` },
    ADAPTER_OPTION,
    THREADS_OPTION,
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "counter: a ring with a rule a cell is to count on from its start, and cell 1 weighs most. The fitness is 1 and one for each of the " +
      "2^N - 1 transitions after which the value is right. Beyond static ends all cells are 0. Maps that differ only in what no cell " +
      "ever sees are one map.",
    "majority: each elementary rule on each of the 2^N configurations of a cyclic ring, two steps a cell; ties are left out.",
    "With radius 2: the best of all 4,294,967,296 tables. A GPU tries them one by one; a CPU decides an entry when a run asks for it, " +
      "which takes seconds for 7 cells and minutes for 9. Both count the same, and auto takes a GPU where there is one.",
    "A certificate falls into pieces that are counted apart. Whoever doubts it counts any of them again, on any machine.",
  ],
  examples: [
    {
      line: "tessella prove counter --start 5",
      says: "the best counter from 5: one of 16,777,216 reaches 10",
    },
    {
      line: "tessella prove counter -b cyclic -o cyclic.json",
      says: "all starts on a ring, with a certificate",
    },
    { line: "tessella prove cyclic.json --check --pieces 1-64", says: "the first half of it, counted again" },
    {
      line: "tessella prove majority -n 13 --json",
      says: "no elementary rule is better than a constant one",
    },
    { line: "tessella prove majority --radius 2 -n 9 -o nine.json", says: "the best table of radius 2" },
  ],
  run,
};

async function run(call: CommandCall): Promise<unknown> {
  const { args } = call;
  const [what] = args.positionals;
  const task = TASKS.find((one) => one === what.toLowerCase());
  if (args.has("resume") && args.has("check"))
    throw new UsageError("--resume and --check exclude each other.");
  if (args.has("pieces") && !args.has("check")) throw new UsageError("--pieces goes with --check.");
  if (task) {
    const wrong = ["resume", "check"].find((name) => args.has(name));
    if (wrong) throw new UsageError(`--${wrong} wants a certificate, not the name of a task.`);
    refuseOptions(args, task);
    const proof = asUsage(() => createProof(questionOf(args, task)));
    return prove(call, { proof, counts: proof.pieces.map(() => undefined) }, args.value("output"));
  }
  if (!args.has("resume") && !args.has("check"))
    throw new UsageError(
      `There is no task "${what}" that is proved.`,
      `There are: ${TASKS.join(", ")}. A certificate wants --resume or --check.`,
    );
  refuseOptions(args, undefined);
  const certificate = await readCertificate(what);
  if (args.has("check")) return check(call, certificate);
  return prove(call, certificate, args.value("output") ?? what);
}

/** Options that say nothing here are refused: whoever gives one expects something of it. */
function refuseOptions(args: Arguments, task: (typeof TASKS)[number] | undefined): void {
  const known = task ? TASK_OPTIONS[task] : [];
  const wrong = Object.values(TASK_OPTIONS)
    .flat()
    .find((name) => args.has(name) && !known.includes(name));
  if (!wrong) return;
  throw new UsageError(
    task
      ? `prove ${task} has no --${wrong}.`
      : `The certificate itself says what is proved; leave --${wrong} out.`,
  );
}

function questionOf(args: Arguments, task: (typeof TASKS)[number]): ProofQuestion {
  const cells = args.value("cells");
  if (task === "majority") {
    const radius = oneOf(args.value("radius") ?? "1", ["1", "2"], "--radius knows no");
    const of = (usual: number): number =>
      cells === undefined ? usual : parseAmount(cells, "--cells", "a number of cells");
    if (radius === "1") {
      if (args.has("least")) throw new UsageError("--least goes with --radius 2.");
      return { task, radius: 1, cells: of(13) };
    }
    const least = args.value("least");
    const ring = of(7);
    return {
      ...{ task, radius: 2, cells: ring },
      least:
        least === undefined ? likelyBest(ring) : parseAmount(least, "--least", "a number of configurations"),
    };
  }
  const count = cells === undefined ? 4 : parseAmount(cells, "--cells", "a number of cells");
  const boundary = oneOf(args.value("boundary") ?? "static", COUNTER_ENDS, "--boundary knows no");
  const start = args.value("start") ?? "all";
  const all = Array.from({ length: 2 ** Math.min(count, 4) }, (_, value) => value);
  if (start === "all") return { task, cells: count, boundary, starts: all };
  if (!/^\d{1,9}$/.test(start)) throw new UsageError(`--start wants a value or all, not "${start}".`);
  return { task, cells: count, boundary, starts: [Number(start)] };
}

async function readCertificate(path: string): Promise<Certificate> {
  const bytes = await readInput(path, 2 ** 24);
  return namingFile(path, () => parseCertificate(new TextDecoder().decode(bytes)));
}

/** Counts what is missing, keeps the certificate where one is wanted, and reports. */
async function prove(call: CommandCall, { proof, counts }: Certificate, path?: string): Promise<void> {
  const { args, terminal, signal } = call;
  if (path !== undefined) checkOutput(path);
  const began = performance.now();
  const missing = scattered(proof.pieces.map((_, place) => place)).filter(
    (place) => counts[place] === undefined,
  );
  const done = [...counts];
  let copied = performance.now();
  let written = Promise.resolve();
  const keep = (): Promise<void> => {
    copied = performance.now();
    // One copy after the other: the pieces of several cores may ask at the same time.
    if (path !== undefined)
      written = written.then(() =>
        writeOutput(path, ENCODER.encode(formatCertificate({ proof, counts: done }))),
      );
    return written;
  };
  let counted = 0;
  const onPiece = async (place: number, own: readonly number[]): Promise<void> => {
    done[place] = own;
    tell(terminal, ++counted, missing.length);
    if (performance.now() - copied > COPY_EVERY) await keep();
  };
  const gpu = await gpuFor(call, proof.question);
  try {
    await countAll(call, proof, missing, { signal, onPiece }, gpu).finally(
      // Also of what a person has stopped: --resume goes on from there.
      keep,
    );
    const pieces = proof.pieces.map((label, place) => ({ label, counts: done[place] ?? [] }));
    const found = gpu && (await foundTables(gpu, proof.question, pieces, signal).catch(unlessLost));
    report(args, terminal, proof.question, pieces, (performance.now() - began) / 1000, found);
  } finally {
    gpu?.release();
  }
}

/** The best tables by the outer entries of their pieces, where a GPU finds all of them: a CPU finds many in less time than few. */
async function foundTables(
  gpu: GpuDevice,
  question: ProofQuestion,
  pieces: readonly CountedPiece[],
  signal: AbortSignal,
): Promise<ReadonlyMap<number, readonly number[]> | undefined> {
  if (question.task !== "majority" || question.radius !== 2) return undefined;
  const winners = bestPieces(pieces);
  if (winners.reduce((sum, { counts }) => sum + counts[1], 0) > MOST_NAMED) return undefined;
  const found = new Map<number, readonly number[]>();
  for (const { label, counts } of winners)
    found.set(label.outer, await findTables(gpu, question, label, counts[0], MOST_NAMED, signal));
  return found;
}

/** Counts the pieces at these places, on a GPU where there is one that can. */
async function countAll(
  call: CommandCall,
  proof: Proof<ProofQuestion>,
  places: readonly number[],
  control: ProofControl,
  gpu: GpuDevice | undefined,
): Promise<void> {
  const { args, terminal } = call;
  const { question } = proof;
  const cores = coresOf(args);
  const left = new Set(places);
  const onPiece = async (place: number, counts: readonly number[]): Promise<void> => {
    left.delete(place);
    await control.onPiece(place, counts);
  };
  terminal.startProgress();
  try {
    if (gpu && question.task === "majority" && question.radius === 2)
      await countTables(gpu, { ...proof, question }, places, { ...control, onPiece }).catch((error) => {
        unlessLost(error);
        terminal.warn(`${error.message} The CPU goes on.`);
      });
    await cores.countPieces(proof, [...left], { ...control, onPiece });
  } finally {
    cores.dispose();
  }
}

/** The CPU goes on where a GPU was lost. */
function unlessLost(error: unknown): undefined {
  if (!(error instanceof TessellaError) || error.code !== "gpu-lost") throw error;
}

/** The GPU that counts; undefined where the CPU does. Errors: UsageError, `gpu-unavailable`, `not-found`. */
async function gpuFor(call: CommandCall, question: ProofQuestion): Promise<GpuDevice | undefined> {
  const { args } = call;
  const method = oneOf(args.value("method") ?? "auto", METHODS, "--method knows no");
  const asked = method === "gpu" || args.has("adapter");
  if (question.task !== "majority" || question.radius !== 2) {
    if (asked || args.has("method"))
      throw new UsageError("Only tables of radius 2 are counted on GPUs: leave --method and --adapter out.");
    return undefined;
  }
  if (method === "cpu") {
    if (args.has("adapter"))
      throw new UsageError("--adapter chooses between GPUs, and the method cpu needs none.");
    return undefined;
  }
  const gpu = await openGpu(call, !asked);
  if (!gpu || asked || !gpu.software) return gpu;
  gpu.release();
  return undefined;
}

/** Counts pieces of a certificate again. Resolves with the exit code. */
async function check(call: CommandCall, { proof, counts }: Certificate): Promise<number> {
  const { args, terminal, signal } = call;
  const began = performance.now();
  const [from, to] = rangeOf(args.value("pieces"), counts.length);
  const places = counts.map((_, place) => place).slice(from - 1, to);
  const there = places.filter((place) => counts[place] !== undefined);
  const missing = places.length - there.length;
  const differ = new Set<number>();
  let counted = 0;
  const onPiece = (place: number, own: readonly number[]): void => {
    if (counts[place]?.some((count, i) => count !== own[i])) differ.add(place);
    tell(terminal, ++counted, there.length);
  };
  const gpu = await gpuFor(call, proof.question);
  await countAll(call, proof, there, { signal, onPiece }, gpu).finally(() => gpu?.release());
  const wrong = proof.pieces.filter((_, place) => differ.has(place));
  const seconds = (performance.now() - began) / 1000;
  if (args.has("json"))
    terminal.print(jsonText({ checked: there.length, missing, wrong, seconds: jsonSeconds(seconds) }));
  else {
    for (const label of wrong) terminal.print(`Wrong: ${pieceName(label)}.`);
    const verdict = wrong.length === 0 ? "they agree" : `${grouped(wrong.length)} differ`;
    const left = missing === 0 ? "" : ` ${grouped(missing)} have not been counted yet.`;
    terminal.print(
      `${grouped(there.length)} pieces were counted again in ${duration(seconds)}: ${verdict}.${left}`,
    );
  }
  return wrong.length > 0 || missing > 0 ? 1 : 0;
}

function rangeOf(text: string | undefined, pieces: number): readonly [from: number, to: number] {
  if (text === undefined) return [1, pieces];
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(text) ?? [];
  if (from !== undefined && Number(from) >= 1 && Number(from) <= Number(to) && Number(to) <= pieces)
    return [Number(from), Number(to)];
  throw new UsageError(
    `--pieces wants a range such as 1-${pieces}, the pieces that there are, not "${text}".`,
  );
}

/** The places in another order: neighbours take about as long, and the first ones are to tell how long all will take. */
function scattered(places: readonly number[]): readonly number[] {
  const stride = Math.max(1, Math.floor(places.length / PIECES_TELL));
  return places.toSorted((a, b) => (a % stride) - (b % stride) || a - b);
}

/** Pieces after which the time of the others is guessed. */
const PIECES_TELL = 16;

function tell(terminal: Terminal, done: number, all: number): void {
  terminal.progress((seconds) => {
    const left =
      done < PIECES_TELL ? "" : `, about ${duration(Math.ceil((seconds / done) * (all - done)))} left`;
    return `${grouped(done)} of ${grouped(all)} pieces${left}`;
  });
}

function report(
  args: Arguments,
  terminal: Terminal,
  question: ProofQuestion,
  pieces: readonly CountedPiece[],
  seconds: number,
  found?: ReadonlyMap<number, readonly number[]>,
): void {
  const facts = factsOf(question, pieces, found);
  if (args.has("json")) {
    terminal.print(jsonText({ ...question, ...facts.json, seconds: jsonSeconds(seconds) }));
    return;
  }
  for (const line of facts.lines) terminal.print(line);
  terminal.print(`Counted in ${duration(seconds)}.`);
}

/** The same for programs and for people. */
interface Facts {
  readonly json: object;
  readonly lines: readonly string[];
}

function factsOf(
  question: ProofQuestion,
  pieces: readonly CountedPiece[],
  found?: ReadonlyMap<number, readonly number[]>,
): Facts {
  if (question.task === "counter") return counterFacts(question, pieces);
  return question.radius === 1 ? majorityFacts(question, pieces) : tablesFacts(question, pieces, found);
}

function counterFacts(question: CounterQuestion, pieces: readonly CountedPiece[]): Facts {
  const { cells, boundary, starts } = question;
  const maps = counterMaps(cells, boundary);
  const results = counterResults(question, pieces);
  const each = <T>(read: (result: StartResult) => T): T[] => results.map(read);
  const json = {
    candidates: 2 ** maps.entries,
    best: each(({ best }) => best),
    optimal: each(({ optimal }) => optimal),
    mapsByFitness: each(({ mapsByFitness }) => mapsByFitness),
    optimalSequences: each(({ sequences }) => sequences),
    optimalRules: each(({ rules }) => rules),
  };
  const rows = results.map(({ start, best, optimal, sequences, rules }): readonly [string, string] => [
    `from ${start}`,
    `${best} of ${maps.values}, ${grouped(optimal)} ${optimal === 1 ? "map" : "maps"}: ${rules[0].join(",")} runs ${sequences[0]}`,
  ]);
  const lines = [
    `${cells} cells, ${boundary} ends: all ${grouped(json.candidates)} maps are counted.`,
    table(rows),
  ];
  if (cells === 4 && starts.includes(PRINTED_SEQUENCE[0]))
    lines.push(
      `The sequence that the literature prints for start 5, ${PRINTED_SEQUENCE.slice(0, 6).join("-")}-..., ${
        canRun(maps, PRINTED_SEQUENCE)
          ? "is one of these: it needs a ring whose ends meet."
          : "counts right 11 times. It needs a ring whose ends meet: no map with static ends runs through it."
      }`,
    );
  return { json, lines };
}

function majorityFacts(question: MajorityQuestion, pieces: readonly CountedPiece[]): Facts {
  const results = majorityResults(question, pieces);
  const { configurations, best, rules } = results;
  const lines = [
    `${question.cells} cells: all 256 elementary rules on all ${grouped(configurations)} configurations that are not tied.`,
    `The best are right for ${grouped(best)}: ${rules.map((rule) => `W${rule}`).join(", ")}.`,
  ];
  return { json: results, lines };
}

function tablesFacts(
  question: TablesQuestion,
  pieces: readonly CountedPiece[],
  tables?: ReadonlyMap<number, readonly number[]>,
): Facts {
  const results = tablesResults(question, pieces, tables);
  const { configurations, best, optimal, rules } = results;
  const all = `${question.cells} cells: all ${grouped(2 ** 32)} tables of radius 2 on all ${grouped(configurations)} configurations that are not tied.`;
  const named = rules.join(", ");
  const found =
    optimal === 0
      ? `None is right for ${grouped(question.least)} or more.`
      : `The best are right for ${grouped(best)}: ${grouped(optimal)} tables, ${optimal > rules.length ? `${named} and others` : named}.`;
  return { json: results, lines: [all, found] };
}

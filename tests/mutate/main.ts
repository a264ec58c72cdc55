/**
 * `npm run mutate -- FOLDER...`: do the tests notice a mistake? Puts single mistakes into the sources of a folder, one at
 * a time and in a copy of the tree, runs the tests that reach them, nearest first, until one fails, and lists the mistakes
 * that no test noticed. Not part of CI: it takes seconds for each, and which survivors matter is for a person to judge.
 *
 * StrykerJS was tried: it runs all of vitest's projects at once, browsers among them, cannot mutate AssemblyScript, and
 * takes no sample.
 */

import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { applied, mutantsOf } from "./mutants.ts";
import { ImportGraph } from "./related.ts";
import type { Candidate } from "./report.ts";
import { Report } from "./report.ts";
import type { Verdict } from "./trials.ts";
import { Trials } from "./trials.ts";
import type { WorkingCopy } from "./working-copy.ts";
import { copyTree } from "./working-copy.ts";

const USAGE = `Usage: npm run mutate -- FOLDER|FILE|FILE:LINE... [options]
  --count N      mutants to try, chosen by chance (40)
  --seed N       the choice; the same seed makes the same one (1)
  --jobs N       mutants tried at the same time, each in a copy of its own (1)
  --nearest N    test files for each mutant at most, nearest first (all)
  --project A,B  vitest's projects whose tests run (unit,process,apart; for places of the GPU gpu, too)
  --patience S   seconds without a finished test until the tests count as hanging (120)
  --report FILE  every mutant and what became of it, as JSON, written anew after each`;

interface Wish {
  readonly places: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly jobs: number;
  readonly nearest: number;
  readonly projects: readonly string[];
  readonly patience: number;
  readonly report: string | null;
}

/** A copy of the tree, and the tests that run in it. */
interface Bench {
  readonly copy: WorkingCopy;
  readonly trials: Trials;
}

export async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  if (typeof wish === "string") {
    console.error(`${wish}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const benches: Bench[] = [];
  const clear = (): void => {
    for (const { copy, trials } of benches) {
      trials.end();
      copy.remove();
    }
  };
  const stop = (): void => {
    clear();
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  try {
    for (let i = 0; i < wish.jobs; i++) {
      const copy = await copyTree(root);
      const { projects, patience } = wish;
      benches.push({ copy, trials: new Trials({ folder: copy.folder, projects, patience }) });
    }
    await tryMutants(wish, benches);
  } finally {
    clear();
  }
}

/** The wish, or the sentence that says what is wrong with it. */
function readWish(argv: readonly string[]): Wish | string {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        count: text,
        seed: text,
        jobs: text,
        nearest: text,
        project: text,
        patience: text,
        report: text,
      },
    });
    if (positionals.length === 0) return "Name a folder or a file.";
    const number = (name: "count" | "seed" | "jobs" | "nearest" | "patience", usual: number): number => {
      const value = values[name] === undefined ? usual : Number(values[name]);
      if (!(value >= 0)) throw new Error(`--${name} takes a number, not "${values[name]}".`);
      return value;
    };
    return {
      places: positionals.map((place) => place.replace(/^\.\//, "").replace(/\/$/, "")),
      count: number("count", 40),
      seed: number("seed", 1),
      jobs: Math.max(1, number("jobs", 1)),
      nearest: number("nearest", Infinity),
      projects: values.project?.split(",") ?? usualProjects(positionals),
      patience: number("patience", 120),
      report: values.report ?? null,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Those whose tests take seconds. Of the GPU's rooms the others know next to nothing. */
export function usualProjects(places: readonly string[]): readonly string[] {
  const onGpu = places.some((place) => /(^|[/-])gpu\b/.test(place));
  return ["unit", "process", "apart", ...(onGpu ? ["gpu"] : [])];
}

async function tryMutants(wish: Wish, benches: readonly Bench[]): Promise<void> {
  const [{ copy }] = benches as [Bench];
  const all = await candidates(wish.places, copy);
  const chosen = sample(all, wish.count, wish.seed);
  console.log(`${chosen.length} of ${all.length} mutants, seed ${wish.seed}`);
  const graph = new ImportGraph(copy.folder, copy.files);
  const ofProjects = new RegExp(`^tests/(?!${otherProjects(wish.projects).join("|") || "$"})`);
  const report = new Report(wish.report);
  const sound = new SoundTests();
  await shareOut(chosen, benches, async (mutant, bench) => {
    const tests = graph
      .testsOf(mutant.file)
      .filter((test) => ofProjects.test(test))
      .slice(0, wish.nearest);
    const began = Date.now();
    const verdict = tests.length === 0 ? null : await tried(mutant, tests, bench, sound);
    report.add(mutant, verdict, (Date.now() - began) / 1000);
  });
  report.end();
}

/** Gives each worker the next item as soon as it has finished one. */
export async function shareOut<T, W>(
  items: readonly T[],
  workers: readonly W[],
  work: (item: T, worker: W) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    workers.map(async (worker) => {
      for (const item of queue) await work(item, worker);
    }),
  );
}

/** Which test files pass without a mistake: each is asked once, when it first fails with one. */
class SoundTests {
  readonly #known = new Map<string, Promise<boolean>>();
  readonly #unsound = new Set<string>();

  /** Those not yet known to fail by themselves. */
  among(tests: readonly string[]): readonly string[] {
    return tests.filter((test) => !this.#unsound.has(test));
  }

  /** Whether `test` passes in `trials`, whose tree has no mistake now. */
  has(test: string, trials: Trials, file: string): Promise<boolean> {
    const known = this.#known.get(test) ?? this.#ask(test, trials, file);
    this.#known.set(test, known);
    return known;
  }

  async #ask(test: string, trials: Trials, file: string): Promise<boolean> {
    const { fate, reason } = await trials.run({ changed: file, tests: [test] });
    if (fate === "survived") return true;
    this.#unsound.add(test);
    console.log(`${test} fails without a mistake: ${reason}`);
    return false;
  }
}

async function tried(
  mutant: Candidate,
  tests: readonly string[],
  { copy, trials }: Bench,
  sound: SoundTests,
): Promise<Verdict> {
  const { file, source } = mutant;
  await copy.write(file, applied(source, mutant));
  const verdict = await trials.run({ changed: file, tests: sound.among(tests) });
  await copy.write(file, source);
  // A test that fails without the mistake, too, has noticed nothing.
  const judge = verdict.failed;
  if (judge === null || !tests.includes(judge) || (await sound.has(judge, trials, file))) return verdict;
  return tried(mutant, tests, { copy, trials }, sound);
}

async function candidates(places: readonly string[], copy: WorkingCopy): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const place of places) {
    const [path = "", line] = place.split(":");
    const files = copy.files.filter(
      (file) =>
        (file === path || file.startsWith(`${path}/`)) &&
        /\.tsx?$/.test(file) &&
        !/\.d\.ts$|^tests\//.test(file),
    );
    if (files.length === 0) console.error(`There are no sources in "${path}".`);
    for (const file of files) {
      const source = await copy.read(file);
      for (const mutant of mutantsOf(file, source)) {
        if (line === undefined || mutant.line === Number(line)) found.push({ ...mutant, file, source });
      }
    }
  }
  return found;
}

/** Chosen by chance without repetition, the same for the same seed (a Fisher-Yates shuffle over a small generator). */
export function sample<T>(all: readonly T[], count: number, seed: number): readonly T[] {
  const pool = [...all];
  let state = seed >>> 0;
  for (let i = 0; i < Math.min(count, pool.length); i++) {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const random = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    const j = i + Math.floor(random * (pool.length - i));
    [pool[i], pool[j]] = [pool[j] as T, pool[i] as T];
  }
  return pool.slice(0, count);
}

/** Folders of tests that belong to projects which nobody asked for. */
function otherProjects(projects: readonly string[]): readonly string[] {
  const folders: Readonly<Record<string, readonly string[]>> = {
    process: ["cli/", "cluster/", "interop/", "electron/"],
    gpu: ["gpu/", "shaders/"],
    browser: ["browser/"],
    e2e: ["e2e/"],
  };
  return Object.entries(folders).flatMap(([project, names]) => (projects.includes(project) ? [] : names));
}

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
import type { Mutant } from "./mutants.ts";
import { applied, mutantsOf } from "./mutants.ts";
import { ImportGraph } from "./related.ts";
import type { Verdict } from "./trials.ts";
import { Trials } from "./trials.ts";
import type { WorkingCopy } from "./working-copy.ts";
import { copyTree } from "./working-copy.ts";

const USAGE = `Usage: npm run mutate -- FOLDER|FILE|FILE:LINE... [options]
  --count N      mutants to try, chosen by chance (40)
  --seed N       the choice; the same seed makes the same one (1)
  --nearest N    test files for each mutant at most, nearest first (all)
  --project A,B  vitest's projects whose tests run (unit,process)
  --patience S   seconds without a finished test until the tests count as hanging (120)`;

interface Wish {
  readonly places: readonly string[];
  readonly count: number;
  readonly seed: number;
  readonly nearest: number;
  readonly projects: readonly string[];
  readonly patience: number;
}

interface Candidate extends Mutant {
  readonly file: string;
  readonly source: string;
}

export async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  if (typeof wish === "string") {
    console.error(`${wish}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const copy = await copyTree(root);
  const trials = new Trials({ folder: copy.folder, projects: wish.projects, patience: wish.patience });
  const stop = (): void => {
    trials.end();
    copy.remove();
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  try {
    await tryMutants(wish, copy, trials);
  } finally {
    trials.end();
    copy.remove();
  }
}

/** The wish, or the sentence that says what is wrong with it. */
function readWish(argv: readonly string[]): Wish | string {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { count: text, seed: text, nearest: text, project: text, patience: text },
    });
    if (positionals.length === 0) return "Name a folder or a file.";
    const number = (name: "count" | "seed" | "nearest" | "patience", usual: number): number => {
      const value = values[name] === undefined ? usual : Number(values[name]);
      if (!(value >= 0)) throw new Error(`--${name} takes a number, not "${values[name]}".`);
      return value;
    };
    return {
      places: positionals.map((place) => place.replace(/^\.\//, "").replace(/\/$/, "")),
      count: number("count", 40),
      seed: number("seed", 1),
      nearest: number("nearest", Infinity),
      projects: (values.project ?? "unit,process").split(","),
      patience: number("patience", 120),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

async function tryMutants(wish: Wish, copy: WorkingCopy, trials: Trials): Promise<void> {
  const all = await candidates(wish.places, copy);
  const chosen = sample(all, wish.count, wish.seed);
  console.log(`${chosen.length} of ${all.length} mutants, seed ${wish.seed}`);
  const graph = new ImportGraph(copy.folder, copy.files);
  const ofProjects = new RegExp(`^tests/(?!${otherProjects(wish.projects).join("|") || "$"})`);
  const fates = new Map<string, number>();
  const survivors: Candidate[] = [];
  /** Test files, and whether they pass without a mistake. */
  const sound = new Map<string, boolean>();
  for (const mutant of chosen) {
    const tests = graph
      .testsOf(mutant.file)
      .filter((test) => ofProjects.test(test))
      .slice(0, wish.nearest);
    const verdict = tests.length === 0 ? null : await tried(mutant, tests, copy, trials, sound);
    const fate = verdict?.fate ?? "untested";
    fates.set(fate, (fates.get(fate) ?? 0) + 1);
    if (fate === "survived" || fate === "untested") survivors.push(mutant);
    console.log(`${fate.padEnd(9)} ${shown(mutant)}${verdict?.failed ? `   (${verdict.failed})` : ""}`);
  }
  report(fates, survivors);
}

async function tried(
  mutant: Candidate,
  tests: readonly string[],
  copy: WorkingCopy,
  trials: Trials,
  sound: Map<string, boolean>,
): Promise<Verdict> {
  const { file, source } = mutant;
  await copy.write(file, applied(source, mutant));
  let verdict = await trials.run({ changed: file, tests });
  await copy.write(file, source);
  // A test that fails without the mistake, too, has noticed nothing.
  const judge = verdict.failed;
  if (judge !== null && tests.includes(judge)) {
    if (!sound.has(judge)) {
      const without = await trials.run({ changed: file, tests: [judge] });
      sound.set(judge, without.fate === "survived");
      if (!sound.get(judge)) console.log(`${judge} fails without a mistake: ${without.reason}`);
    }
    if (!sound.get(judge)) {
      const others = tests.filter((test) => sound.get(test) !== false);
      verdict = await tried(mutant, others, copy, trials, sound);
    }
  }
  return verdict;
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
    process: ["cli/", "interop/", "electron/"],
    gpu: ["gpu/", "shaders/"],
    browser: ["browser/"],
    e2e: ["e2e/"],
  };
  return Object.entries(folders).flatMap(([project, names]) => (projects.includes(project) ? [] : names));
}

function shown({ file, line, source, start, end, replacement }: Candidate): string {
  const short = (text: string): string => {
    const one = text.replace(/\s+/g, " ").trim();
    return one.length > 60 ? `${one.slice(0, 57)}...` : one;
  };
  return `${file}:${line}  ${short(source.slice(start, end))}  ->  ${short(replacement)}`;
}

function report(fates: ReadonlyMap<string, number>, survivors: readonly Candidate[]): void {
  const count = (fate: string): number => fates.get(fate) ?? 0;
  const noticed = count("killed") + count("timeout");
  const all = noticed + count("survived") + count("untested");
  for (const mutant of survivors) {
    const { file, line, source, start } = mutant;
    const from = source.lastIndexOf("\n", start - 1) + 1;
    const lineOf = (text: string): string => text.slice(from).split("\n", 1)[0] ?? "";
    console.log(`\n${file}:${line}\n- ${lineOf(source)}\n+ ${lineOf(applied(source, mutant))}`);
  }
  const rate = all === 0 ? "" : ` (${((100 * noticed) / all).toFixed(1)} %)`;
  console.log(
    `\n${noticed} of ${all} mutants noticed${rate}: ${count("killed")} by a failing test, ${count("timeout")} by hanging; ` +
      `${count("survived")} survived, ${count("untested")} in files that no such test reaches, ${count("invalid")} did not compile.`,
  );
}

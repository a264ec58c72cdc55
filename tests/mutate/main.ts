/**
 * `npm run mutate -- FOLDER...`: do the checks notice a mistake? Puts single mistakes into the sources of a folder, one at
 * a time and in a copy of the tree. What the compiler lets pass goes to the tests that reach it: first the nearest, about
 * each mutant; then, about those that are left, all others, in a browser and the built studio, too. What nobody noticed
 * is listed. Not part of CI: it takes seconds to minutes for each, and which survivors matter is for a person to judge.
 *
 * StrykerJS was tried: it runs all of vitest's projects at once, browsers among them, cannot mutate AssemblyScript, and
 * takes no sample.
 */

import { fileURLToPath } from "node:url";
import { choose } from "./choice.ts";
import { applied } from "./mutants.ts";
import { ImportGraph, projectOf } from "./related.ts";
import type { Candidate } from "./report.ts";
import { Report } from "./report.ts";
import type { Verdict } from "./trials.ts";
import { OUTSIDE, Trials } from "./trials.ts";
import type { Project, Wish } from "./wish.ts";
import { firstProjects, readWish, USAGE } from "./wish.ts";
import type { WorkingCopy } from "./working-copy.ts";
import { copyTree } from "./working-copy.ts";

/** A copy of the tree, and the tests that run in it. */
interface Bench {
  readonly copy: WorkingCopy;
  /** In Node, by a process that stays. */
  readonly trials: Trials;
  /** In a window: each trial builds the studio, so its process is a new one. */
  readonly windows: Trials;
}

/** Tests that need the built studio or a page. */
const IN_WINDOW: ReadonlySet<Project> = new Set(["browser", "e2e"]);

export async function main(): Promise<void> {
  const wish = readWish(process.argv.slice(2));
  if (typeof wish === "string") {
    console.error(`${wish}\n${USAGE}`);
    process.exitCode = 2;
    return;
  }
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const benches: Bench[] = [];
  const report = new Report(wish.report);
  const clear = (): void => {
    for (const { copy, trials, windows } of benches) {
      trials.end();
      windows.end();
      copy.remove();
    }
  };
  const stop = (): void => {
    clear();
    report.end();
    process.exit(130);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, stop);
  try {
    for (let i = 0; i < wish.jobs; i++) benches.push(await newBench(root, wish));
    await tryMutants(wish, benches, report);
  } finally {
    clear();
  }
}

async function newBench(root: string, { projects, patience }: Wish): Promise<Bench> {
  const copy = await copyTree(root);
  const { folder } = copy;
  const inNode = projects.filter((project) => !IN_WINDOW.has(project));
  const inWindow = projects.filter((project) => IN_WINDOW.has(project));
  return {
    copy,
    trials: new Trials({ folder, projects: inNode, patience }),
    windows: new Trials({ folder, projects: inWindow, patience }),
  };
}

/** A mutant that the compiler lets pass, and the test files that reach it. */
interface Question {
  readonly mutant: Candidate;
  /** The nearest. */
  readonly first: readonly string[];
  readonly later: readonly string[];
}

async function tryMutants(wish: Wish, benches: readonly Bench[], report: Report): Promise<void> {
  const [{ copy }] = benches as [Bench];
  const { chosen, refused, all, same } = await choose(wish, copy);
  const from = wish.again ?? `seed ${wish.seed}; ${same} more are the same program once compiled`;
  console.log(`${chosen.length + refused.length} of ${all} mutants, ${from}`);
  for (const mutant of refused) report.set(mutant, { fate: "refused" });
  const graph = new ImportGraph(copy.folder, copy.files);
  const questions = chosen.map((mutant) => questionOf(mutant, graph, wish));
  const sound = new SoundTests();
  const left: Question[] = [];
  await shareOut(questions, benches, async (question, { copy, trials }) => {
    const verdict = await ask(question, question.first, { copy, trials }, sound);
    report.set(question.mutant, verdict, question.first.length);
    if (!isNoticed(verdict)) left.push(question);
  });
  if (!wish.quick) {
    console.log(`\n${left.length} are left. All other tests that reach them are asked.`);
    await shareOut(left, benches, async (question, { copy, trials, windows }) => {
      const { mutant, first, later } = question;
      const inWindow = later.filter((test) => IN_WINDOW.has(projectOf(test)));
      let verdict = await ask(
        question,
        later.slice(0, later.length - inWindow.length),
        { copy, trials },
        sound,
      );
      if (!isNoticed(verdict)) {
        const last = await ask(question, inWindow, { copy, trials: windows }, sound);
        windows.end();
        if (last.fate !== "untested") verdict = last;
      }
      const asked = first.length + later.length;
      report.set(mutant, asked > 0 && verdict.fate === "untested" ? { fate: "survived" } : verdict, asked);
    });
  }
  report.end();
}

function questionOf(mutant: Candidate, graph: ImportGraph, { projects, nearest }: Wish): Question {
  const tests = graph.testsOf(mutant.file);
  const quick = firstProjects(mutant.file, projects);
  const first = tests.filter((test) => quick.includes(projectOf(test))).slice(0, nearest);
  const others = tests.filter((test) => projects.includes(projectOf(test)) && !first.includes(test));
  const [inNode, inWindow] = [false, true].map((wanted) =>
    others.filter((test) => IN_WINDOW.has(projectOf(test)) === wanted),
  ) as [string[], string[]];
  return { mutant, first, later: [...inNode, ...inWindow] };
}

function isNoticed({ fate }: Verdict): boolean {
  return fate !== "survived" && fate !== "untested";
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
export class SoundTests {
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
    const { fate, reason = "" } = await trials.run({ changed: file, tests: [test] });
    if (fate === "survived") return true;
    this.#unsound.add(test);
    console.log(`${test} fails without a mistake: ${reason}`);
    return false;
  }
}

/** What becomes of a mutant. */
export async function ask(
  question: Question,
  tests: readonly string[],
  { copy, trials }: Pick<Bench, "copy" | "trials">,
  sound: SoundTests,
): Promise<Verdict> {
  const { file, source } = question.mutant;
  const asked = sound.among(tests);
  if (asked.length === 0) return { fate: "untested" };
  await copy.write(file, applied(source, question.mutant));
  const verdict = await trials.run({ changed: file, tests: asked });
  await copy.write(file, source);
  // What fails without the mistake, too, has noticed nothing.
  const judge = verdict.failed;
  if (judge === OUTSIDE) {
    const without = await trials.run({ changed: file, tests: asked });
    return without.failed === OUTSIDE ? { fate: "untested" } : verdict;
  }
  if (judge === undefined || !tests.includes(judge) || (await sound.has(judge, trials, file))) return verdict;
  return ask(question, tests, { copy, trials }, sound);
}

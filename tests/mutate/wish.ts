/** What `npm run mutate` is asked for, out of its arguments. */

import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run mutate -- FOLDER|FILE|FILE:LINE... [options]
  --count N      mutants to try, chosen by chance (40)
  --seed N       the choice; the same seed makes the same one (1)
  --again FILE   in place of a choice: those of an earlier report that no test noticed, or that none was asked about
  --jobs N       mutants tried at the same time, each in a copy of its own (1)
  --nearest N    test files that are asked about each mutant first, the nearest ones (25)
  --quick        asks no others about those that are left then
  --project A,B  vitest's projects whose tests run (all). First those of unit, process and apart, for files of the GPU those
                 of gpu, too; those that are left go to all
  --patience S   seconds without a finished test until the tests count as hanging (120)
  --report FILE  every mutant and what became of it, as JSON, written anew after each

Not counted: mutants that are the same program once both are compiled and minified.`;

export interface Wish {
  readonly places: readonly string[];
  readonly again: string | null;
  readonly count: number;
  readonly seed: number;
  readonly jobs: number;
  readonly nearest: number;
  readonly quick: boolean;
  /** Whose tests may run. */
  readonly projects: readonly Project[];
  readonly patience: number;
  readonly report: string | null;
}

/** As vitest.config.ts has them. */
export const PROJECTS = ["unit", "process", "apart", "gpu", "browser", "e2e"] as const;
export type Project = (typeof PROJECTS)[number];

/** The wish, or the sentence that says what is wrong with it. */
export function readWish(argv: readonly string[]): Wish | string {
  const text = { type: "string" } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        count: text,
        seed: text,
        again: text,
        jobs: text,
        nearest: text,
        quick: { type: "boolean" },
        project: text,
        patience: text,
        report: text,
      },
    });
    if (positionals.length === 0 && values.again === undefined) return "Name a folder or a file.";
    const number = (name: "count" | "seed" | "jobs" | "nearest" | "patience", usual: number): number => {
      const value = values[name] === undefined ? usual : Number(values[name]);
      if (!(value >= 0)) throw new Error(`--${name} takes a number, not "${values[name]}".`);
      return value;
    };
    return {
      places: positionals.map((place) => place.replace(/^\.\//, "").replace(/\/$/, "")),
      again: values.again ?? null,
      count: number("count", 40),
      seed: number("seed", 1),
      jobs: Math.max(1, number("jobs", 1)),
      nearest: number("nearest", 25),
      quick: values.quick ?? false,
      projects: values.project?.split(",").map(project) ?? PROJECTS,
      patience: number("patience", 120),
      report: values.report ?? null,
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function project(name: string): Project {
  const found = PROJECTS.find((one) => one === name);
  if (!found) throw new Error(`--project takes ${PROJECTS.join(", ")}, not "${name}".`);
  return found;
}

/** Those of `projects` whose tests take seconds. Of a file for the GPU these know next to nothing: there its own come first, too. */
export function firstProjects(file: string, projects: readonly Project[]): readonly Project[] {
  const quick: readonly Project[] = ["unit", "process", "apart"];
  const onGpu = /(^|[/-])gpu\b|^shaders\//.test(file);
  const first = projects.filter((name) => quick.includes(name) || (onGpu && name === "gpu"));
  return first.length > 0 ? first : projects;
}

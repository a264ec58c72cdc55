/** What `npm run mutate` is asked for, out of its arguments. */

import { parseArgs } from "node:util";

export const USAGE = `Usage: npm run mutate -- FOLDER|FILE|FILE:LINE... [options]
  --count N      mutants to try, chosen by chance (40)
  --seed N       the choice; the same seed makes the same one (1)
  --again FILE   in place of a choice: those of an earlier report that no test noticed, or that none was asked about
  --jobs N       mutants tried at the same time, each in a copy of its own (1)
  --nearest N    test files that are asked about each mutant first, the nearest ones (25)
  --quick        asks no others about those that are left then
  --project A,B  vitest's projects whose tests run (first unit, process and apart, for places of the GPU gpu, too; of
                 those that are left all: gpu, browser and e2e, too)
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
  /** Of the nearest tests, and of the others. */
  readonly projects: { readonly first: readonly Project[]; readonly later: readonly Project[] };
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
    const wanted = values.project?.split(",").map(project);
    return {
      places: positionals.map((place) => place.replace(/^\.\//, "").replace(/\/$/, "")),
      again: values.again ?? null,
      count: number("count", 40),
      seed: number("seed", 1),
      jobs: Math.max(1, number("jobs", 1)),
      nearest: number("nearest", 25),
      quick: values.quick ?? false,
      projects: { first: wanted ?? usualProjects(positionals), later: wanted ?? PROJECTS },
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

/** Those whose tests take seconds. Of the GPU's rooms the others know next to nothing. */
export function usualProjects(places: readonly string[]): readonly Project[] {
  const onGpu = places.some((place) => /(^|[/-])gpu\b/.test(place));
  return ["unit", "process", "apart", ...(onGpu ? (["gpu"] as const) : [])];
}

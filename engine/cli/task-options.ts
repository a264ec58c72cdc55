/** What a task for rings is told on a command line, for every command that scores rules. */

import { grouped } from "../core/integers.ts";
import type { RingShape } from "../evolve/genome.ts";
import type { Task, TaskSetting } from "../evolve/task.ts";
import { TIES } from "../evolve/task.ts";
import { TASKS } from "../evolve/tasks/registry.ts";
import type { Density } from "../evolve/vectors.ts";
import { MOST_CELLS_OF_ALL } from "../evolve/vectors.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parseAmount } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { asUsage, stepsOf } from "./ring-options.ts";
import { UsageError } from "./usage-error.ts";

export const TASK_OPTIONS: readonly OptionSpec[] = [
  {
    name: "steps",
    short: "s",
    value: "STEPS",
    help: "of each run (default: two a cell; a round of a counter)",
  },
  {
    name: "density",
    value: "KIND",
    help: "of random starts: fair bits (default), flat (each density as often), a number from 0 to 1, or all states",
  },
  {
    name: "ties",
    value: "HOW",
    help: "starts with as many ones as zeros: redraw (left out, the default), fail, or zero (right if all end as 0)",
  },
  { name: "start", value: "N", help: "the value that a counter begins with (default: 0)" },
];

/** Errors: UsageError. */
export function taskOf(typed: string): Task {
  const names = TASKS.list().map(({ id }) => id);
  return TASKS.get(oneOf(typed, names, "There is no task"));
}

/** What counts depend on but the vectors; `usual` is taken where nothing is said. Errors: UsageError. */
export function settingOf(
  args: Arguments,
  task: Task,
  shape: RingShape,
  usual: Partial<Pick<TaskSetting, "ties" | "start">> = {},
): TaskSetting {
  const { steps, ties, start } = Object.fromEntries(
    ["steps", "ties", "start"].map((name) => [name, args.value(name)]),
  );
  const setting: TaskSetting = {
    shape,
    task: task.id,
    steps: steps === undefined ? task.usual.steps(shape.cells) : stepsOf(steps),
    ties: ties === undefined ? (usual.ties ?? "redraw") : oneOf(ties, TIES, "--ties knows no"),
    start: start === undefined ? (usual.start ?? 0) : startOf(start),
  };
  asUsage(() => task.check(setting));
  return setting;
}

function startOf(text: string): number {
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`--start wants a whole number from 0 on, not "${text}".`);
}

/** Errors: UsageError. */
export function densityOf(args: Arguments, usual: Density = "fair"): Density {
  const text = args.value("density");
  if (text === undefined) return usual;
  if (text === "fair" || text === "flat" || text === "all") return text;
  const part = /^\d*\.?\d+$/.test(text) ? Number(text) : Number.NaN;
  if (part >= 0 && part < 1) return Math.round(part * 256) & 255;
  throw new UsageError(`--density is fair, flat, all or a number from 0 to below 1, not "${text}".`);
}

/** How many vectors. Errors: UsageError. */
export function vectorsOf(args: Arguments, density: Density, cells: number, usual: number): number {
  const text = args.value("vectors");
  if (density !== "all")
    return text === undefined ? usual : parseAmount(text, "--vectors", "a number of random starts");
  if (cells > MOST_CELLS_OF_ALL)
    throw new UsageError(
      `All states of a ring can be taken up to ${MOST_CELLS_OF_ALL} cells, and this one has ${grouped(cells)}.`,
    );
  if (text !== undefined) throw new UsageError("--vectors and --density all exclude each other.");
  return 2 ** cells;
}

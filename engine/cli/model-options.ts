/** What the subjects of `tessella model` have in common: files, grids among ranks, and what a message costs. */

import { TessellaError } from "../core/errors.ts";
import { MAX_GRID_SIDE } from "../core/topology.ts";
import type { HaloForm, TransferCost } from "../model/halo.ts";
import { HALO_FORMS } from "../model/halo.ts";
import type { PerformanceModel } from "../model/model-file.ts";
import { modelSeconds, parseModel } from "../model/model-file.ts";
import type { Division, Machine } from "../model/predict.ts";
import { grownGrid } from "../model/predict.ts";
import { readInput } from "../node/input.ts";
import { checkOutput, writeOutput } from "../node/output.ts";
import type { Arguments, CommandCall, OptionSpec } from "./command.ts";
import { listOf, sizeOf } from "./lists.ts";
import { parseGeneration, parseQuantity, parseStep } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { namingFile } from "./pattern-file.ts";
import { UsageError } from "./usage-error.ts";

export const MODEL_OUTPUT_OPTION: OptionSpec = {
  name: "output",
  short: "o",
  value: "MODEL.json",
  help: "paper, fit: save the model",
};

export const FORM_OPTION: OptionSpec = {
  name: "form",
  value: "FORM",
  help: "how a halo is spent: shrinking, whole (default) or overlap",
};

/** What `fit` times unless it is told. */
export const USUAL_KERNEL = "bitwise";

/** Of `fit`, and of `predict` and `simulate`. */
export const KERNEL_OPTION: OptionSpec = {
  name: "kernel",
  value: "ID,...",
  help: `fit: what is timed (default: ${USUAL_KERNEL}); predict, simulate: only these of the model's`,
};

/** Of `predict` and `simulate`. */
export const DIVISION_OPTIONS: readonly OptionSpec[] = [
  { name: "grid", value: "WxH", help: "the torus, 65536 or 7560x7560; with --weak the part of a rank" },
  { name: "ranks", value: "N,...", help: "how many share it, a GPU each" },
  {
    name: "halo",
    value: "K|auto",
    help: "rows that are exchanged every K generations (default: auto, the best)",
  },
  FORM_OPTION,
  { name: "split", value: "SPLIT", help: "slabs of whole rows (default), or blocks" },
  { name: "weak", help: "the grid grows with the ranks" },
  { name: "generations", value: "G", help: "how many the times are for (default: 1000)" },
  { name: "latency", value: "SECONDS", help: "T_lat of an exchange, in place of the model's" },
  {
    name: "bandwidth",
    value: "BYTES",
    help: "a second, in place of the model's (default: as much as it takes)",
  },
  KERNEL_OPTION,
];

/** The most files of models hold: some thousand points. */
const MOST_BYTES = 2 ** 24;

export async function readModelText(path: string): Promise<string> {
  return new TextDecoder().decode(await readInput(path, MOST_BYTES));
}

/** Errors: `io`. */
export async function keepModel(path: string, text: string): Promise<void> {
  checkOutput(path);
  await writeOutput(path, new TextEncoder().encode(text));
}

export interface DivisionPlan {
  readonly model: PerformanceModel;
  readonly machine: Machine;
  /** One for each number of ranks. */
  readonly divisions: readonly Division[];
  readonly form: HaloForm;
  readonly halo: number | "auto";
  readonly weak: boolean;
  readonly generations: number;
}

/** Reads and checks what `predict` and `simulate` are asked. Errors: UsageError, `syntax`, and those of reading a file. */
export async function divisionPlan({ args }: CommandCall): Promise<DivisionPlan> {
  const grid = args.value("grid");
  const typedRanks = args.value("ranks");
  if (grid === undefined) throw new UsageError("Say which grid: --grid 65536x65536.");
  if (typedRanks === undefined) throw new UsageError("Say how many ranks: --ranks 1,2,4,8.");
  const ranks = listOf(typedRanks, "--ranks").map((text) => wholeOf(text, "--ranks"));
  const split = oneOf(args.value("split") ?? "slabs", ["slabs", "blocks"], "--split knows no");
  const part = { ...sizeOf(grid, "--grid", MAX_GRID_SIDE), split };
  const weak = args.has("weak");
  const path = args.positionals[1];
  const text = await readModelText(path);
  const model = onlyKernels(
    namingFile(path, () => parseModel(text)),
    args,
  );
  return {
    model,
    machine: {
      seconds: (cells) => modelSeconds(model, cells),
      transfer: transferOf(args, model, Math.max(...ranks) > 1),
    },
    divisions: ranks.map((each) => (weak ? grownGrid(part, each) : { ...part, ranks: each })),
    form: formOf(args),
    halo: haloOf(args),
    weak,
    generations: Number(parseStep(args.value("generations") ?? "1000", "--generations")),
  };
}

export function formOf(args: Arguments): HaloForm {
  return oneOf(args.value("form") ?? "whole", HALO_FORMS, "--form knows no");
}

/** For JSON, in which a bandwidth that does not count is null. */
export function jsonTransfer({ latencySeconds, bytesASecond }: TransferCost): object {
  return { latencySeconds, bytesASecond: Number.isFinite(bytesASecond) ? bytesASecond : null };
}

/** A number of ranks or rows, in the notations of `parseGeneration`. Errors: UsageError. */
export function wholeOf(text: string, option: string): number {
  const value = Number(parseGeneration(text, option));
  if (value >= 1 && Number.isSafeInteger(value)) return value;
  throw new UsageError(`${option} wants a whole number from 1 on, not "${text}".`);
}

function haloOf(args: Arguments): number | "auto" {
  const text = args.value("halo") ?? "auto";
  return text === "auto" ? text : wholeOf(text, "--halo");
}

function onlyKernels(model: PerformanceModel, args: Arguments): PerformanceModel {
  const text = args.value("kernel");
  if (text === undefined) return model;
  const ids = model.kernels.map(({ kernel }) => kernel);
  const wanted = listOf(text, "--kernel").map((id) => oneOf(id, ids, "The model has no kernel"));
  return { ...model, kernels: model.kernels.filter(({ kernel }) => wanted.includes(kernel)) };
}

function transferOf(args: Arguments, model: PerformanceModel, needed: boolean): TransferCost {
  const latency = args.value("latency");
  const bandwidth = args.value("bandwidth");
  const known = model.transfer;
  if (latency === undefined && known === null && needed)
    throw new TessellaError("bad-argument", "The model does not know what an exchange between ranks costs.", {
      hint: "Add --latency SECONDS, or fit it: see tessella help model.",
    });
  return {
    latencySeconds:
      latency === undefined
        ? (known?.latencySeconds ?? 0)
        : parseQuantity(latency, "--latency", "seconds from 0 on"),
    bytesASecond:
      bandwidth === undefined
        ? (known?.bytesASecond ?? Number.POSITIVE_INFINITY)
        : parseQuantity(bandwidth, "--bandwidth", "bytes a second"),
  };
}

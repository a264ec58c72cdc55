/**
 * The file of a model: what kernels cost on a machine, the points that they were fitted to, and what a message costs. JSON:
 *
 *     {"format": "tessella-model", "version": 1, "machine": "...", "kernels": [{"kernel": "tile-16", "launchSeconds": ...,
 *      "secondsACell": ..., "kneeCells": null, "secondsACellBelow": null, "jumpSeconds": null, "submitSeconds": null, "points": [...]}],
 *      "transfer": {"latencySeconds": ..., "bytesASecond": null}}
 *
 * Several kernels are what one program picks from. A bandwidth of null is one that does not count. A knee without a jump has a jump of 0, or
 * none of that name, as files had before there were jumps.
 */

import { JsonPlace } from "../core/json-place.ts";
import type { TransferCost } from "./halo.ts";
import type { KernelCost } from "./kernel-cost.ts";
import { envelopeSeconds } from "./kernel-cost.ts";
import type { TimedRun } from "./kernel-fit.ts";

const FORMAT = "tessella-model";
const VERSION = 1;
const FORM = 'It begins with {"format": "tessella-model", "version": 1.';

export interface ModelledKernel {
  /** The kernel's or the algorithm's id. */
  readonly kernel: string;
  readonly cost: KernelCost;
  /** Of handing work to the GPU, once a batch; null where it is not known apart. */
  readonly submitSeconds: number | null;
  readonly points: readonly TimedRun[];
}

export interface PerformanceModel {
  /** The processor or adapter, in words. */
  readonly machine: string;
  /** At least one. */
  readonly kernels: readonly ModelledKernel[];
  /** null where nothing was measured or typed. */
  readonly transfer: TransferCost | null;
}

/** Seconds of a generation by the kernel that is the fastest for so many cells. */
export function modelSeconds({ kernels }: PerformanceModel, cells: number): number {
  return envelopeSeconds(
    kernels.map(({ cost }) => cost),
    cells,
  );
}

export function formatModel({ machine, kernels, transfer }: PerformanceModel): string {
  const lines = kernels.map(({ kernel, cost, submitSeconds, points }) => ({
    kernel,
    launchSeconds: cost.launchSeconds,
    secondsACell: cost.secondsACell,
    kneeCells: cost.knee?.cells ?? null,
    secondsACellBelow: cost.knee?.secondsACell ?? null,
    jumpSeconds: cost.knee?.jumpSeconds ?? null,
    submitSeconds,
    points,
  }));
  // JSON has no Infinity and writes null.
  return `${JSON.stringify({ format: FORMAT, version: VERSION, machine, kernels: lines, transfer }, null, 1)}\n`;
}

const KERNEL_FIELDS = [
  "kernel",
  "launchSeconds",
  "secondsACell",
  "kneeCells",
  "secondsACellBelow",
  "jumpSeconds",
  "submitSeconds",
  "points",
];

/** Errors: `syntax`, one sentence with line and column. */
export function parseModel(text: string): PerformanceModel {
  const file = JsonPlace.read(text, "The model file", FORM);
  file.checkFormat(
    { format: FORMAT, version: VERSION, name: "The model file", otherwise: "This is no model file." },
    FORM,
  );
  file.checkFields(["format", "version", "machine", "kernels", "transfer"]);
  const kernels = file.list("kernels", (number) => `Kernel ${number} of the model file`).map(kernelOf);
  if (kernels.length === 0) throw file.wrong("The model file has no kernel.");
  return { machine: file.text("machine"), kernels, transfer: transferOf(file) };
}

function kernelOf(place: JsonPlace): ModelledKernel {
  place.checkFields(KERNEL_FIELDS);
  const kneeCells = place.amountOrNull("kneeCells");
  const secondsACellBelow = place.amountOrNull("secondsACellBelow");
  if ((kneeCells === null) !== (secondsACellBelow === null))
    throw place.wrong(`${place.what} needs "kneeCells" and "secondsACellBelow" or neither.`);
  const jumpSeconds = place.amountOrNull("jumpSeconds");
  if (jumpSeconds !== null && kneeCells === null)
    throw place.wrong(`${place.what} has "jumpSeconds" and no "kneeCells" to jump at.`);
  const secondsACell = place.amount("secondsACell");
  if (secondsACell === 0) throw place.wrong(`${place.what} has cells that cost nothing.`);
  return {
    kernel: place.text("kernel"),
    cost: {
      launchSeconds: place.amount("launchSeconds"),
      secondsACell,
      knee:
        kneeCells === null || secondsACellBelow === null
          ? null
          : { cells: kneeCells, secondsACell: secondsACellBelow, jumpSeconds: jumpSeconds ?? 0 },
    },
    submitSeconds: place.amountOrNull("submitSeconds"),
    points: place.list("points", (number) => `Point ${number} of a kernel of the model file`).map(pointOf),
  };
}

function pointOf(place: JsonPlace): TimedRun {
  place.checkFields(["cells", "generations", "seconds", "submits", "fastest", "slowest", "wallSeconds"]);
  const [fastest, slowest] = [place.amountOrNull("fastest"), place.amountOrNull("slowest")];
  const wallSeconds = place.amountOrNull("wallSeconds");
  return {
    cells: place.whole("cells", 1),
    generations: place.whole("generations", 1),
    seconds: place.amount("seconds"),
    submits: place.amountOrNull("submits"),
    ...(fastest !== null && slowest !== null ? { fastest, slowest } : {}),
    ...(wallSeconds !== null && { wallSeconds }),
  };
}

function transferOf(file: JsonPlace): TransferCost | null {
  const place = file.field("transfer", "The transfer of the model file");
  if (place === undefined || place.value === null) return null;
  place.checkFields(["latencySeconds", "bytesASecond"]);
  return {
    latencySeconds: place.amount("latencySeconds"),
    bytesASecond: place.amountOrNull("bytesASecond") ?? Number.POSITIVE_INFINITY,
  };
}

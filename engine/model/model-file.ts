/**
 * The file of a model: what kernels cost on a machine, the points that they were fitted to, and what a message costs. JSON:
 *
 *     {"format": "tessella-model", "version": 1, "machine": "...", "kernels": [{"kernel": "tile-16", "launchSeconds": ...,
 *      "secondsACell": ..., "kneeCells": null, "secondsACellBelow": null, "submitSeconds": null, "points": [...]}],
 *      "transfer": {"latencySeconds": ..., "bytesASecond": null}}
 *
 * Several kernels are what one program picks from. A bandwidth of null is one that does not count.
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
  "submitSeconds",
  "points",
];

/** Errors: `syntax`, one sentence with line and column. */
export function parseModel(text: string): PerformanceModel {
  const file = JsonPlace.read(text, "The model file", FORM);
  const format = file.field("format");
  if (format?.value !== FORMAT) throw (format ?? file).wrong("This is no model file.", FORM);
  const version = file.whole("version", 1);
  if (version !== VERSION)
    throw (file.field("version") ?? file).wrong(
      `The model file has version ${version}; this program reads version ${VERSION}.`,
    );
  file.checkFields(["format", "version", "machine", "kernels", "transfer"]);
  const kernels = file.list("kernels", (number) => `Kernel ${number} of the model file`).map(kernelOf);
  if (kernels.length === 0) throw file.wrong("The model file has no kernel.");
  return { machine: textOf(file, "machine"), kernels, transfer: transferOf(file) };
}

function kernelOf(place: JsonPlace): ModelledKernel {
  place.checkFields(KERNEL_FIELDS);
  const kneeCells = numberOrNull(place, "kneeCells");
  const secondsACellBelow = numberOrNull(place, "secondsACellBelow");
  if ((kneeCells === null) !== (secondsACellBelow === null))
    throw place.wrong(`${place.what} needs "kneeCells" and "secondsACellBelow" or neither.`);
  const secondsACell = numberOf(place, "secondsACell");
  if (secondsACell === 0) throw place.wrong(`${place.what} has cells that cost nothing.`);
  return {
    kernel: textOf(place, "kernel"),
    cost: {
      launchSeconds: numberOf(place, "launchSeconds"),
      secondsACell,
      knee:
        kneeCells === null || secondsACellBelow === null
          ? null
          : { cells: kneeCells, secondsACell: secondsACellBelow },
    },
    submitSeconds: numberOrNull(place, "submitSeconds"),
    points: place.list("points", (number) => `Point ${number} of a kernel of the model file`).map(pointOf),
  };
}

function pointOf(place: JsonPlace): TimedRun {
  place.checkFields(["cells", "generations", "seconds", "submits", "fastest", "slowest"]);
  const [fastest, slowest] = [numberOrNull(place, "fastest"), numberOrNull(place, "slowest")];
  return {
    cells: place.whole("cells", 1),
    generations: place.whole("generations", 1),
    seconds: numberOf(place, "seconds"),
    submits: numberOrNull(place, "submits"),
    ...(fastest !== null && slowest !== null ? { fastest, slowest } : {}),
  };
}

function transferOf(file: JsonPlace): TransferCost | null {
  const place = file.field("transfer", "The transfer of the model file");
  if (place === undefined || place.value === null) return null;
  place.checkFields(["latencySeconds", "bytesASecond"]);
  return {
    latencySeconds: numberOf(place, "latencySeconds"),
    bytesASecond: numberOrNull(place, "bytesASecond") ?? Number.POSITIVE_INFINITY,
  };
}

/** A field that is a number from 0 on. */
export function numberOf(place: JsonPlace, name: string): number {
  const value = numberOrNull(place, name);
  if (value !== null) return value;
  throw (place.field(name) ?? place).wrong(`${place.what} has no "${name}" that is a number from 0 on.`);
}

function numberOrNull(place: JsonPlace, name: string): number | null {
  const field = place.field(name);
  if (field === undefined || field.value === null) return null;
  const { value } = field;
  if (typeof value === "number" && value >= 0 && Number.isFinite(value)) return value;
  throw field.wrong(`${place.what} has no "${name}" that is a number from 0 on.`);
}

function textOf(place: JsonPlace, name: string): string {
  const field = place.field(name);
  if (typeof field?.value === "string") return field.value;
  throw (field ?? place).wrong(`${place.what} has no text "${name}".`);
}

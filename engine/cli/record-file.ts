/** What a run over ranks writes down (--record), and how long it was said to take beforehand. */

import { closeSync, openSync, writeSync } from "node:fs";
import { version } from "../../package.json";
import type { Algorithm } from "../algorithms/algorithm.ts";
import { KERNELS } from "../algorithms/gpu/kernels.ts";
import type { ClusterUniverse } from "../cluster/cluster-universe.ts";
import type { PredictionModel } from "../cluster/measure.ts";
import type { RankPlace } from "../cluster/recording.ts";
import { describeError, TessellaError } from "../core/errors.ts";
import type { PerformanceModel } from "../model/model-file.ts";
import { modelSeconds, parseModel } from "../model/model-file.ts";
import { timeText } from "../model/words.ts";
import { writeFailure } from "../node/file-failures.ts";
import { checkOutput } from "../node/output.ts";
import type { Arguments } from "./command.ts";
import { readModelText } from "./model-options.ts";
import { namingFile } from "./pattern-file.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

/** What a generation took beside what was predicted, in seconds. */
export interface RecordedTimes {
  readonly predicted: number;
  readonly measured: number;
  /** "1.2 ms, 1.09 times the predicted 1.1 ms". */
  readonly text: string;
}

export class RecordFile {
  readonly #path: string;
  readonly #terminal: Terminal;
  readonly #modelPath: string | undefined;
  readonly #model: PerformanceModel | null;
  #prediction: Omit<PredictionModel, "ranksADevice"> | null = null;
  #file: number | null = null;
  #end: ((failure: string | null) => Promise<RecordedTimes | null>) | null = null;

  private constructor(path: string, terminal: Terminal, modelPath?: string, model?: PerformanceModel) {
    this.#path = path;
    this.#terminal = terminal;
    this.#modelPath = modelPath;
    this.#model = model ?? null;
  }

  /** The record that the command line asks for, or null. Errors: UsageError; `io`, and those of reading a model. */
  static async asked(args: Arguments, terminal: Terminal): Promise<RecordFile | null> {
    const path = args.value("record");
    const modelPath = args.value("model");
    if (path === undefined) {
      if (modelPath !== undefined) throw new UsageError("--model predicts for a record: add --record FILE.");
      return null;
    }
    checkOutput(path);
    if (modelPath === undefined) return new RecordFile(path, terminal);
    const text = await readModelText(modelPath);
    return new RecordFile(
      path,
      terminal,
      modelPath,
      namingFile(modelPath, () => parseModel(text)),
    );
  }

  /** Settles what the model says of the algorithm. Errors: `bad-argument` where it knows none of its kernels. */
  settle(algorithm: Algorithm): void {
    if (!this.#model) return;
    const { machine, kernels, transfer } = this.#model;
    const own = kernels.filter(({ kernel }) => kernel === algorithm.id);
    // `gpu` takes whichever of its kernels is the fastest.
    const isAny = own.length === 0 && algorithm.id === "gpu";
    const known = isAny ? kernels.filter(({ kernel }) => KERNELS.find(kernel)) : own;
    if (known.length === 0)
      throw new TessellaError(
        "bad-argument",
        `"${this.#modelPath}" is no model of ${algorithm.id}, but of ${kernels.map(({ kernel }) => kernel).join(", ")}.`,
        { hint: `Fit one: tessella model fit --kernel ${algorithm.id} -o MODEL.json.` },
      );
    const model = { ...this.#model, kernels: known };
    const by = `the model of ${machine}`;
    this.#prediction = { by, seconds: (cells) => modelSeconds(model, cells), transfer };
  }

  /** Begins it. Errors: `io`; those of asking the ranks. */
  async begin(universe: ClusterUniverse, places: readonly RankPlace[]): Promise<void> {
    try {
      this.#file = openSync(this.#path, "w");
    } catch (cause) {
      throw writeFailure(this.#path, cause);
    }
    const ranksADevice = universe.adapter === undefined ? 1 : mostSharing(places);
    const prediction = universe.predicted(this.#prediction && { ...this.#prediction, ranksADevice });
    const recording = await universe.record({
      program: version,
      places,
      prediction,
      write: (text) => this.#write(text),
    });
    this.#end = async (failure) => {
      const measured = await recording.end(failure);
      this.#close();
      return prediction && measured !== null ? timesOf(prediction.secondsAGeneration, measured) : null;
    };
  }

  /** Ends it, where it has begun; `failure` says why the run has. */
  async end(failure: unknown = null): Promise<RecordedTimes | null> {
    return this.#end?.(failure === null ? null : describeError(failure)) ?? null;
  }

  /** A record that cannot go on is no reason to end a run. */
  #write(text: string): void {
    if (this.#file === null) return;
    try {
      const bytes = new TextEncoder().encode(text);
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (cause) {
      this.#close();
      this.#terminal.warn(`The record ends here: ${describeError(writeFailure(this.#path, cause))}`);
    }
  }

  #close(): void {
    if (this.#file !== null) closeSync(this.#file);
    this.#file = null;
  }
}

function timesOf(predicted: number, measured: number): RecordedTimes {
  const ratio = (measured / predicted).toPrecision(3);
  return {
    predicted,
    measured,
    text: `${timeText(measured)}, ${ratio} times the predicted ${timeText(predicted)}`,
  };
}

/** How many ranks of one machine have no GPU for themselves: they share one. */
function mostSharing(places: readonly RankPlace[]): number {
  const sharing = new Map<string, number>();
  for (const { host, card } of places)
    if (card === undefined) sharing.set(host, (sharing.get(host) ?? 0) + 1);
  return Math.max(1, ...sharing.values());
}

/** Models, what is set, and measuring this machine, which goes on whichever tab is in front. */

import { createStore } from "zustand/vanilla";
import type { SoupFigures, SoupJob } from "../../../../engine/bench/gpu-bench.ts";
import { timeKernels } from "../../../../engine/bench/kernel-runs.ts";
import { describeError, TessellaError, throwIfAborted } from "../../../../engine/core/errors.ts";
import { groupedSize } from "../../../../engine/core/integers.ts";
import { fitKernel } from "../../../../engine/model/kernel-fit.ts";
import type { PerformanceModel } from "../../../../engine/model/model-file.ts";
import { parseModel } from "../../../../engine/model/model-file.ts";
import { PAPER, PAPER_MODEL } from "../../../../engine/model/paper.ts";
import { fitText } from "../../../../engine/model/words.ts";
import type { ForecastWish } from "./forecasts.ts";

/** A model, and what it is called. */
export interface NamedModel {
  readonly id: string;
  readonly label: string;
  readonly model: PerformanceModel;
  /** Its fit in a line; null where it was not fitted here. */
  readonly line: string | null;
  /** The name of its file, or of one that it could be saved in. */
  readonly file: string;
}

export interface ModelsState {
  readonly models: readonly NamedModel[];
  readonly chosen: string;
  readonly wish: ForecastWish;
  /** What is measured at the moment; null for nothing. */
  readonly measuring: string | null;
  readonly problem: string | null;
}

/** Where a kernel is timed; the last function ends that place. */
export interface TimingPlace {
  readonly measure: (job: SoupJob) => Promise<SoupFigures>;
  readonly close: () => void;
}

const PAPER_ENTRY: NamedModel = {
  id: "paper",
  label: "GeForce GTX 285, as published",
  model: PAPER_MODEL,
  line: null,
  file: "model.json",
};

/** The ten GPUs of the paper. */
const PAPER_WISH: ForecastWish = {
  ranks: PAPER.gpus,
  side: PAPER.side,
  latencySeconds: PAPER.latencySeconds,
  bytesASecond: Number.POSITIVE_INFINITY,
  halo: 1,
  form: "shrinking",
  weak: false,
};

const SIZES = [256, 384, 512, 768, 1024, 1536, 2048, 3072, 4096].map((side) => ({
  width: side,
  height: side,
}));
const REPEATS = 3;

export class Models {
  readonly store = createStore<ModelsState>(() => ({
    models: [PAPER_ENTRY],
    chosen: PAPER_ENTRY.id,
    wish: PAPER_WISH,
    measuring: null,
    problem: null,
  }));
  #stop: AbortController | null = null;

  choose(id: string): void {
    this.store.setState(id === PAPER_ENTRY.id ? { chosen: id, wish: PAPER_WISH } : { chosen: id });
  }

  set(wish: Partial<ForecastWish>): void {
    this.store.setState((state) => ({ wish: { ...state.wish, ...wish } }));
  }

  /** Adds the model of a file, and shows it. Errors: `syntax`. */
  open(name: string, text: string): void {
    this.#add({ id: name, label: name, model: parseModel(text), line: null, file: name });
  }

  /** Times a kernel on several sizes and fits it; any failure becomes `problem`. Does nothing while it measures already. */
  async measure(kernel: string, open: (signal: AbortSignal) => TimingPlace): Promise<void> {
    if (this.#stop) return;
    const stop = new AbortController();
    this.#stop = stop;
    this.store.setState({ measuring: kernel, problem: null });
    let place: TimingPlace | undefined;
    const end = (): void => place?.close();
    stop.signal.addEventListener("abort", end);
    try {
      const opened = open(stop.signal);
      place = opened;
      const [found] = await timeKernels([kernel], SIZES, {
        measure: async (job) => {
          throwIfAborted(stop.signal);
          return opened.measure(job);
        },
        repeats: REPEATS,
        goOn: true,
        onSize: (_, { width, height }, round) =>
          this.store.setState({
            measuring: `${kernel}, ${groupedSize(width, height)}, round ${round} of ${REPEATS}`,
          }),
      });
      if (found.runs.length === 0 && found.problem !== null)
        throw new TessellaError("bad-argument", found.problem);
      const fit = fitKernel(found.runs);
      const machine = found.adapter ?? "The CPU of this machine";
      const { cost, submitSeconds } = fit;
      this.#add({
        id: `measured ${kernel}`,
        label: `${kernel} on ${found.adapter ?? "this machine's CPU"}`,
        model: { machine, kernels: [{ kernel, cost, submitSeconds, points: found.runs }], transfer: null },
        line: fitText(fit),
        file: "model.json",
      });
    } catch (error) {
      this.store.setState({ problem: stop.signal.aborted ? "Stopped." : describeError(error) });
    } finally {
      end();
      this.#stop = null;
      this.store.setState({ measuring: null });
    }
  }

  stop(): void {
    this.#stop?.abort();
  }

  #add(entry: NamedModel): void {
    const { transfer } = entry.model;
    this.store.setState(({ models, wish }) => ({
      models: [...models.filter(({ id }) => id !== entry.id), entry],
      chosen: entry.id,
      problem: null,
      wish: transfer ? { ...wish, ...transfer } : wish,
    }));
  }
}

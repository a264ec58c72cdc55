/**
 * Benchmarks in the studio: the same runs as `tessella bench gpu`, in the worker that holds the GPU and in one of their
 * own for the CPU. A run goes on until it is done or stopped, whichever tab is in front.
 */

import { createStore } from "zustand/vanilla";
import type {
  GpuBench,
  GpuBenchRow,
  GridSize,
  SoupFigures,
  SoupJob,
} from "../../../../engine/bench/gpu-bench.ts";
import { benchGpu, oneStepLimit } from "../../../../engine/bench/gpu-bench.ts";
import { describeError, TessellaError, throwIfAborted } from "../../../../engine/core/errors.ts";
import type { Topology } from "../../../../engine/core/topology.ts";
import { torus } from "../../../../engine/core/topology.ts";
import type { CopyBandwidth } from "../../../../engine/gpu/copy-bandwidth.ts";
import type { Rule } from "../../../../engine/rules/rule.ts";
import type { Connection } from "../../../../engine/worker/connection.ts";
import type { BenchProtocol, MeasureRequest } from "../../../../engine/worker/protocol/bench.ts";
import type { AlgorithmInfo, UniverseProtocol } from "../../../../engine/worker/protocol/universe.ts";
import type { Calls } from "../../../../engine/worker/rpc.ts";

export interface BenchmarksState {
  readonly running: boolean;
  /** Of the runs. */
  readonly done: number;
  readonly all: number;
  /** "B3/S23, 256 x 256, gpu" */
  readonly what: string;
  /** What has been measured so far; null before the first run. */
  readonly bench: GpuBench | null;
  /** Why it ended early. */
  readonly problem: string | null;
}

export interface BenchmarksWish {
  readonly rule: Rule;
  readonly sizes: readonly GridSize[];
  readonly algorithms: readonly Pick<AlgorithmInfo, "id" | "needsGpu">[];
  readonly repeats: number;
  readonly memoryMegabytes: number;
  /** Of the CPU for a universe. Default: one a core, as far as they gain. */
  readonly threads?: number;
}

/** A worker for runs on the CPU. */
export interface CpuBench extends Pick<Connection<BenchProtocol>, "close"> {
  readonly call: Pick<Calls<BenchProtocol>, "measure">;
}

/** The studio's services that the benchmarks use; tests pass others. */
export interface BenchmarksSurroundings {
  /** The worker that holds the GPU. */
  readonly view: () => Pick<
    Calls<UniverseProtocol & BenchProtocol>,
    "measure" | "measureCopy" | "algorithms"
  >;
  readonly startCpu: () => CpuBench;
  /** Keeps the machine awake; returns the function that ends that. */
  readonly hold: () => () => void;
}

/** Shorter than the command line's, as a person is waiting. */
const STRETCH_MILLISECONDS = 150;

export class Benchmarks {
  readonly store = createStore<BenchmarksState>(() => ({
    running: false,
    done: 0,
    all: 0,
    what: "",
    bench: null,
    problem: null,
  }));
  readonly #around: BenchmarksSurroundings;
  #abort: AbortController | null = null;

  constructor(around: BenchmarksSurroundings) {
    this.#around = around;
  }

  /** Measures; any failure becomes `problem`. Does nothing during a run. */
  async run(wish: BenchmarksWish): Promise<void> {
    if (this.#abort) return;
    const abort = new AbortController();
    this.#abort = abort;
    const cpu = new CpuWorker(this.#around.startCpu, abort.signal);
    const release = this.#around.hold();
    this.store.setState({ running: true, done: 0, all: 0, what: "", problem: null, bench: null });
    try {
      await this.#measure(wish, cpu, abort.signal);
    } catch (error) {
      const stopped = abort.signal.aborted || (error instanceof TessellaError && error.code === "aborted");
      this.store.setState({ problem: stopped ? "Stopped; what was measured stays." : describeError(error) });
    } finally {
      cpu.close();
      release();
      this.#abort = null;
      this.store.setState({ running: false, what: "" });
    }
  }

  /** A CPU run ends at once, one on the GPU after the present stretch. */
  stop(): void {
    this.#abort?.abort();
  }

  async #measure(wish: BenchmarksWish, cpu: CpuWorker, signal: AbortSignal): Promise<void> {
    const { rule, sizes, repeats, memoryMegabytes, threads } = wish;
    const view = this.#around.view();
    const refusals = new Map<string, Promise<readonly AlgorithmInfo[]>>();
    /** Asked once for each grid. */
    const refusalOf = async (id: string, of: Rule, topology: Topology): Promise<string | null> => {
      const key = JSON.stringify([of, topology]);
      const asked = refusals.get(key) ?? view.algorithms({ rule: of, topology });
      refusals.set(key, asked);
      return (await asked).find((algorithm) => algorithm.id === id)?.refuses ?? null;
    };
    const found: { copy: CopyBandwidth | null; rows: GpuBenchRow[] } = { copy: null, rows: [] };
    const show = (): void => {
      const { copy, rows } = found;
      this.store.setState({
        bench: { copy, oneStepLimit: copy && oneStepLimit(copy), repeats, rows: [...rows] },
      });
    };
    const bench = await benchGpu(
      {
        rules: [rule],
        sizes,
        algorithms: wish.algorithms.map(({ id, needsGpu }) => ({
          id,
          needsGpu,
          refuses: (of: Rule, topology: Topology) => refusalOf(id, of, topology),
        })),
        repeats,
        milliseconds: STRETCH_MILLISECONDS,
        patient: false,
      },
      {
        measure: (job: SoupJob, needsGpu: boolean): Promise<SoupFigures> => {
          const request = { ...job, memoryMegabytes };
          return needsGpu ? view.measure(request, { signal }) : cpu.measure({ ...request, threads });
        },
        copy: async () => {
          found.copy = await view.measureCopy({});
          show();
          return found.copy;
        },
        signal,
        onProgress: (done, all, what) => this.store.setState({ done, all, what }),
        onRow: (row) => {
          found.rows.push(row);
          show();
        },
      },
    );
    this.store.setState({ bench });
  }
}

/** A worker for this run alone, started on demand. Terminating it is the only way to interrupt it. */
class CpuWorker {
  readonly #start: BenchmarksSurroundings["startCpu"];
  readonly #signal: AbortSignal;
  #engine: CpuBench | null = null;

  constructor(start: BenchmarksSurroundings["startCpu"], signal: AbortSignal) {
    this.#start = start;
    this.#signal = signal;
    signal.addEventListener("abort", () => this.close());
  }

  /** Errors: as in the worker, and `aborted` once the signal has fired. */
  async measure(job: MeasureRequest): Promise<SoupFigures> {
    throwIfAborted(this.#signal);
    this.#engine ??= this.#start();
    try {
      return await this.#engine.call.measure(job);
    } catch (error) {
      // A terminated worker only reports that it is gone.
      throwIfAborted(this.#signal);
      throw error;
    }
  }

  close(): void {
    this.#engine?.close();
    this.#engine = null;
  }
}

/** The grid of the list of algorithms before sizes are chosen. */
export const USUAL_GRID = torus(256, 256);

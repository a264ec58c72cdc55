/** How long runs take, in a tab: models of machines, records of runs over ranks, and benchmarks of this machine. */

import { Activity } from "react";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import type { GpuBench } from "../../../engine/bench/gpu-bench.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import type { LabLoss, LabSession, LabSurroundings } from "../../studio/lab.ts";
import { startBench } from "../../universe/start-workers.ts";
import { Benchmarks } from "./benchmarks/benchmarks.ts";
import { BenchmarksPage } from "./benchmarks/benchmarks-page.tsx";
import { ModelPage } from "./model/model-page.tsx";
import { Models } from "./model/models.ts";
import { RECORD_MARK } from "./run/record-files.ts";
import { Records } from "./run/records.ts";
import { RunPage } from "./run/run-page.tsx";

const MEASURING: LabLoss = {
  title: "Stop measuring?",
  text: "The sizes that were timed are lost.",
  discard: "Stop and close",
};
const BENCHMARKING: LabLoss = {
  title: "Stop the benchmarks?",
  text: "They are still running. What they have measured stays.",
  discard: "Stop and close",
};

/** The benchmarks of the last tab, for the next one. */
let measured: GpuBench | null = null;

/** Bytes at a file's beginning that tell a record from a model. */
const HEAD = 4096;

interface PerformanceState {
  readonly page: string;
  readonly loss: LabLoss | null;
}

export function startLab({ host, engines, active }: LabSurroundings): LabSession {
  const hold = () => host.power.hold("run");
  const models = new Models();
  const records = new Records(host.files);
  const benchmarks = new Benchmarks({ view: () => engines.view.call, startCpu: startBench, hold });
  benchmarks.store.setState({ bench: measured });
  const rule = active?.editor.state.rule ?? LIFE;
  const measure = async (kernel: string, onGpu: boolean): Promise<void> => {
    const release = hold();
    await models
      .measure(kernel, (signal) => {
        if (onGpu) return { measure: (job) => engines.view.call.measure(job, { signal }), close: () => {} };
        const cpu = startBench();
        return { measure: (job) => cpu.call.measure(job), close: () => cpu.close() };
      })
      .finally(release);
  };

  const store = createStore<PerformanceState>(() => ({ page: "model", loss: null }));
  const note = (): void => {
    const isMeasuring = models.store.getState().measuring !== null;
    const isRunning = benchmarks.store.getState().running;
    store.setState({ loss: isRunning ? BENCHMARKING : isMeasuring ? MEASURING : null });
  };
  models.store.subscribe(note);
  benchmarks.store.subscribe(note);
  const show = (page: string): void => store.setState({ page });

  const pages: Readonly<Record<string, React.ReactNode>> = {
    model: <ModelPage models={models} onMeasure={measure} />,
    run: <RunPage records={records} />,
    benchmarks: <BenchmarksPage benchmarks={benchmarks} first={rule} />,
  };
  function Page() {
    const front = useStore(store, ({ page }) => page);
    return Object.entries(pages).map(([id, page]) => (
      <Activity key={id} mode={id === front ? "visible" : "hidden"}>
        {page}
      </Activity>
    ));
  }
  return {
    Page,
    pages: { store, show },
    store,
    loss: () => store.getState().loss,
    open: async (file) => {
      const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
      const isRecord = text(file.bytes.subarray(0, HEAD)).includes(RECORD_MARK);
      if (isRecord) await records.open(file);
      else models.open(file.name, text(file.bytes));
      show(isRecord ? "run" : "model");
    },
    close: () => {
      measured = benchmarks.store.getState().bench;
      models.stop();
      records.close();
      benchmarks.stop();
    },
  };
}

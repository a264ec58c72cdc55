/** The benchmarks in a tab. */

import type { GpuBench } from "../../../engine/bench/gpu-bench.ts";
import { LIFE } from "../../../engine/rules/universe-rule.ts";
import type { LabSession, LabSurroundings } from "../../studio/lab.ts";
import { startBench } from "../../universe/start-workers.ts";
import { Benchmarks } from "./benchmarks.ts";
import { BenchmarksPage } from "./benchmarks-page.tsx";

const RUNNING = {
  title: "Stop the benchmarks?",
  text: "They are still running. What they have measured stays.",
  discard: "Stop and close",
} as const;

/** The last tab's results, for the next one. */
let measured: GpuBench | null = null;

export function startLab({ host, engines, active }: LabSurroundings): LabSession {
  const benchmarks = new Benchmarks({
    view: () => engines.view.call,
    startCpu: startBench,
    hold: () => host.power.hold("run"),
  });
  const { store } = benchmarks;
  store.setState({ bench: measured });
  const rule = active?.editor.state.rule ?? LIFE;
  return {
    Page: () => <BenchmarksPage benchmarks={benchmarks} first={rule} />,
    loss: () => (store.getState().running ? RUNNING : null),
    store,
    close: () => {
      measured = store.getState().bench;
      benchmarks.stop();
    },
  };
}

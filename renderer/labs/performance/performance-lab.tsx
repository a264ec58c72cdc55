/** How long a run will take, in a tab: models of this machine and of others, and what more of them would gain. */

import type { LabSession, LabSurroundings } from "../../studio/lab.ts";
import { startBench } from "../../universe/start-workers.ts";
import { Performance } from "./performance.ts";
import { PerformancePage } from "./performance-page.tsx";

const MEASURING = {
  title: "Stop measuring?",
  text: "The sizes that were timed are lost.",
  discard: "Stop and close",
} as const;

export function startLab({ host, engines }: LabSurroundings): LabSession {
  const performance = new Performance();
  const { store } = performance;
  const measure = async (kernel: string, onGpu: boolean): Promise<void> => {
    const release = host.power.hold("run");
    await performance
      .measure(kernel, (signal) => {
        if (onGpu) return { measure: (job) => engines.view.call.measure(job, { signal }), close: () => {} };
        const cpu = startBench();
        return { measure: (job) => cpu.call.measure(job), close: () => cpu.close() };
      })
      .finally(release);
  };
  return {
    Page: () => <PerformancePage performance={performance} onMeasure={measure} />,
    store,
    loss: () => (store.getState().measuring === null ? null : MEASURING),
    open: ({ name, bytes }) => performance.open(name, new TextDecoder().decode(bytes)),
    close: () => performance.stop(),
  };
}

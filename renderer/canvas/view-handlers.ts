/**
 * The inside of the worker that draws. It owns the stages' canvases, the GPU device and every universe on the GPU, for all open
 * documents.
 */

import type { TuningMemory } from "../../engine/algorithms/algorithm.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { GpuPreference } from "../../engine/gpu/device.ts";
import { benchHandlers } from "../../engine/worker/bench-handlers.ts";
import type { GpuAccess } from "../../engine/worker/gpu-access.ts";
import type { BenchProtocol } from "../../engine/worker/protocol/bench.ts";
import type { UniverseProtocol } from "../../engine/worker/protocol/universe.ts";
import type { AdapterChoice, TunedKernel, ViewProtocol } from "../../engine/worker/protocol/view.ts";
import type { Endpoint } from "../../engine/worker/rpc.ts";
import { serve } from "../../engine/worker/rpc.ts";
import { holdUniverses } from "../../engine/worker/universe-handlers.ts";
import { stageHandlers } from "./stage-handlers.ts";
import type { StageProtocol } from "./stage-protocol.ts";

type Served = UniverseProtocol & BenchProtocol & ViewProtocol & StageProtocol;

/** `gpu`: WebGPU's entry point; undefined where there is none. */
export function serveView(gpu: GPU | undefined, endpoint: Endpoint): void {
  let choice: AdapterChoice = "automatic";
  const kernels = new Map<string, string>();
  const watchers = new Set<(found: TunedKernel) => void>();
  const tuning: TuningMemory = {
    get: (key) => kernels.get(key),
    set: (key, kernel) => {
      kernels.set(key, kernel);
      for (const report of watchers) report({ key, kernel });
    },
  };
  const openGpu = async (wondering?: GpuPreference): Promise<GPU> => {
    if (choice === "never" && wondering === undefined) {
      throw new TessellaError("gpu-unavailable", "The preferences say never to use a GPU.", {
        hint: "Choose an adapter there, or another algorithm here.",
      });
    }
    if (!gpu) throw new TessellaError("gpu-unavailable", "This window has no WebGPU.");
    return gpu;
  };
  const access: GpuAccess = {
    openGpu,
    gpuPreference: () => (choice === "never" ? "automatic" : choice),
    tuning,
  };
  const universes = holdUniverses(access);
  const server = serve<Served>(
    {
      ...universes.handlers,
      ...benchHandlers(access),
      ...stageHandlers(universes),
      setAdapter: (args) => {
        choice = args.choice;
      },
      setTuning: (args) => {
        for (const [key, kernel] of Object.entries(args.kernels)) kernels.set(key, kernel);
      },
      watchTuning: (_, { signal, report }) =>
        new Promise((end) => {
          watchers.add(report);
          signal.addEventListener("abort", () => end());
        }),
    },
    endpoint,
  );
  // A terminated worker takes its GPU memory along; one that only loses its window does not.
  endpoint.addEventListener("close", () => {
    void server.close();
    void universes.dispose();
  });
}

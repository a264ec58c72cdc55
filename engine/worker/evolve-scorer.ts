/** What counts for the lab: a GPU where one is wanted and takes the task, else this worker's core. */

import { TessellaError } from "../core/errors.ts";
import { CPU_SCORER } from "../evolve/cpu-scorer.ts";
import type { Scorer, ScoringJob } from "../evolve/scorer.ts";
import type { AdapterChoice } from "./protocol/view.ts";

export interface OpenScorer {
  readonly scorer: Scorer;
  /** "CPU", or the adapter's name; another once the GPU is lost. */
  readonly where: () => string;
  /** What a person should know about that; null for nothing. */
  readonly remark: () => string | null;
}

const ON_CPU: OpenScorer = { scorer: CPU_SCORER, where: () => "CPU", remark: () => null };

/**
 * Opens what counts jobs like this one. A software adapter is slower than the CPU itself, so it is taken only where somebody
 * chose it. Without a GPU it is the CPU, which counts the same. Errors: `aborted`, `memory-limit`.
 */
export async function openScorer(
  gpu: GPU | undefined,
  adapter: AdapterChoice,
  job: ScoringJob,
  signal: AbortSignal,
): Promise<OpenScorer> {
  if (adapter === "never" || !gpu) return ON_CPU;
  const [{ acquireDevice }, { fastestMethod }, { GpuScorer, taskRefusal }, { refusal }, { steadyScorer }] =
    await Promise.all([
      import("../gpu/device.ts"),
      import("../evolve/gpu/fastest.ts"),
      import("../evolve/gpu/gpu-scorer.ts"),
      import("../evolve/gpu/methods.ts"),
      import("../evolve/gpu/steady-scorer.ts"),
    ]);
  if (taskRefusal(job.setting.task) !== undefined) return ON_CPU;
  try {
    const device = await acquireDevice(gpu, adapter);
    try {
      const imitated = device.software && adapter !== "software";
      const method = imitated ? null : await fastestMethod(device, job, signal);
      if (method === null || refusal(method, job.setting.shape, device) !== undefined) {
        device.release();
        return ON_CPU;
      }
      let lost: string | null = null;
      const scorer = steadyScorer(await GpuScorer.create(device, method), ({ message }) => {
        lost = `${message} The CPU goes on.`;
      });
      return { scorer, where: () => (lost === null ? device.adapter : "CPU"), remark: () => lost };
    } catch (error) {
      device.release();
      throw error;
    }
  } catch (error) {
    if (error instanceof TessellaError && ["gpu-unavailable", "gpu-lost"].includes(error.code)) return ON_CPU;
    throw error;
  }
}

import { algorithmNamed } from "../algorithms/registry.ts";
import { soupFigures } from "../bench/soup-figures.ts";
import type { GpuAccess } from "./gpu-access.ts";
import { environmentFor } from "./gpu-access.ts";
import type { HelpersFor } from "./kernel-helpers.ts";
import type { BenchProtocol } from "./protocol/bench.ts";
import type { Handlers } from "./rpc.ts";

/** `helpers`: threads that may help on the CPU, for so many in all. */
export function benchHandlers(access: GpuAccess = {}, helpers?: HelpersFor): Handlers<BenchProtocol> {
  return {
    measure: async ({ memoryMegabytes, threads, ...job }, { signal }) => {
      const { needsGpu } = algorithmNamed(job.algorithm);
      const environment = await environmentFor(needsGpu, memoryMegabytes, access);
      return soupFigures(job, { ...environment, helpers: helpers?.(threads) }, signal);
    },
    measureCopy: async () => {
      const { measureCopy } = await import("../gpu/copy-bandwidth.ts");
      return measureCopy(await environmentFor(true, undefined, access));
    },
  };
}

import { algorithmNamed } from "../algorithms/registry.ts";
import { soupFigures } from "../bench/soup-figures.ts";
import type { GpuAccess } from "./gpu-access.ts";
import { environmentFor } from "./gpu-access.ts";
import type { BenchProtocol } from "./protocol/bench.ts";
import type { Handlers } from "./rpc.ts";

export function benchHandlers(access: GpuAccess = {}): Handlers<BenchProtocol> {
  return {
    measure: async ({ memoryMegabytes, ...job }, { signal }) => {
      const { needsGpu } = algorithmNamed(job.algorithm);
      return soupFigures(job, await environmentFor(needsGpu, memoryMegabytes, access), signal);
    },
    measureCopy: async () => {
      const { measureCopy } = await import("../gpu/copy-bandwidth.ts");
      return measureCopy(await environmentFor(true, undefined, access));
    },
  };
}

/**
 * `npm run bench [-- SECTION ...]`: the figures in the README, each a ratio measured side by side in one run.
 *
 *   dense     reference, block, bitwise (and gpu where there is an adapter) on a 2048 x 2048 torus
 *   large     bitwise and gpu on a 16384 x 16384 torus
 *   studio    how the built studio feels in a real browser: handlers, frames, Stop, idle CPU, memory
 *   studio-memory  its last part alone: whether a long session of drawing, running, undoing and scrubbing leaks
 *   studio-pan  how evenly frames come while a running soup of 1024 x 1024 is panned
 *   paste     what moving a floating paste costs the window's thread, with pastes of up to four million cells
 *   studio-gpu  the same with its universe on a GPU only
 *   export    frames, films, their sizes and memory, and what was estimated (needs a built command); see export.ts
 *   golly     bitwise against bgolly's QuickLife in CPU time, where bgolly is installed
 *   seeds     the methods of the works behind Tessella against each other; has options of its own (seeds.ts)
 *   evolve    rules of rings scored and bred, by the ways of a paper of 2010 and ours; has options of its own (evolve.ts)
 *   cluster   one grid over threads, processes and GPUs, predicted and measured; has options of its own (cluster.ts)
 *   kernels   each kernel that `gpu` tries, by itself; followed by pairs of a side and a rule
 *   gpu-check whether the GPU of this machine ends in the states of the CPU, and draws its pictures
 *   hashlife-gpu  gpu-hashlife beside hashlife and Golly, wide patterns and narrow ones; has options of its own (hashlife-gpu.ts)
 *   hashlife-threads  hashlife on threads beside Golly's by the wall clock; has options of its own (hashlife-threads.ts)
 *   sparse    gpu-sparse and bitwise on the unbounded plane; words after it choose cases by parts of their names
 *
 * `repeat N WORDS ...` runs a tessella command N times in one process: what the section golly times from outside.
 */

import { ALGORITHMS } from "../../engine/algorithms/registry.ts";
import { describeError } from "../../engine/core/errors.ts";
import { openDawn } from "../../engine/node/dawn.ts";
import { benchMessages } from "./cluster/messages.ts";
import { benchClusterPages } from "./cluster.ts";
import { benchEvolve } from "./evolve.ts";
import { benchExport, EXPORT_SECTIONS } from "./export.ts";
import { againstGolly, repeat } from "./golly.ts";
import { checkGpu } from "./gpu-check.ts";
import { benchHashLifeOnGpu } from "./hashlife-gpu.ts";
import { benchHashLifeOnThreads } from "./hashlife-threads.ts";
import { benchKernels } from "./kernels.ts";
import { formatMeasurements, measure } from "./measure.ts";
import { benchPaste } from "./paste.ts";
import { benchSeeds } from "./seeds.ts";
import { benchSparse } from "./sparse.ts";
import { benchStudio, benchStudioMemory, benchStudioOnGpu, benchStudioPanning } from "./studio.ts";
import { seedWorkloads } from "./workload.ts";

const sections: Readonly<Record<string, () => Promise<void>>> = {
  dense: () => compare(2048, ["reference", "block", "bitwise", "gpu"], "reference"),
  large: () => compare(16384, ["bitwise", "gpu"], "bitwise"),
  studio: benchStudio,
  "studio-memory": benchStudioMemory,
  "studio-pan": benchStudioPanning,
  paste: benchPaste,
  "studio-gpu": benchStudioOnGpu,
  golly: againstGolly,
  "gpu-check": checkGpu,
  export: benchExport,
  ...EXPORT_SECTIONS,
};

async function compare(side: number, ids: readonly string[], base: string): Promise<void> {
  const gpu = await openDawn().catch((error: unknown) => {
    console.log(`(without gpu: ${describeError(error)})\n`);
    return undefined;
  });
  const algorithms = ids.map((id) => ALGORITHMS.get(id)).filter((a) => gpu || !a.needsGpu);
  for (const workload of seedWorkloads(side)) {
    const result = await measure(workload, algorithms, { gpu, memoryMegabytes: 4096 });
    console.log(`${workload.name}\n\n${formatMeasurements(result, base)}\n`);
  }
}

const wanted = process.argv.slice(2);
if (wanted[0] === "kernels") await benchKernels(wanted.slice(1));
else if (wanted[0] === "seeds") await benchSeeds(wanted.slice(1));
else if (wanted[0] === "hashlife-gpu") await benchHashLifeOnGpu(wanted.slice(1));
else if (wanted[0] === "hashlife-threads") await benchHashLifeOnThreads(wanted.slice(1));
else if (wanted[0] === "sparse") await benchSparse(wanted.slice(1));
else if (wanted[0] === "evolve") await benchEvolve(wanted.slice(1));
else if (wanted[0] === "cluster") await benchClusterPages(wanted.slice(1));
else if (wanted[0] === "messages") await benchMessages();
else if (wanted[0] === "repeat") await repeat(Number(wanted[1]), wanted.slice(2));
else await runSections(wanted.length > 0 ? wanted : ["dense", "golly"]);

async function runSections(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const section = sections[name];
    if (!section)
      throw new Error(
        `No section "${name}"; there are ${[...Object.keys(sections), "cluster", "evolve", "hashlife-gpu", "hashlife-threads", "seeds"].join(", ")}.`,
      );
    await section();
  }
}

import { Registry } from "../../engine/core/registry.ts";
import type { Lab } from "../studio/lab.ts";
import { RECORD_MARK, RECORDS } from "./performance/run/record-files.ts";

/** In the order of the menu. */
export const LABS = new Registry<Lab>("lab", [
  {
    id: "evolve",
    name: "Evolve",
    keywords: "one dimension wolfram",
    summary: "One-dimensional rules at work, a row a step, and the search for better ones.",
    pages: [
      {
        id: "rings",
        name: "Rings",
        keywords:
          "ring elementary one dimension wolfram rule 30 110 space-time majority density GKL genetic algorithm search breed",
        summary: "One-dimensional rules at work, a row a step, and the search for better ones.",
      },
      {
        id: "atlas",
        name: "Atlas",
        keywords: "elementary one dimension wolfram rules entropy period damage classes chaos",
        summary: "All 256 elementary rules, by entropy, period and damage.",
      },
    ],
    files: [{ label: "Run record", extensions: [".json"], mark: '"tessella-evolve"' }],
    load: () => import("./evolve/evolve-lab.tsx"),
  },
  {
    id: "performance",
    name: "Performance",
    keywords: "how long speed cluster GPUs ranks",
    summary: "How long runs take, on this machine and on more of them.",
    files: [
      { label: "Model", extensions: [".json"], mark: '"tessella-model"' },
      { ...RECORDS, mark: RECORD_MARK },
    ],
    pages: [
      {
        id: "model",
        name: "Model",
        keywords: "how long predict cluster GPUs ranks speed-up scaling efficiency halo latency",
        summary: "How long a run takes on this machine, and what more machines would gain.",
      },
      {
        id: "run",
        name: "Run",
        keywords: "ranks record lanes overlap waiting scaling Amdahl Gustafson command mpi threads",
        summary: "What each rank of a run does, block by block, beside what was predicted.",
      },
      {
        id: "benchmarks",
        name: "Benchmarks",
        keywords: "speed gpu measure compare",
        summary:
          "Half-dense soups on tori: cells times generations a second, beside the GPU's memory and the CPU.",
      },
    ],
    load: () => import("./performance/performance-lab.tsx"),
  },
]);

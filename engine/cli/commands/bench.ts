import { HASHLIFE_CASES } from "../../bench/hashlife-cases.ts";
import type { CliCommand, OptionSpec } from "../command.ts";
import { ADAPTER_OPTION } from "../source.ts";
import type { CommandSubjects } from "../subjects.ts";
import { optionsOfSubjects, runSubject } from "../subjects.ts";
import { UNIVERSE_THREADS_OPTION } from "../universe-threads.ts";
import { benchClusters, CLUSTER_NOTES, CLUSTER_OPTIONS } from "./bench-cluster.ts";
import { benchEvolve, EVOLVE_NOTES, EVOLVE_OPTIONS, EVOLVE_REPEATS } from "./bench-evolve.ts";
import { benchGpus, GPU_NOTES, GPU_REPEATS, REAL_GPU_TOOLS } from "./bench-gpu.ts";
import {
  benchHashLife,
  HASHLIFE_MEGABYTES,
  HASHLIFE_NOTES,
  HASHLIFE_REPEATS,
  REAL_TOOLS,
} from "./bench-hashlife.ts";

const MEMORY_OPTION: OptionSpec = {
  name: "maxmemory",
  short: "M",
  value: "MEGABYTES",
  help: `gpu and hashlife: what a universe may take, bgolly's too (default: gpu 32000, hashlife ${HASHLIFE_MEGABYTES})`,
};

const SUBJECTS: CommandSubjects = new Map([
  [
    "gpu",
    {
      takes: [0, 0],
      options: [
        {
          name: "sizes",
          value: "SIZE,...",
          help: "gpu: grids, 1024 or 1000x777 (default: 256,1024,4096,16384; smaller without a real GPU)",
        },
        {
          name: "algorithms",
          value: "NAME,...",
          help: "gpu: which, kernels by their ids too (default: all that need a GPU, and bitwise)",
        },
        {
          name: "rules",
          value: "RULE,...",
          help: "gpu: which, with ; between where one has commas (default: B3/S23,B4678/S35678,B2/S34H)",
        },
        { ...ADAPTER_OPTION, help: `gpu, evolve and cluster: ${ADAPTER_OPTION.help}` },
        { ...UNIVERSE_THREADS_OPTION, help: "gpu: of the CPU, for bitwise (default: 1)" },
        MEMORY_OPTION,
      ],
      run: (call) => benchGpus(call, REAL_GPU_TOOLS),
    },
  ],
  [
    "hashlife",
    {
      takes: [0, HASHLIFE_CASES.length],
      options: [
        {
          name: "patterns",
          value: "FOLDER",
          help: "hashlife: Golly's Patterns folder (default: where its package puts it)",
        },
        MEMORY_OPTION,
      ],
      run: (call) => benchHashLife(call, REAL_TOOLS),
    },
  ],
  ["evolve", { takes: [0, 0], options: EVOLVE_OPTIONS, run: benchEvolve }],
  ["cluster", { takes: [0, 0], options: CLUSTER_OPTIONS, run: (call) => benchClusters(call, REAL_TOOLS) }],
]);

export const BENCH: CliCommand = {
  name: "bench",
  usage: [
    "bench gpu [options]",
    "bench hashlife [CASE ...] [options]",
    "bench evolve [options]",
    "bench cluster [options]",
  ],
  summary:
    "Times GPU algorithms beside the memory and the CPU, HashLife beside Golly's, the ways to score rules of rings, or one grid over ranks.",
  positionals: [1, 1 + HASHLIFE_CASES.length],
  options: [
    ...optionsOfSubjects(SUBJECTS),
    {
      name: "repeats",
      value: "N",
      help: `runs of each, of which the median counts (default: gpu ${GPU_REPEATS}, hashlife ${HASHLIFE_REPEATS}, evolve ${EVOLVE_REPEATS})`,
    },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [...GPU_NOTES, ...HASHLIFE_NOTES, ...EVOLVE_NOTES, ...CLUSTER_NOTES],
  examples: [
    { line: "tessella bench gpu", says: "every GPU algorithm, four sizes, three rules" },
    {
      line: "tessella bench gpu --sizes 16384,65536 --rules Life --algorithms gpu --json > figures.json",
      says: "one algorithm on large grids",
    },
    { line: "tessella bench hashlife soup512 --repeats 5", says: "one case, five times" },
    {
      line: "tessella bench hashlife -M 256 --json > figures.json",
      says: "all cases with little memory",
    },
    { line: "tessella bench evolve --cells 149", says: "every way to score rules of 149 cells" },
    {
      line: "tessella bench cluster --ranks 1,2,4 --parts strong,halo",
      says: "what more cores gain, predicted and measured",
    },
  ],
  run: (call) => runSubject(call, "bench", SUBJECTS),
};

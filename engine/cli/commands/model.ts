import type { CliCommand } from "../command.ts";
import type { CommandSubjects } from "../subjects.ts";
import { optionsOfSubjects, runSubject } from "../subjects.ts";
import { FIT_NOTES, FIT_OPTIONS, fitModel, REAL_MODEL_TOOLS } from "./model-fit.ts";
import { PAPER_NOTES, PAPER_OPTIONS, paperModel } from "./model-paper.ts";
import { PREDICT_NOTES, PREDICT_OPTIONS, predictModel } from "./model-predict.ts";
import { SIMULATE_NOTES, SIMULATE_OPTIONS, simulateModel } from "./model-simulate.ts";

const SUBJECTS: CommandSubjects = new Map([
  ["paper", { takes: [0, 0], options: PAPER_OPTIONS, run: paperModel }],
  ["fit", { takes: [0, 0], options: FIT_OPTIONS, run: (call) => fitModel(call, REAL_MODEL_TOOLS) }],
  ["predict", { takes: [1, 1], options: PREDICT_OPTIONS, run: predictModel }],
  ["simulate", { takes: [1, 1], options: SIMULATE_OPTIONS, run: simulateModel }],
]);

export const MODEL: CliCommand = {
  name: "model",
  usage: [
    "model paper [options]",
    "model fit [--from DATA.json] [options]",
    "model predict MODEL.json --grid WxH --ranks N,... [options]",
    "model simulate MODEL.json --grid WxH --ranks N,... [options]",
  ],
  summary: "Says how long a run takes, from a model that is fitted to measured times.",
  positionals: [1, 2],
  options: [...optionsOfSubjects(SUBJECTS), { name: "json", help: "one JSON object on standard output" }],
  notes: [...PAPER_NOTES, ...FIT_NOTES, ...PREDICT_NOTES, ...SIMULATE_NOTES],
  examples: [
    { line: "tessella model paper", says: "ten GPUs in a cluster, as published" },
    {
      line: "tessella model fit --from times.json -o model.json",
      says: "a model of times that were measured",
    },
    {
      line: "tessella model predict model.json --grid 65536 --ranks 1,2,4,8 --latency 3e-4",
      says: "the same grid on more and more GPUs",
    },
    {
      line: "tessella model simulate model.json --grid 65536 --ranks 64 --latency 3e-4",
      says: "64 ranks, event by event; --jitter and --mtbf disturb them",
    },
  ],
  run: (call) => runSubject(call, "model", SUBJECTS),
};

import { createUniverse } from "../algorithms/load.ts";
import { identify } from "../analysis/identify.ts";
import { measureBehaviour } from "../bench/rule-behaviour.ts";
import { ruleRangeSteps } from "../rules/rule-range.ts";
import { atLeisure } from "./at-leisure.ts";
import { handOver } from "./parcel.ts";
import type { AnalysisProtocol } from "./protocol/analysis.ts";
import type { Handlers } from "./rpc.ts";

/** On the CPU only. */
export const ANALYSIS: Handlers<AnalysisProtocol> = {
  identify: async ({ limit, memoryMegabytes, ...request }, { signal, report }) => {
    const { universe } = await createUniverse(request, { memoryMegabytes }, signal);
    try {
      return handOver(await identify(universe, { limit, signal, onProgress: report }));
    } finally {
      universe.dispose();
    }
  },
  behaviour: ({ rule }, { signal }) => measureBehaviour(rule, {}, signal),
  ruleRange: ({ cells, rule }, { signal }) => atLeisure(ruleRangeSteps(cells, rule), signal),
};

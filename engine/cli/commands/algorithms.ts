import { universeRuleFor } from "../../algorithms/patterns.ts";
import { ALGORITHMS, chooseAlgorithm } from "../../algorithms/registry.ts";
import { formatUniverseRule } from "../../rules/universe-rule.ts";
import type { Command, CommandCall } from "../command.ts";
import { typedRule } from "../source.ts";
import { table } from "../terminal.ts";

export const ALGORITHM_LIST: Command = {
  name: "algorithms",
  usage: ["algorithms [-r RULE] [--json]"],
  summary: "Lists the algorithms, and says which of them run a rule.",
  positionals: [0, 0],
  options: [
    { name: "rule", short: "r", value: "RULE", help: "say which can run this rule and grid" },
    { name: "json", help: "a JSON array on standard output" },
  ],
  notes: [
    "auto, the default of -a, means the fastest that runs the rule on the grid without special hardware.",
  ],
  examples: [
    { line: "tessella algorithms", says: "what there is" },
    { line: "tessella algorithms -r B3/S23:K30*,20", says: "what runs Life on a Klein bottle" },
  ],
  run: async ({ args, terminal }: CommandCall) => {
    const asked = args.has("rule");
    const under = typedRule(args, null) ?? universeRuleFor(null);
    const auto = chooseAlgorithm(under.rule, under.topology).algorithm.id;
    const list = ALGORITHMS.list().map(({ id, name, summary, needsGpu, refuses }) => ({
      id,
      name,
      summary,
      needsGpu,
      ...(asked ? { refuses: refuses(under.rule, under.topology), auto: id === auto } : {}),
    }));
    if (args.has("json")) return terminal.print(JSON.stringify(list));
    const describe = (entry: (typeof list)[number]): string => {
      const gpu = entry.needsGpu ? "\nNeeds a GPU; only used when asked for." : "";
      const verdict = !asked
        ? ""
        : `\n${entry.refuses ?? `Runs ${formatUniverseRule(under)}${entry.auto ? "; auto chooses it" : ""}.`}`;
      return entry.summary + gpu + verdict;
    };
    terminal.print(table(list.map((entry) => [entry.id, describe(entry)] as const)));
  },
};

import { KERNELS } from "../../algorithms/gpu/kernels.ts";
import { universeRuleFor } from "../../algorithms/patterns.ts";
import { ALGORITHMS, chooseAlgorithm } from "../../algorithms/registry.ts";
import { describeError, TessellaError } from "../../core/errors.ts";
import { formatUniverseRule } from "../../rules/universe-rule.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { RULES_OPTION } from "../rule-files.ts";
import { ADAPTER_OPTION, typedRule } from "../source.ts";
import { table } from "../terminal.ts";

export const ALGORITHM_LIST: CliCommand = {
  name: "algorithms",
  usage: ["algorithms [-r RULE] [--adapter NAME] [--json]"],
  summary: "Lists the algorithms and the GPUs, and says which algorithms run a rule.",
  positionals: [0, 0],
  options: [
    RULES_OPTION,
    { name: "rule", short: "r", value: "RULE", help: "say which can run this rule and grid" },
    { ...ADAPTER_OPTION, help: "say which GPU that part of a name means" },
    { name: "json", help: "a JSON array on standard output" },
  ],
  notes: [
    "auto, the default of -a, means the fastest that runs the rule on the grid without special hardware.",
    "A kernel's name in place of an algorithm's (-a tile-16) is `gpu`, or `gpu-tile`, with that kernel alone, for measurements.",
  ],
  examples: [
    { line: "tessella algorithms", says: "what there is, and which GPUs" },
    { line: "tessella algorithms -r B3/S23:K30*,20", says: "what runs Life on a Klein bottle" },
  ],
  run: async ({ args, terminal }: CommandCall) => {
    const asked = args.has("rule");
    const under = typedRule(args, null) ?? universeRuleFor(null);
    const auto = chooseAlgorithm(under.rule, under.topology).algorithm.id;
    const adapters = await adaptersHere(args.value("adapter"), args.has("verbose"));
    const list = ALGORITHMS.list().map(({ id, name, summary, needsGpu, refuses }) => ({
      id,
      name,
      summary,
      needsGpu,
      ...(needsGpu ? { adapters: adapters.names } : {}),
      ...(asked ? { refuses: refuses(under.rule, under.topology), auto: id === auto } : {}),
    }));
    if (args.has("json")) return terminal.print(jsonText(list));
    const describe = (entry: (typeof list)[number]): string => {
      const gpu = entry.needsGpu ? "\nNeeds a GPU; only used when asked for." : "";
      const verdict = !asked
        ? ""
        : `\n${entry.refuses ?? `Runs ${formatUniverseRule(under)}${entry.auto ? "; auto chooses it" : ""}.`}`;
      return entry.summary + gpu + verdict;
    };
    terminal.print(table(list.map((entry) => [entry.id, describe(entry)] as const)));
    terminal.print("");
    const kernels = KERNELS.list().map(({ id }) => id);
    terminal.print(
      table([
        ["kernels", kernels.join(", ").replace(/(.{50,70},) /g, "$1\n")],
        [adapters.names.length > 1 ? "GPUs" : "GPU", adapters.text],
      ]),
    );
  },
};

/** The GPUs' names, or why there is none. Errors: `not-found` for a name that matches none or several. */
async function adaptersHere(
  wanted: string | undefined,
  verbose: boolean,
): Promise<{ readonly names: readonly string[]; readonly text: string }> {
  const { listAdapters } = await import("../../node/dawn.ts");
  try {
    const names = (await listAdapters(wanted, undefined, verbose)).map(({ shown }) => shown);
    return { names, text: names.join("\n") };
  } catch (error) {
    // A missing GPU does not keep the rest of the list from being printed.
    if (wanted !== undefined || !(error instanceof TessellaError)) throw error;
    return { names: [], text: describeError(error) };
  }
}

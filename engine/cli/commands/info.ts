import { algorithmFor } from "../../algorithms/load.ts";
import { placePattern, universeRuleFor } from "../../algorithms/patterns.ts";
import type { Cells } from "../../core/cells.ts";
import { cellsBounds, cellsPopulation, cellsToRuns } from "../../core/cells.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import { forEachRun } from "../../core/runs.ts";
import { gridRect } from "../../core/topology.ts";
import type { Rule } from "../../rules/rule.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { forEachFile, namingFile, openPattern } from "../pattern-file.ts";
import { boundsText, jsonBounds, ruleWithName, topologyText } from "../report.ts";
import { RULES_OPTION } from "../rule-files.ts";
import { table } from "../terminal.ts";

export const INFO: CliCommand = {
  name: "info",
  usage: ["info FILE ... [--json]"],
  summary: "Says what pattern files hold, without running them.",
  positionals: [1, Number.POSITIVE_INFINITY],
  options: [RULES_OPTION, { name: "json", help: "one JSON object on standard output" }],
  notes: [
    "FILE may be - for standard input. The format is told by the content, compressed (gzip) or not. Where a file names " +
      "no rule, Life (B3/S23) is what it runs under. With several files, one that cannot be read is reported and the others " +
      "follow; JSON is then a line for each.",
  ],
  examples: [
    { line: "tessella info gun.rle", says: "name, size, rule, population, comments" },
    { line: "tessella info --json gun.rle.gz", says: "the same for programs" },
  ],
  run: async (call: CommandCall) => {
    const { args, terminal } = call;
    const files = args.positionals;
    let told = 0;
    return forEachFile(call, files, async (file) => {
      if (told++ > 0 && !args.has("json")) terminal.print("");
      await tellFile(call, file);
    });
  },
};

async function tellFile({ args, terminal }: CommandCall, file: string): Promise<void> {
  const { pattern, format, gzipped, bytes } = await openPattern(file, { args, terminal });
  const { rule, topology } = namingFile(file, () => universeRuleFor(pattern));
  const { cells, clipped } = placePattern(pattern, topology);
  const facts = {
    file,
    format: format.id,
    gzipped,
    bytes,
    name: pattern.name,
    author: pattern.author,
    comments: pattern.comments,
    rule: pattern.rule === null ? null : rule.text,
    topology: topologyText(topology),
    generation: pattern.generation,
    population: cellsPopulation(cells),
    states: rule.states,
    populations: populationsOf(cells, rule),
    bounds: jsonBounds(cellsBounds(cells)),
    positioned: pattern.positioned,
    clipped,
    algorithm: algorithmFor(rule, topology).algorithm.id,
    warnings: pattern.warnings,
  };
  if (args.has("json")) return terminal.print(jsonText(facts));
  const bounds = cellsBounds(cells);
  const grid = gridRect(topology);
  terminal.print(
    table([
      ["file", `${file}, ${grouped(bytes)} bytes`],
      ["format", format.name + (gzipped ? ", gzip" : "")],
      ["name", pattern.name],
      ["author", pattern.author],
      ["rule", pattern.rule === null ? `not given; ${ruleWithName(rule)} is assumed` : ruleWithName(rule)],
      ["topology", facts.topology + (grid ? `, cells ${boundsText(grid)}` : "")],
      ["generation", grouped(pattern.generation)],
      [
        "population",
        grouped(facts.population) + (clipped > 0n ? `, and ${grouped(clipped)} off the grid` : ""),
      ],
      ["states", statesText(facts)],
      [
        "bounds",
        (bounds ? boundsText(bounds) : "no live cells") + (pattern.positioned ? "" : ", position not given"),
      ],
      ["comments", pattern.comments.length > 0 ? pattern.comments.join("\n") : null],
    ]),
  );
}

/** How many cells are in each state from 1 on; null for more cells than are counted one run after the other. */
function populationsOf(cells: Cells, { states }: Rule): readonly bigint[] | null {
  if (states === 2) return [cellsPopulation(cells)];
  const counts = new Array<bigint>(states - 1).fill(0n);
  try {
    forEachRun(cellsToRuns(cells), (_x, _y, length, state) => {
      counts[state - 1] = (counts[state - 1] ?? 0n) + BigInt(length);
    });
    return counts;
  } catch (error) {
    if (error instanceof TessellaError && error.code === "too-large") return null;
    throw error;
  }
}

/** null for a rule of two states. */
function statesText({
  states,
  populations,
}: {
  readonly states: number;
  readonly populations: readonly bigint[] | null;
}): string | null {
  if (states === 2) return null;
  const parts = (populations ?? []).flatMap((count, i) =>
    count > 0n ? `${grouped(count)} in ${i + 1}` : [],
  );
  return [`0 to ${states - 1}`, ...(parts.length > 0 ? [`cells: ${parts.join(", ")}`] : [])].join("; ");
}

import { positionPattern, universeRuleFor } from "../../algorithms/patterns.ts";
import { formatUniverseRule } from "../../rules/universe-rule.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { parseRegion } from "../numbers.ts";
import { openPattern, prepareOutput, STDOUT } from "../pattern-file.ts";
import { bringsRule, typedRule } from "../source.ts";
import { UsageError } from "../usage-error.ts";

export const CONVERT: CliCommand = {
  name: "convert",
  usage: ["convert IN OUT [options]"],
  summary: "Writes a pattern in another format; the name's ending says which.",
  positionals: [2, 2],
  options: [
    {
      name: "format",
      short: "f",
      value: "FORMAT",
      help: "rle, macrocell, plaintext, life-105, life-106, pbm; overrides the ending",
    },
    { name: "rule", short: "r", value: "RULE", help: "write this rule instead of the file's" },
    { name: "region", value: "X,Y,W,H", help: "PBM: the cells that the picture shows" },
    { name: "p1", help: "PBM as text (P1) instead of packed bits (P4)" },
  ],
  notes: [
    "IN and OUT may be - for standard input and output. An ending of .gz compresses. Cells, place, rule, generation, name, " +
      "author and comments are kept where the new format can hold them, and a warning says what it cannot.",
  ],
  examples: [
    { line: "tessella convert gun.lif gun.rle", says: "to RLE" },
    {
      line: "tessella convert picture.pbm - -r B2/S34H > picture.rle",
      says: "a bitmap as a hexagonal pattern",
    },
  ],
  run: async ({ args, terminal }: CommandCall) => {
    const [from, to] = args.positionals;
    const region = args.has("region") ? parseRegion(args.value("region") ?? "") : undefined;
    const output = prepareOutput(to, terminal, args.value("format"));
    const pictureOnly = [...(region ? ["--region"] : []), ...(args.has("p1") ? ["--p1"] : [])];
    if (pictureOnly.length > 0 && output.format.id !== "pbm") {
      throw new UsageError(`${pictureOnly[0]} is for pictures (.pbm), not for ${output.format.name}.`);
    }
    const { pattern } = await openPattern(from, terminal, { anyRule: bringsRule(args) });
    const typed = typedRule(args, pattern);
    // Running the output must equal running the input with -r.
    const placed = typed ? positionPattern(pattern, typed.topology) : pattern;
    const rule = typed ? formatUniverseRule(typed) : pattern.rule;
    await output.save({ ...placed, rule }, { region, pbm: args.has("p1") ? "P1" : "P4" });
    if (to !== STDOUT)
      terminal.note(
        `Wrote ${to} as ${output.format.name}, rule ${rule ?? formatUniverseRule(universeRuleFor(pattern))}.`,
      );
  },
};

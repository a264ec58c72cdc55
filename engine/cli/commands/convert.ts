import { positionPattern, universeRuleFor } from "../../algorithms/patterns.ts";
import { TessellaError } from "../../core/errors.ts";
import { FORMATS } from "../../formats/unpacked.ts";
import { formatUniverseRule } from "../../rules/universe-rule.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { parseRegion } from "../numbers.ts";
import {
  FORMAT_OPTION,
  forEachFile,
  openPattern,
  prepareOutput,
  refuseScreen,
  STDOUT,
} from "../pattern-file.ts";
import { bringsRule, typedRule } from "../source.ts";
import { UsageError } from "../usage-error.ts";

export const CONVERT: CliCommand = {
  name: "convert",
  usage: ["convert IN OUT [options]", "convert --to FORMAT FILE ... [options]"],
  summary: "Writes a pattern in another format; the name's ending says which.",
  positionals: [1, Number.POSITIVE_INFINITY],
  options: [
    FORMAT_OPTION,
    {
      name: "to",
      value: "FORMAT",
      help: "write each file beside itself in this format: gun.rle becomes gun.mc",
    },
    { name: "rule", short: "r", value: "RULE", help: "write this rule instead of the file's" },
    { name: "region", value: "X,Y,W,H", help: "PBM: the cells that the picture shows" },
    { name: "p1", help: "PBM as text (P1) instead of packed bits (P4)" },
  ],
  notes: [
    "IN and OUT may be - for standard input and output. An ending of .gz compresses. Cells, place, rule, generation, name, " +
      "author and comments are kept where the new format can hold them, and a warning says what it cannot. With --to, a file that " +
      "fails is reported and the others follow; FORMAT is a name (macrocell) or an ending (mc, mc.gz).",
  ],
  examples: [
    { line: "tessella convert gun.lif gun.rle", says: "to RLE" },
    {
      line: "tessella convert --to mc.gz *.rle",
      says: "every RLE file here as a packed macrocell file beside it",
    },
    {
      line: "tessella convert picture.pbm - -r B2/S34H > picture.rle",
      says: "a bitmap as a hexagonal pattern",
    },
  ],
  run: async (call: CommandCall) => {
    const { args, terminal } = call;
    const files = args.positionals;
    const format = args.value("to");
    if (format !== undefined)
      return forEachFile(terminal, files, (file) => convert(call, file, besideIn(file, format)));
    if (files.length === 1)
      throw new UsageError('"convert" needs a file to write as well.', "Name it, or say --to FORMAT.");
    if (files.length > 2)
      throw new UsageError(
        `"${files[2]}" is one argument too many.`,
        "To convert several files, say --to FORMAT.",
      );
    return convert(call, files[0], files[1]);
  },
};

/** The file's name with the ending of the format, given by its name or by an ending. Errors: UsageError. */
function besideIn(file: string, format: string): string {
  if (file === STDOUT) throw new UsageError("--to writes beside a file, and standard input has no place.");
  const wanted = format.toLowerCase().replace(/^\./, "");
  const packed = wanted.endsWith(".gz");
  const plain = packed ? wanted.slice(0, -3) : wanted;
  const known = FORMATS.list().filter(({ write }) => write);
  const found = known.find(({ id, extensions }) => id === plain || extensions.includes(`.${plain}`));
  if (!found) {
    const ids = known.map(({ id }) => id);
    throw new UsageError(`There is no format "${format}" that is written.`, `There are: ${ids.join(", ")}.`);
  }
  const ending =
    (found.extensions.includes(`.${plain}`) ? `.${plain}` : found.extensions[0]) + (packed ? ".gz" : "");
  const out = `${file.replace(/\.gz$/i, "").replace(/\.[^./\\]*$/, "")}${ending}`;
  if (out === file) throw new TessellaError("bad-argument", `"${file}" is already named as ${found.name}.`);
  return out;
}

async function convert({ args, terminal }: CommandCall, from: string, to: string): Promise<void> {
  const region = args.has("region") ? parseRegion(args.value("region") ?? "") : undefined;
  const output = prepareOutput(to, terminal, args.value("format"));
  const pictureOnly = [...(region ? ["--region"] : []), ...(args.has("p1") ? ["--p1"] : [])];
  if (to === STDOUT && output.format.id === "pbm" && !args.has("p1"))
    refuseScreen(terminal, "A PBM picture of packed bits", "write it as text with --p1");
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
}

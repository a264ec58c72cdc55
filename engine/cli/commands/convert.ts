import { positionPattern, universeRuleFor } from "../../algorithms/patterns.ts";
import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import type { Pattern } from "../../core/pattern.ts";
import { formatTopology } from "../../core/topology.ts";
import type { UniverseRule } from "../../rules/universe-rule.ts";
import { formatUniverseRule, ruleFacts } from "../../rules/universe-rule.ts";
import { placeOf } from "../archives.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import type { PatternEdit } from "../edit-options.ts";
import { EDIT_NOTES, EDIT_OPTIONS, editsOf } from "../edit-options.ts";
import { parseRegion } from "../numbers.ts";
import { editedPattern } from "../pattern-edits.ts";
import {
  FORMAT_OPTION,
  forEachFile,
  named,
  namedFormat,
  openPattern,
  PBM_AS_TEXT,
  prepareOutput,
  refuseScreen,
  STDIN,
  STDOUT,
} from "../pattern-file.ts";
import { RULES_OPTION } from "../rule-files.ts";
import { bringsRule, typedRule } from "../source.ts";
import { UsageError } from "../usage-error.ts";

export const CONVERT: CliCommand = {
  name: "convert",
  usage: ["convert IN OUT [options]", "convert --to FORMAT FILE ... [options]"],
  summary: "Writes a pattern in another format; turns, cuts and merges patterns on the way.",
  positionals: [1, Number.POSITIVE_INFINITY],
  options: [
    RULES_OPTION,
    FORMAT_OPTION,
    {
      name: "to",
      value: "FORMAT",
      help: "write each file beside itself in this format: gun.rle becomes gun.mc",
    },
    { name: "rule", short: "r", value: "RULE", help: "write this rule instead of the file's" },
    ...EDIT_OPTIONS,
    { name: "region", value: "X,Y,W,H", help: "PBM: the cells that the picture shows" },
    { name: "p1", help: "PBM as text (P1) instead of packed bits (P4)" },
  ],
  notes: [
    "IN and OUT may be - for standard input and output. An ending of .gz compresses. Cells, place, rule, generation, name, " +
      "author and comments are kept where the new format can hold them, and a warning says what it cannot. With --to, a file that " +
      "fails is reported and the others follow; FORMAT is a name (macrocell) or an ending (mc, mc.gz).",
    ...EDIT_NOTES,
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
    {
      line: "tessella convert gun.rle - --flip horizontal | tessella convert gun.rle pair.rle --merge -@60,0",
      says: "two guns that face each other",
    },
    { line: "tessella convert --to rle --turn 90 *.mc", says: "every macrocell file here, turned, as RLE" },
  ],
  run: async (call: CommandCall) => {
    const { args } = call;
    const files = args.positionals;
    const format = args.value("to");
    const edits = editsOf(args);
    const open = mergedPatterns(call, edits);
    if (format !== undefined)
      return forEachFile(call, files, (file) =>
        convert(call, file, besideIn(file, format, edits.length > 0), edits, open),
      );
    if (files.length === 1)
      throw new UsageError('"convert" needs a file to write as well.', "Name it, or say --to FORMAT.");
    if (files.length > 2)
      throw new UsageError(
        `"${files[2]}" is one argument too many.`,
        "To convert several files, say --to FORMAT.",
      );
    return convert(call, files[0], files[1], edits, open);
  },
};

/**
 * The file's name with the ending of the format, given by its name or by an ending. A file that is changed may be replaced.
 * Errors: UsageError, `bad-argument`.
 */
function besideIn(file: string, format: string, changes: boolean): string {
  if (file === STDOUT) throw new UsageError("--to writes beside a file, and standard input has no place.");
  const { format: found, ending } = namedFormat(format);
  const beside = placeOf(file);
  const out = `${beside.replace(/\.gz$/i, "").replace(/\.[^./\\]*$/, "")}${ending}`;
  if (out === file && !changes)
    throw new TessellaError("bad-argument", `"${file}" is already named as ${found.name}.`);
  return out;
}

type OpenMerged = (file: string) => Promise<Pattern>;

/** Opens what is merged, each file once: several patterns may need it, or be written in its place. Errors: UsageError. */
function mergedPatterns(call: CommandCall, edits: readonly PatternEdit[]): OpenMerged {
  const fromPipe = [
    ...call.args.positionals.slice(0, 1),
    ...edits.map((edit) => (edit.kind === "merge" ? edit.file : "")),
  ];
  if (fromPipe.filter((file) => file === STDIN).length > 1)
    throw new UsageError("Standard input can be read once only.", "Save it to a file first.");
  const opened = new Map<string, Promise<Pattern>>();
  return (file) => {
    const known = opened.get(file) ?? openPattern(file, call).then(({ pattern }) => pattern);
    opened.set(file, known);
    return known;
  };
}

async function convert(
  call: CommandCall,
  from: string,
  to: string,
  edits: readonly PatternEdit[],
  open: OpenMerged,
): Promise<void> {
  const { args, terminal } = call;
  const region = args.has("region") ? parseRegion(args.value("region") ?? "") : undefined;
  const output = prepareOutput(to, terminal, args.value("format"));
  const pictureOnly = [...(region ? ["--region"] : []), ...(args.has("p1") ? ["--p1"] : [])];
  if (to === STDOUT && output.format.id === "pbm" && !args.has("p1"))
    refuseScreen(terminal, "A PBM picture of packed bits", PBM_AS_TEXT);
  if (pictureOnly.length > 0 && output.format.id !== "pbm") {
    throw new UsageError(`${pictureOnly[0]} is for pictures (.pbm), not for ${output.format.name}.`);
  }
  const { pattern } = await openPattern(from, call, { anyRule: bringsRule(args) });
  const typed = typedRule(args, pattern, from);
  // Running the output must equal running the input with -r.
  const placed = typed ? positionPattern(pattern, typed.topology) : pattern;
  const result = await editedAs(call, from, placed, typed ?? universeRuleFor(pattern), edits, open);
  const facts = typed || pattern.rule !== null ? ruleFacts(result.universeRule) : { rule: null };
  await output.save({ ...result.pattern, ...facts }, { region, pbm: args.has("p1") ? "P1" : "P4" });
  if (to !== STDOUT)
    terminal.note(`Wrote ${to} as ${output.format.name}, rule ${formatUniverseRule(result.universeRule)}.`);
}

/** The pattern after all edits, and the rule with the grid that may have turned. */
async function editedAs(
  { terminal, signal }: CommandCall,
  from: string,
  pattern: Pattern,
  universeRule: UniverseRule,
  edits: readonly PatternEdit[],
  open: OpenMerged,
): Promise<{ readonly pattern: Pattern; readonly universeRule: UniverseRule }> {
  if (edits.length === 0) return { pattern, universeRule };
  const merged = new Map<string, Pattern>();
  for (const edit of edits) {
    if (edit.kind !== "merge" || merged.has(edit.file)) continue;
    const other = await open(edit.file);
    merged.set(edit.file, other);
    const { rule } = universeRuleFor(other);
    if (other.rule !== null && rule.text !== universeRule.rule.text)
      terminal.warn(`${edit.file} is for ${rule.text}; the rule stays ${universeRule.rule.text}.`);
  }
  terminal.startProgress();
  const onProgress = (what: string, done: number): void =>
    terminal.progress(() => `${what}, ${(100 * done).toFixed(0)} %`);
  const edited = await editedPattern(pattern, universeRule, edits, { signal, onProgress, merged }).catch(
    (error: unknown) => {
      throw named(from, error);
    },
  );
  const { topology } = edited;
  if (edited.lost > 0n) {
    const grid = formatTopology(topology);
    const one = edited.lost === 1n;
    terminal.warn(
      `${one ? "One live cell" : `${grouped(edited.lost)} live cells`} came to lie outside the grid ${grid} and ` +
        `${one ? "was" : "were"} cut away.`,
    );
  }
  return { pattern: edited.pattern, universeRule: { ...universeRule, topology } };
}

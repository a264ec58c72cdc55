/** Golly's rule files: `@RULE Name`, then sections that begin with `@` each. Unknown sections are passed over. */

import { shorten, TessellaError } from "../../core/errors.ts";
import { Recent } from "../../core/recent.ts";
import type { FindRuleFile, RuleFile } from "../../core/rule-file.ts";
import type { CellTable } from "../cell-table.ts";
import { SQUARES } from "../cell-table.ts";
import { answerOf, CELLS } from "../diagram.ts";
import { keptForm, lateDiagram } from "../kept-tables.ts";
import type { DiagramForm, Neighbourhood, Rule } from "../rule.ts";
import { ruleOfTable } from "../table-rule.ts";
import type { FileLine } from "./file-lines.ts";
import { complain, emptySpaceLit } from "./file-lines.ts";
import { readLooks } from "./looks.ts";
import { readTable } from "./table.ts";
import { tableDiagram } from "./table-diagram.ts";
import { readTree } from "./tree.ts";

/** The endings of rule files: Golly's, and those of its versions before 2.5, which hold a section alone. */
export const RULE_ENDINGS = [".rule", ".table", ".tree"] as const;

/** The rule file in a file of that name; null for other kinds of files. Its rule has the name in its first line, else the file's own. */
export function ruleFileNamed(fileName: string, text: string): RuleFile | null {
  const ending = RULE_ENDINGS.find((each) => fileName.toLowerCase().endsWith(each));
  const title = titleOf(text);
  if (!ending) return title === undefined ? null : { name: title, text };
  const stem = fileName.slice(0, -ending.length);
  if (title !== undefined || ending === ".rule") return { name: title ?? stem, text };
  return { name: stem, text: `@RULE ${stem}\n@${ending.slice(1).toUpperCase()}\n${text}`, lead: 2 };
}

function titleOf(text: string): string | undefined {
  return /^\uFEFF?@RULE[ \t]+(.*?)[ \t]*(?:[\r\n]|$)/.exec(text)?.[1];
}

/** Whether the file says what cells do, and not only how they look. */
export function definesRule({ text }: RuleFile): boolean {
  return /^@(TABLE|TREE)\b/m.test(text);
}

/** Rules that were read last: compiling one may take a second. */
const compiled = new Recent<string, Rule>(16);

/**
 * The rule of a file. Its looks may stand in the file that `files` has for the part of the name before the last hyphen: `Worm-shared`
 * for `Worm-1`. `isSound`: nothing is wrong with it, so its diagram can wait until somebody follows it. Errors: `syntax` with line and
 * column in the file, `unsupported-rule`, `too-large`.
 */
export function ruleOfFile(
  file: RuleFile,
  files: FindRuleFile = () => undefined,
  isSound: boolean = false,
): Rule {
  const shared = sharedLooks(file, files);
  const key = keyOf(file, shared);
  const known = compiled.get(key);
  if (known) return known;
  return compiled.keep(key, read(file, shared, isSound));
}

/** Whether `ruleOfFile` knows the rule without compiling it. */
export function isCompiled(file: RuleFile, files: FindRuleFile): boolean {
  return compiled.has(keyOf(file, sharedLooks(file, files)));
}

/** Tells `ruleOfFile` a rule that another thread has compiled. */
export function rememberRule(file: RuleFile, rule: Rule, files: FindRuleFile): void {
  compiled.keep(keyOf(file, sharedLooks(file, files)), rule);
}

function sharedLooks(file: RuleFile, files: FindRuleFile): RuleFile | undefined {
  if (/@(COLORS|ICONS)/.test(file.text)) return undefined;
  return files(file.name.replace(/-[^-]*$/, "-shared"));
}

function keyOf(file: RuleFile, shared: RuleFile | undefined): string {
  return `${file.text}\n${shared?.text ?? ""}`;
}

function read(file: RuleFile, shared: RuleFile | undefined, isSound: boolean): Rule {
  try {
    return compileRuleFile(file, shared, isSound);
  } catch (error) {
    if (!(error instanceof TessellaError)) throw error;
    const { line, column, hint } = error;
    const place = line === undefined ? "" : `, line ${line}, column ${column}`;
    throw new TessellaError(error.code, `${file.name}.rule${place}: ${error.message}`, {
      hint,
      cause: error,
    });
  }
}

/** The rule of a file, without looking whether it is known. Errors: those of `ruleOfFile`, with the place as line and column. */
export function compileRuleFile(file: RuleFile, shared?: RuleFile, isSound: boolean = false): Rule {
  const sections = sectionsOf(file);
  const at = [...sections.keys()].find((name) => name === "@TABLE" || name === "@TREE");
  const section = sections.get(at ?? "");
  if (!at || !section)
    return complain({ line: 1 }, "The file has neither a table (@TABLE) nor a tree (@TREE).");
  const { neighbourhood, form, states } =
    isSound && at === "@TABLE"
      ? ofSoundTable(file, section)
      : keptForm(file.text, () => (at === "@TABLE" ? ofTable(section) : ofTree(file, section)));
  const other = shared && sectionsOf(shared);
  const look = (name: string): readonly FileLine[] | undefined => {
    const found = sections.get(name) ?? other?.get(name);
    return found && [...found.lines()];
  };
  const names = sections.get("@NAMES");
  const looks = readLooks(states, {
    colours: look("@COLORS"),
    icons: look("@ICONS"),
    names: names && [...names.lines()],
  });
  const text = file.name;
  if (states === 2) return { ...ruleOfTable(neighbourhood, tableOfDiagram(form), text), looks, file };
  const background = isSound ? 0 : answerOf(form, new Uint8Array(CELLS));
  if (background !== 0) throw emptySpaceLit(background);
  return { text, states, neighbourhood, reach: 1, form, looks, file };
}

type FileForm = Pick<Rule, "neighbourhood" | "states"> & { readonly form: DiagramForm };

const LATTICES = {
  Moore: "moore",
  vonNeumann: "von-neumann",
  hexagonal: "hex",
  oneDimensional: "moore",
} as const;

function ofTable(section: Section): FileForm {
  const { facts, diagram } = tableOf(section);
  return { ...facts, form: diagram() };
}

/** The same, with a diagram that is yet to be made. */
function ofSoundTable(file: RuleFile, section: Section): FileForm {
  const { facts, diagram } = tableOf(section);
  return { ...facts, form: lateDiagram(file.text, () => ({ ...facts, form: diagram() })) };
}

function tableOf(section: Section): {
  readonly facts: Pick<Rule, "neighbourhood" | "states">;
  readonly diagram: () => DiagramForm;
} {
  const table = readTable(section.lines(), section.title);
  const facts = { states: table.states, neighbourhood: LATTICES[table.neighbourhood] };
  return { facts, diagram: () => tableDiagram(table) };
}

function ofTree(
  { text }: RuleFile,
  section: Section,
): Pick<Rule, "neighbourhood" | "states"> & { readonly form: DiagramForm } {
  const { states, neighbours, form } = readTree(section.lines(), section.title);
  const hex = /neighborhood\s*:\s*hexagonal/i.test(text);
  const neighbourhood: Neighbourhood = neighbours === 4 ? "von-neumann" : hex ? "hex" : "moore";
  return { states, neighbourhood, form };
}

/** Of a rule of two states. */
function tableOfDiagram(form: DiagramForm): CellTable {
  return Uint8Array.from({ length: SQUARES }, (_, index) =>
    answerOf(
      form,
      Array.from({ length: CELLS }, (_cell, cell) => (index >> (CELLS - 1 - cell)) & 1),
    ),
  );
}

/** The lines that a person wrote. */
export function ownText({ text, lead = 0 }: RuleFile): string {
  return text.split("\n").slice(lead).join("\n");
}

interface Section {
  readonly title: FileLine;
  /** Those after the title, one by one: a table may have a million. */
  readonly lines: () => Iterable<FileLine>;
}

/**
 * The sections of a file by their titles; of several with one title the first. Lines that were put before the person's own are told as
 * the first of those. Errors: `syntax` for a file without its name.
 */
function sectionsOf({ name, text: whole, lead = 0 }: RuleFile): ReadonlyMap<string, Section> {
  const text = whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
  const named = titleOf(text);
  if (named === undefined) complain({ line: 1 }, "A rule file begins with @RULE and the rule's name.");
  else if (named.toLowerCase() !== name.toLowerCase())
    complain({ line: 1, column: 7 }, `The file is of the rule "${shorten(named)}" and not of ${name}.`);
  const starts: { readonly at: number; readonly title: FileLine }[] = [];
  let line = 1 - lead;
  for (let at = 0; at >= 0 && at < text.length; line++) {
    const end = text.indexOf("\n", at);
    if (text.startsWith("@", at))
      starts.push({
        at,
        title: { text: text.slice(at, end < 0 ? text.length : end), line },
      });
    at = end < 0 ? -1 : end + 1;
  }
  const sections = new Map<string, Section>();
  starts.forEach(({ at, title }, i) => {
    const key = /^@\w*/.exec(title.text)?.[0] as string;
    if (sections.has(key)) return;
    const end = starts[i + 1]?.at ?? text.length;
    sections.set(key, {
      title: { ...title, line: Math.max(1, title.line) },
      lines: () => linesOf(text, at + title.text.length + 1, end, title.line + 1),
    });
  });
  return sections;
}

/** The lines of a part of a text without returns; the first of them is that line of the file. */
function* linesOf(text: string, from: number, to: number, line: number): Generator<FileLine> {
  for (let at = from; at < to; line++) {
    const found = text.indexOf("\n", at);
    const end = found < 0 || found > to ? to : found;
    yield { text: text.slice(at, end), line };
    at = end + 1;
  }
}

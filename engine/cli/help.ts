/** Help texts. All of them follow from the descriptions of the commands. */

import { COMMON_OPTIONS } from "./arguments.ts";
import type { CliCommand, CliExample, OptionSpec } from "./command.ts";

const WIDTH = 80;

export interface CommandSummary {
  readonly name: string;
  readonly summary: string;
}

type CommandTexts = Pick<CliCommand, "summary" | "usage" | "options" | "notes" | "examples">;

const OVERVIEW_EXAMPLES: readonly CliExample[] = [
  { line: "tessella run acorn.lif -m 5206", says: "run a pattern to generation 5206" },
  {
    line: "tessella run --soup 512x512:0.4:7 -r HighLife:T512,512 -m 1e4 -o end.rle",
    says: "a soup on a torus, saved",
  },
  { line: "tessella export gun.rle --from 0 --to 300 --every 10 -o frames/gun-%06d.pbm", says: "31 frames" },
];

/** The commands about the command have help too. They take nothing but a name. */
export const ABOUT: Readonly<Record<string, CommandTexts & { readonly most: number }>> = {
  help: {
    summary: "Says what a command takes, with examples.",
    usage: ["help", "help COMMAND"],
    most: 1,
    options: [],
    notes: [
      "Without a name it lists the commands, as --help does. COMMAND --help says the same as help COMMAND.",
    ],
    examples: [{ line: "tessella help export", says: "every option of export" }],
  },
  completions: {
    summary: "Writes a script with which a shell completes commands and options.",
    usage: ["completions SHELL"],
    most: 1,
    options: [],
    notes: ["SHELL is bash, zsh or fish."],
    examples: [{ line: "source <(tessella completions bash)", says: "in this shell, from now on" }],
  },
  man: {
    summary: "Writes the manual page.",
    usage: ["man"],
    most: 0,
    options: [],
    notes: ["It is about all commands. For one of them: tessella help COMMAND."],
    examples: [{ line: "tessella man | man -l -", says: "shows it" }],
  },
};

/** `tessella --help`. */
export function overview(commands: readonly CommandSummary[]): string {
  return [
    "Tessella runs cellular automata: Life-like rules on square, hexagonal and bounded grids.",
    "",
    "Usage: tessella COMMAND ...",
    "",
    columns([
      ...commands.map((c) => [c.name, c.summary] as const),
      ["help COMMAND", "what a command takes, with examples"],
      ["completions SHELL", "a script for bash, zsh or fish; man: a manual page"],
      ["--version", "the version"],
    ]),
    "",
    examples(OVERVIEW_EXAMPLES),
    "",
    "Results go to standard output, progress and warnings to standard error.",
    "Exit codes: 0 done, 1 failed, 2 bad usage. Ctrl-C ends the command by its signal, so a shell's loop ends too.",
  ].join("\n");
}

/** `tessella help COMMAND`. */
export function commandHelp(command: CommandTexts, common: readonly OptionSpec[] = COMMON_OPTIONS): string {
  const usage = command.usage.map((line, i) => `${i === 0 ? "Usage:" : "      "} tessella ${line}`);
  const notes = command.notes.flatMap((note) => ["", ...wrap(note, WIDTH)]);
  return [
    ...wrap(command.summary, WIDTH),
    "",
    ...usage,
    "",
    columns([...command.options, ...common].map((option) => [spelling(option), option.help])),
    ...notes,
    "",
    examples(command.examples),
  ].join("\n");
}

function spelling(option: OptionSpec): string {
  const long = `--${option.name}${option.value === undefined ? "" : ` ${option.value}`}`;
  return option.short ? `-${option.short}, ${long}` : `    ${long}`;
}

/** The same of one of those about the command. */
export function aboutHelp(name: string): string {
  return commandHelp(
    ABOUT[name],
    COMMON_OPTIONS.filter((option) => option.name === "help"),
  );
}

/** Two columns; a left part that is too wide gets a line of its own. */
function columns(rows: readonly (readonly [string, string])[]): string {
  const left = Math.min(30, Math.max(...rows.map(([name]) => name.length)));
  return rows
    .flatMap(([name, text]) => {
      const [first, ...rest] = wrap(text, WIDTH - left - 4);
      const indent = " ".repeat(left + 4);
      const head = name.length > left ? [`  ${name}`, indent + first] : [`  ${name.padEnd(left)}  ${first}`];
      return [...head, ...rest.map((line) => indent + line)];
    })
    .join("\n");
}

function examples(list: readonly CliExample[]): string {
  return ["Examples:", ...list.flatMap(({ line, says }) => [`  ${line}`, `      ${says}`])].join("\n");
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, line];
}

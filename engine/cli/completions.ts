/** What shells and `man` are told about the command. All of it follows from the descriptions of the commands, as help does. */

import { COMMON_OPTIONS } from "./arguments.ts";
import type { CliCommand, OptionSpec } from "./command.ts";

export const SHELLS = ["bash", "zsh", "fish"] as const;
type CompletedShell = (typeof SHELLS)[number];

/** A script that the shell reads once, for instance `source <(tessella completions bash)`. */
export function completionScript(shell: CompletedShell, commands: readonly CliCommand[]): string {
  return { bash, zsh, fish }[shell](commands);
}

function optionsOf(command: CliCommand): readonly OptionSpec[] {
  return [...command.options, ...COMMON_OPTIONS];
}

function spellings({ name, short }: OptionSpec): readonly string[] {
  return short ? [`--${name}`, `-${short}`] : [`--${name}`];
}

function bash(commands: readonly CliCommand[]): string {
  const names = [...commands.map(({ name }) => name), "help"].join(" ");
  const cases = commands.map(
    (command) => `    ${command.name}) words="${optionsOf(command).flatMap(spellings).join(" ")}" ;;`,
  );
  return [
    "# bash completion for tessella",
    "_tessella() {",
    `  local word="\${COMP_WORDS[COMP_CWORD]}" words=""`,
    '  if [ "$COMP_CWORD" -eq 1 ]; then',
    `    COMPREPLY=($(compgen -W "${names} --help --version" -- "$word"))`,
    "    return",
    "  fi",
    `  case "\${COMP_WORDS[1]}" in`,
    ...cases,
    `    help) COMPREPLY=($(compgen -W "${names}" -- "$word")); return ;;`,
    "  esac",
    '  case "$word" in',
    '    -*) COMPREPLY=($(compgen -W "$words" -- "$word")) ;;',
    "  esac",
    "}",
    "complete -o default -F _tessella tessella",
  ].join("\n");
}

/** zsh and fish show what an option does beside it. */
function zsh(commands: readonly CliCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
  const plain = (text: string): string => text.replace(/[[\]:\\]/g, "\\$&");
  const describe = (option: OptionSpec): readonly string[] =>
    spellings(option).map((spelling) => {
      const values = option.value?.split(" ").map((word) => `:${plain(word)}:_files`) ?? [];
      return quoted(`${spelling}[${plain(option.help)}]${values.join("")}`);
    });
  const names = commands.map(({ name, summary }) => quoted(`${name}:${plain(summary)}`));
  return [
    "#compdef tessella",
    "_tessella() {",
    "  if (( CURRENT == 2 )); then",
    "    local -a names",
    `    names=(${names.join(" ")} ${quoted("help:what a command takes")})`,
    "    _describe command names",
    "    return",
    "  fi",
    `  case "\${words[2]}" in`,
    ...commands.map(
      (command) =>
        `    ${command.name}) shift words; (( CURRENT-- )); _arguments ${optionsOf(command).flatMap(describe).join(" ")} ${quoted("*:file:_files")} ;;`,
    ),
    `    help) compadd ${commands.map(({ name }) => name).join(" ")} ;;`,
    "  esac",
    "}",
    "compdef _tessella tessella",
  ].join("\n");
}

function fish(commands: readonly CliCommand[]): string {
  const quoted = (text: string): string => `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
  return [
    "# fish completion for tessella",
    ...commands.map(
      ({ name, summary }) =>
        `complete -c tessella -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ),
    "complete -c tessella -n __fish_use_subcommand -f -a help -d 'what a command takes'",
    ...commands.flatMap((command) =>
      optionsOf(command).map(
        ({ name, short, value, help }) =>
          `complete -c tessella -n '__fish_seen_subcommand_from ${command.name}' -l ${name}` +
          `${short ? ` -s ${short}` : ""}${value === undefined ? "" : " -r"} -d ${quoted(help)}`,
      ),
    ),
  ].join("\n");
}

/** The man page, for `tessella man | man -l -`. */
export function manPage(version: string, commands: readonly CliCommand[]): string {
  const text = (words: string): string =>
    words
      .replaceAll("\\", "\\e")
      .replaceAll("-", "\\-")
      .replace(/^([.'])/gm, "\\&$1");
  const option = (spec: OptionSpec): readonly string[] => [
    ".TP",
    `\\fB${spellings(spec).map(text).join("\\fR, \\fB")}\\fR${spec.value === undefined ? "" : ` \\fI${text(spec.value)}\\fR`}`,
    text(spec.help),
  ];
  return [
    `.TH TESSELLA 1 "" "tessella ${version}" "Tessella"`,
    ".SH NAME",
    "tessella \\- run, convert and film cellular automata",
    ".SH SYNOPSIS",
    ...commands.flatMap(({ usage }) => usage.flatMap((line) => [`.B tessella ${text(line)}`, ".br"])),
    ".SH DESCRIPTION",
    "Results go to standard output, progress and warnings to standard error.",
    ...commands.flatMap((command) => [
      `.SH ${command.name.toUpperCase()}`,
      text(command.summary),
      ...command.options.flatMap(option),
      ...command.notes.flatMap((note) => [".PP", text(note)]),
      ...command.examples.flatMap(({ line, says }) => [".TP", `.B ${text(line)}`, text(says)]),
    ]),
    ".SH COMMON OPTIONS",
    ...COMMON_OPTIONS.flatMap(option),
    ".SH EXIT STATUS",
    "0: done. 1: failed, or, for compare, the patterns differ. 2: bad usage. Ctrl\\-C ends the command by its signal.",
  ].join("\n");
}

import { nearest } from "../core/nearest.ts";
import type { CliCommand, OptionSpec } from "./command.ts";
import { Arguments } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** Options of every command. */
export const COMMON_OPTIONS: readonly OptionSpec[] = [
  { name: "quiet", short: "q", help: "no progress and no warnings" },
  { name: "verbose", short: "v", help: "say what is chosen and why" },
  { name: "help", short: "h", help: "this help" },
];

/** An option as it was typed, or a word that is none. */
interface Token {
  readonly typed: string;
  readonly spec?: OptionSpec;
  /** As many words as its placeholder has; fewer where the line ends. */
  readonly values?: readonly string[];
  /** Whether the first value is part of the same word. */
  readonly inline?: boolean;
  readonly positional?: true;
}

/**
 * Splits words as POSIX and GNU do: -q, -qv, -m 100, -m100, --json, --rule=B3/S23, --rule B3/S23, and after -- no options. Node's
 * own parser does the same; loading it takes longer than parsing.
 */
function* tokensOf(words: readonly string[], specs: ReadonlyMap<string, OptionSpec>): Generator<Token> {
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (word === "--") {
      for (const typed of words.slice(at + 1)) yield { typed, positional: true };
      return;
    }
    const valuesOf = (spec: OptionSpec | undefined, first: readonly string[]): readonly string[] => {
      const more = (spec?.value?.split(" ").length ?? 0) - first.length;
      const begin = at + 1;
      at += Math.max(0, more);
      return [...first, ...words.slice(begin, at + 1)];
    };
    if (word.startsWith("--")) {
      const equals = word.indexOf("=");
      const typed = equals < 0 ? word : word.slice(0, equals);
      const spec = specs.get(typed);
      const inline = equals >= 0;
      yield { typed, spec, inline, values: valuesOf(spec, inline ? [word.slice(equals + 1)] : []) };
    } else if (word.startsWith("-") && word !== "-") {
      for (let i = 1; i < word.length; i++) {
        const typed = `-${word[i]}`;
        const spec = specs.get(typed);
        const inline = spec?.value !== undefined && i + 1 < word.length;
        yield { typed, spec, inline, values: valuesOf(spec, inline ? [word.slice(i + 1)] : []) };
        if (inline) break;
      }
    } else yield { typed: word, positional: true };
  }
}

/** The words of a command, checked against its options. Errors: UsageError. */
export function parseArguments(
  command: CliCommand,
  words: readonly string[],
  defaults: ReadonlyMap<string, string> = new Map(),
): Arguments {
  const specs = [...command.options, ...COMMON_OPTIONS];
  const known = new Map<string, OptionSpec>(
    specs.flatMap((spec) => [
      [`--${spec.name}`, spec] as const,
      ...(spec.short ? [[`-${spec.short}`, spec] as const] : []),
    ]),
  );
  const positionals: string[] = [];
  const given: (readonly [string, string])[] = [];
  for (const { typed, spec, values = [], inline, positional } of tokensOf(words, known)) {
    if (positional) {
      positionals.push(typed);
      continue;
    }
    if (!spec) throw unknownOption(command, typed, specs);
    if (spec.value === undefined) {
      if (values.length > 0) throw new UsageError(`The option ${typed} takes no value.`);
      given.push([spec.name, ""]);
      continue;
    }
    // A value may begin with a dash (--region -5,-5,10,10); the next option may not stand in for one.
    const swallowed = values.some((value, i) => !(inline && i === 0) && known.has(value.replace(/=.*$/, "")));
    const wanted = spec.value.split(" ").length;
    if (values.length < wanted || values.includes("") || swallowed) {
      const what = wanted === 1 ? "a value" : `${wanted} values`;
      throw new UsageError(`The option ${typed} needs ${what}: ${typed} ${spec.value}.`);
    }
    given.push([spec.name, values.join(" ")]);
  }
  const args = new Arguments(positionals, given, defaults);
  if (!args.has("help")) checkPositionals(command, positionals);
  return args;
}

function unknownOption(command: CliCommand, typed: string, specs: readonly OptionSpec[]): UsageError {
  const names = specs.map((spec) => `--${spec.name}`);
  const meant = typed.startsWith("--") ? nearest(typed, names) : undefined;
  const hint = meant ? `Did you mean ${meant}?` : `See: tessella help ${command.name}.`;
  return new UsageError(`There is no option ${typed} for "${command.name}".`, hint);
}

function checkPositionals(command: CliCommand, positionals: readonly string[]): void {
  const [least, most] = command.positionals;
  const usage = `Usage: tessella ${command.usage[0]}`;
  if (positionals.length < least) throw new UsageError(`"${command.name}" needs more to work on.`, usage);
  if (positionals.length > most)
    throw new UsageError(`"${positionals[most]}" is one argument too many.`, usage);
}

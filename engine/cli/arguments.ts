import { parseArgs } from "node:util";
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

/**
 * Node's parser splits the words; the checks are ours, since its messages speak of programs and not of words to type.
 * Errors: UsageError.
 */
export function parseArguments(
  command: CliCommand,
  words: readonly string[],
  defaults: ReadonlyMap<string, string> = new Map(),
): Arguments {
  const specs = [...command.options, ...COMMON_OPTIONS];
  const known = new Map(
    specs.flatMap((spec) => [
      [spec.name, spec] as const,
      ...(spec.short ? [[spec.short, spec] as const] : []),
    ]),
  );
  const { tokens } = parseArgs({
    args: [...words],
    strict: false,
    tokens: true,
    allowPositionals: true,
    options: Object.fromEntries(
      specs.map((spec) => [
        spec.name,
        {
          type: spec.value === undefined ? "boolean" : "string",
          ...(spec.short ? { short: spec.short } : {}),
        } as const,
      ]),
    ),
  });
  const positionals: string[] = [];
  const given: (readonly [string, string])[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    const spec = specs.find((s) => s.name === token.name);
    if (!spec) throw unknownOption(command, token.rawName, specs);
    if (spec.value === undefined) {
      if (token.value !== undefined) throw new UsageError(`The option ${token.rawName} takes no value.`);
      given.push([spec.name, ""]);
      continue;
    }
    // A value may begin with a dash (--region -5,-5,10,10); the next option may not stand in for one.
    const value = token.value;
    const swallowed =
      value !== undefined &&
      !token.inlineValue &&
      /^-[a-z]|^--/i.test(value) &&
      known.has(value.replace(/^-+|=.*$/g, ""));
    if (value === undefined || value === "" || swallowed) {
      throw new UsageError(`The option ${token.rawName} needs a value: ${token.rawName} ${spec.value}.`);
    }
    given.push([spec.name, value]);
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

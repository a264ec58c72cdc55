/** Commands whose first argument says what they are about, each with options of its own. */

import type { CommandCall, OptionSpec } from "./command.ts";
import { oneOf } from "./one-of.ts";
import { UsageError } from "./usage-error.ts";

export interface CommandSubject {
  /** The options that apply to it, beside the common ones. */
  readonly options: readonly OptionSpec[];
  /** How many arguments it takes after its own name, at least and at most. */
  readonly takes: readonly [number, number];
  /** Resolves as a command does. */
  readonly run: (call: CommandCall) => Promise<unknown>;
}

export type CommandSubjects = ReadonlyMap<string, CommandSubject>;

/** Each option of a subject once. */
export function optionsOfSubjects(subjects: CommandSubjects): readonly OptionSpec[] {
  const all = [...subjects.values()].flatMap(({ options }) => options);
  return all.filter(({ name }, i) => all.findIndex((other) => other.name === name) === i);
}

/** Runs the subject that the first argument names. Errors: UsageError for an unknown one, and for what belongs to another. */
export function runSubject(call: CommandCall, command: string, subjects: CommandSubjects): Promise<unknown> {
  const [typed, ...rest] = call.args.positionals;
  const name = oneOf(typed, [...subjects.keys()], `There is no ${command}`);
  const { takes, options, run } = subjects.get(name) as CommandSubject;
  if (rest.length < takes[0]) throw new UsageError(`${command} ${name} needs more to work on.`);
  if (rest.length > takes[1])
    throw new UsageError(`"${rest[takes[1]]}" is one argument too many for ${command} ${name}.`);
  for (const [other, foreign] of subjects) {
    const wrong = foreign.options.find(
      (option) => call.args.has(option.name) && !options.some((own) => own.name === option.name),
    );
    if (wrong)
      throw new UsageError(`--${wrong.name} belongs to ${command} ${other}, not to ${command} ${name}.`);
  }
  return run(call);
}

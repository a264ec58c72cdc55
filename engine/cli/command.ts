import type { MpiWorld } from "../node/mpi-world.ts";
import type { Terminal } from "./terminal.ts";

export interface OptionSpec {
  /** Long name without dashes. */
  readonly name: string;
  /** One letter. */
  readonly short?: string;
  /** The placeholder of the value in help, two words for two values; an option without it is a flag. */
  readonly value?: string;
  readonly help: string;
}

export interface CliExample {
  readonly line: string;
  readonly says: string;
}

/** A subcommand. Its module is loaded only when it is called or its help is asked for. */
export interface CliCommand {
  readonly name: string;
  /** After `tessella`, one spelling a line. */
  readonly usage: readonly string[];
  readonly summary: string;
  /** How many arguments without dashes it takes, at least and at most. */
  readonly positionals: readonly [number, number];
  readonly options: readonly OptionSpec[];
  /** Paragraphs below the options. */
  readonly notes: readonly string[];
  readonly examples: readonly CliExample[];
  /** The exit code of a failure where 1 is an answer. Default 1. */
  readonly failed?: number;
  /** Resolves with the exit code; anything but a number is 0. Errors: UsageError (exit code 2), anything else (`failed`). */
  readonly run: (call: CommandCall) => Promise<unknown>;
  /** Serves rank 0, which runs the command, as another rank; only of commands that take ranks. Resolves with the exit code. */
  readonly serve?: (call: CommandCall, world: MpiWorld) => Promise<number>;
}

export interface CommandCall {
  readonly args: Arguments;
  readonly terminal: Terminal;
  /** Fires on Ctrl-C and when the system asks the process to end. */
  readonly signal: AbortSignal;
}

/** The words after the subcommand, checked against its options. If an option is repeated the last one counts, but in `given`. */
export class Arguments {
  readonly positionals: readonly string[];
  /** The options in the order in which they were typed; a flag's value is "". */
  readonly given: readonly (readonly [name: string, value: string])[];
  readonly #values: ReadonlyMap<string, string>;
  readonly #defaults: ReadonlyMap<string, string>;

  constructor(
    positionals: readonly string[],
    given: readonly (readonly [name: string, value: string])[],
    defaults: ReadonlyMap<string, string> = new Map(),
  ) {
    this.#defaults = defaults;
    this.positionals = positionals;
    this.given = given;
    this.#values = new Map(given);
  }

  /** The option's value (two are joined by a space): as it was given, or a person's own default. */
  value(name: string): string | undefined {
    return this.#values.get(name) ?? this.#defaults.get(name);
  }

  /** Whether the option was given on this command line. */
  has(name: string): boolean {
    return this.#values.has(name);
  }

  /** How often the option was given: -qq and -q -q are 2. */
  count(name: string): number {
    return this.given.filter(([one]) => one === name).length;
  }
}

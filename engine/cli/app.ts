/**
 * Runs the `tessella` command: finds the subcommand, loads it, and turns any error into one sentence and an exit code.
 * The subcommands import all heavy code, so `--version` and mistakes are answered at once.
 */

import { version } from "../../package.json";
import { describeError, TessellaError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import { parseArguments } from "./arguments.ts";
import type { CliCommand } from "./command.ts";
import type { CommandSummary } from "./help.ts";
import { commandHelp, overview } from "./help.ts";
import type { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

interface LazyCommand extends CommandSummary {
  readonly load: () => Promise<CliCommand>;
}

const COMMANDS: readonly LazyCommand[] = [
  {
    name: "run",
    summary: "run a pattern or a soup to a generation",
    load: async () => (await import("./commands/run.ts")).RUN,
  },
  {
    name: "info",
    summary: "what a pattern file holds",
    load: async () => (await import("./commands/info.ts")).INFO,
  },
  {
    name: "identify",
    summary: "what a pattern is: period, speed, symmetry ...",
    load: async () => (await import("./commands/identify.ts")).IDENTIFY,
  },
  {
    name: "convert",
    summary: "write a pattern in another format",
    load: async () => (await import("./commands/convert.ts")).CONVERT,
  },
  {
    name: "export",
    summary: "write a run as frames, pictures or a film",
    load: async () => (await import("./commands/export.ts")).EXPORT,
  },
  {
    name: "anneal",
    summary: "run the ANNEAL rule and write it as PBM",
    load: async () => (await import("./commands/anneal.ts")).ANNEAL,
  },
  {
    name: "algorithms",
    summary: "the algorithms, and which of them run a rule",
    load: async () => (await import("./commands/algorithms.ts")).ALGORITHM_LIST,
  },
  {
    name: "bench",
    summary: "time GPU algorithms beside the memory and the CPU, or HashLife beside Golly's",
    load: async () => (await import("./commands/bench.ts")).BENCH,
  },
];

export const DONE = 0;
export const FAILED = 1;
export const BAD_USAGE = 2;

/** Runs the command and returns its exit code. Never rejects. */
export async function runWords(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  try {
    await dispatch(words, terminal, signal);
    return DONE;
  } catch (error) {
    terminal.fail(explain(error));
    return error instanceof UsageError ? BAD_USAGE : FAILED;
  }
}

async function dispatch(words: readonly string[], terminal: Terminal, signal: AbortSignal): Promise<void> {
  const [first, ...rest] = words;
  if (first === undefined) throw new UsageError("Name a command.", "Try: tessella --help");
  if (first === "--version" || first === "-V") return terminal.print(version);
  const wantsOverview = first === "--help" || first === "-h" || (first === "help" && rest.length === 0);
  if (wantsOverview) return terminal.print(overview(COMMANDS));
  if (first === "help") return terminal.print(commandHelp(await find(rest[0]).load()));
  const command = await find(first).load();
  const args = parseArguments(command, rest);
  if (args.has("help")) return terminal.print(commandHelp(command));
  terminal.configure({ quiet: args.has("quiet"), verbose: args.has("verbose") });
  try {
    await command.run({ args, terminal, signal });
  } finally {
    terminal.clearProgress();
  }
}

function find(typed: string): LazyCommand {
  const command = COMMANDS.find((entry) => entry.name === typed);
  if (command) return command;
  const names = [...COMMANDS.map((entry) => entry.name), "help"];
  if (typed.startsWith("-"))
    throw new UsageError(`The command comes first, before ${typed}.`, `Commands: ${names.join(", ")}.`);
  if (/\.\w+$/.test(typed))
    throw new UsageError(
      `"${typed}" is not a command.`,
      `To run a pattern: tessella run ${typed} -m GENERATION.`,
    );
  const meant = nearest(typed, names);
  throw new UsageError(
    `"${typed}" is not a command.`,
    meant ? `Did you mean ${meant}?` : `Commands: ${names.join(", ")}.`,
  );
}

/** One line for people; a defect of ours also shows where it happened. */
function explain(error: unknown): string {
  if (error instanceof UsageError) return error.hint ? `${error.message} ${error.hint}` : error.message;
  if (error instanceof TessellaError) return describeError(error);
  // A refusal of memory by the system shows itself in no other way.
  if (error instanceof RangeError && /allocation|array length|array buffer length/i.test(error.message)) {
    return "There is not enough memory for this. Run a smaller universe, or raise the limit of the machine.";
  }
  return `Internal error, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

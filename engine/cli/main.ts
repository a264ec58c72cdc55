/**
 * The `tessella` command: finds the subcommand, loads it, and turns whatever it throws into one sentence and an exit
 * code. Everything heavy is imported by the subcommands, so that `--version` and mistakes are answered at once.
 */

import { version } from "../../package.json";
import { describeError, TessellaError } from "../core/errors.ts";
import { parseArguments } from "./arguments.ts";
import type { Command } from "./command.ts";
import type { CommandSummary } from "./help.ts";
import { commandHelp, overview } from "./help.ts";
import { watchInterrupts } from "./interrupt.ts";
import { nearest } from "./nearest.ts";
import { Terminal } from "./terminal.ts";
import { UsageError } from "./usage-error.ts";

interface LazyCommand extends CommandSummary {
  readonly load: () => Promise<Command>;
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
    name: "convert",
    summary: "write a pattern in another format",
    load: async () => (await import("./commands/convert.ts")).CONVERT,
  },
  {
    name: "export",
    summary: "write frames of a run as pictures",
    load: async () => (await import("./commands/export.ts")).EXPORT,
  },
  {
    name: "algorithms",
    summary: "the algorithms, and which of them run a rule",
    load: async () => (await import("./commands/algorithms.ts")).ALGORITHM_LIST,
  },
];

const terminal = new Terminal(process.stdout, process.stderr);

async function main(words: readonly string[]): Promise<void> {
  const [first, ...rest] = words;
  if (first === undefined) throw new UsageError("Name a command.", "Try: tessella --help");
  if (first === "--version" || first === "-V") return terminal.print(version);
  if (first === "--help" || first === "-h" || (first === "help" && rest.length === 0))
    return terminal.print(overview(COMMANDS));
  if (first === "help") return terminal.print(commandHelp(await find(rest[0]).load()));
  const command = await find(first).load();
  const args = parseArguments(command, rest);
  if (args.has("help")) return terminal.print(commandHelp(command));
  terminal.configure({ quiet: args.has("quiet"), verbose: args.has("verbose") });
  const interrupts = watchInterrupts();
  try {
    await command.run({ args, terminal, signal: interrupts.signal });
  } finally {
    interrupts.release();
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
  // Memory that the system refuses shows itself in no other way.
  if (error instanceof RangeError && /allocation|array length|array buffer length/i.test(error.message)) {
    return "There is not enough memory for this. Run a smaller universe, or raise the limit of the machine.";
  }
  return `Internal error, please report it: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}

// A reader that has gone away (`tessella ... | head`) is no failure worth a sentence, and nothing more can be said to it.
for (const stream of [process.stdout, process.stderr]) {
  stream.on("error", () => {
    process.exit(1);
  });
}

try {
  await main(process.argv.slice(2));
} catch (error) {
  terminal.fail(explain(error));
  process.exitCode = error instanceof UsageError ? 2 : 1;
}

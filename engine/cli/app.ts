/**
 * Runs the `tessella` command: finds the subcommand, loads it, and turns any error into one sentence and an exit code.
 * The subcommands import all heavy code, so `--version` and mistakes are answered at once.
 */

import { version } from "../../package.json";
import { nearest } from "../core/nearest.ts";
import { mpiWorld } from "../node/mpi-world.ts";
import { parseArguments } from "./arguments.ts";
import type { CliCommand, CommandCall } from "./command.ts";
import { tellFailure } from "./failures.ts";
import type { CommandSummary } from "./help.ts";
import { ABOUT, aboutHelp, commandHelp, overview } from "./help.ts";
import { RanksEnded } from "./ranks-ended.ts";
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
    name: "compare",
    summary: "whether two pattern files hold the same cells",
    load: async () => (await import("./commands/compare.ts")).COMPARE,
  },
  {
    name: "show",
    summary: "draw a pattern in the terminal",
    load: async () => (await import("./commands/show.ts")).SHOW,
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
    name: "ring",
    summary: "run a one-dimensional rule and draw its steps as rows",
    load: async () => (await import("./commands/ring.ts")).RING,
  },
  {
    name: "score",
    summary: "count how often a one-dimensional rule does its task",
    load: async () => (await import("./commands/score.ts")).SCORE,
  },
  {
    name: "prove",
    summary: "count every rule there is, and so prove which are best",
    load: async () => (await import("./commands/prove.ts")).PROVE,
  },
  {
    name: "evolve",
    summary: "breed one-dimensional rules for a task",
    load: async () => (await import("./commands/evolve.ts")).EVOLVE,
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
  {
    name: "model",
    summary: "how long a run takes: fit it, predict it on many machines, simulate it",
    load: async () => (await import("./commands/model.ts")).MODEL,
  },
];

export const DONE = 0;
export const FAILED = 1;
export const BAD_USAGE = 2;

/** Runs the command and returns its exit code. `onFailure` is told with what code it ends from there on if it fails. Never rejects. */
export async function runWords(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
  onFailure: (code: number) => void = () => undefined,
): Promise<number> {
  let failed = FAILED;
  try {
    return await dispatch(words, terminal, signal, (command) => {
      failed = command.failed ?? FAILED;
      onFailure(failed);
    });
  } catch (error) {
    const json = words.includes("--json");
    if (error instanceof RanksEnded) {
      const { exit, failure } = error;
      if (failure && json) terminal.failWith({ error: failure, exit });
      else if (failure) terminal.fail(failure.message);
      return exit;
    }
    const code = error instanceof UsageError ? BAD_USAGE : failed;
    tellFailure(terminal, error, code, json);
    return code;
  }
}

/** `found`: is told of the command before it runs. */
async function dispatch(
  words: readonly string[],
  terminal: Terminal,
  signal: AbortSignal,
  found: (command: CliCommand) => void,
): Promise<number> {
  const [first, ...rest] = words;
  if (first === undefined) throw new UsageError("Name a command.", "Try: tessella --help");
  const tell = (text: string): number => {
    terminal.print(text);
    return DONE;
  };
  if (first === "--version" || first === "-V") return tell(version);
  if (first === "--help" || first === "-h") return tell(overview(COMMANDS));
  if (Object.hasOwn(ABOUT, first)) return tell(await aboutText(first, rest));
  const command = await find(first).load();
  found(command);
  const { userDefaults } = await import("../node/user-defaults.ts");
  const args = parseArguments(command, rest, userDefaults());
  if (args.has("help")) return tell(commandHelp(command));
  terminal.configure({ quiet: args.has("quiet"), verbose: args.has("verbose") });
  const call: CommandCall = { args, terminal, signal };
  const world = mpiWorld(process.env);
  if (world && world.rank > 0 && command.serve) return command.serve(call, world);
  try {
    const code = await command.run(call);
    return typeof code === "number" ? code : DONE;
  } finally {
    terminal.clearProgress();
  }
}

/** What `help`, `completions` and `man` print. Errors: UsageError. */
async function aboutText(first: string, rest: readonly string[]): Promise<string> {
  if (rest.includes("--help") || rest.includes("-h")) return aboutHelp(first);
  const [name] = rest;
  const extra = rest[ABOUT[first].most];
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one argument too many for ${first}.`, `See: tessella help ${first}`);
  if (first !== "help") return systemText(first, name);
  if (name === undefined) return overview(COMMANDS);
  return Object.hasOwn(ABOUT, name) ? aboutHelp(name) : commandHelp(await find(name).load());
}

/** `completions SHELL` and `man`: every command as one text. */
async function systemText(first: string, typed: string | undefined): Promise<string> {
  const { completionScript, manPage, SHELLS } = await import("./completions.ts");
  const commands = await Promise.all(COMMANDS.map(({ load }) => load()));
  if (first === "man") return manPage(version, commands);
  const shell = SHELLS.find((name) => name === typed);
  if (!shell)
    throw new UsageError(
      `Completions are there for ${SHELLS.join(", ")}.`,
      "For example: tessella completions bash",
    );
  return completionScript(shell, commands);
}

function find(typed: string): LazyCommand {
  const command = COMMANDS.find((entry) => entry.name === typed);
  if (command) return command;
  const names = [...COMMANDS.map((entry) => entry.name), ...Object.keys(ABOUT)];
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

/**
 * The common part of `run` and `export`: from a file or a soup, a rule and an algorithm to a universe that is ready to
 * step.
 */

import { statSync } from "node:fs";
import { availableParallelism } from "node:os";
import type { Algorithm, AlgorithmEnvironment, Universe } from "../algorithms/algorithm.ts";
import { KERNELS } from "../algorithms/gpu/kernels.ts";
import { AUTO, createUniverse } from "../algorithms/load.ts";
import type { Placement } from "../algorithms/patterns.ts";
import { placePattern, universeRuleFor } from "../algorithms/patterns.ts";
import { ALGORITHMS } from "../algorithms/registry.ts";
import { Switcher } from "../algorithms/switching.ts";
import { usualThreads } from "../algorithms/wasm/helpers.ts";
import type { Checkpoint } from "../cluster/checkpoint.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { Pattern } from "../core/pattern.ts";
import { formatTopology, gridHeight, gridWidth, parseTopology } from "../core/topology.ts";
import { environmentFor } from "../node/environment.ts";
import { familyOf } from "../rules/families.ts";
import { namedLike } from "../rules/named.ts";
import { ruleFromTable } from "../rules/outer-totalistic.ts";
import { soupStates } from "../rules/soup-states.ts";
import type { UniverseRule } from "../rules/universe-rule.ts";
import type { Arguments, CommandCall, OptionSpec } from "./command.ts";
import { parseAmount, parseSoup } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { openPattern, STDIN } from "./pattern-file.ts";
import type { RankedRun } from "./ranks.ts";
import { isOverRanks, ranksOf } from "./ranks.ts";
import { RULES_OPTION, ruleFilesFor } from "./rule-files.ts";
import type { Terminal } from "./terminal.ts";
import { threadsOf, UNIVERSE_THREADS_OPTION } from "./universe-threads.ts";
import { UsageError } from "./usage-error.ts";

/** For every command that may use a GPU. */
export const ADAPTER_OPTION: OptionSpec = {
  name: "adapter",
  value: "NAME",
  help: "which GPU, by part of its name (see: tessella algorithms)",
};

export const MEMORY_OPTION: OptionSpec = {
  name: "maxmemory",
  short: "M",
  value: "MEGABYTES",
  help: "what the universe may take (default: 1024)",
};

export const ALGORITHM_OPTION: OptionSpec = {
  name: "algorithm",
  short: "a",
  value: "NAME",
  help: "see: tessella algorithms (default: auto)",
};

export const SOURCE_OPTIONS: readonly OptionSpec[] = [
  {
    name: "soup",
    value: "WxH[:DENSITY[:SEED[:STATES]]]",
    help: "random cells instead of a file (density 0.5, seed 1, states as the rule needs)",
  },
  ALGORITHM_OPTION,
  { name: "rule", short: "r", value: "RULE", help: "B3/S23, 34/2, HighLife, B3/S23:T64,64, :T64,64 ..." },
  RULES_OPTION,
  { name: "rule-table", value: "BITS[:GRID]", help: "a raw table of 14 (hex), 18 or 10 zeros and ones" },
  ADAPTER_OPTION,
  MEMORY_OPTION,
  UNIVERSE_THREADS_OPTION,
];

export const SOURCE_NOTES: readonly string[] = [
  "A rule given with -r replaces the file's and keeps the file's grid, unless it names one after a colon: P (plane), " +
    "T (torus), K (Klein bottle), C (cross-surface), S (sphere), F (frozen border). A grid alone (-r :T64,64) keeps the " +
    "file's rule. On a hexagonal pattern a rule without suffix gains its H. FILE may be - for standard input.",
  "Live cells of a soup are in state 1 under Generations, and in any state above 0 under other rules of more than two; STATES says " +
    "otherwise: all, 2 or 1,3-5.",
  "A rule by name that does not come along is in a file of Golly's, Name.rule. It is looked for in the folder of --rules (Golly's own are often in " +
    "/usr/share/golly/Rules) and beside the pattern.",
];

export interface OpenedUniverse {
  readonly universe: Universe;
  /** The pattern that was read; null for a soup. */
  readonly pattern: Pattern | null;
  /** For a run that turns out long; null if an algorithm or ranks were asked for. */
  readonly switcher: Switcher | null;
  /** What holds the universe, where ranks do. */
  readonly ranks: RankedRun | null;
  /** What it goes on from. */
  readonly checkpoint: Checkpoint | null;
}

/**
 * Reads the file (the first argument by default) or soup, settles rule and algorithm, and fills a universe. `target`: the
 * generation that it will go to, if that is known. Errors: UsageError, TessellaError.
 */
export async function openUniverse(
  call: CommandCall,
  file: string | undefined = call.args.positionals[0],
  target: bigint | null = null,
): Promise<OpenedUniverse> {
  const { args, terminal, signal } = call;
  const soupText = args.value("soup");
  if (file === undefined && soupText === undefined)
    throw new UsageError("Name a pattern file, or make a soup with --soup WxH.");
  if (file !== undefined && soupText !== undefined)
    throw new UsageError("Give either a pattern file or --soup, not both.");
  const typed = soupText === undefined ? undefined : parseSoup(soupText);
  const checkpoint = await checkpointIn(file);
  const { algorithm, environmentOf } = algorithmOf(call, checkpoint?.algorithm);
  checkRuleOptions(args);
  if (checkpoint && bringsAnyRule(args))
    throw new UsageError("A checkpoint has its rule and its grid: leave -r and --rule-table out.");
  const ranks = await ranksOf(call);
  const over = ranks?.over;

  // A rule on the command line replaces the file's, even one that Tessella cannot read.
  const anyRule = bringsRule(args);
  const pattern =
    file === undefined || checkpoint ? null : (await openPattern(file, call, { anyRule })).pattern;
  const universeRule: UniverseRule = checkpoint ?? typedRule(args, pattern, file) ?? universeRuleFor(pattern);
  const { rule, topology } = universeRule;
  const soup = typed && { ...typed, states: asUsage(() => soupStates(rule, typed.states)) };
  for (const note of [universeRule.note, familyOf(rule.text)?.note?.(rule.text)])
    if (note) terminal.warn(note);
  const placement: Placement | null = pattern && placePattern(pattern, topology);
  if (placement && placement.clipped > 0n) {
    const one = placement.clipped === 1n;
    terminal.warn(
      `${one ? "One live cell lies" : `${grouped(placement.clipped)} live cells lie`} outside the grid ` +
        `${formatTopology(topology)} and ${one ? "was" : "were"} cut away.`,
    );
  }

  const [gridW, gridH] = [gridWidth(topology), gridHeight(topology)];
  if (soup && ((gridW > 0 && soup.width > gridW) || (gridH > 0 && soup.height > gridH))) {
    terminal.warn(`The soup is larger than the grid ${formatTopology(topology)} and was cut to it.`);
  }

  const generation = checkpoint?.generation ?? pattern?.generation ?? 0n;
  const ahead = target === null ? undefined : target - generation;
  const request = { rule, topology, algorithm, generation, ahead, soup, cells: placement?.cells, over };
  const { universe, environment, reason } = await createUniverse(request, environmentOf, signal);
  noteHolder(terminal, universe, reason);
  if (checkpoint && file !== undefined) {
    try {
      const { refill } = await import("./checkpoints.ts");
      await refill(universe, file, checkpoint, signal);
    } catch (error) {
      universe.dispose();
      throw error;
    }
  }
  const switcher = algorithm === AUTO && !ranks ? new Switcher(environment) : null;
  return { universe, pattern, switcher, ranks: ranks ?? null, checkpoint };
}

/** The checkpoint that a file's name stands for, if it is the name of a folder with one. Errors: `syntax`, `io`. */
async function checkpointIn(file: string | undefined): Promise<Checkpoint | null> {
  if (file === undefined || !isFolderName(file)) return null;
  const { isCheckpoint } = await import("../node/checkpoint-folder.ts");
  if (!isCheckpoint(file)) return null;
  const { readCheckpoint } = await import("./checkpoints.ts");
  return readCheckpoint(file);
}

/** Whether there is such a folder. */
export function isFolderName(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    // Whoever opens it says why.
    return false;
  }
}

interface WantedAlgorithm {
  /** An id, or `auto`. */
  readonly algorithm: string;
  /** What the algorithm that is taken gets of this machine. Errors: UsageError for --adapter without a GPU, those of `openDawn`. */
  readonly environmentOf: (algorithm: Algorithm) => Promise<AlgorithmEnvironment>;
}

/** What -a, --adapter, -M and --threads say. Errors: UsageError. */
export function algorithmOf({ args, terminal, signal }: CommandCall, usual: string = AUTO): WantedAlgorithm {
  const memoryMegabytes = megabytes(args);
  const adapterName = args.value("adapter");
  const threads = threadsOf(args, isOverRanks(args) ? 1 : usualThreads(availableParallelism()));
  return {
    algorithm: algorithmId(args.value("algorithm") ?? usual, [AUTO]),
    environmentOf: async (algorithm) => {
      const { id, needsGpu } = algorithm;
      if (args.has("adapter") && !needsGpu) {
        throw new UsageError(
          `--adapter chooses between GPUs, and ${id} runs on the CPU.`,
          "Name an algorithm that needs a GPU: -a gpu.",
        );
      }
      warnOfBound(terminal, algorithm, memoryMegabytes);
      const showLog = args.has("verbose");
      return environmentFor({ needsGpu, memoryMegabytes, adapterName, showLog, signal, threads });
    },
  };
}

/** Says under -v on how many threads a universe is computed, why by its algorithm, and what that takes. */
export function noteHolder(terminal: Terminal, universe: Universe, reason: string): void {
  const { algorithm, threads = 1 } = universe;
  const { name } = ALGORITHMS.get(algorithm);
  if (threads > 1)
    terminal.note(`${name} computes on up to ${threads} threads, where that is faster than on one.`);
  terminal.note(`${reason} It holds ${grouped(Math.ceil(universe.memory() / 2 ** 20))} MB.`);
}

/** A limit above an algorithm's maximum is cut down to that, with a notice. */
function warnOfBound(
  terminal: Terminal,
  { name, mostMegabytes: most = Number.POSITIVE_INFINITY }: Algorithm,
  limit: number | undefined,
): void {
  if (limit === undefined || limit <= most) return;
  terminal.warn(`${name} can use ${grouped(most)} MB at most, of the ${grouped(limit)} MB of -M.`);
}

function megabytes(args: Arguments): number | undefined {
  const text = args.value("maxmemory");
  return text === undefined ? undefined : parseAmount(text, "-M", "megabytes");
}

/** The id of an algorithm or of a kernel as typed, or one of `more`. Errors: UsageError naming the nearest. */
export function algorithmId(typed: string, more: readonly string[] = []): string {
  const known = KERNELS.find(typed.trim().toLowerCase());
  if (known) return known.id;
  const ids = [...more, ...ALGORITHMS.list().map((algorithm) => algorithm.id)];
  return oneOf(typed, ids, "There is no algorithm");
}

/** Whether the command line names a rule, and not only a grid. */
export function bringsRule(args: Arguments): boolean {
  return args.has("rule-table") || (args.value("rule")?.trim().startsWith(":") ?? true) === false;
}

function bringsAnyRule(args: Arguments): boolean {
  return args.has("rule") || args.has("rule-table");
}

function checkRuleOptions(args: Arguments): void {
  if (args.has("rule") && args.has("rule-table"))
    throw new UsageError("Give either -r or --rule-table, not both.");
}

/** The command line's rule in place of that of the pattern in `file`, or null if it names none. Errors: UsageError. */
export function typedRule(args: Arguments, pattern: Pattern | null, file?: string): UniverseRule | null {
  const text = args.value("rule");
  if (text !== undefined) {
    const files = ruleFilesFor(args, file === STDIN ? undefined : file);
    return asUsage(() => universeRuleFor(pattern, text, files), namedLike(text));
  }
  const bits = args.value("rule-table");
  if (bits === undefined) return null;
  return asUsage(() => {
    const [table, ...grid] = bits.split(":");
    const topology =
      grid.length > 0 ? parseTopology(grid.join(":")) : universeRuleFor(pattern, "B3/S23").topology;
    return { rule: ruleFromTable(table), topology };
  });
}

/** Turns an error in an argument into bad usage, wherever it was found. */
function asUsage<T>(read: () => T, hint?: string): T {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof TessellaError)) throw error;
    const place = error.column === undefined ? "" : ` (character ${error.column})`;
    // A rule file that was found is the one that was meant, whatever is wrong in it.
    const near = error.cause === undefined ? hint : undefined;
    throw new UsageError(`${error.message.replace(/\.$/, "")}${place}.`, near ?? error.hint);
  }
}

import type { Universe } from "../../algorithms/algorithm.ts";
import { grouped } from "../../core/integers.ts";
import type { Rect } from "../../core/rect.ts";
import { formatHash, hashMul, hashShift } from "../../core/state-hash.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { parseGeneration } from "../numbers.ts";
import { boundsText, jsonBounds, jsonHolder, ruleWithName, topologyText } from "../report.ts";
import { RULES_OPTION } from "../rule-files.ts";
import type { OpenedUniverse } from "../source.ts";
import { MEMORY_OPTION, openUniverse } from "../source.ts";
import { openedAt, tooLate } from "../stepper.ts";
import { table } from "../terminal.ts";

/** The exit codes for patterns that differ and for those that cannot be compared: as of diff and cmp. */
const DIFFERENT = 1;
const TROUBLE = 2;

export const COMPARE: CliCommand = {
  name: "compare",
  usage: ["compare A B [options]"],
  summary: "Says whether two pattern files hold the same cells.",
  positionals: [2, 2],
  options: [
    RULES_OPTION,
    {
      name: "generation",
      short: "m",
      value: "GENERATION",
      help: "compare them as they are then, each under its own rule",
    },
    { name: "anywhere", help: "cells that are only moved count as the same" },
    MEMORY_OPTION,
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "The formats may differ. The exit code is 0 for the same cells, 1 for different ones and 2 where that cannot be told; another " +
      "rule or another number of the generation is mentioned and makes no difference. Cells are compared by their state hash, at any size.",
  ],
  examples: [
    { line: "tessella compare gun.rle gun.mc", says: "the same gun in two formats" },
    { line: "tessella compare a.rle b.rle -m 1000 --anywhere", says: "whether they become the same" },
  ],
  failed: TROUBLE,
  run,
};

interface Facts {
  readonly universe: Universe;
  readonly population: bigint;
  readonly bounds: Rect | null;
  readonly hash: bigint;
}

async function run(call: CommandCall): Promise<number> {
  const { args, terminal } = call;
  const target = args.has("generation") ? parseGeneration(args.value("generation") ?? "", "-m") : null;
  const opened: OpenedUniverse[] = [];
  const universes: Universe[] = [];
  try {
    for (const file of args.positionals) {
      const one = await openUniverse(call, file);
      opened.push(one);
      // Known now, and not after the other one has run for an hour.
      if (target !== null && target < one.universe.generation)
        throw tooLate(target, one.universe.generation, file);
    }
    for (let one = opened.shift(); one; one = opened.shift())
      universes.push(await openedAt(call, one, target));
    const [a, b] = [await factsOf(universes[0]), await factsOf(universes[1])];
    const moved = movement(a, b);
    const same = moved !== null && (args.has("anywhere") || (moved.x === 0n && moved.y === 0n));
    const verdict =
      moved === null
        ? "different cells"
        : same && isStill(moved)
          ? "the same cells"
          : "the same cells, moved";
    if (args.has("json")) {
      terminal.print(jsonText({ same, moved, patterns: [jsonOf(a), jsonOf(b)] }));
    } else {
      const by = moved && !isStill(moved) ? ` by (${moved.x}, ${moved.y})` : "";
      terminal.print(table([["verdict", verdict + by], ...rowsOf(a, b)]));
    }
    return same ? 0 : DIFFERENT;
  } finally {
    for (const universe of [...universes, ...opened.map((one) => one.universe)]) universe.dispose();
  }
}

async function factsOf(universe: Universe): Promise<Facts> {
  return {
    universe,
    population: await universe.population(),
    bounds: await universe.bounds(),
    hash: await universe.hash(),
  };
}

interface Movement {
  readonly x: bigint;
  readonly y: bigint;
}

function isStill({ x, y }: Movement): boolean {
  return x === 0n && y === 0n;
}

/** How far the cells of `a` must be moved to be those of `b`; null if that does not make them the same. */
function movement(a: Facts, b: Facts): Movement | null {
  if (a.bounds === null || b.bounds === null) return a.bounds === b.bounds ? { x: 0n, y: 0n } : null;
  if (a.population !== b.population || a.bounds.w !== b.bounds.w || a.bounds.h !== b.bounds.h) return null;
  const [x, y] = [b.bounds.x - a.bounds.x, b.bounds.y - a.bounds.y];
  return hashMul(a.hash, hashShift(x, y)) === b.hash ? { x, y } : null;
}

/** What differs, a line each. */
function rowsOf(a: Facts, b: Facts): readonly (readonly [string, string | null])[] {
  const row = (label: string, of: (facts: Facts) => string): readonly [string, string | null] => {
    const [left, right] = [of(a), of(b)];
    return [label, left === right ? null : `${left}; ${right}`];
  };
  return [
    row("population", ({ population }) => grouped(population)),
    row("bounds", ({ bounds }) => (bounds ? boundsText(bounds) : "no live cells")),
    row("rule", ({ universe }) => ruleWithName(universe.rule)),
    row("topology", ({ universe }) => topologyText(universe.topology)),
    row("generation", ({ universe }) => grouped(universe.generation)),
    row("hash", ({ hash }) => formatHash(hash)),
  ];
}

function jsonOf({ universe, population, bounds, hash }: Facts): object {
  return {
    generation: universe.generation,
    population,
    bounds: jsonBounds(bounds),
    ...jsonHolder(universe),
    hash: formatHash(hash),
  };
}

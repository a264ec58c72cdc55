// The command lines that the Performance lab composes: a shell and the program take them for exactly what is set.

import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseArguments } from "../../engine/cli/arguments.ts";
import type { Arguments, CliCommand } from "../../engine/cli/command.ts";
import { MODEL } from "../../engine/cli/commands/model.ts";
import { RUN } from "../../engine/cli/commands/run.ts";
import type { Topology } from "../../engine/core/topology.ts";
import { formatTopology } from "../../engine/core/topology.ts";
import { HALO_FORMS } from "../../engine/model/halo.ts";
import { parseUniverseRule } from "../../engine/rules/universe-rule.ts";
import type { ForecastWish } from "../../renderer/labs/performance/model/forecasts.ts";
import {
  BANDWIDTHS,
  forecastCommand,
  HALOS,
  LATENCIES,
  RANKS,
  SIDES,
} from "../../renderer/labs/performance/model/forecasts.ts";
import type { RunWish } from "../../renderer/labs/performance/run/run-command.ts";
import {
  ALGORITHMS,
  GPU_SHARES,
  runCommand,
  TRANSPORTS,
} from "../../renderer/labs/performance/run/run-command.ts";

const COUNT = 200;

/** Names that a shell or the program might take for something else. */
const anyName = fc.oneof(
  fc.constantFrom(
    "a.rle",
    "two words.rle",
    "-m",
    "--json.rle",
    "it's.rle",
    "$HOME.rle",
    "a`b`;c.rle",
    "~.rle",
    'é\n".rle',
    "*",
  ),
  fc.string({ minLength: 1, maxLength: 12 }).filter((name) => !name.includes("\0") && name.trim() === name),
);

const anyWish: fc.Arbitrary<RunWish> = fc.record({
  file: fc.option(anyName),
  rule: fc
    .constantFrom(
      "B3/S23",
      "B2/S34H",
      "B13/S012V",
      "B03/S23",
      "B2-a/S12",
      "MAPARYXfhZofugWaH7oaIDogBZofuhogOiAaIDogIAAgAAWaH7oaIDogGiA6ICAAIAAaIDogIAAgACAAIAAAAAAAA",
    )
    .map((text) => parseUniverseRule(text).rule),
  grid: fc.oneof(
    fc.constant({ kind: "plane" } as const),
    fc.constant({ kind: "frozen" } as const),
    fc.integer({ min: -99, max: 99 }).map((shiftX) => ({ kind: "torus", shiftX, shiftY: 0 }) as const),
  ),
  width: fc.integer({ min: 100, max: 2 ** 24 }),
  height: fc.integer({ min: 1, max: 2 ** 24 }),
  generations: fc.integer({ min: 1, max: 1e12 }),
  algorithm: fc.constantFrom(...ALGORITHMS),
  ranks: fc.integer({ min: 1, max: 2 ** 16 }),
  transport: fc.constantFrom(...TRANSPORTS),
  gpus: fc.constantFrom(...GPU_SHARES),
  halo: fc.oneof(fc.constant("auto"), fc.integer({ min: 1, max: 512 }).map(String)),
  overlap: fc.boolean(),
  record: fc.oneof(fc.constant(""), anyName),
});

const anyForecast: fc.Arbitrary<ForecastWish> = fc.record({
  ranks: fc.constantFrom(...RANKS),
  side: fc.constantFrom(...SIDES),
  latencySeconds: fc.constantFrom(...LATENCIES),
  bytesASecond: fc.constantFrom(...BANDWIDTHS),
  halo: fc.constantFrom(...HALOS),
  form: fc.constantFrom(...HALO_FORMS),
  weak: fc.boolean(),
});

/** The words that a shell makes of each line. */
function shellWords(lines: readonly string[]): readonly (readonly string[])[] {
  const script = lines.map((line) => `set -- ${line}\nprintf '%s\\0' "$#" "$@"\n`).join("");
  const words = execFileSync("sh", { input: script, encoding: "utf8" }).split("\0");
  const all: (readonly string[])[] = [];
  for (let at = 0; all.length < lines.length; ) {
    const count = Number(words[at]);
    all.push(words.slice(at + 1, at + 1 + count));
    at += 1 + count;
  }
  return all;
}

function understood(command: CliCommand, words: readonly string[]): Arguments {
  expect(words.slice(0, 2)).toEqual(["tessella", command.name]);
  return parseArguments(command, words.slice(2));
}

const pathOf = (name: string): string => (name.startsWith("-") ? `./${name}` : name);

describe.skipIf(process.platform === "win32")("a command that the lab composes", () => {
  it("of a run says every setting", () => {
    const wishes = fc.sample(anyWish, COUNT);
    for (const [at, words] of shellWords(wishes.map(runCommand)).entries()) {
      const wish = wishes[at];
      const args = understood(RUN, words);
      const { width, height, rule, grid } = wish;
      const values = Object.fromEntries(
        ["soup", "rule", "generation", "algorithm", "ranks", "transport", "gpus", "halo", "record"].map(
          (name) => [name, args.value(name)],
        ),
      );
      const isMpi = wish.transport === "mpi";
      expect({ ...values, files: args.positionals, still: args.has("no-overlap") }).toEqual({
        soup: wish.file === null ? `${width}x${height}` : undefined,
        files: wish.file === null ? [] : [pathOf(wish.file)],
        rule: rule.text + formatTopology({ ...grid, width, height } as Topology),
        generation: String(wish.generations),
        algorithm: wish.algorithm,
        ranks: String(wish.ranks),
        transport: isMpi ? "mpi" : undefined,
        gpus: isMpi && wish.algorithm === "gpu" ? wish.gpus : undefined,
        halo: wish.halo === "auto" ? undefined : wish.halo,
        record: wish.record === "" ? undefined : pathOf(wish.record),
        still: !wish.overlap,
      });
      expect(parseUniverseRule(values.rule as string)).toMatchObject({
        rule: { text: rule.text },
        topology: { ...grid, width, height },
      });
    }
  });

  it("of a prediction says every setting", () => {
    const wishes = fc.sample(fc.tuple(anyForecast, anyName), COUNT);
    const lines = wishes.map(([wish, file]) => forecastCommand(wish, file));
    for (const [at, words] of shellWords(lines).entries()) {
      const [wish, file] = wishes[at];
      const args = understood(MODEL, words);
      expect(args.positionals).toEqual(["predict", pathOf(file)]);
      expect(
        ["grid", "ranks", "latency", "bandwidth"].map((name) =>
          Number(args.value(name) ?? Number.POSITIVE_INFINITY),
        ),
      ).toEqual([wish.side, wish.ranks, wish.latencySeconds, wish.bytesASecond]);
      expect([args.value("halo"), args.value("form"), args.has("weak")]).toEqual([
        wish.halo === 0 ? "auto" : String(wish.halo),
        wish.form,
        wish.weak,
      ]);
    }
  });
});

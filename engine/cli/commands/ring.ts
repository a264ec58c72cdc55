import { basename, dirname } from "node:path";
import type { Block } from "../../core/block.ts";
import { blockPopulation } from "../../core/block.ts";
import { now } from "../../core/clock.ts";
import { duration } from "../../core/duration.ts";
import { grouped } from "../../core/integers.ts";
import { checkPictureSize } from "../../export/film.ts";
import { PNG } from "../../export/png.ts";
import { stillOf } from "../../export/still.ts";
import { folderTarget } from "../../node/file-target.ts";
import { THEMES } from "../../picture/themes.ts";
import { diagramPattern } from "../../rings/diagram-pattern.ts";
import { PARTICLE_CELLS, PARTICLE_STARTS, PARTICLE_STEPS, particlesOf } from "../../rings/particles.ts";
import type { Ring } from "../../rings/ring.ts";
import { formatState, MOST_CELLS, ringWords } from "../../rings/ring.ts";
import { complementedRule, formatRingRule, reflectedRule } from "../../rings/ring-rule.ts";
import { runRing, spaceTime } from "../../rings/run-ring.ts";
import { parseStart, startState } from "../../rings/start.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { jsonText } from "../json.ts";
import { prepareOutput, refuseScreen, STDOUT } from "../pattern-file.ts";
import { jsonSeconds } from "../report.ts";
import {
  asUsage,
  BOUNDARY_OPTION,
  jsonRules,
  RULES_OPTION,
  ringName,
  ringOf,
  stepsOf,
} from "../ring-options.ts";
import type { Terminal } from "../terminal.ts";
import { table } from "../terminal.ts";
import { UsageError } from "../usage-error.ts";

export const RING: CliCommand = {
  name: "ring",
  usage: ["ring RULE [options]", "ring --rules RULE,RULE,... [options]"],
  summary: "Runs a one-dimensional rule on a ring of cells and draws its steps as rows.",
  positionals: [0, 1],
  options: [
    {
      name: "cells",
      short: "n",
      value: "N",
      help: `from 3 to ${grouped(MOST_CELLS)} (default: 149, or one a rule)`,
    },
    { name: "steps", short: "s", value: "STEPS", help: "default: 148, which makes a square of 149 cells" },
    RULES_OPTION,
    BOUNDARY_OPTION,
    {
      name: "start",
      value: "START",
      help: "single (one live cell in the middle), random:SEED, vector:SEED:INDEX, or x and a state in hexadecimal",
    },
    { name: "output", short: "o", value: "FILE", help: "the diagram: .pbm, .png, or any pattern file" },
    {
      name: "particles",
      help: "a catalogue of the rule's particles: the walls between regular domains that last, with velocity and frequency",
    },
    { name: "json", help: "one JSON object on standard output" },
  ],
  notes: [
    "RULE is W110 or 110 for radius 1, or a table in hexadecimal after an x: x76 is rule 110; 8 digits for radius 2 and 32 for " +
      "radius 3 also go without the x. Its first digit says what becomes of cells among zeros only; in a neighbourhood the leftmost " +
      "cell counts most.",
    "replicate sees the end cell again beyond each end; fixedLR sees L beyond the left end and R beyond the right one. random:SEED " +
      "is vector:SEED:0, the first of the random states that scores and searches use. A state is a number whose lowest bit is cell " +
      "0. In a pattern file the diagram has a rule in which nothing changes.",
  ],
  examples: [
    { line: "tessella ring W30 -o w30.png", says: "the triangle of rule 30" },
    {
      line: "tessella ring 005f005f005f005f005fff5f005fff5f --start random:1 --json",
      says: "GKL decides which state has the majority",
    },
    {
      line: "tessella ring 005f005f005f005f005fff5f005fff5f --particles",
      says: "what moves between the domains of GKL, and how fast",
    },
    {
      line: "tessella ring --rules 6,164,102,17 --boundary fixed00 --start xa -s 15",
      says: "a counter that evolution found",
    },
  ],
  run,
};

/** Where the diagram goes, settled before the work begins. */
type SaveDiagram = (diagram: Block, about: readonly string[]) => Promise<unknown>;

async function run(call: CommandCall): Promise<void> {
  const { args, terminal, signal } = call;
  const ring = ringOf(args);
  if (args.has("particles")) return await particles(call, ring);
  const { cells } = ring;
  const steps = stepsOf(args.value("steps") ?? "148");
  const start = asUsage(
    () => startState(parseStart(args.value("start") ?? "single", cells), cells),
    "--start: ",
  );
  const out = args.value("output");
  if (out === STDOUT && args.has("json")) throw new UsageError("--json and -o - both want standard output.");
  const save = out === undefined ? null : outputOf(out, cells, steps, terminal);

  const began = now();
  terminal.startProgress();
  const control = {
    signal,
    onProgress: (done: number) => terminal.progress(() => `step ${grouped(done)} of ${grouped(steps)}`),
  };
  const diagram = save && (await spaceTime(ring, start, steps, control));
  const state = diagram ? lastRow(diagram) : await runRing(ring, start, steps, control);
  const seconds = (now() - began) / 1000;
  if (diagram && save)
    await save(diagram, [`${ringName(ring)}, ${ring.boundary}, ${steps} steps from the top row down`]);
  if (out === STDOUT) return;
  report(args.has("json"), terminal, ring, { steps, start, state, seconds });
}

/** Lines of the table for people. */
const MOST_PARTICLES = 24;

async function particles({ args, terminal, signal }: CommandCall, ring: Ring): Promise<void> {
  const wrong = ["cells", "steps", "boundary", "start", "output"].find((name) => args.has(name));
  if (wrong)
    throw new UsageError(
      `A catalogue of particles is about a rule and not about a ring: leave --${wrong} out.`,
    );
  if (ring.rules.length > 1)
    throw new UsageError("A catalogue of particles takes one rule for all cells, not a rule a cell.");
  terminal.startProgress();
  const onProgress = (looked: number): void =>
    terminal.progress(() => `${grouped(looked)} walls between domains are looked at`);
  const catalogue = await particlesOf(ring.rules[0], { signal, onProgress });
  const { domains, particles: found, others } = catalogue;
  if (args.has("json")) {
    const about = {
      ...jsonRules(ring),
      starts: PARTICLE_STARTS,
      cells: PARTICLE_CELLS,
      steps: PARTICLE_STEPS,
    };
    terminal.print(jsonText({ ...about, ...catalogue }));
    return;
  }
  const shown = found.slice(0, MOST_PARTICLES);
  terminal.print(
    table([
      ["rule", ringName(ring)],
      ["domains", domains.map((word) => `${word}*`).join(", ")],
      ...shown.map(({ left, right, cells, period, shift, frequency }): readonly [string, string] => [
        `${left}* ${right}*`,
        `velocity ${velocityText(shift, period)}, ${frequency.toFixed(2)} in 1,000 cells: ${cells.filter((part) => part !== "").join(" ")}`,
      ]),
      [
        "others",
        `${others.toFixed(2)} walls in 1,000 cells that last as no particle, or stand close to another`,
      ],
    ]),
  );
  if (found.length > shown.length)
    terminal.print(`${grouped(found.length - shown.length)} rarer particles are left out; --json has them.`);
}

/** "-1", "2/3 (comes again after 3 steps)". */
function velocityText(shift: number, period: number): string {
  const whole = shift % period === 0;
  return whole && period === 1
    ? String(shift)
    : `${whole ? shift / period : `${shift}/${period}`} (comes again after ${period} steps)`;
}

interface Outcome {
  readonly steps: number;
  readonly start: Uint32Array;
  readonly state: Uint32Array;
  readonly seconds: number;
}

function report(
  json: boolean,
  terminal: Terminal,
  ring: Ring,
  { steps, start, state, seconds }: Outcome,
): void {
  const { cells, boundary, rules } = ring;
  const ones = population(state);
  if (json) {
    const facts = {
      radius: rules[0].radius,
      cells,
      boundary,
      ...jsonRules(ring),
      steps,
      start: formatState(start, cells),
      state: formatState(state, cells),
      population: ones,
    };
    terminal.print(jsonText({ ...facts, seconds: jsonSeconds(seconds) }));
    return;
  }
  const [first] = rules;
  terminal.print(
    table([
      ["rule", ringName(ring)],
      ["reflection", rules.length > 1 ? null : formatRingRule(reflectedRule(first))],
      ["complement", rules.length > 1 ? null : formatRingRule(complementedRule(first))],
      ["ring", `${grouped(cells)} cells, ${boundary}`],
      ["steps", grouped(steps)],
      ["live cells", grouped(ones)],
      ["state", cells <= 512 ? formatState(state, cells) : null],
      ["time", duration(seconds)],
    ]),
  );
}

function population(state: Uint32Array): number {
  return blockPopulation({ x: 0n, y: 0n, w: state.length * 32, h: 1, words: Uint32Array.from(state) });
}

function lastRow({ words, w, h }: Block): Uint32Array {
  return words.subarray((h - 1) * ringWords(w), h * ringWords(w));
}

function outputOf(out: string, cells: number, steps: number, terminal: Terminal): SaveDiagram {
  if (/\.png$/i.test(out)) {
    checkPictureSize(cells, steps + 1, 0, "Take fewer cells or fewer steps.");
    const target = folderTarget(dirname(out));
    target.check(basename(out));
    return (diagram) => PNG.run(stillOf(diagram, THEMES.get("light")), target, { name: basename(out) });
  }
  const output = prepareOutput(out, terminal);
  if (out === STDOUT && output.format.id === "pbm") refuseScreen(terminal, "A PBM picture of packed bits");
  // A bitmap has no place for words, and nobody needs to be told.
  const words = output.format.carries.includes("rule");
  return (diagram, comments) => {
    const pattern = diagramPattern(diagram, comments);
    return output.save(words ? pattern : { ...pattern, rule: null, comments: [] });
  };
}

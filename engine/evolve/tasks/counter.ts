/**
 * The counter: from a start, a ring of n cells shall count up by one a step, modulo 2^n. The first cell weighs 2^(n - 1) and the
 * last one 1. The start counts as reached: the fitness is 1 + the steps t at which the value is start + t.
 */

import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import { endsOf } from "../../rings/ring.ts";
import { tableEntries } from "../genome.ts";
import type { Task, TaskSetting } from "../task.ts";

/** A whole round of more cells would take millions of steps. */
const MOST_COUNTER_CELLS = 20;
/** Values of a sequence that people are shown. */
const SHOWN = 32;

export const COUNTER: Task = {
  id: "counter",
  name: "Counter",
  success: "The cells, read as a number, grow by one a step from the start on.",
  counts: ["matches"],
  vectors: false,
  usual: {
    shape: { cells: 4, boundary: "fixed00", radius: 1, ruleACell: true },
    steps: (cells) => 2 ** cells - 1,
    vectors: 1,
  },
  check: ({ shape: { cells }, start }) => {
    if (cells > MOST_COUNTER_CELLS)
      throw new TessellaError(
        "bad-argument",
        `A counter has from 3 to ${MOST_COUNTER_CELLS} cells, not ${grouped(cells)}.`,
      );
    if (start >= 2 ** cells)
      throw new TessellaError(
        "bad-argument",
        `The start ${start} does not fit ${cells} cells, which hold 0 to ${2 ** cells - 1}.`,
      );
  },
  counting: (setting) => {
    const next = counterStep(setting);
    const low = 2 ** setting.shape.cells - 1;
    const { start, steps } = setting;
    return (genomes, word, _set, counts, at) => {
      let value = start;
      let matches = 0;
      for (let t = 1; t <= steps; t++) {
        value = next(genomes, word, value);
        if (value === ((start + t) & low)) matches++;
      }
      counts[at] += matches;
    };
  },
  fitness: (counts, at) => 1 + counts[at],
  most: (_vectors, { steps }) => 1 + steps,
  report: ({ setting, genome, counts: [matches] }) => {
    const sequence = counterSequence(setting, genome);
    return {
      facts: { start: setting.start, matches, fitness: 1 + matches, sequence },
      lines: [
        ["fitness", `${grouped(1 + matches)} of ${grouped(1 + setting.steps)}`],
        ["sequence", sequence.slice(0, SHOWN).join("-") + (sequence.length > SHOWN ? "-..." : "")],
      ],
    };
  },
};

/** The values after 0, 1, ... `steps` steps. */
function counterSequence(setting: TaskSetting, genome: Uint32Array): readonly number[] {
  const next = counterStep(setting);
  const values = [setting.start];
  for (let t = 0; t < setting.steps; t++) values.push(next(genome, 0, values[t]));
  return values;
}

/** The value after a value, by the genome that begins at a word: small rings need no states, and a new genome no tables. */
function counterStep({ shape }: TaskSetting): (genomes: Uint32Array, word: number, value: number) => number {
  const { cells, radius, boundary, ruleACell } = shape;
  const entries = tableEntries(shape);
  const window = entries - 1;
  const stride = ruleACell ? entries : 0;
  const ends = endsOf(boundary, 0, 0) ?? [0, 0];
  const beyond = 2 ** radius - 1;
  const [leftAt, right] = [cells + radius, -ends[1] & beyond];
  const fixed = ((-ends[0] & beyond) << leftAt) | right;
  const [cyclic, replicate] = [boundary === "cyclic", boundary === "replicate"];
  return (genomes, word, value) => {
    let padded = value << radius;
    if (cyclic) padded |= ((value & beyond) << leftAt) | (value >>> (cells - radius));
    else if (replicate) padded |= ((-(value >>> (cells - 1)) & beyond) << leftAt) | (-(value & 1) & beyond);
    else padded |= fixed;
    let result = 0;
    let bit = 0;
    for (let shift = cells - 1; shift >= 0; shift--) {
      const b = bit + ((padded >>> shift) & window);
      result = (result << 1) | ((genomes[word + (b >>> 5)] >>> (b & 31)) & 1);
      bit += stride;
    }
    return result;
  };
}

/** The frames of `run -t`: one a step, all of them kept until the file is written. */

import type { Universe } from "../algorithms/algorithm.ts";
import type { PatternDetails } from "../algorithms/patterns.ts";
import { factsOfUniverse } from "../algorithms/patterns.ts";
import { treeOfUniverse } from "../algorithms/universe-tree.ts";
import { grouped } from "../core/integers.ts";
import { MacrocellTimeline, MOST_FRAMES } from "../formats/macrocell-timeline.ts";
import type { Rule } from "../rules/rule.ts";
import type { PatternOutput } from "./pattern-file.ts";
import { UsageError } from "./usage-error.ts";

/** The checks possible before the pattern is open. `step`: that of -i, null for none. Errors: UsageError. */
export function checkTimeline(step: bigint | null, doubling: boolean, output: PatternOutput | null): void {
  if (output?.format.id !== "macrocell")
    throw new UsageError(
      "-t saves a timeline, which only a macrocell file holds.",
      "Add -o NAME.mc or NAME.mc.gz.",
    );
  if (step === null || doubling || exponentOf(step) === null) {
    throw new UsageError(
      "A timeline's frames are a power of two apart.",
      "Say how far with -i, for example -i 64 or -i 2^20.",
    );
  }
}

export class Frames {
  readonly #timeline: MacrocellTimeline;
  readonly #step: bigint;
  readonly #start: bigint;

  /** Errors: UsageError for a target that no frame meets, and for more frames than a timeline has. */
  constructor(step: bigint, start: bigint, target: bigint, { states }: Rule) {
    this.#timeline = new MacrocellTimeline(states > 2);
    const left = (target - start) % step;
    if (left !== 0n) {
      const further = step < 2n ** 64n ? `, or -m ${target - left + step}` : "";
      throw new UsageError(
        `From generation ${grouped(start)}, steps of -i do not meet ${grouped(target)}, where the last frame would be.`,
        `Take -m ${target - left}${further}.`,
      );
    }
    const count = (target - start) / step + 1n;
    if (count > BigInt(MOST_FRAMES)) {
      throw new UsageError(
        `That would be ${grouped(count)} frames; a timeline has ${grouped(MOST_FRAMES)} at most.`,
        "Take longer steps (-i).",
      );
    }
    this.#step = step;
    this.#start = start;
  }

  /** Errors: `too-large`, `aborted`. */
  async add(universe: Universe, signal: AbortSignal): Promise<void> {
    this.#timeline.add(await treeOfUniverse(universe, signal));
  }

  text(universe: Universe, details: PatternDetails): Iterable<Uint8Array> {
    return this.#timeline.text(factsOfUniverse(universe, details), this.#start, exponentOf(this.#step) ?? 0);
  }
}

/** k of 2^k, or null. */
function exponentOf(step: bigint): number | null {
  const digits = step.toString(2);
  return /^10*$/.test(digits) ? digits.length - 1 : null;
}

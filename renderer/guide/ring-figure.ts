/**
 * A space-time diagram in the guide. Written as lines of `key: value`:
 *
 *     rule: W30                 as the lab and the command line take it
 *     cells: 147
 *     steps: 72                 rows below the first
 *     start: single             or vector:SEED:INDEX, or x and a state in hexadecimal
 *     particles: beside         the same once more, with only the cells outside of regular domains
 *     caption: Rule 30 from one cell.
 */

import type { Ring } from "../../engine/rings/ring.ts";
import { createRing } from "../../engine/rings/ring.ts";
import { parseRingRule } from "../../engine/rings/ring-rule.ts";
import { parseStart, startState } from "../../engine/rings/start.ts";
import { readKeyLines } from "./key-lines.ts";

export interface RingFigure {
  readonly ring: Ring;
  readonly start: Uint32Array;
  readonly steps: number;
  readonly particles: boolean;
  readonly caption: string;
}

const KEYS = ["rule", "cells", "steps", "start", "particles", "caption"] as const;

/** Errors: a plain one that names the mistake, and those of the rule and the start. */
export function readRingFigure(text: string): RingFigure {
  const values = readKeyLines(text.split("\n"), KEYS, "A space-time diagram");
  const [cells, steps] = [Number(values.get("cells")), Number(values.get("steps"))];
  if (!Number.isInteger(steps) || steps < 1) throw new Error("A space-time diagram has no steps.");
  return {
    ring: createRing(cells, [parseRingRule(values.get("rule") ?? "")], "cyclic"),
    start: startState(parseStart(values.get("start") ?? "", cells), cells),
    steps,
    particles: values.get("particles") === "beside",
    caption: values.get("caption") ?? "",
  };
}

/** What is run: three cases, each against iterations or against the size of the grid. */

import type { Block } from "../../../engine/core/block.ts";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { torus } from "../../../engine/core/topology.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { Stage, Start } from "./contenders.ts";

export type Axis = "iterations" | "size";

export interface SeedCase {
  /** Names files and JSON entries: "hex-iterations". */
  readonly id: string;
  readonly subject: "hex" | "anneal" | "life";
  readonly axis: Axis;
  readonly title: string;
  readonly rule: string;
  /** Side of the grid, or one for each point of a size axis. */
  readonly sides: readonly number[];
  /** Generations at which the clock is read; of a size axis one. */
  readonly marks: readonly number[];
  /** Where CPU contenders that do not leap read theirs, if elsewhere. */
  readonly cpuMarks?: readonly number[];
  readonly contenders: readonly string[];
  /** Seconds after which a CPU or GPU contender stops, wherever it is. */
  readonly cap: { readonly cpu: number; readonly gpu: number };
}

export interface Scale {
  readonly side: number;
  readonly marks: readonly number[];
  readonly sides: readonly number[];
  /** Generations of each point against the size. */
  readonly sizeMark: number;
  readonly lifeSide: number;
  readonly lifeMarks: { readonly cpu: number; readonly gpu: readonly number[] };
}

export const FULL: Scale = {
  side: 2048,
  marks: [10, 100, 1000, 10_000, 100_000],
  sides: [256, 512, 1024, 2048, 4096, 8192, 16_384],
  sizeMark: 1000,
  lifeSide: 22_000,
  lifeMarks: { cpu: 100, gpu: [100, 4000] },
};

/** To see that everything works, in a minute on any machine. */
export const SMALL: Scale = {
  side: 128,
  marks: [10, 100, 1000],
  sides: [64, 128, 256],
  sizeMark: 100,
  lifeSide: 400,
  lifeMarks: { cpu: 20, gpu: [20, 100] },
};

const METHODS = ["serial", "reference", "gpu-naive", "gpu-tile", "gpu-row", "bit-row", "one-step", "gpu"];
const HEX_METHODS = [...METHODS, "gpu-skip", "gpu-list"];
/** What was tried beside them is seen well enough at one size. */
const HEX_EXPERIMENTS = ["naive-2", "row-8", "list-scan", "list-scan-2"];
const LIFE_METHODS = [
  ...["serial", "block", "gpu-naive", "gpu-tile", "gpu-row", "gpu-block", "block-8"],
  ...["bit-row", "one-step", "gpu", "gpu-skip", "gpu-list", "hashlife", "gpu-hashlife"],
];

const SUBJECTS = {
  hex: { title: "Hexagonal 34/2, frozen border, half-dense soup", rule: "B2/S34H", contenders: HEX_METHODS },
  anneal: { title: "ANNEAL, torus, half-dense soup", rule: "B4678/S35678", contenders: METHODS },
} as const;

/** The most important first: what the budget cannot pay for is left out from the end. */
export function casesOf(scale: Scale): readonly SeedCase[] {
  const both = ["hex", "anneal"] as const;
  const against = (subject: "hex" | "anneal", axis: Axis): SeedCase => ({
    id: `${subject}-${axis === "size" ? "sizes" : "iterations"}`,
    subject,
    axis,
    ...SUBJECTS[subject],
    contenders: [
      ...SUBJECTS[subject].contenders,
      ...(subject === "hex" && axis === "iterations" ? HEX_EXPERIMENTS : []),
    ],
    sides: axis === "size" ? scale.sides : [scale.side],
    marks: axis === "size" ? [scale.sizeMark] : scale.marks,
    cap: axis === "size" ? { cpu: 2, gpu: 5 } : { cpu: 8, gpu: 15 },
  });
  return [
    {
      id: "life",
      subject: "life",
      axis: "iterations",
      title: "Life, frozen border, R-pentomino in the centre",
      rule: "B3/S23",
      sides: [scale.lifeSide],
      marks: scale.lifeMarks.gpu,
      cpuMarks: [scale.lifeMarks.cpu],
      contenders: LIFE_METHODS,
      cap: { cpu: 20, gpu: 20 },
    },
    ...both.map((subject) => against(subject, "iterations")),
    ...both.map((subject) => against(subject, "size")),
  ];
}

export function stageOf({ subject, rule }: SeedCase, side: number): Stage {
  const frozen: Topology = { kind: "frozen", width: side, height: side };
  const start: Start =
    subject === "life"
      ? { kind: "cells", cells: rPentomino() }
      : { kind: "soup", soup: { seed: 1, density: 0.5 } };
  return { rule: parseRule(rule), topology: subject === "anneal" ? torus(side, side) : frozen, start };
}

/** Five cells around the origin, which is the middle of a grid. */
function rPentomino(): Block {
  const block = createBlock(-1n, -1n, 3, 3);
  setBlockRun(block, 1, 0, 2);
  setBlockRun(block, 0, 1, 2);
  setBlockRun(block, 1, 2, 1);
  return block;
}

/**
 * Which kernels are worth trying on a grid, the first choice first. The tuner finds the fastest of them; this list
 * (kernel-shapes.ts) only spares it those that cannot win.
 */

import { planesFor } from "../../../core/block.ts";
import type { GpuDevice } from "../../../gpu/device.ts";
import { bytesOffered } from "../../../gpu/packed-layout.ts";
import type { CountedForm, Rule } from "../../../rules/rule.ts";
import { BIT_ROW } from "./bit-row-kernel.ts";
import type { DenseKernelType } from "./dense-kernel.ts";
import type { TileShape, TriedKernel } from "./kernel-shapes.ts";
import {
  kernelSort,
  LEAST_STRIPS_SIDE,
  LEAST_VECTOR_HEIGHT,
  LEAST_VECTOR_WIDTH,
  statedKernels,
  sumRows,
  TRIED_KERNELS,
} from "./kernel-shapes.ts";
import { lineKernel } from "./line-kernel.ts";
import { ROW_CODES } from "./row-code-kernel.ts";
import type { GpuTopology } from "./step-source.ts";
import { stripsKernel } from "./strips-kernel.ts";
import { sumsKernel } from "./sums-kernel.ts";
import { tileKernel } from "./tile-kernel.ts";
import { VECTOR_ROW } from "./vector-row-kernel.ts";

const SOFTWARE_SUM_ROWS = 64;
const SOFTWARE_TILE: TileShape = { words: 8, rows: 32, reach: 8, threadRows: 4 };

export function triedKernel(tried: TriedKernel): DenseKernelType {
  switch (tried.kind) {
    case "tile":
      return tileKernel(tried.shape);
    case "strips":
      return stripsKernel(tried.shape);
    case "vector":
      return VECTOR_ROW;
  }
}

/** By the number of planes. */
const ENTRIES = Array.from({ length: 8 }, (_, at) =>
  (at === 0 ? TRIED_KERNELS : statedKernels(at + 1)).map((tried) => ({ ...tried, type: triedKernel(tried) })),
);

export function kernelsFor(
  topology: GpuTopology,
  { software, limits }: Pick<GpuDevice, "software" | "limits">,
  rule: Pick<Rule, "states" | "reach" | "form">,
  room = Number.POSITIVE_INFINITY,
): readonly [DenseKernelType, ...DenseKernelType[]] {
  const { width, height } = topology;
  const planes = planesFor(rule.states);
  const sort = kernelSort(rule);
  if (sort === "lines") {
    const offered = bytesOffered(limits);
    return [lineKernel(rule.form as CountedForm, topology, Math.min(room, offered), software)];
  }
  if (sort === "codes" || (software && sort === "circuit")) return [ROW_CODES];
  if (sort === "sums") {
    // A software adapter gains by no tuning.
    if (software) return [sumsKernel(SOFTWARE_SUM_ROWS)];
    const words = Math.ceil(width / 32) * height;
    const [first, ...rest] = sumRows(words, rule.reach).map(sumsKernel) as [
      DenseKernelType,
      ...DenseKernelType[],
    ];
    return [first, ...rest];
  }
  const moved = topology.kind === "torus" && (topology.shiftX !== 0 || topology.shiftY !== 0);
  const vectors = planes === 1 && width >= LEAST_VECTOR_WIDTH && height >= LEAST_VECTOR_HEIGHT;
  // A software adapter compiles for seconds and gains by vectors at most.
  if (software) {
    if (moved) return [tileKernel(SOFTWARE_TILE)];
    return vectors ? [BIT_ROW, VECTOR_ROW] : [BIT_ROW];
  }
  const cells = width * height;
  const offered = bytesOffered(limits);
  const tried = ENTRIES[planes - 1]
    .filter(({ kind, type, least, most }) => {
      // Only tiles support tori with shifted edges.
      if (moved) return kind === "tile";
      if (cells < least || cells > most) return false;
      if (kind === "tile") return true;
      if (kind === "vector") return vectors;
      return Math.min(width, height) >= LEAST_STRIPS_SIDE && type.bytes(width, height, planes) <= offered;
    })
    .map(({ type }) => type);
  if (sort === "circuit") return [ROW_CODES, ...tried];
  const [first, ...rest] = tried;
  return moved ? [first, ...rest] : [BIT_ROW, ...tried];
}

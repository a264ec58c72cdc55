/**
 * The ways in which a GPU scores rules on random vectors; all give the same counts. Three are those of a paper of 2010 that bred
 * rules on graphics cards: a thread a cell, a vector, an individual. One is what that paper wished for, individuals side by side
 * with a thread a cell. Three are ours.
 */

import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import type { RegistryEntry } from "../../core/registry.ts";
import { Registry } from "../../core/registry.ts";
import type { GpuDevice } from "../../gpu/device.ts";
import type { RingShape } from "../genome.ts";
import type { ScoreKernel } from "./score-source.ts";
import { workgroupBytes } from "./score-source.ts";

/** The most cells of a ring that is scored on a GPU. */
export const MOST_GPU_CELLS = 1024;

/** What of a device decides how work is cut. */
export type ScoreAdapter = Pick<GpuDevice, "adapter" | "software" | "limits">;

/** How the work is cut into workgroups. */
export interface Grouping {
  /** The shader's overrides. */
  readonly constants: Readonly<Record<string, number>>;
  /** Individuals of a workgroup. */
  readonly individuals: number;
  /** Vectors that keep the threads of a workgroup busy once. */
  readonly vectors: number;
  /** How many times as many it takes: once, as many as spread the work well, or all of a dispatch. */
  readonly takes: "once" | "some" | "all";
}

export interface ScoreMethod extends RegistryEntry {
  readonly kernel: ScoreKernel;
  /** Whether it is one of ours: these end runs that repeat themselves, and `auto` chooses from them. */
  readonly ours: boolean;
  grouping(ring: RingShape, adapter: ScoreAdapter): Grouping;
}

/** Threads of a workgroup that any adapter has. */
const MOST_THREADS = 256;

/** A software adapter runs few threads at once, and pays for each that waits at a barrier. */
const threadsOf = (many: number, few: number, { software }: ScoreAdapter): number => (software ? few : many);

function packedGrouping(_ring: RingShape, adapter: ScoreAdapter): Grouping {
  const threads = threadsOf(128, 16, adapter);
  return { constants: { threads }, individuals: 1, vectors: threads, takes: "some" };
}

/** Lanes of an individual where a thread is a cell. */
const lanesOf = ({ cells }: RingShape): number => Math.min(cells, MOST_THREADS);

export const SCORE_METHODS: Registry<ScoreMethod> = new Registry<ScoreMethod>("method", [
  {
    id: "cells",
    name: "A thread a cell",
    kernel: "cells",
    ours: false,
    grouping: (ring) => ({
      constants: { lanes: lanesOf(ring), together: 1 },
      ...{ individuals: 1, vectors: 1, takes: "once" },
    }),
  },
  {
    id: "vectors",
    name: "A thread a vector",
    kernel: "vectors",
    ours: false,
    grouping: (_ring, adapter) => {
      const threads = threadsOf(64, 16, adapter);
      return { constants: { threads }, individuals: 1, vectors: threads, takes: "once" };
    },
  },
  {
    id: "individuals",
    name: "A thread an individual",
    kernel: "individuals",
    ours: false,
    grouping: (_ring, adapter) => {
      const threads = threadsOf(64, 16, adapter);
      return { constants: { threads }, individuals: threads, vectors: 1, takes: "all" };
    },
  },
  {
    id: "combined",
    name: "Individuals side by side, a thread a cell",
    kernel: "cells",
    ours: false,
    grouping: (ring) => {
      const lanes = lanesOf(ring);
      const together = Math.floor(MOST_THREADS / lanes);
      return { constants: { lanes, together }, individuals: together, vectors: 1, takes: "all" };
    },
  },
  {
    id: "packed",
    name: "Eight cells a look-up",
    kernel: "packed",
    ours: true,
    grouping: packedGrouping,
  },
  {
    id: "mux",
    name: "Choices for 32 cells at a time",
    kernel: "mux",
    ours: true,
    grouping: packedGrouping,
  },
  {
    id: "sliced",
    name: "A cell of 32 vectors at a time",
    kernel: "sliced",
    ours: true,
    grouping: (_ring, adapter) => {
      const threads = threadsOf(32, 4, adapter);
      return { constants: { threads }, individuals: 1, vectors: 32 * threads, takes: "some" };
    },
  },
]);

/** Why the method does not score such rings there, as a sentence; undefined where it does. */
export function refusal(
  method: ScoreMethod,
  ring: RingShape,
  { adapter, limits }: ScoreAdapter,
): string | undefined {
  const { cells, ruleACell } = ring;
  if (cells > MOST_GPU_CELLS)
    return `A GPU scores rings of at most ${grouped(MOST_GPU_CELLS)} cells, not ${grouped(cells)}.`;
  if (method.kernel === "packed" && ruleACell)
    return `The method ${method.id} takes one rule for all cells; mux and sliced take a rule a cell.`;
  const bytes = workgroupBytes(method.kernel, ring);
  const most = limits.maxComputeWorkgroupStorageSize;
  if (bytes > most)
    return `The method ${method.id} needs ${grouped(bytes)} bytes of workgroup memory for that ring, and ${adapter} has ${grouped(most)}.`;
  return undefined;
}

/** Errors: `unsupported-operation`. */
export function checkMethod(method: ScoreMethod, ring: RingShape, adapter: ScoreAdapter): void {
  const why = refusal(method, ring, adapter);
  if (why !== undefined) throw new TessellaError("unsupported-operation", why);
}

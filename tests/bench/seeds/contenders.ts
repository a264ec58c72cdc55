/** Who runs: the serial program, the engine's CPU algorithms, and every GPU algorithm that the papers' kernels became. */

import type { Algorithm, AlgorithmEnvironment, Universe } from "../../../engine/algorithms/algorithm.ts";
import { scanKernel } from "../../../engine/algorithms/gpu/comparison/scan-kernel.ts";
import { GPU_LIST } from "../../../engine/algorithms/gpu/comparison/seed-algorithms.ts";
import { createDenseUniverse, GPU_ALGORITHM } from "../../../engine/algorithms/gpu/dense/gpu.ts";
import { GPU_HASHLIFE } from "../../../engine/algorithms/gpu/hashlife/gpu-hashlife.ts";
import { HASHLIFE } from "../../../engine/algorithms/hashlife/hashlife.ts";
import { ALGORITHMS, algorithmNamed } from "../../../engine/algorithms/registry.ts";
import type { Block } from "../../../engine/core/block.ts";
import type { Soup } from "../../../engine/core/soup.ts";
import { soupBlock } from "../../../engine/core/soup.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { gridHeight, gridRect, gridWidth, UNBOUNDED } from "../../../engine/core/topology.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { fillSoup } from "../../support/fill-soup.ts";
import { SerialAutomaton } from "./serial.ts";

/** What a case begins with. */
export type Start =
  | { readonly kind: "soup"; readonly soup: Pick<Soup, "seed" | "density"> }
  | { readonly kind: "cells"; readonly cells: Block };

export interface Stage {
  readonly rule: Rule;
  readonly topology: Topology;
  readonly start: Start;
}

/** Something that can go back to the start, step and be asked for its cells. */
export interface Runner {
  begin(): Promise<void>;
  /** Resolves when the cells can be read. */
  step(generations: number): Promise<void>;
  hash(): Promise<bigint>;
  dispose(): void;
}

export interface Contender {
  readonly id: string;
  readonly label: string;
  readonly needsGpu: boolean;
  /** Does not take each generation by itself: the clock is read where a GPU's is, and it goes there at once. */
  readonly leaps?: boolean;
  /** Why it cannot run there; null where it can. */
  readonly refuses: (stage: Stage) => string | null;
  /** Errors: those of creating a universe. */
  readonly open: (stage: Stage, environment: AlgorithmEnvironment) => Promise<Runner>;
}

export const SERIAL: Contender = {
  id: "serial",
  label: "serial program (JavaScript)",
  needsGpu: false,
  refuses: () => null,
  open: async ({ rule, topology, start }) => {
    const automaton = new SerialAutomaton(rule, topology);
    const size = { width: gridWidth(topology), height: gridHeight(topology) };
    return {
      begin: async () =>
        automaton.write(start.kind === "cells" ? start.cells : soupBlock({ ...start.soup, ...size })),
      step: async (generations) => automaton.step(generations),
      hash: async () => automaton.hash(),
      dispose: () => {},
    };
  },
};

/** In the order of the tables. */
const LISTED = [
  ["reference", "reference"],
  ["block", "4x4 table, CPU (WebAssembly)"],
  ["gpu-naive", "naive"],
  ["gpu-tile", "tile in workgroup memory"],
  ["gpu-row", "lookup of four cells"],
  ["gpu-block", "4x4 table, GPU"],
  ["gpu-skip", "dead blocks skipped"],
  ["gpu-list", "list of active cells"],
] as const;

/** What the works tried and gave up, by the names of kernels. */
const EXPERIMENTS = [
  ["naive-2", "two cells a thread"],
  ["row-8", "lookup of eight cells (2^28 entries)"],
  ["block-8", "4x4 table, GPU, a quarter of the threads"],
  ["list-scan", "list by an exclusive scan"],
] as const;

/** Tells what the scan takes: once more, it changes nothing but the time. */
const SCANNED_TWICE = onAlgorithm("list-scan-2", "the same, scanned twice", {
  ...GPU_LIST,
  create: (init, environment) => createDenseUniverse(GPU_LIST, () => [scanKernel(2)], init, environment),
});

export interface Lineup {
  readonly contenders: readonly Contender[];
  /** Ids that no algorithm has here. */
  readonly absent: readonly string[];
}

/** Everybody who is registered, and who is not. */
export function lineup(): Lineup {
  const found = LISTED.map(([id, label]) => ({ id, label, algorithm: ALGORITHMS.find(id) }));
  return {
    contenders: [
      SERIAL,
      ...found.flatMap(({ id, label, algorithm }) => (algorithm ? [onAlgorithm(id, label, algorithm)] : [])),
      onAlgorithm("bit-row", "bit-packed, a word a thread", algorithmNamed("bit-row")),
      onAlgorithm("one-step", "bit-packed, one step, vectors", algorithmNamed("vector-row")),
      onAlgorithm("gpu", "gpu (K generations a pass)", GPU_ALGORITHM),
      ...EXPERIMENTS.map(([id, label]) => onAlgorithm(id, label, algorithmNamed(id))),
      SCANNED_TWICE,
      onPlane("hashlife", "HashLife, CPU, on the plane", HASHLIFE),
      onPlane("gpu-hashlife", "HashLife, GPU, on the plane", GPU_HASHLIFE),
    ],
    absent: found.filter(({ algorithm }) => !algorithm).map(({ id }) => id),
  };
}

export function onAlgorithm(id: string, label: string, algorithm: Algorithm): Contender {
  return {
    id,
    label,
    needsGpu: algorithm.needsGpu,
    refuses: ({ rule, topology }) => algorithm.refuses(rule, topology),
    open: async (stage, environment) => new UniverseRunner(await algorithm.create(stage, environment), stage),
  };
}

/**
 * HashLife has no frozen borders: it takes the plane, whose cells are the same as long as nothing comes near the border.
 * It remembers what it has computed, so each round has a universe of its own.
 */
function onPlane(id: string, label: string, algorithm: Algorithm): Contender {
  return {
    id,
    label,
    needsGpu: algorithm.needsGpu,
    leaps: true,
    refuses: ({ rule }) => algorithm.refuses(rule, UNBOUNDED),
    open: async (stage, environment) => {
      const onPlane = { ...stage, topology: UNBOUNDED };
      const open = async (): Promise<UniverseRunner> =>
        new UniverseRunner(await algorithm.create(onPlane, environment), onPlane);
      // Stays open beside the others: a device with its kernels lives as long as a universe does.
      const first = await open();
      let runner: UniverseRunner | null = null;
      return {
        begin: async () => {
          runner?.dispose();
          runner = await open();
          await runner.begin();
        },
        step: async (generations) => runner?.step(generations),
        hash: async () => (runner ?? first).hash(),
        dispose: () => {
          runner?.dispose();
          first.dispose();
        },
      };
    },
  };
}

class UniverseRunner implements Runner {
  readonly #universe: Universe;
  readonly #start: Start;
  #snapshot: Awaited<ReturnType<Universe["snapshot"]>> | null = null;
  #keeps = true;

  constructor(universe: Universe, { start }: Stage) {
    this.#universe = universe;
    this.#start = start;
  }

  async begin(): Promise<void> {
    const universe = this.#universe;
    if (this.#snapshot) await universe.restore(this.#snapshot);
    else {
      await universe.clear();
      universe.setGeneration(0n);
      await this.#fill();
      if (this.#keeps) this.#snapshot = await universe.snapshot().catch(() => null);
      // No memory for a snapshot: the start is written anew each time.
      this.#keeps = this.#snapshot !== null;
    }
    await this.#settled();
  }

  async step(generations: number): Promise<void> {
    await this.#universe.step(this.#universe.generation + BigInt(generations));
    await this.#settled();
  }

  hash(): Promise<bigint> {
    return this.#universe.hash();
  }

  dispose(): void {
    this.#universe.dispose();
  }

  async #fill(): Promise<void> {
    const universe = this.#universe;
    if (this.#start.kind === "cells") return universe.writeBlock(this.#start.cells, "or");
    const { soup } = this.#start;
    await fillSoup(universe, soup);
  }

  /** Reading a cell waits for whatever is still under way on a GPU. */
  async #settled(): Promise<void> {
    const { x, y } = gridRect(this.#universe.topology) ?? { x: 0n, y: 0n };
    await this.#universe.readBlock({ x, y, w: 1n, h: 1n });
  }
}

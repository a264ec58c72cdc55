/**
 * "This document's universe": the one handle that stays while another universe replaces the one behind it. That happens when a
 * person chooses another algorithm or grid or opens something else in the same tab, when history leads back to another grid, and
 * when a GPU or a worker is lost.
 *
 * Every replacement takes the same steps. The handle makes and fills the next universe; the *handover* lets the editor's history
 * take what it needs from the present one; then the next universe becomes the present one, and the handle frees the old one.
 * Nothing else follows a universe: instruments subscribe to this handle's store and `read` through the handle.
 */

import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { Block } from "../../engine/core/block.ts";
import { TessellaError } from "../../engine/core/errors.ts";
import type { Topology } from "../../engine/core/topology.ts";
import type { GpuPresence } from "../../engine/gpu/device.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import type { AlgorithmInfo, CreateUniverse, Runner } from "../../engine/worker/protocol/universe.ts";
import { CpuEngine } from "./cpu-engine.ts";
import type { Engines, PlacedUniverse } from "./engines.ts";
import { copyCells, copyOnto, tooMuchFor, treeToMove } from "./move-cells.ts";
import type { RemoteUniverse } from "./remote-universe.ts";
import type { GridRequest, Handover } from "./universe-port.ts";

export interface LiveState {
  /** The present universe. */
  readonly present: RemoteUniverse;
  /** The algorithm that runs it now, and the reason. */
  readonly runner: Runner;
  /** The last one heard. */
  readonly generation: bigint;
  /** The reason why its cells are lost, with its GPU or its worker; null for a universe in order. */
  readonly loss: Error | null;
}

/** The initial contents of a universe. */
export type UniverseContents = Pick<CreateUniverse, "rule" | "topology" | "generation" | "soup" | "cells">;

/** A state of a universe: its cells are the union of soup, cells and block. */
export interface UniverseCopy extends UniverseContents {
  readonly generation: bigint;
  readonly block?: Block;
}

/** Where a document's universes run. */
export interface UniverseHome {
  readonly engines: Engines;
  readonly cpu: CpuEngine;
  /** An algorithm's id, or `auto` (the default). */
  readonly algorithm?: string;
  /** The memory that each of them may use. */
  readonly memoryMegabytes: number;
}

/** How long closing waits for the universe to be freed, in milliseconds. */
const MOST_CLOSING = 500;

export class LiveUniverse {
  readonly store: StoreApi<LiveState>;
  readonly #home: UniverseHome;
  #leave = (): void => {};
  /** What was asked for: an algorithm's id or `auto`. It may be another that runs, where that one cannot. */
  #asked: string;

  /** Creates a universe where its algorithm runs. Errors: those of creating it; nothing remains then. */
  static async open(contents: UniverseContents, home: Omit<UniverseHome, "cpu">): Promise<LiveUniverse> {
    const { engines, algorithm, memoryMegabytes } = home;
    const cpu = new CpuEngine();
    try {
      const placed = await engines.place({ ...contents, algorithm, memoryMegabytes }, cpu.get);
      return new LiveUniverse(placed, { ...home, cpu });
    } catch (error) {
      cpu.close();
      throw error;
    }
  }

  constructor({ universe, reason }: PlacedUniverse, home: UniverseHome) {
    this.#home = home;
    this.#asked = home.algorithm ?? "auto";
    this.store = createStore(() => stateOf(universe, reason));
    this.#listen(universe);
  }

  /** The present universe. Only code within one turn of the editor may keep it. */
  get present(): RemoteUniverse {
    return this.store.getState().present;
  }

  /** The algorithm that runs it now, and the reason. */
  get runner(): Runner {
    return this.store.getState().runner;
  }

  get memoryMegabytes(): number {
    return this.#home.memoryMegabytes;
  }

  /** Asks the present universe. If another one replaces it meanwhile, the question goes to that one instead. */
  async read<T>(ask: (universe: RemoteUniverse) => Promise<T>): Promise<T> {
    for (;;) {
      const universe = this.present;
      try {
        const answer = await ask(universe);
        if (universe === this.present) return answer;
      } catch (error) {
        if (universe === this.present) throw error;
      }
    }
  }

  /** The algorithms that could run it, and the reasons why the others cannot. */
  algorithms(): Promise<readonly AlgorithmInfo[]> {
    const { rule, topology } = this.present;
    const { engines, cpu } = this.#home;
    return engines.view.engine.algorithms(rule, topology).catch(() => cpu.get().algorithms(rule, topology));
  }

  /** The GPU, or the reason why there is none. */
  gpu(): Promise<GpuPresence> {
    return this.#home.engines.view.engine.gpu();
  }

  /** Makes an empty universe on the CPU, beside this one, to compute in. */
  readonly makeSpare = (wanted: Required<GridRequest>): Promise<RemoteUniverse> => {
    const { cpu, memoryMegabytes, engines } = this.#home;
    return cpu.get().createUniverse({ ...wanted, memoryMegabytes, threads: engines.threads });
  };

  /**
   * Continues under another algorithm, or under the one that `auto` chooses now, wherever that runs. Errors: those of creating
   * the universe; the present one then stays.
   */
  async changeAlgorithm(algorithm: string, handover: Handover): Promise<void> {
    const known = await this.algorithms();
    const name = known.find(({ id }) => id === algorithm)?.name ?? algorithm;
    const leaps = known.some(
      (one) => one.leaps && (algorithm === "auto" ? one.refuses === null : one.id === algorithm),
    );
    const taker = { name, leaps, memoryMegabytes: this.memoryMegabytes };
    const old = this.present;
    const { rule, topology, generation } = old;
    const make = async (): Promise<PlacedUniverse> => {
      const inAll = async <T>(cells: Promise<T>): Promise<T> => {
        try {
          return await cells;
        } catch (error) {
          throw await tooMuchFor(taker, old, old.runner.name, error);
        }
      };
      const cells = await inAll(treeToMove(old, taker));
      if (cells) return inAll(this.#place({ rule, topology, generation, cells }, algorithm));
      // A grid that is too large is refused before any cell has come.
      const placed = await this.#place({ rule, topology, generation }, algorithm);
      return inAll(filled(placed, (next) => copyCells(old, next)));
    };
    await this.#replace(make, handover, algorithm);
  }

  /**
   * Continues with the same cells under a rule that the present universe cannot take; states that the rule does not have become
   * its last. Returns whether there were such cells. Errors: those of creating the universe; the present one then stays.
   */
  async changeRule(rule: Rule, handover: Handover): Promise<boolean> {
    const old = this.present;
    const { topology, generation } = old;
    let clamped = false;
    const make = async (): Promise<PlacedUniverse> =>
      filled(await this.#placeAnywhere({ rule, topology, generation }), async (next) => {
        await copyCells(old, next);
        if (rule.states < old.rule.states) clamped = (await old.hash()) !== (await next.hash());
      });
    await this.#replace(make, handover);
    return clamped;
  }

  /** Continues with the same cells on another grid, without those outside of it. Returns how many those were. */
  async resize(topology: Topology, handover: Handover): Promise<bigint> {
    const old = this.present;
    const { rule, generation } = old;
    let gone = 0n;
    const make = async (): Promise<PlacedUniverse> =>
      filled(await this.#placeAnywhere({ rule, topology, generation }), async (next) => {
        await copyOnto(old, next);
        gone = (await old.population()) - (await next.population());
      });
    await this.#replace(make, handover);
    return gone;
  }

  /**
   * Continues with other contents. The algorithm stays if it can run them. False where the handover declined the new universe.
   * Errors: those of creating it; the present one stays in both cases.
   */
  renew(contents: UniverseContents, handover: Handover): Promise<boolean> {
    return this.#replace(() => this.#placeAnywhere(contents), handover);
  }

  /**
   * Continues from a copy, on the CPU, when the present universe is lost: a GPU that fails once may fail again. A new worker
   * replaces one that broke down. Errors: those of creating the universe.
   */
  async restore(
    { rule, topology, generation, soup, cells, block }: UniverseCopy,
    handover: Handover,
  ): Promise<void> {
    const { cpu, memoryMegabytes, engines } = this.#home;
    const { threads } = engines;
    const onGpu = this.present.adapter !== undefined;
    const mayMove = this.#asked === "auto" || onGpu;
    const make = async (): Promise<PlacedUniverse> => {
      if (!onGpu) cpu.restart();
      const engine = cpu.get();
      const { algorithm } = onGpu ? await engine.choose(rule, topology) : this.runner;
      const request = {
        rule,
        topology,
        generation,
        soup,
        cells,
        algorithm,
        memoryMegabytes,
        threads,
        mayMove,
      };
      const universe = await engine.createUniverse(request);
      if (block) await universe.writeBlock(block, "copy");
      const reason = onGpu ? `${algorithm} took over when the GPU was lost.` : this.runner.reason;
      return { universe, reason };
    };
    await this.#replace(make, handover, mayMove ? "auto" : this.#asked);
  }

  /** Frees the universe when `idle` resolves, and ends its worker after half a second at most. */
  async close(idle: Promise<unknown>): Promise<void> {
    const freed = idle.then(() => this.present.dispose()).catch(() => {});
    let limit: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<void>((resolve) => {
      limit = setTimeout(resolve, MOST_CLOSING);
    });
    await Promise.race([freed, late]);
    clearTimeout(limit);
    this.#leave();
    this.#home.cpu.close();
  }

  /** Even a handover that fails has taken over the next universe: the present one is of no use any more. */
  async #replace(
    make: () => Promise<PlacedUniverse>,
    handover: Handover,
    asked: string = this.#asked,
  ): Promise<boolean> {
    const { universe, reason } = await make();
    let taken = true;
    try {
      taken = await handover(universe);
    } finally {
      const left = taken ? this.present : universe;
      if (taken) {
        this.#asked = asked;
        this.#leave();
        this.#listen(universe);
        this.store.setState(stateOf(universe, reason));
      }
      void left.dispose().catch(() => {});
    }
    return taken;
  }

  #place(contents: UniverseContents, algorithm: string): Promise<PlacedUniverse> {
    const { engines, cpu, memoryMegabytes } = this.#home;
    return engines.place({ ...contents, algorithm, memoryMegabytes }, cpu.get);
  }

  /** Leaves the choice to `auto` where the algorithm that was asked for cannot run it. */
  async #placeAnywhere(contents: UniverseContents): Promise<PlacedUniverse> {
    try {
      return await this.#place(contents, this.#asked);
    } catch (error) {
      if (!(error instanceof TessellaError) || !REFUSALS.has(error.code)) throw error;
      return this.#place(contents, "auto");
    }
  }

  #listen(universe: RemoteUniverse): void {
    this.#leave = universe.store.subscribe((now, before) => {
      if (now.generation !== before.generation) this.store.setState({ generation: now.generation });
      if (now.runner !== before.runner) this.store.setState({ runner: now.runner });
    });
    void universe.lost.then((loss) => {
      if (universe === this.present) this.store.setState({ loss });
    });
  }
}

function stateOf(universe: RemoteUniverse, reason: string): LiveState {
  const { generation, runner } = universe;
  return { present: universe, runner: { ...runner, reason }, generation, loss: null };
}

/** Errors that another algorithm may avoid. */
const REFUSALS: ReadonlySet<string> = new Set([
  "unsupported-topology",
  "unsupported-rule",
  "gpu-unavailable",
  "gpu-lost",
]);

/** Frees the universe again if filling it fails. */
async function filled(
  placed: PlacedUniverse,
  fill: (universe: RemoteUniverse) => Promise<void>,
): Promise<PlacedUniverse> {
  try {
    await fill(placed.universe);
    return placed;
  } catch (error) {
    await placed.universe.dispose().catch(() => {});
    throw error;
  }
}

/** Rank 0's end of a record (record.ts): it asks all ranks what they did, about once a second, and writes that down. */

import type { Universe } from "../algorithms/algorithm.ts";
import { blockStride } from "../core/block.ts";
import { now } from "../core/clock.ts";
import { formatTopology } from "../core/topology.ts";
import type { HaloChoice, RankAnswer, RankCommand, SharedInit } from "./commands.ts";
import type { RankParcel } from "./parcels.ts";
import type { RecordedPrediction } from "./record.ts";
import {
  BlockSums,
  formatRecordBlocks,
  formatRecordEnd,
  formatRecordHead,
  measuredSeconds,
} from "./record.ts";
import { planSlab } from "./split.ts";
import { blocksOfNumbers } from "./trace.ts";

/** Where a rank runs. */
export interface RankPlace {
  readonly host: string;
  /** Of the system. */
  readonly process: number;
  /** The processor's name. */
  readonly processor: string;
  /** The device file of the GPU that it has for itself. */
  readonly card?: string;
}

/** What a record says beside what the ranks know. */
export interface RecordWish {
  /** The program's version. */
  readonly program: string;
  /** By rank. */
  readonly places: readonly RankPlace[];
  readonly prediction: RecordedPrediction | null;
  /** Given the record's text, whole lines at a time. */
  readonly write: (text: string) => void;
}

/** What a record needs to know of a universe over ranks. */
export interface RecordedRun {
  readonly universe: Universe & { readonly choice: HaloChoice; readonly devices: readonly string[] };
  readonly transport: string;
  readonly init: SharedInit;
  readonly ask: (command: RankCommand) => Promise<readonly RankParcel<RankAnswer>[]>;
}

/** Milliseconds between two looks at the ranks. */
const PERIOD = 1000;

export class ClusterRecording {
  readonly #run: RecordedRun;
  readonly #write: (text: string) => void;
  /** The ranks on other machines than rank 0's. */
  readonly #apart: readonly number[];
  readonly #began = now();
  /** By rank. */
  readonly #totals: readonly BlockSums[];
  #asked = now();
  #isOver = false;

  private constructor(run: RecordedRun, { places, write }: RecordWish) {
    this.#run = run;
    this.#write = write;
    this.#apart = [...run.init.ranges.keys()].filter((rank) => places[rank].host !== places[0].host);
    this.#totals = run.init.ranges.map(() => new BlockSums());
  }

  /** Begins it. Errors: those of `ask`. */
  static async begin(run: RecordedRun, wish: RecordWish): Promise<ClusterRecording> {
    const { universe, init, transport } = run;
    const { choice, devices } = universe;
    const { program, places, prediction, write } = wish;
    await run.ask({ verb: "record" });
    const recording = new ClusterRecording(run, wish);
    const ranks = init.ranges.map(({ first, rows }, rank) => {
      const { host, process } = places[rank];
      const { above, below } = planSlab(init.topology, init.ranges, rank, choice.halo);
      const neighbours = Number(above !== null) + Number(below !== null);
      const bytes = neighbours * choice.halo * blockStride(init.topology.width) * 4;
      return { first, rows, bytes, host, process, device: devices[rank] };
    });
    write(
      formatRecordHead({
        program,
        started: new Date().toISOString(),
        algorithm: init.algorithm,
        rule: universe.rule.text,
        topology: formatTopology(init.topology).slice(1),
        generation: universe.generation,
        transport,
        halo: choice.halo,
        overlap: choice.ahead > 0,
        ranks,
        prediction,
      }),
    );
    return recording;
  }

  /** To be called between steps: asks the ranks where that was long ago. Errors: those of `ask`. */
  async keep(): Promise<void> {
    if (now() - this.#asked >= PERIOD) await this.#keep(false);
  }

  async #keep(last: boolean): Promise<void> {
    const answers = await this.#run.ask({ verb: "trace", apart: this.#apart, last });
    const behind = answers[0].head.value as readonly number[];
    for (const [rank, { bytes }] of answers.entries()) {
      if (bytes.length === 0) continue;
      const numbers = new Float64Array(bytes.slice().buffer);
      const blocks = blocksOfNumbers(numbers, this.#began - behind[rank]);
      for (const block of blocks) this.#totals[rank].add(block);
      this.#write(formatRecordBlocks(rank, blocks));
    }
    this.#asked = now();
  }

  /**
   * Ends it, with the reason where the run has failed; what ranks did that are lost stays unknown. Resolves with the seconds of a generation
   * on the slowest rank, null where there was none.
   */
  async end(failure: string | null): Promise<number | null> {
    if (!this.#isOver) {
      this.#isOver = true;
      await this.#keep(true).catch(() => undefined);
      this.#write(formatRecordEnd({ generation: this.#run.universe.generation, failure }));
    }
    return measuredSeconds(this.#totals);
  }
}

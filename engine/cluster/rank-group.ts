/** All ranks, as rank 0 commands them. */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import { TessellaError } from "../core/errors.ts";
import { fromWireError } from "../core/wire-error.ts";
import { Lock } from "../gpu/lock.ts";
import type { SaveFile } from "./checkpoint.ts";
import type { RankAnswer, RankCommand } from "./commands.ts";
import type { RankParcel } from "./parcels.ts";
import { arrived, NO_BYTES, nextParcel, postParcel } from "./parcels.ts";
import { Rank } from "./rank.ts";
import type { FoundKernels } from "./shared-tuning.ts";
import type { RankMessage, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

export class RankGroup {
  readonly transport: Transport;
  readonly lost: Promise<TessellaError>;
  readonly #own: Rank;
  readonly #lock = new Lock();
  #memory: readonly number[] = [];
  #lose: (error: TessellaError) => void = () => undefined;
  #isOver = false;

  constructor(transport: Transport, environment: AlgorithmEnvironment, saveFile?: SaveFile) {
    this.transport = transport;
    this.#own = new Rank(transport, async () => environment, saveFile);
    this.lost = new Promise((resolve) => {
      this.#lose = resolve;
    });
  }

  get adapter(): string | undefined {
    return this.#own.adapter;
  }

  /** What rank 0 has found. */
  get kernels(): FoundKernels {
    return this.#own.kernels;
  }

  get untilExchange(): number {
    return this.#own.untilExchange;
  }

  /** Bytes of all ranks' universes without snapshots, as of the last command. */
  get memory(): number {
    return this.#memory.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** The answers of all ranks, by rank. `payload` gives the bytes for each. Errors: the first rank's that failed; `engine-lost`. */
  ask(
    command: RankCommand | ((rank: number) => RankCommand),
    payload?: (rank: number) => RankMessage | undefined,
  ): Promise<readonly RankParcel<RankAnswer>[]> {
    return this.#lock.run(async () => {
      if (this.#isOver) throw new TessellaError("bad-argument", "This universe has been closed.");
      try {
        return await this.#ask(command, payload);
      } catch (error) {
        if (error instanceof TessellaError && error.code === "engine-lost") this.#lose(error);
        throw error;
      }
    });
  }

  /** The last command; ranks that are lost do not get it. */
  end(): void {
    void this.#lock.run(async () => {
      await this.#ask({ verb: "end" }).catch(() => undefined);
      this.#isOver = true;
      this.transport.dispose();
    });
  }

  async #ask(
    command: RankCommand | ((rank: number) => RankCommand),
    payload: (rank: number) => RankMessage | undefined = () => undefined,
  ): Promise<readonly RankParcel<RankAnswer>[]> {
    const { size } = this.transport;
    const commandOf = (rank: number): RankCommand =>
      typeof command === "function" ? command(rank) : command;
    const posted = [];
    for (let rank = 1; rank < size; rank++)
      posted.push(...postParcel(this.transport, rank, commandOf(rank), payload(rank)));
    const message = payload(0);
    const bytes = message ? bytesOf(message) : NO_BYTES;
    const answers = [await this.#own.obey(commandOf(0), bytes)];
    for (const transfer of posted) await arrived(this.transport, transfer);
    for (let rank = 1; rank < size; rank++) answers.push(await nextParcel<RankAnswer>(this.transport, rank));
    this.#memory = answers.map(({ head }) => head.memory);
    const failed = answers.find(({ head }) => head.error);
    if (failed?.head.error) throw fromWireError(failed.head.error);
    return answers;
  }
}

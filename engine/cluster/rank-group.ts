/** All ranks, as rank 0 commands them. */

import type { AlgorithmEnvironment } from "../algorithms/algorithm.ts";
import { TessellaError } from "../core/errors.ts";
import { Lock } from "../gpu/lock.ts";
import type { SaveFile } from "./checkpoint.ts";
import type { RankAnswer, RankCommand } from "./commands.ts";
import type { RankParcel } from "./parcels.ts";
import { Rank } from "./rank.ts";
import { askRanks, throwIfFailed } from "./service.ts";
import type { FoundKernels } from "./shared-tuning.ts";
import type { RankMessage, Transport } from "./transport.ts";

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
    payloadOf?: (rank: number) => RankMessage | undefined,
  ): Promise<readonly RankParcel<RankAnswer>[]> {
    const commandOf = (rank: number): RankCommand =>
      typeof command === "function" ? command(rank) : command;
    const answers = await askRanks<RankCommand, RankAnswer>(this.transport, this.#own, {
      commandOf,
      payloadOf,
    });
    this.#memory = answers.map(({ head }) => head.memory);
    throwIfFailed(answers);
    return answers;
  }
}

/** Checkpoints of a run over ranks (--checkpoint), and going on from one. */

import { resolve } from "node:path";
import type { Universe } from "../algorithms/algorithm.ts";
import type { Checkpoint } from "../cluster/checkpoint.ts";
import { freeSet, restoreCheckpoint, saveFailure } from "../cluster/checkpoint.ts";
import type { ClusterUniverse } from "../cluster/cluster-universe.ts";
import { now } from "../core/clock.ts";
import { throwIfAborted } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import {
  isCheckpoint,
  partsOfFolder,
  prepareFolder,
  readManifest,
  writeManifest,
} from "../node/checkpoint-folder.ts";
import type { Arguments } from "./command.ts";
import { parseSeconds } from "./numbers.ts";
import { named } from "./pattern-file.ts";
import { UsageError } from "./usage-error.ts";

export class Checkpoints {
  /** As it was typed. */
  readonly #folder: string;
  readonly #milliseconds: number;
  readonly #ranks: number;
  #last: Checkpoint | null;
  #at = now();

  private constructor(folder: string, seconds: number, ranks: number, last: Checkpoint | null) {
    this.#folder = folder;
    this.#milliseconds = 1000 * seconds;
    this.#ranks = ranks;
    this.#last = last;
  }

  /** Those that the command line asks for, or null. Errors: UsageError for a folder with another run's; `io`, `syntax`. */
  static async asked(args: Arguments, ranks: number): Promise<Checkpoints | null> {
    const text = args.value("checkpoint");
    if (text === undefined) return null;
    const space = text.indexOf(" ");
    const seconds = parseSeconds(text.slice(0, space), "--checkpoint");
    const folder = text.slice(space + 1);
    prepareFolder(folder);
    let last: Checkpoint | null = null;
    if (isCheckpoint(folder)) {
      const [from] = args.positionals;
      if (from === undefined || resolve(from) !== resolve(folder))
        throw new UsageError(
          `"${folder}" holds a checkpoint of another run.`,
          `Go on from it with tessella run ${folder}, or name another folder.`,
        );
      last = await readCheckpoint(folder);
    }
    return new Checkpoints(folder, seconds, ranks, last);
  }

  /** To be called between steps: writes a checkpoint where the last one is old enough. Errors: those of `save`, and `io`. */
  async keep(universe: ClusterUniverse, target: bigint): Promise<void> {
    if (now() - this.#at < this.#milliseconds) return;
    const folder = resolve(this.#folder);
    const checkpoint = await universe.save(folder, freeSet(this.#last), target);
    try {
      await writeManifest(folder, checkpoint);
    } catch (error) {
      throw saveFailure(0, checkpoint.generation, error);
    }
    this.#last = checkpoint;
    this.#at = now();
  }

  /** Looks at what another process has written. */
  async look(): Promise<void> {
    if (isCheckpoint(this.#folder)) this.#last = await readManifest(this.#folder);
  }

  /** How to go on from the last one; undefined where there is none. */
  get hint(): string | undefined {
    if (!this.#last) return undefined;
    const folder = /\s/.test(this.#folder) ? `"${this.#folder}"` : this.#folder;
    return `Go on from generation ${grouped(this.#last.generation)}: tessella run ${folder} --ranks ${this.#ranks}`;
  }
}

/** The manifest of a folder. Errors: `syntax`, with the folder's name; `io`. */
export async function readCheckpoint(folder: string): Promise<Checkpoint> {
  try {
    return await readManifest(folder);
  } catch (error) {
    throw named(folder, error);
  }
}

/** Fills an empty universe from the folder. Errors: `syntax`, `io`, `aborted`. */
export async function refill(
  universe: Universe,
  folder: string,
  checkpoint: Checkpoint,
  signal: AbortSignal,
): Promise<void> {
  try {
    await restoreCheckpoint(universe, checkpoint, partsOfFolder(folder), () => throwIfAborted(signal));
  } catch (error) {
    throw named(folder, error);
  }
}

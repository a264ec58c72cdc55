/**
 * Continues from the last copy of a universe whose GPU or worker was lost, and tells the person what happened and where the
 * universe continues. Nothing else reports it: `isLoss` recognises the errors that the same loss causes elsewhere.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { Edited } from "./copy-keeper.ts";
import { CopyKeeper } from "./copy-keeper.ts";
import type { LiveUniverse, UniverseCopy } from "./live-universe.ts";
import type { UniversePort } from "./universe-port.ts";

/** An editor that can continue with a universe in an earlier state. */
export interface Recoverable<Mark> extends Edited<Mark> {
  recover(
    replace: (handover: (next: UniversePort, mark: Mark) => Promise<boolean>) => Promise<void>,
  ): Promise<void>;
}

export class Recovery<Mark> {
  readonly copies: CopyKeeper<Mark>;
  readonly #live: LiveUniverse;
  readonly #edited: Recoverable<Mark>;
  readonly #report: (error: unknown) => void;
  readonly #unwatch: () => void;

  /** `origin`: the contents that the universe was just made from. */
  constructor(
    live: LiveUniverse,
    edited: Recoverable<Mark>,
    origin: Pick<UniverseCopy, "soup" | "cells">,
    report: (error: unknown) => void,
  ) {
    this.#live = live;
    this.#edited = edited;
    this.#report = report;
    this.copies = new CopyKeeper(live, edited, origin);
    this.#unwatch = live.store.subscribe(({ loss }, before) => {
      if (loss && loss !== before.loss) void this.#recover(loss);
    });
  }

  end(): void {
    this.#unwatch();
    this.copies.end();
  }

  async #recover(error: Error): Promise<void> {
    const live = this.#live;
    const { latest } = this.copies;
    if (!latest) {
      this.#report(lost(error, "No copy of the universe could be kept: open it again."));
      return;
    }
    try {
      const { present } = live;
      const { generation: reached, adapter } = present;
      let restored = false;
      await this.#edited.recover(async (handover) => {
        // An earlier request may have replaced it already.
        if (live.present !== present) return;
        await live.restore(latest, (next) => handover(next, latest.mark));
        restored = true;
      });
      if (!restored) return;
      const { generation: now } = live.present;
      const where = `${now === reached ? "on at" : "back to"} generation ${grouped(now)}`;
      const runner = adapter === undefined ? "in a new worker" : "on the CPU";
      this.#report(lost(error, `The universe goes ${where}, ${runner}.`));
    } catch (failure) {
      this.#report(failure);
    }
  }
}

/** Whether an error comes from a loss, which the recovery reports. */
export function isLoss(error: unknown): boolean {
  return error instanceof TessellaError && LOSSES.has(error.code);
}

const LOSSES: ReadonlySet<string> = new Set(["gpu-lost", "engine-lost"]);

/** What happened, and how the universe continues. */
function lost(error: Error, after: string): TessellaError {
  const code = error instanceof TessellaError ? error.code : "engine-lost";
  return new TessellaError(code, `${error.message.replace(/\.?$/, ".")} ${after}`);
}

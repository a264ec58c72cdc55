/**
 * Makes a document's universes on other grids: for who resizes one, and for the history when it leads back to before that. The
 * algorithm stays where it can; one that cannot run the grid leaves the choice to `auto`.
 */

import { TessellaError } from "../../engine/core/errors.ts";
import type { CreateUniverse } from "../../engine/worker/protocol/universe.ts";
import type { Housing, Plot } from "../editor/history/housing.ts";
import type { UniversePort } from "../editor/universe-port.ts";
import type { PlacedUniverse } from "../universe/engines.ts";

type Request = Pick<CreateUniverse, "rule" | "topology" | "generation" | "soup" | "cells">;

export interface GroundsOptions {
  /** With the document's algorithm, or the one that is given. */
  place(request: Request & Pick<CreateUniverse, "algorithm">): Promise<PlacedUniverse>;
  /** The document goes over into it. */
  enter(placed: PlacedUniverse): Promise<void>;
}

export class Grounds implements Housing {
  readonly #options: GroundsOptions;
  #built: PlacedUniverse | null = null;

  constructor(options: GroundsOptions) {
    this.#options = options;
  }

  /** Errors: those of creating it. */
  async place(request: Request): Promise<PlacedUniverse> {
    try {
      return await this.#options.place(request);
    } catch (error) {
      if (!(error instanceof TessellaError) || !REFUSALS.has(error.code)) throw error;
      return this.#options.place({ ...request, algorithm: "auto" });
    }
  }

  async build(plot: Plot): Promise<UniversePort> {
    this.#built = await this.place(plot);
    return this.#built.universe;
  }

  async left(): Promise<void> {
    const built = this.#built;
    this.#built = null;
    if (built) await this.#options.enter(built);
  }

  async abandon(): Promise<void> {
    const built = this.#built;
    this.#built = null;
    await built?.universe.dispose().catch(() => {});
  }
}

/** What another algorithm may well do. */
const REFUSALS: ReadonlySet<string> = new Set([
  "unsupported-topology",
  "unsupported-rule",
  "gpu-unavailable",
  "gpu-lost",
]);

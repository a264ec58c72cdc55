/** The elementary rules and their figures, which the lab's worker finds one by one once somebody wants to see them. */

import { createStore } from "zustand/vanilla";
import { describeError, TessellaError } from "../../../engine/core/errors.ts";
import type { RuleFigures } from "../../../engine/rings/atlas.ts";
import { ELEMENTARY_RULES } from "../../../engine/rings/atlas.ts";
import type { EvolveProtocol } from "../../../engine/worker/protocol/evolve.ts";
import type { Calls } from "../../../engine/worker/rpc.ts";

/** Rules whose figures are shown at a time: a table is redrawn for them. */
const AT_A_TIME = 16;

/** What rules are ordered by: the first one ascending, the figures descending. */
export type AtlasOrder = keyof RuleFigures;

export interface AtlasState {
  readonly order: AtlasOrder;
  /** By number: as many as have been found. */
  readonly figures: readonly RuleFigures[];
  readonly message: string | null;
}

export class Atlas {
  readonly store = createStore<AtlasState>(() => ({ order: "rule", figures: [], message: null }));
  readonly #engine: Pick<Calls<EvolveProtocol>, "figures">;
  readonly #abort = new AbortController();
  #begun = false;

  constructor(engine: Pick<Calls<EvolveProtocol>, "figures">) {
    this.#engine = engine;
  }

  orderBy(order: AtlasOrder): void {
    this.store.setState({ order });
  }

  /** Finds the figures, unless that has begun. */
  async find(): Promise<void> {
    if (this.#begun) return;
    this.#begun = true;
    const { signal } = this.#abort;
    try {
      const found: RuleFigures[] = [];
      for (let rule = 0; rule < ELEMENTARY_RULES; rule++) {
        found.push(await this.#engine.figures({ rule }, { signal }));
        if (found.length % AT_A_TIME === 0) this.store.setState({ figures: [...found] });
      }
    } catch (error) {
      if (error instanceof TessellaError && error.code === "aborted") return;
      this.store.setState({ message: describeError(error) });
    }
  }

  close(): void {
    this.#abort.abort();
  }
}

/** The rules in their order. Those whose figures are not known yet stand behind the others, by number. */
export function atlasRules({ order, figures }: Pick<AtlasState, "order" | "figures">): readonly number[] {
  const known = figures.toSorted((a, b) => (order === "rule" ? 0 : b[order] - a[order]) || a.rule - b.rule);
  const rest = Array.from({ length: ELEMENTARY_RULES - figures.length }, (_, k) => figures.length + k);
  return [...known.map(({ rule }) => rule), ...rest];
}

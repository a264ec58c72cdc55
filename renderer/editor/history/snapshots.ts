import type { Snapshot } from "../../../engine/algorithms/algorithm.ts";
import { TessellaError } from "../../../engine/core/errors.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { sameRule } from "../../../engine/rules/rule.ts";
import type { UniversePort } from "../../universe/universe-port.ts";

/** A snapshot and the rule it was taken under, which the engine's snapshots leave out. */
export interface Held {
  readonly snapshot: Snapshot;
  readonly rule: Rule;
}

/** The snapshots that history holds. Several places may hold the same one; the last to let go releases it. */
export class Snapshots {
  readonly #port: UniversePort;
  readonly #uses = new Map<Held, number>();
  #bytes = 0;

  constructor(port: UniversePort) {
    this.#port = port;
  }

  /** What they take in the engine. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Errors: `memory-limit`. */
  async take(): Promise<Held> {
    return this.#took({ snapshot: await this.#port.snapshot(), rule: this.#port.rule });
  }

  /**
   * Takes one over from another universe, as cells; null where that cannot be: where one of the two knows no such thing, or
   * there is no memory for it.
   */
  async carry(from: Snapshots, { snapshot, rule }: Held): Promise<Held | null> {
    const [old, port] = [from.#port, this.#port];
    if (!old.readSnapshot || !port.keepTree) return null;
    try {
      const tree = await old.readSnapshot(snapshot);
      return this.#took({ snapshot: await port.keepTree(tree, snapshot.generation), rule });
    } catch (error) {
      if (error instanceof TessellaError) return null;
      throw error;
    }
  }

  #took(held: Held): Held {
    this.#uses.set(held, 1);
    this.#bytes += held.snapshot.bytes;
    return held;
  }

  keep(held: Held): Held {
    this.#uses.set(held, (this.#uses.get(held) ?? 0) + 1);
    return held;
  }

  drop(held: Held): void {
    const uses = (this.#uses.get(held) ?? 0) - 1;
    if (uses > 0) {
      this.#uses.set(held, uses);
      return;
    }
    if (!this.#uses.delete(held)) return;
    this.#bytes -= held.snapshot.bytes;
    // A universe that is gone has released everything already.
    void Promise.resolve(this.#port.release(held.snapshot)).catch(() => {});
  }

  async restore(held: Held): Promise<void> {
    await this.#port.restore(held.snapshot);
    if (!sameRule(this.#port.rule, held.rule)) await this.#port.setRule(held.rule);
  }

  clear(): void {
    for (const held of [...this.#uses.keys()]) {
      this.#uses.set(held, 1);
      this.drop(held);
    }
  }
}

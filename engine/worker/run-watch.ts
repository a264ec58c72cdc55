/**
 * Notices the end of a run: no cell is alive, or the pattern has occurred before.
 *
 * Comparing a universe with all its past states would cost too much. But its state hash (core/state-hash.ts) is a
 * number, and a thousand numbers are quickly compared: now and then, between two steps, the watch looks the hash up
 * among the earlier ones. If it finds the state some generations back, the pattern repeats, and its period divides that
 * distance. To find the divisor, the watch steps to one candidate after the other and looks again: the first that
 * brings the same hash back is the period, and no further generations are computed for it.
 *
 * Samples are taken wherever the run happens to be, as often as the cost allows. That finds long periods too, sooner
 * than one might think: n samples have n^2 / 2 distances, and one multiple of the period among them is enough. With a
 * strobing background the same cells mean something else in every other generation; there only generations of the same
 * parity are compared.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { divisorsOf } from "../core/integers.ts";
import { backgroundOf } from "../rules/phases.ts";
import type { RunEnd, RunUntil } from "./protocol/universe.ts";

/** After a look this many times its duration passes before the next one. */
const PATIENCE = 30;
const MOST_SAMPLES = 1024;
/** Of larger distances, as from leaps, only divisors up to this are tried: there may be billions more. */
const MOST_PERIOD = 2n ** 32n;

type Watched = Pick<Universe, "generation" | "rule" | "topology" | "hash" | "population">;

/** The next action after a look: end, or step to a generation and look again, or continue as before. */
export type Verdict = { readonly end: RunEnd } | { readonly aim: bigint } | null;

interface Search {
  readonly key: string;
  readonly from: bigint;
  /** Candidates for the period, smallest first; the last one is right if no other is, where that is certain. */
  readonly left: readonly bigint[];
  readonly certain: boolean;
  /** The last generation that the watch asked for. */
  readonly aim: bigint;
}

export class RunWatch {
  readonly #until: RunUntil;
  readonly #now: () => number;
  readonly #seen = new Map<string, bigint>();
  #search: Search | null = null;
  #lived = false;
  #due = 0;

  constructor(until: RunUntil, now: () => number = () => performance.now()) {
    this.#until = until;
    this.#now = now;
  }

  /** Whether it is time to look. An interrupted search for a period continues first, or would step past it. */
  get isDue(): boolean {
    if (this.#search) return true;
    return (this.#until.died || this.#until.periodic) === true && this.#now() >= this.#due;
  }

  /** Other cells, another rule or another generation number: earlier samples are void. */
  startAnew(): void {
    this.#seen.clear();
    this.#search = null;
    this.#lived = false;
    this.#due = 0;
  }

  /** Call it at a complete generation, and again at the one that it asked for. */
  async look(universe: Watched): Promise<Verdict> {
    const began = this.#now();
    const verdict = this.#until.periodic ? await this.#compare(universe) : await this.#count(universe);
    // Running on from an end starts another run.
    if (verdict && "end" in verdict) this.startAnew();
    const now = this.#now();
    this.#due = now + (now - began) * PATIENCE;
    return verdict;
  }

  async #count(universe: Watched): Promise<Verdict> {
    return this.#died((await universe.population()) === 0n);
  }

  /** A person who runs an empty universe wants to draw into it. */
  #died(empty: boolean): Verdict {
    const died = empty && this.#lived;
    this.#lived ||= !empty;
    return died ? { end: { kind: "died" } } : null;
  }

  async #compare(universe: Watched): Promise<Verdict> {
    const { generation } = universe;
    const hash = await universe.hash();
    // An empty universe has no hash; and practically no other state has this one.
    const empty = hash === 0n && (await universe.population()) === 0n;
    const died = this.#died(empty);
    if (died && this.#until.died) return died;
    if (empty && !died) return null;
    const strobes = backgroundOf(universe.rule, universe.topology) === "strobing";
    const key = strobes ? `${hash} ${generation & 1n}` : `${hash}`;
    const search = this.#search ?? this.#found(key, generation, strobes);
    if (!search) {
      this.#note(key, generation);
      return null;
    }
    return this.#goOn(search, key, generation);
  }

  #found(key: string, generation: bigint, strobes: boolean): Search | null {
    const before = this.#seen.get(key);
    if (before === undefined || before >= generation) return null;
    const distance = generation - before;
    const left = divisorsOf(distance, distance < MOST_PERIOD ? distance : MOST_PERIOD).filter(
      (n) => !strobes || n % 2n === 0n,
    );
    return { key, from: generation, left, certain: distance <= MOST_PERIOD, aim: generation };
  }

  #goOn(search: Search, now: string, generation: bigint): Verdict {
    const { key, from, left, certain, aim } = search;
    const passed = generation < from || generation > aim;
    const period = generation - from;
    const next = left.find((n) => n > period);
    const known = period > 0n && now === key ? period : certain && next === left.at(-1) ? next : undefined;
    if (known !== undefined && !passed) return { end: { kind: "periodic", period: known } };
    // Another caller moved it, and may have passed candidates; or there are none left. The samples stay.
    if (passed || next === undefined) {
      this.#search = null;
      this.#note(now, generation);
      return null;
    }
    const further = from + next;
    this.#search = { ...search, aim: further };
    return { aim: further };
  }

  #note(key: string, generation: bigint): void {
    this.#seen.delete(key);
    this.#seen.set(key, generation);
    if (this.#seen.size <= MOST_SAMPLES) return;
    const oldest = this.#seen.keys().next();
    if (!oldest.done) this.#seen.delete(oldest.value);
  }
}

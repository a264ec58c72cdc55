/**
 * Notices that a run has come to its end: that nothing is left alive, or that the pattern is one that has been before.
 *
 * Nobody compares a universe with all it has been. But its state hash (core/state-hash.ts) is a number, and a thousand numbers are
 * soon compared: between two steps, now and then, the hash is taken and looked up among those that were taken before. The
 * state that is found again lies some generations back; then the pattern repeats, and its period divides that distance. Which
 * divisor it is is seen by going on from one to the next and looking after each: the first that brings the same hash back is
 * the period, and no more generations are computed for it than that.
 *
 * Generations are sampled where the run happens to be, as often as the cost allows. A pattern of a long period is found all the
 * same, sooner than one might think: among n samples there are n^2 / 2 distances, and one that is a multiple of the period is
 * enough. Where a background strobes, the same cells mean something else in every other generation; there only those of one
 * parity are compared.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { divisorsOf } from "../core/integers.ts";
import { backgroundOf } from "../rules/phases.ts";
import type { RunEnd, RunUntil } from "./protocol/universe.ts";

/** So many times as long as a look took passes before the next one. */
const PATIENCE = 30;
const MOST_SAMPLES = 1024;
/** Of distances beyond that, which leaps bring about, only divisors up to it are tried: there may be billions more. */
const MOST_PERIOD = 2n ** 32n;

type Watched = Pick<Universe, "generation" | "rule" | "topology" | "hash" | "population">;

/** What is to be done after a look: end, or step to a generation and look again, or go on as before. */
export type Verdict = { readonly end: RunEnd } | { readonly aim: bigint } | null;

interface Search {
  readonly key: string;
  readonly from: bigint;
  /** What the period may be, smallest first; the last one it is if no other, where that is certain. */
  readonly left: readonly bigint[];
  readonly certain: boolean;
  /** The generation that was asked for last. */
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

  /** Whether it is time to look. What was held up while it looked for a period goes on with that, or would step past it. */
  get isDue(): boolean {
    if (this.#search) return true;
    return (this.#until.died || this.#until.periodic) === true && this.#now() >= this.#due;
  }

  /** Other cells, another rule or another number: what was seen says nothing any more. */
  startAnew(): void {
    this.#seen.clear();
    this.#search = null;
    this.#lived = false;
    this.#due = 0;
  }

  /** To be called at a complete generation, and again at the one that it aims at. */
  async look(universe: Watched): Promise<Verdict> {
    const began = this.#now();
    const verdict = this.#until.periodic ? await this.#compare(universe) : await this.#count(universe);
    // Whoever runs on from an end begins another run.
    if (verdict && "end" in verdict) this.startAnew();
    const now = this.#now();
    this.#due = now + (now - began) * PATIENCE;
    return verdict;
  }

  async #count(universe: Watched): Promise<Verdict> {
    return this.#died((await universe.population()) === 0n);
  }

  /** Whoever runs an empty universe wants to draw into it. */
  #died(empty: boolean): Verdict {
    const died = empty && this.#lived;
    this.#lived ||= !empty;
    return died ? { end: { kind: "died" } } : null;
  }

  async #compare(universe: Watched): Promise<Verdict> {
    const { generation } = universe;
    const hash = await universe.hash();
    // Nothing has no hash; and nothing but nothing has this one, or as good as.
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
    // It was moved by somebody else, and candidates may have been passed over; or there are none left. What was seen is kept.
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

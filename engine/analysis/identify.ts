/**
 * Identifies a pattern: still life, oscillator, spaceship, gun ..., with its period, speed and the rest.
 *
 * The pattern is run generation by generation. Each is compared with all before it (find-return.ts), and from time to
 * time, at generations that grow like a geometric series, the code checks whether the pattern now grows and repeats
 * (find-engine.ts). Every result is confirmed cell by cell. A pattern without a result up to the limit is reported as
 * unknown, with the behaviour of its population; so is what grows in more than two states.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { addStateCounts } from "../core/block-states.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { MOST_STATES, stateName } from "../rules/rule.ts";
import type { Engine } from "./find-engine.ts";
import { findEngine } from "./find-engine.ts";
import type { Return } from "./find-return.ts";
import { ReturnFinder } from "./find-return.ts";
import type { CellFrame } from "./frame.ts";
import type { Emission, Extremes, Identity, IdentityKind, Trend } from "./identity.ts";
import { MOST_LIMIT, USUAL_LIMIT } from "./identity.ts";
import { mayBeTurned, measurePeriod, sizeOf, widened } from "./measure-period.ts";
import { growthExponent, repeatingTail, steadyGains } from "./population-series.ts";
import type { IdentifyControl } from "./subject.ts";
import { Subject } from "./subject.ts";
import { symmetryName } from "./symmetry.ts";

interface IdentifyOptions extends IdentifyControl {
  /** Generations to look at. Default 10 000. */
  readonly limit?: number;
}

/** A pattern is given up when it grows to this many cells, or to four times its first population if that is more. */
const MOST_CELLS = 2 ** 18;
/** Larger patterns are refused. */
const MOST_BEGINNING = 2n ** 22n;
/** The first generation of a search for growth, and the factor from each to the next. */
const FIRST_CHECK = 96;
const CHECK_FACTOR = 1.3;

/**
 * Identifies the universe's pattern; this consumes the universe, and the caller must dispose of it afterwards. Errors:
 * `bad-argument` for an invalid limit, `too-large` for more cells than can be compared one by one, `aborted`, and those
 * of stepping.
 */
export async function identify(universe: Universe, options: IdentifyOptions = {}): Promise<Identity> {
  const { limit = USUAL_LIMIT } = options;
  if (!Number.isInteger(limit) || limit < 1 || limit > MOST_LIMIT) {
    throw new TessellaError(
      "bad-argument",
      `The limit is a number of generations from 1 to ${grouped(MOST_LIMIT)}.`,
    );
  }
  const population = await universe.population();
  if (population > MOST_BEGINNING) {
    throw new TessellaError(
      "too-large",
      "There are more cells than can be compared one by one, generation by generation.",
      { hint: "Select a part of the pattern." },
    );
  }
  const subject = await Subject.open(universe, options);
  const search = new Search(subject, await subject.read(), limit);
  return search.run();
}

class Search {
  readonly #subject: Subject;
  readonly #first: CellFrame;
  readonly #limit: number;
  readonly #finder: ReturnFinder;
  #populations = new Float64Array(1024);
  #extremes: Extremes;
  #nextCheck = FIRST_CHECK;

  constructor(subject: Subject, first: CellFrame, limit: number) {
    this.#subject = subject;
    this.#first = first;
    this.#limit = limit;
    this.#finder = new ReturnFinder(subject, first);
    this.#extremes = widened(null, first);
  }

  async run(): Promise<Identity> {
    const subject = this.#subject;
    const most = Math.max(MOST_CELLS, 4 * this.#first.population);
    let frame = this.#first;
    if (frame.population === 0) return this.#answer({ kind: "empty", searched: 0 });
    for (let index = 0; ; index++) {
      if (frame.population === 0) return this.#answer({ kind: "dies", searched: index, settles: index });
      if (index > 0) this.#extremes = widened(this.#extremes, frame);
      this.#note(index, frame.population);
      const found = await this.#finder.look(frame, index);
      if (found) return this.#periodic(found, index);
      if (index === this.#nextCheck || index === this.#limit) {
        this.#nextCheck = Math.ceil(index * CHECK_FACTOR);
        const engine = await findEngine(subject, frame, this.#populations, index + 1);
        if (engine) return this.#growing(engine, index, frame);
      }
      const ended = index === this.#limit ? "limit" : frame.population > most ? "too-many-cells" : null;
      if (ended)
        return this.#answer({ kind: "unknown", searched: index, trend: this.#trend(index + 1), ended });
      subject.tell({ stage: "searching", done: index, all: this.#limit, population: frame.population });
      frame = await subject.next();
    }
  }

  #note(index: number, population: number): void {
    if (index === this.#populations.length) {
      const longer = new Float64Array(index * 2);
      longer.set(this.#populations);
      this.#populations = longer;
    }
    this.#populations[index] = population;
  }

  #trend(length: number): Trend {
    const tail = repeatingTail(this.#populations, length);
    const since = tail && this.#first.generation + BigInt(tail.since);
    const [steady] = tail ? [] : steadyGains(this.#populations, length, 1);
    const last = length - 1;
    return {
      repeats: tail && since !== null ? { period: tail.period, since } : null,
      gains: steady
        ? { cells: this.#populations[last] - this.#populations[last - steady], period: steady }
        : null,
      exponent: tail ? null : growthExponent(this.#populations, length),
    };
  }

  async #periodic(found: Return, searched: number): Promise<Identity> {
    const { settles, period, displacement } = found;
    const moves = displacement.x !== 0 || displacement.y !== 0;
    const kind: IdentityKind = moves ? "spaceship" : period === 1 ? "still-life" : "oscillator";
    const facts = await measurePeriod(this.#subject, found);
    return this.#answer({ kind, searched, settles, period, displacement, ...facts });
  }

  #growing(engine: Engine, searched: number, frame: CellFrame): Identity {
    const { period, displacement, gain, emits, complete } = engine;
    const moves = displacement.x !== 0 || displacement.y !== 0;
    const kind = growingKind(moves, emits, complete);
    return this.#answer({
      kind,
      searched,
      settles: Number(frame.generation - this.#first.generation),
      period,
      displacement,
      growth: { cells: gain, emits, complete },
    });
  }

  #answer(facts: Partial<Identity> & Pick<Identity, "kind" | "searched">): Identity {
    const first = this.#first;
    const whole = this.#subject.normaliser.whole(first);
    return {
      generation: first.generation,
      settles: 0,
      period: null,
      mod: null,
      displacement: null,
      symmetry: whole && this.#symmetryOf(whole),
      population: this.#extremes,
      cells: first.population,
      states: this.#statesOf(first),
      // For growing patterns the beginning says more than the size at the end.
      box: whole?.bounds ? sizeOf(whole.bounds) : null,
      largestBox: null,
      heat: null,
      volatility: null,
      cellPeriods: null,
      code: null,
      growth: null,
      trend: null,
      ended: null,
      ...facts,
    };
  }

  #statesOf({ cells }: CellFrame): Identity["states"] {
    const { rule } = this.#subject.universe;
    if (rule.states === 2) return null;
    const counts = new Float64Array(MOST_STATES);
    addStateCounts(cells, counts);
    return Array.from(counts, (count, state) => ({ name: stateName(rule, state), cells: count })).filter(
      (each) => each.cells > 0,
    );
  }

  #symmetryOf(whole: CellFrame): string | null {
    if (!mayBeTurned(whole)) return null;
    const { cells, bounds } = whole;
    const { w, h } = sizeOf(bounds);
    return symmetryName(this.#subject.pointsOf(cells), w, h, this.#subject.lattice);
  }
}

/** Whether an output object flies away by itself. */
function flies({ displacement }: Emission): boolean {
  return displacement !== null && (displacement.x !== 0 || displacement.y !== 0);
}

/** A rake emits only spaceships; so its whole output must have been identified. */
function growingKind(moves: boolean, emits: readonly Emission[], complete: boolean): IdentityKind {
  const allFly = complete && emits.length > 0 && emits.every(flies);
  if (moves) return allFly ? "rake" : "puffer";
  return emits.some(flies) ? "gun" : "growing";
}

/**
 * The population over time, and births and deaths, noted beside the cells. A window that polled for them would miss
 * generations and could not tell which one an answer belongs to; the worker knows both without any waiting.
 *
 * Notes must not slow a run. Each note is timed, and the next one is due only when it would take no more than a small
 * share of the time since the last. So a run at full speed is sampled some ten times a second, or less often if
 * counting is slow. A slow run by single generations is noted in every generation if there is time enough; then the
 * cells of two consecutive generations are at hand, and the cells that only the later one has were born.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { countWithin } from "../algorithms/count-within.ts";
import { addStateCounts } from "../core/block-states.ts";
import { TessellaError } from "../core/errors.ts";
import type { Runs } from "../core/runs.ts";
import { commonPopulation, runsPopulation } from "../core/runs.ts";
import type { Rule } from "../rules/rule.ts";
import { MOST_STATES } from "../rules/rule.ts";
import type { Sample } from "./protocol/samples.ts";
import { hasStateSeries, MOST_WAITING } from "./protocol/samples.ts";

/** Share of the time for notes without a request. */
const SHARE = 0.02;
/** Share of a tick for looking at its cells. */
const TICK_SHARE = 0.1;
/** Share of the time for looks that are too slow for a tick. */
const RETRY_SHARE = 0.03;
/** Least milliseconds between two notes of a run at full speed. */
const LEAST_INTERVAL = 100;
/** From this many cells on they are only counted. */
const MOST_CELLS = 2 ** 17;

/** Milliseconds for telling the states of cells apart; after that they are only counted. */
const STATES_MILLISECONDS = 20;
/** Milliseconds: never again, unless the cells change. */
const TOO_DEAR = 1e9;

function unlessTooLarge(error: unknown): null {
  if (error instanceof TessellaError && error.code === "too-large") return null;
  throw error;
}

type Noted = Pick<Universe, "generation" | "rule" | "population" | "bounds" | "readRuns" | "readBlock">;

export class SampleLog {
  readonly #now: () => number;
  #waiting: Sample[] = [];
  /** The last generation whose cells are at hand. */
  #before: { readonly generation: bigint; readonly cells: Runs } | null = null;
  /** The last population noted; null before that. */
  #population: bigint | null = null;
  #noted = Number.NEGATIVE_INFINITY;
  /** Milliseconds of the last count, and of the last look at the cells. */
  #countCost = 0;
  #lookCost = 0;
  #looked = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether it is time to note the progress of a run without single steps. */
  get isDue(): boolean {
    return this.#now() - this.#noted >= Math.max(LEAST_INTERVAL, this.#countCost / SHARE);
  }

  /** An edit changed the cells: the next generation does not follow from the last one seen. */
  forget(): void {
    this.#before = null;
    // The cost of looking at the old cells is no estimate for the new ones.
    this.#population = null;
    this.#lookCost = 0;
  }

  /** Notes the population. */
  async count(universe: Noted): Promise<void> {
    const began = this.#now();
    this.#before = null;
    const { generation } = universe;
    const told = hasStateSeries(universe.rule)
      ? await countWithin((act) => act(universe), { byState: true, budget: STATES_MILLISECONDS })
      : null;
    const known = told?.complete && told.states ? { states: told.states.map(Number) } : {};
    const population = told?.complete ? told.live : await universe.population();
    this.#add({ generation, population, births: null, deaths: null, ...known });
    this.#noted = this.#now();
    this.#countCost = this.#noted - began;
  }

  /** Notes one of a sequence of single generations, each of which has this many milliseconds. */
  async follow(universe: Noted, milliseconds: number): Promise<void> {
    if (this.#before?.generation === universe.generation) return;
    const few = (this.#population ?? (await universe.population())) <= MOST_CELLS;
    if (few && this.#canLook(milliseconds) && (await this.#look(universe))) return;
    if (this.isDue) await this.count(universe);
  }

  /** It may have become faster, as freshly compiled code does: a trial now and then finds out. */
  #canLook(milliseconds: number): boolean {
    return (
      this.#lookCost <= milliseconds * TICK_SHARE ||
      this.#now() - this.#looked >= this.#lookCost / RETRY_SHARE
    );
  }

  /** Returns the notes, oldest first. */
  take(): readonly Sample[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** False for cells that lie too far apart for a look. */
  async #look(universe: Noted): Promise<boolean> {
    const began = this.#now();
    const { generation } = universe;
    const cells = await universe.readRuns().catch(unlessTooLarge);
    if (!cells) {
      this.#lookCost = TOO_DEAR;
      return false;
    }
    const population = runsPopulation(cells);
    const before = this.#before;
    let births: number | null = null;
    let deaths: number | null = null;
    if (before?.generation === generation - 1n) {
      const stayed = commonPopulation(before.cells, cells);
      births = Number(population) - stayed;
      deaths = Number(runsPopulation(before.cells)) - stayed;
    }
    this.#before = { generation, cells };
    this.#add({ generation, population, births, deaths, ...statesIn(cells, universe.rule) });
    this.#noted = this.#now();
    this.#looked = this.#noted;
    this.#lookCost = this.#noted - began;
    return true;
  }

  #add(sample: Sample): void {
    this.#population = sample.population;
    this.#waiting.push(sample);
    if (this.#waiting.length > MOST_WAITING) this.#waiting = this.#waiting.slice(MOST_WAITING / 2);
  }
}

function statesIn(cells: Runs, rule: Rule): Pick<Sample, "states"> {
  if (!hasStateSeries(rule)) return {};
  const counts = new Float64Array(MOST_STATES);
  addStateCounts(cells, counts);
  return { states: [...counts.subarray(1, rule.states)] };
}

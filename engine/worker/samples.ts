/**
 * The population over time, and births and deaths, noted where the cells are. A window that asked for them would miss
 * generations and could not say to which one an answer belongs; the worker knows both, and nobody has to wait.
 *
 * Nothing of that may slow a run. Each note is timed, and the next one is due only when it would take no more than a small
 * share of the time since the last. So a run flat out is looked at some ten times a second, or more seldom where counting
 * is dear. A run by single generations at a leisurely pace is noted in every generation as long as there is time enough; then
 * the cells of two generations in a row are at hand, and what only the later one has was born.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import { TessellaError } from "../core/errors.ts";
import type { Runs } from "../core/runs.ts";
import { commonPopulation, runsPopulation } from "../core/runs.ts";
import type { Sample } from "./protocol/samples.ts";
import { MOST_WAITING } from "./protocol/samples.ts";

/** Of the time, for notes that nobody asked for. */
const SHARE = 0.02;
/** Of a tick, for looking at its cells. */
const TICK_SHARE = 0.1;
/** Of the time, for looks that are too dear for a tick. */
const RETRY_SHARE = 0.03;
/** Milliseconds between two notes of a run flat out, at least. */
const LEAST_INTERVAL = 100;
/** From so many cells on they are only counted. */
const MOST_CELLS = 2 ** 17;

/** Milliseconds: not again, unless somebody changes the cells. */
const TOO_DEAR = 1e9;

function unlessTooLarge(error: unknown): null {
  if (error instanceof TessellaError && error.code === "too-large") return null;
  throw error;
}

type Noted = Pick<Universe, "generation" | "population" | "readRuns">;

export class SampleLog {
  readonly #now: () => number;
  #waiting: Sample[] = [];
  /** The last generation whose cells are at hand. */
  #before: { readonly generation: bigint; readonly cells: Runs } | null = null;
  /** As it was noted last; null before that. */
  #population: bigint | null = null;
  #noted = Number.NEGATIVE_INFINITY;
  /** Milliseconds that counting took last, and that looking at the cells took. */
  #countCost = 0;
  #lookCost = 0;
  #looked = 0;

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
  }

  /** Whether it is time to note how far something is that goes on and on. */
  get isDue(): boolean {
    return this.#now() - this.#noted >= Math.max(LEAST_INTERVAL, this.#countCost / SHARE);
  }

  /** Cells were changed by somebody: the next generation does not follow from the last that was seen. */
  forget(): void {
    this.#before = null;
    // And what it cost to look at the old cells says nothing of the new ones.
    this.#population = null;
    this.#lookCost = 0;
  }

  /** Notes the population. */
  async count(universe: Noted): Promise<void> {
    const began = this.#now();
    this.#before = null;
    this.#add({
      generation: universe.generation,
      population: await universe.population(),
      births: null,
      deaths: null,
    });
    this.#noted = this.#now();
    this.#countCost = this.#noted - began;
  }

  /** Notes one of a sequence of single generations, each of which has so many milliseconds. */
  async follow(universe: Noted, milliseconds: number): Promise<void> {
    if (this.#before?.generation === universe.generation) return;
    const few = (this.#population ?? (await universe.population())) <= MOST_CELLS;
    if (few && this.#canLook(milliseconds) && (await this.#look(universe))) return;
    if (this.isDue) await this.count(universe);
  }

  /** It may have become cheaper, as what has just been compiled does: that is found out now and then. */
  #canLook(milliseconds: number): boolean {
    return (
      this.#lookCost <= milliseconds * TICK_SHARE ||
      this.#now() - this.#looked >= this.#lookCost / RETRY_SHARE
    );
  }

  /** Hands out what was noted, oldest first. */
  take(): readonly Sample[] {
    const taken = this.#waiting;
    this.#waiting = [];
    return taken;
  }

  /** False for cells that lie too far apart to be looked at. */
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
    this.#add({ generation, population, births, deaths });
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

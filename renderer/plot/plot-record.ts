/**
 * The populations of a plot: samples in the order of their generations, up to a limit.
 *
 * Above the limit they are thinned: of each four in a row the samples with the smallest and the largest population
 * stay. So the curve keeps its outline, and every remaining sample was really taken.
 *
 * A person may go back in time. Cells and rule determine the future, so visiting a generation again adds to the record.
 * Only an edit changes the future: samples after it are dropped.
 */

import type { Sample } from "../../engine/worker/protocol/samples.ts";

export const MOST_SAMPLES = 8192;

export class PlotRecord {
  readonly #most: number;
  #samples: Sample[] = [];
  #taken = 0;

  constructor(most: number = MOST_SAMPLES) {
    this.#most = most;
  }

  /** Oldest first. A new array after every change. */
  get samples(): readonly Sample[] {
    return this.#samples;
  }

  /** Number of samples that these stand for. */
  get taken(): number {
    return this.#taken;
  }

  add(more: readonly Sample[]): void {
    if (more.length === 0) return;
    const samples = [...this.#samples];
    for (const sample of more) if (insert(samples, sample)) this.#taken++;
    this.#samples = samples;
    while (this.#samples.length > this.#most) this.#samples = thinned(this.#samples);
  }

  /** The future after that generation has changed. */
  branch(generation: bigint): void {
    if ((this.#samples.at(-1)?.generation ?? -1n) <= generation) return;
    const kept = this.#samples.slice(0, indexOf(this.#samples, generation + 1n));
    // Thinned samples stand for as many as before.
    this.#taken = Math.round((this.#taken * kept.length) / this.#samples.length);
    this.#samples = kept;
  }

  clear(): void {
    this.#samples = [];
    this.#taken = 0;
  }
}

/** The first index whose sample is of that generation or a later one. */
function indexOf(samples: readonly Sample[], generation: bigint): number {
  let low = 0;
  let high = samples.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((samples[middle] as Sample).generation < generation) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** False if that generation was known. */
function insert(samples: Sample[], sample: Sample): boolean {
  const last = samples.at(-1);
  if (!last || last.generation < sample.generation) {
    samples.push(sample);
    return true;
  }
  const at = indexOf(samples, sample.generation);
  const there = samples[at] as Sample;
  if (there.generation !== sample.generation) {
    samples.splice(at, 0, sample);
    return true;
  }
  // A leap does not know the births and deaths that a step has recorded.
  const knowsLess = sample.births === null && there.population === sample.population;
  if (!knowsLess) samples[at] = sample;
  return false;
}

/** About half of them; the first and the last stay. */
function thinned(samples: readonly Sample[]): Sample[] {
  const kept: Sample[] = [samples[0] as Sample];
  const last = samples.length - 1;
  for (let first = 1; first < last; first += 4) {
    const group = samples.slice(first, Math.min(first + 4, last));
    let least = 0;
    let most = 0;
    group.forEach(({ population }, i) => {
      if (population < (group[least] as Sample).population) least = i;
      if (population > (group[most] as Sample).population) most = i;
    });
    for (const i of new Set([Math.min(least, most), Math.max(least, most)])) kept.push(group[i] as Sample);
  }
  kept.push(samples[last] as Sample);
  return kept;
}

/** `generation,population,births,deaths`, and a column for each state that was told apart; unknown values are empty. */
export function samplesCsv(samples: readonly Sample[]): string {
  const most = samples.reduce((most, { states = [] }) => Math.max(most, states.length), 0);
  const known = Array.from({ length: most }, (_, at) => at);
  const lines = samples.map(({ generation, population, births, deaths, states }) =>
    [generation, population, births ?? "", deaths ?? "", ...known.map((at) => states?.[at] ?? "")].join(),
  );
  const head = ["generation,population,births,deaths", ...known.map((at) => `state ${at + 1}`)].join();
  return `${[head, ...lines].join("\n")}\n`;
}

/**
 * Which cells `sums` computes where they lie on bit slices. They are divided in tiles, a column of vectors wide and a band of rows high. A tile
 * sleeps while all that its cells see is as it was two generations before: what comes next is then what the older generation's memory holds.
 * So still lifes, what blinks with period 2 and empty space cost nothing, and a rule with phases (rules/phases.ts) asks for no more.
 *
 * A change wakes the tiles that see it. To note changes costs a copy and a comparison of each tile, which are lost on a soup that is busy all over:
 * where hardly a tile would sleep, they all are computed for a while, and nothing is noted. Then a few tiles are compared, one a generation; where
 * hardly one of them was still, the soup is as busy as before.
 */

import { COLUMN } from "./sliced-words.ts";

/** Notes are worth their time where one in so many tiles sleeps. */
const FEWEST_ASLEEP = 4;
/** Generations in which nothing is compared after fewer slept; twice as many each time, up to the most. */
const [SHORTEST_PAUSE, LONGEST_PAUSE] = [7, 63];
/** Tiles that are compared after those. */
const SAMPLES = 8;
/** From one of them to the next: odd, so that it comes to all columns, of which there are often a power of two. */
const SAMPLE_STEP = 37;

/** How far cells see, on sides at least twice as long, and whether beyond an edge those at the other side. */
export interface Sight {
  readonly reach: number;
  readonly width: number;
  readonly height: number;
  readonly joinsColumns: boolean;
  readonly joinsRows: boolean;
}

export class SleepingTiles {
  readonly columns: number;
  readonly #sight: Sight;
  readonly #band: number;
  /** By band and column, 1 or 0; in this generation and the next. */
  #awake: Uint8Array;
  #upcoming: Uint8Array;
  /** Generations to come in which nothing is compared, and how many there are after the next pause begins. */
  #unnoted = 1;
  #pause = SHORTEST_PAUSE;
  #notes = false;
  readonly #settling: number;
  /** Generations with notes, in a row. */
  #noted = 0;
  /** Samples to come before notes are taken, how many of those that there were stood still, and the tile that is compared now, or -1. */
  #samples = 0;
  #still = 0;
  #sample = -1;
  #lastSample = 0;
  /** Whether a tile is to be computed in the next generation. */
  #wakes = false;

  /** `settling`: generations with notes in a row until the first tile can sleep. */
  constructor(sight: Sight, band: number, settling = 1) {
    this.#sight = sight;
    this.#settling = settling;
    this.#band = band;
    this.columns = Math.ceil(sight.width / COLUMN);
    const tiles = this.columns * Math.ceil(sight.height / band);
    this.#awake = new Uint8Array(tiles);
    this.#upcoming = new Uint8Array(tiles);
  }

  /** Whether this generation's changes are to be noted: those that are not wake all. */
  get notes(): boolean {
    return this.#notes;
  }

  /** Whether no tile will be computed in the next generation: from the present one on, all repeats every two. */
  get allSleep(): boolean {
    return this.#notes && !this.#wakes;
  }

  /** The memory of the older generation does not hold what came before: the next one has nothing to be compared with. */
  wakeAll(): void {
    this.#notes = false;
    this.#unnoted = 1;
    this.#samples = 0;
    this.#sample = -1;
  }

  /** Begins a generation. */
  begin(): void {
    if (this.#notes) {
      [this.#awake, this.#upcoming] = [this.#upcoming, this.#awake];
      const asleep = this.#awake.reduce((count, awake) => count + 1 - awake, 0);
      if (FEWEST_ASLEEP * asleep >= this.#awake.length) this.#pause = SHORTEST_PAUSE;
      else if (this.#noted >= this.#settling) this.#rest();
    } else if (this.#sample >= 0 && this.#samples === 0 && FEWEST_ASLEEP * this.#still < SAMPLES)
      this.#rest();
    if (!this.#notes || this.#unnoted > 0) this.#awake.fill(1);
    this.#upcoming.fill(0);
    this.#wakes = false;
    this.#notes = this.#unnoted === 0 && this.#samples === 0;
    this.#noted = this.#notes ? this.#noted + 1 : 0;
    this.#sample = -1;
    if (this.#unnoted > 0) this.#unnoted--;
    else if (this.#samples > 0) {
      this.#samples--;
      this.#lastSample = (this.#lastSample + SAMPLE_STEP) % this.#awake.length;
      this.#sample = this.#lastSample;
    }
  }

  #rest(): void {
    this.#unnoted = this.#pause;
    this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause + 1);
    this.#samples = SAMPLES;
    this.#still = 0;
  }

  /** The tile that is compared with what it was two generations before where nothing else is, or -1; by its number, band after band. */
  get sample(): number {
    return this.#sample;
  }

  /** By a tile's number 1 where it is computed, else 0. */
  get awake(): Uint8Array {
    return this.#awake;
  }

  /** The sample is what it was. */
  sampleIsStill(): void {
    this.#still++;
  }

  /** Has a tile computed in the next generation. */
  stayAwake(column: number, band: number): void {
    this.#upcoming[band * this.columns + column] = 1;
    this.#wakes = true;
  }

  /** Has the tiles computed in the next generation that see any cell from `left` to `right` and from `top` to `bottom`. */
  wake(left: number, right: number, top: number, bottom: number): void {
    const { reach, height, joinsRows } = this.#sight;
    const [from, to] = [top - reach, bottom + reach];
    this.#wakeRows(left, right, Math.max(0, from), Math.min(height - 1, to));
    if (joinsRows && from < 0) this.#wakeRows(left, right, from + height, height - 1);
    if (joinsRows && to >= height) this.#wakeRows(left, right, 0, to - height);
  }

  /** The same in these rows, whatever lies above and below. */
  #wakeRows(left: number, right: number, top: number, bottom: number): void {
    const { reach, width, joinsColumns } = this.#sight;
    const [from, to] = [left - reach, right + reach];
    this.#wakeBox(Math.max(0, from), Math.min(width - 1, to), top, bottom);
    if (joinsColumns && from < 0) this.#wakeBox(from + width, width - 1, top, bottom);
    if (joinsColumns && to >= width) this.#wakeBox(0, to - width, top, bottom);
  }

  #wakeBox(left: number, right: number, top: number, bottom: number): void {
    const last = Math.floor(right / COLUMN);
    for (let band = Math.floor(top / this.#band); band * this.#band <= bottom; band++)
      for (let column = Math.floor(left / COLUMN); column <= last; column++) this.stayAwake(column, band);
  }
}

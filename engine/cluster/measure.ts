/**
 * What a step and an exchange cost here, measured before a universe is made, and the halo that follows (engine/model/halo.ts). Each
 * rank steps two small soups of the grid's width with the algorithm in question, takes rows out of one and puts them back, and passes
 * short and long messages to its neighbour in a ring. The slowest rank decides: the others wait for it.
 */

import type { Algorithm, AlgorithmEnvironment, Universe } from "../algorithms/algorithm.ts";
import { writeSoup } from "../algorithms/load.ts";
import { blockStride } from "../core/block.ts";
import { gridWidth } from "../core/topology.ts";
import type { HaloForm, RankWork, TransferCost } from "../model/halo.ts";
import {
  bestHalo,
  cellsWithHalo,
  exchangeSeconds,
  haloSeconds,
  mostHalo,
  stripSeconds,
} from "../model/halo.ts";
import { rowPortOf } from "./block-rows.ts";
import type { HaloChoice, MessageTimes, RankTimes, Rehearsed, SharedInit } from "./commands.ts";
import { arrived } from "./parcels.ts";
import type { RecordedPrediction } from "./record.ts";
import { leastRows, likeness } from "./split.ts";
import type { Transport } from "./transport.ts";

/** The smaller soup is as low as a strip, since few rows may cost as much as some more; the larger one has cells enough. */
const FEW_ROWS = 8;
const LEAST_ROWS = 64;
const TRIAL_CELLS = 2 ** 19;
/** A device that takes a large soup in hardly more time than a low one gets a larger one, up to so many cells. */
const MOST_TRIAL_CELLS = 2 ** 29;
const TELLING = 2;
/** How long each soup is stepped at a time, and how often: the shortest time is the one in which nothing else ran here. */
const TRIAL_SECONDS = 0.003;
const TRIALS = 4;
/** A low soup soon settles, and costs a CPU too little then. A GPU steps every cell, and takes long to say that it is done. */
const MOST_TRIAL_GENERATIONS = { cpu: 64, gpu: 1024 };
const SHORT_BYTES = 8;
const LONG_BYTES = 2 ** 18;
const ROUNDS = 15;
/** A block that takes longer would let Ctrl-C wait. */
const MOST_BLOCK_SECONDS = 0.25;
const MOST_HALO = 2 ** 12;
/** Costs that differ by a smaller share are alike. */
const ALIKE = 0.01;
/** The same of rows that travel in fewer generations: on a large slab that gains little, and too few of them cost far more. */
const ALIKE_AHEAD = 0.003;
/** Rows that a slab's height is rounded to (split.ts). */
const WORD = 32;

/** Errors: those of the algorithm's `create` and of stepping. */
export async function measureRank(
  transport: Transport,
  algorithm: Algorithm,
  environment: AlgorithmEnvironment,
  init: SharedInit,
): Promise<RankTimes> {
  // First what needs the others: a rank may be refused its soups.
  const message = await measureMessages(transport);
  const { latency, byte } = message;
  const { width, height } = init.topology;
  const few = leastRows(algorithm, init.rule, init.topology, FEW_ROWS);
  const soupOf = <T>(rows: number, work: (universe: Universe) => Promise<T>): Promise<T> =>
    withSoup(algorithm, environment, init, rows, work);
  const [short, passing] = await soupOf(few, async (universe) => {
    const step = await secondsOfStep(universe);
    return [step, await passingTimes(universe, few, step)];
  });
  let many = Math.min(Math.max(LEAST_ROWS, Math.ceil(TRIAL_CELLS / width / WORD) * WORD), height);
  let long = many > few ? await soupOf(many, secondsOfStep) : short;
  while (long < TELLING * short && many < height && 8 * many * width <= MOST_TRIAL_CELLS) {
    many = Math.min(8 * many, height);
    long = await soupOf(many, secondsOfStep);
  }
  // A line through both, where time has grown with the cells.
  const slope = many > few ? (long - short) / ((many - few) * width) : 0;
  const cell = slope > 0 && slope * few * width <= short ? slope : long / (many * width);
  const launch = Math.max(0, long - cell * many * width);
  return { latency: latency + passing.row, byte: byte + passing.byte, cell, launch, message };
}

/** What is done with a soup of so many rows, as wide as the grid. */
async function withSoup<T>(
  algorithm: Algorithm,
  environment: AlgorithmEnvironment,
  { rule, topology }: SharedInit,
  rows: number,
  work: (universe: Universe) => Promise<T>,
): Promise<T> {
  const universe = await algorithm.create({ rule, topology: likeness(topology, rows) }, environment);
  try {
    await writeSoup(universe, { seed: 1, density: 0.5, width: topology.width, height: rows });
    return await work(universe);
  } finally {
    universe.dispose();
  }
}

async function secondsOfStep(universe: Universe): Promise<number> {
  const start = await universe.snapshot();
  const timed = async (count: number): Promise<number> => {
    await universe.restore(start);
    const began = performance.now();
    await universe.step(universe.generation + BigInt(count));
    return (performance.now() - began) / 1000;
  };
  const most = MOST_TRIAL_GENERATIONS[universe.adapter ? "gpu" : "cpu"];
  // The first steps compile and allocate.
  await timed(2);
  let count = 2;
  let best = await timed(count);
  while (best < TRIAL_SECONDS && count < most) best = await timed((count *= 2));
  for (let trial = 1; trial < TRIALS; trial++) best = Math.min(best, await timed(count));
  await universe.restore(start);
  return best / count;
}

/** Seconds for taking a row of either border out and putting it back between two generations, and for each byte of further rows. */
async function passingTimes(
  universe: Universe,
  height: number,
  step: number,
): Promise<{ readonly row: number; readonly byte: number }> {
  const row = Math.max(0, (await secondsOfPassing(universe, 1, height)) - step);
  const all = Math.max(row, (await secondsOfPassing(universe, height, height)) - step);
  const bytes = 4 * blockStride(gridWidth(universe.topology)) * (height - 1);
  return { row, byte: bytes > 0 ? (all - row) / bytes : 0 };
}

/** The shortest of some generations after which rows of both borders are read, and then written: nothing else ran here in it. */
async function secondsOfPassing(universe: Universe, rows: number, height: number): Promise<number> {
  const port = rowPortOf(universe);
  const ranges = [0, height - rows].map((first) => ({ first, rows }));
  const words = new Uint32Array(2 * rows * blockStride(gridWidth(universe.topology)));
  const times = await secondsOfRounds(async () => {
    await universe.step(universe.generation + 1n, { ahead: true });
    await port.write(ranges, await port.read(ranges, words));
    await universe.step(universe.generation);
  });
  return Math.min(...times);
}

async function secondsOfRounds(work: () => Promise<void>): Promise<readonly number[]> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push((performance.now() - began) / 1000);
  }
  return times;
}

/** What messages take that every rank exchanges with both ranks beside it at once. All ranks call it. Errors: `engine-lost`. */
export async function measureMessages(transport: Transport): Promise<MessageTimes> {
  const latency = await secondsOfExchange(transport, SHORT_BYTES);
  const long = await secondsOfExchange(transport, LONG_BYTES);
  return { latency, byte: Math.max(0, long - latency) / LONG_BYTES };
}

/** The median of some rounds in which every rank sends to both ranks beside it, and receives from them. */
async function secondsOfExchange(transport: Transport, bytes: number): Promise<number> {
  const { rank, size } = transport;
  if (size === 1) return 0;
  const sides = [(rank + size - 1) % size, (rank + 1) % size];
  const data = new Uint8Array(bytes);
  const into = sides.map(() => new Uint8Array(bytes));
  const times = await secondsOfRounds(async () => {
    const transfers = [
      ...sides.map((side, i) => transport.irecv(into[i], side)),
      ...sides.map((side) => transport.isend(data, side)),
    ];
    for (const transfer of transfers) await arrived(transport, transfer);
  });
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1];
}

/** What a generation and an exchange cost on the slowest of the ranks, by what they measured. */
export function measuredWork(times: readonly RankTimes[], { topology, ranges }: SharedInit): RankWork {
  const most = (pick: (of: RankTimes) => number): number => Math.max(...times.map(pick));
  const { width } = topology;
  const height = Math.max(...ranges.map(({ rows }) => rows));
  return {
    // Where the largest part has so many cells, another one has fewer in proportion.
    seconds: (cells) =>
      Math.max(...times.map((of, rank) => secondsOf(of, (cells * ranges[rank].rows) / height, width))),
    part: { split: "slabs", width, height },
    transfer: { latencySeconds: most((of) => of.latency), bytesASecond: 1 / most((of) => of.byte) },
  };
}

function secondsOf({ launch, cell }: RankTimes, cells: number, width: number): number {
  return launch + cell * roundedCells(cells, width);
}

/** A share of the rows for each rank, by the speed of its device: the median of the ranks on such a one, which measured equal parts. */
export function speedShares(
  times: readonly RankTimes[],
  devices: readonly string[],
  { topology, ranges }: SharedInit,
): readonly number[] {
  const { width } = topology;
  const seconds = times.map((of, rank) => secondsOf(of, width * ranges[rank].rows, width));
  return devices.map((device) => {
    const alike = seconds.filter((_, rank) => devices[rank] === device).sort((a, b) => a - b);
    return 1 / alike[alike.length >> 1];
  });
}

/**
 * Each rank's exchanges with the steps of the rank on such a device that was disturbed least: the others were busy with something
 * else.
 */
export function undisturbed(
  times: readonly RankTimes[],
  devices: readonly string[],
  { topology, ranges }: SharedInit,
): readonly RankTimes[] {
  const rows = Math.max(...ranges.map((range) => range.rows));
  const seconds = (of: RankTimes): number => secondsOf(of, topology.width * rows, topology.width);
  return times.map((own, rank) => {
    const alike = times.filter((_, other) => devices[other] === devices[rank]);
    const { cell, launch } = alike.reduce((best, of) => (seconds(of) < seconds(best) ? of : best));
    return { ...own, cell, launch };
  });
}

function roundedCells(cells: number, width: number): number {
  return width % WORD === 0 ? Math.ceil(cells / (width * WORD)) * (width * WORD) : cells;
}

/**
 * The halo that costs least where the ranks measured that. Of halos that cost the same within what can be measured it is the highest:
 * an exchange may take far longer than it was measured, more rows never do.
 */
export function chooseHalo(times: readonly RankTimes[], init: SharedInit): number {
  const work = measuredWork(times, init);
  const limit = mostRows(times, init);
  const best = bestHalo(work, "whole", limit);
  const most = (1 + ALIKE) * haloSeconds(work, "whole", best);
  let halo = best;
  for (let k = best + 1; k <= limit && work.seconds(cellsWithHalo(work.part, "whole", k)) <= most; k++)
    if (haloSeconds(work, "whole", k) <= most) halo = k;
  return halo;
}

/** What is known of a halo: seconds of a generation, Infinity where there is no room for it. */
type HaloTrial = (choice: HaloChoice) => Promise<number>;

/** Rows of the halo that is tried first. */
const FIRST_HALO = 64;

interface TriedHalo {
  readonly choice: HaloChoice;
  readonly seconds: number;
}

/**
 * The halo that costs least where each can be tried, and overlap where it pays and is allowed: from 64 rows on twice as many, or half as
 * many, for as long as that gains. With overlap rows first travel in all of a block, then in half of it, a quarter, ...; where less no longer
 * gains, three quarters of the last one are tried, and then higher halos (`higherHalo`). `limit`: the most rows.
 */
export async function tryHalos(limit: number, overlapAllowed: boolean, trial: HaloTrial): Promise<TriedHalo> {
  const at = async (choice: HaloChoice): Promise<TriedHalo> => ({ choice, seconds: await trial(choice) });
  const gains = (found: TriedHalo, { choice, seconds }: TriedHalo): boolean => {
    const isShorter = found.choice.halo === choice.halo && found.choice.ahead > 0 && choice.ahead > 0;
    return !Number.isFinite(seconds) || found.seconds < (1 - (isShorter ? ALIKE_AHEAD : ALIKE)) * seconds;
  };
  /** The best on the way that `next` leads, for as long as that gains. */
  const go = async (from: TriedHalo, next: (choice: HaloChoice) => HaloChoice): Promise<TriedHalo> => {
    for (let best = from; ; ) {
      const choice = next(best.choice);
      const { halo, ahead } = choice;
      const isNew = halo !== best.choice.halo || ahead !== best.choice.ahead;
      if (!isNew || halo < 1 || halo > limit || (best.choice.ahead > 0 && ahead < 1)) return best;
      const found = await at(choice);
      if (!gains(found, best)) return best;
      best = found;
    }
  };
  const climb = async (first: number, aheadOf: (halo: number) => number): Promise<TriedHalo> => {
    const choiceOf = (halo: number): HaloChoice => ({ halo, ahead: aheadOf(halo) });
    const begun = await at(choiceOf(first));
    const higher = Number.isFinite(begun.seconds)
      ? await go(begun, ({ halo }) => choiceOf(Math.min(limit, 2 * halo)))
      : begun;
    return higher === begun ? await go(begun, ({ halo }) => choiceOf(halo >> 1)) : higher;
  };
  const whole = await climb(Math.min(limit, FIRST_HALO), () => 0);
  if (!overlapAllowed) return whole;
  const all = await climb(Math.min(whole.choice.halo, FIRST_HALO), (halo) => halo);
  let best = await go(all, ({ halo, ahead }) => ({ halo, ahead: ahead >> 1 }));
  const { halo, ahead } = best.choice;
  if (ahead >= 4) {
    const less = await at({ halo, ahead: (3 * ahead) >> 2 });
    if (gains(less, best)) best = less;
  }
  if (best !== all) best = await higherHalo(best, limit, at);
  return gains(best, whole) ? best : whole;
}

/**
 * Twice as many rows, and so on for as long as that gains. They take twice as long on their way, so they travel in twice as many generations; in as many as
 * before where that clearly costs less, since a rehearsal's messages are not late as real ones may be.
 */
async function higherHalo(
  from: TriedHalo,
  limit: number,
  at: (choice: HaloChoice) => Promise<TriedHalo>,
): Promise<TriedHalo> {
  for (let best = from; ; ) {
    const { halo, ahead } = best.choice;
    const higher = Math.min(limit, 2 * halo);
    if (higher === halo) return best;
    const scaled = await at({ halo: higher, ahead: Math.ceil((ahead * higher) / halo) });
    const same = await at({ halo: higher, ahead });
    const found = same.seconds < (1 - ALIKE) * scaled.seconds ? same : scaled;
    if (!(found.seconds < (1 - ALIKE_AHEAD) * best.seconds)) return best;
    best = found;
  }
}

/** The most rows of a halo that are worth trying. */
export function mostRows(times: readonly RankTimes[], init: SharedInit): number {
  const work = measuredWork(times, init);
  const { width, height } = work.part;
  const least = Math.min(...init.ranges.map(({ rows }) => rows));
  const longest = Math.max(1, Math.floor(MOST_BLOCK_SECONDS / work.seconds(width * height)));
  return Math.min(mostHalo({ ...work.part, height: least }), longest, MOST_HALO);
}

/** What messages take where they take the longest. */
export function slowestMessage(times: readonly RankTimes[]): MessageTimes {
  const most = (pick: (of: MessageTimes) => number): number =>
    Math.max(...times.map(({ message }) => pick(message)));
  return { latency: most(({ latency }) => latency), byte: most(({ byte }) => byte) };
}

/** How long a generation ought to take by what the slowest rank has rehearsed. */
export function predictRehearsed(rehearsed: readonly Rehearsed[]): RecordedPrediction {
  const { secondsAGeneration, computing: alone } = rehearsed.reduce((most, of) =>
    of.secondsAGeneration > most.secondsAGeneration ? of : most,
  );
  const computing = Math.min(alone ?? secondsAGeneration, secondsAGeneration);
  return {
    by: "what the ranks tried out first",
    secondsAGeneration,
    computing,
    exchange: secondsAGeneration - computing,
  };
}

/** What somebody knows of this machine beforehand. */
export interface PredictionModel {
  /** In words: "the model of ...". */
  readonly by: string;
  /** Seconds of a generation of that many cells. */
  readonly seconds: (cells: number) => number;
  /** null where it does not tell: what the ranks measured counts. */
  readonly transfer: TransferCost | null;
  /**
   * Ranks that compute on one device, which takes so many times as long for each; 1 where each has its own. On a device that they share no exchange
   * hides behind computing: reading rows back waits for what the others have handed in (measured on an H200 with two ranks).
   */
  readonly ranksADevice: number;
}

/** How long a generation ought to take with that halo; `model` in place of what the ranks measured. */
export function predictRun(
  times: readonly RankTimes[],
  init: SharedInit,
  { halo, ahead }: HaloChoice,
  model: PredictionModel | null,
): RecordedPrediction {
  const measured = measuredWork(times, init);
  const { part } = measured;
  const work: RankWork = model
    ? {
        part,
        seconds: (cells) => model.ranksADevice * model.seconds(roundedCells(cells, part.width)),
        transfer: model.transfer ?? measured.transfer,
      }
    : measured;
  const by = model?.by ?? "what the ranks measured first";
  if (init.ranges.length === 1) {
    const computing = work.seconds(part.width * part.height);
    return { by, secondsAGeneration: computing, computing, exchange: 0 };
  }
  const form: HaloForm = ahead > 0 ? "overlap" : "whole";
  const strips = ahead > 0 ? stripSeconds(work, halo, ahead) : 0;
  const computing = work.seconds(cellsWithHalo(part, form, halo)) + strips;
  const exchange = exchangeSeconds(work, halo) / halo;
  const waits = (model?.ranksADevice ?? 1) > 1;
  return {
    by,
    secondsAGeneration: waits ? computing + exchange : haloSeconds(work, form, halo, ahead),
    computing,
    exchange,
  };
}

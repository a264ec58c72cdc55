/**
 * A run over ranks, event by event, for what a formula leaves out: hosts with several ranks, ranks that are now and then late, parts
 * of unequal size, and the way in which a delay spreads.
 *
 * In a block of k generations a rank waits for its neighbours' halos, computes, and sends its own. That makes three events: start,
 * sent, arrived. Each follows from events of this block and the one before, and of the rank and its neighbours, so taking
 * blocks in their order and in each all sendings before all arrivals takes every event after its causes. No queue has to sort
 * them, and a block costs a few additions a rank.
 *
 * No barrier holds the ranks together. A late rank delays its neighbours by one block, these theirs in the next: a delay spreads by
 * one rank a block, and two delays that meet do not add. So noise costs much less than the worst of all ranks in each block.
 */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { soupHash } from "../core/soup.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { HaloForm, RankPart, TransferCost } from "./halo.ts";
import { cellsWithHalo, exchangeSeconds, mostHalo, stripSeconds } from "./halo.ts";
import type { Division } from "./predict.ts";
import { partsOf, ranksAcross } from "./predict.ts";

export interface SimulatedRun {
  readonly division: Division;
  readonly seconds: (cells: number) => number;
  readonly form: HaloForm;
  readonly halo: number;
  readonly generations: number;
  /** Ranks are given to hosts in turn, so many to each. */
  readonly ranksAHost: number;
  readonly inside: TransferCost;
  readonly between: TransferCost;
  /** The standard deviation of a block's computing, as a share of it: 1 + jitter (E - 1), E exponential with mean 1. */
  readonly jitter: number;
  readonly seed: number;
  /** The blocks that are simulated at most, 3 and more; the rest are taken to go on like the last half of them. */
  readonly mostBlocks: number;
}

export interface Simulation {
  /** Of all generations. */
  readonly seconds: number;
  readonly blocks: number;
  readonly simulatedBlocks: number;
  /** The share of its time that a rank waits for others, on average. */
  readonly waiting: number;
}

/** Rank-blocks between two looks at the signal. */
const SLICE = 2 ** 20;
/** Ranks times neighbours, so that their arrays stay within memory. */
const MOST_RANKS = 2 ** 20;

/** Errors: `bad-argument` for what no grid can be divided into, `aborted`. */
export async function simulateRun(run: SimulatedRun, signal?: AbortSignal): Promise<Simulation> {
  const { division, halo, generations, jitter, seed } = run;
  const { ranks } = division;
  if (ranks > MOST_RANKS)
    throw new TessellaError("bad-argument", `At most ${grouped(MOST_RANKS)} ranks are simulated.`);
  const { smallest } = partsOf(division);
  if (ranks > 1 && halo > mostHalo(smallest))
    throw new TessellaError(
      "bad-argument",
      `A halo of ${grouped(halo)} rows is more than the ${grouped(mostHalo(smallest))} that a part has.`,
    );
  const blocks = Math.ceil(generations / halo);
  const simulatedBlocks = Math.min(blocks, Math.max(3, run.mostBlocks));
  const nodes = layOut(run);
  const { computing, strips, neighbours, delays, degree } = nodes;
  const overlaps = run.form === "overlap" && ranks > 1;
  let start = new Float64Array(ranks);
  let next = new Float64Array(ranks);
  const sent = new Float64Array(ranks);
  const done = new Float64Array(ranks);
  let waited = 0;
  let sinceLook = 0;
  const middle = Math.floor(simulatedBlocks / 2);
  let untilMiddle = 0;
  for (let block = 0; block < simulatedBlocks; block++) {
    // The last block does what is left.
    const share = block === blocks - 1 ? (generations - block * halo) / halo : 1;
    if (block === 0) {
      for (let rank = 0; rank < ranks; rank++) {
        for (let n = 0; n < degree; n++) start[rank] = Math.max(start[rank], delays[rank * degree + n]);
        waited += start[rank];
      }
    }
    for (let rank = 0; rank < ranks; rank++) {
      const late =
        jitter === 0 ? share : share * (1 + jitter * (exponential(soupHash(seed, rank, block)) - 1));
      const first = start[rank] + strips[rank] * late;
      done[rank] = first + computing[rank] * late;
      sent[rank] = overlaps ? first : done[rank];
    }
    if (block === middle) untilMiddle = meanOf(done);
    if (block === simulatedBlocks - 1) break;
    for (let rank = 0; rank < ranks; rank++) {
      let ready = done[rank];
      for (let n = rank * degree; n < (rank + 1) * degree; n++) {
        const arrived = sent[neighbours[n]] + delays[n];
        if (arrived > ready) ready = arrived;
      }
      next[rank] = ready;
      waited += ready - done[rank];
    }
    [start, next] = [next, start];
    sinceLook += ranks;
    if (sinceLook >= SLICE) {
      sinceLook = 0;
      await yieldToTasks();
      throwIfAborted(signal);
    }
  }
  const finish = done.reduce((most, value) => Math.max(most, value), 0);
  // The first blocks are no measure for those that follow: delays have not spread yet.
  const aBlock = (meanOf(done) - untilMiddle) / Math.max(1, simulatedBlocks - 1 - middle);
  return {
    seconds: finish + aBlock * (generations / halo - Math.min(generations / halo, simulatedBlocks)),
    blocks,
    simulatedBlocks,
    waiting: waited / (ranks * finish),
  };
}

function meanOf(times: Float64Array): number {
  return times.reduce((sum, value) => sum + value, 0) / times.length;
}

/** E, from 32 random bits. */
function exponential(bits: number): number {
  return -Math.log((bits + 0.5) / 2 ** 32);
}

interface Layout {
  /** Seconds of a block, rank by rank: the part with its halo, and the strips before it. */
  readonly computing: Float64Array;
  readonly strips: Float64Array;
  /** `degree` neighbours of each rank, and the seconds of the way from them. */
  readonly neighbours: Int32Array;
  readonly delays: Float64Array;
  readonly degree: number;
}

function layOut(run: SimulatedRun): Layout {
  const { division, form, halo, seconds, ranksAHost } = run;
  const { ranks, split, width, height } = division;
  const [across, down] = ranksAcross(division);
  // The corners of blocks come from ranks of their own.
  const around = split === "slabs" ? SIDES : ALL_AROUND;
  const degree = ranks === 1 ? 0 : around.length;
  const computing = new Float64Array(ranks);
  const strips = new Float64Array(ranks);
  const neighbours = new Int32Array(ranks * degree);
  const delays = new Float64Array(ranks * degree);
  // Parts have at most four sizes.
  const costs = new Map<string, readonly [number, number, number, number]>();
  const costsOf = (part: RankPart): readonly [number, number, number, number] => {
    const key = `${part.width} ${part.height}`;
    const known = costs.get(key);
    if (known) return known;
    const cells = ranks === 1 ? width * height : cellsWithHalo(part, form, halo);
    const found = [
      halo * seconds(cells),
      form === "overlap" && ranks > 1 ? halo * stripSeconds({ seconds, part }, halo) : 0,
      exchangeSeconds({ part, transfer: run.inside }, halo),
      exchangeSeconds({ part, transfer: run.between }, halo),
    ] as const;
    costs.set(key, found);
    return found;
  };
  for (let rank = 0; rank < ranks; rank++) {
    const [column, row] = [rank % across, Math.floor(rank / across)];
    const part: RankPart = {
      split,
      width: shareOf(width, across, column),
      height: shareOf(height, down, row),
    };
    const [compute, strip, near, far] = costsOf(part);
    computing[rank] = compute;
    strips[rank] = strip;
    for (let n = 0; n < degree; n++) {
      const [x, y] = around[n];
      const other = ((row + y + down) % down) * across + ((column + x + across) % across);
      neighbours[rank * degree + n] = other;
      const sameHost = Math.floor(rank / ranksAHost) === Math.floor(other / ranksAHost);
      delays[rank * degree + n] = sameHost ? near : far;
    }
  }
  return { computing, strips, neighbours, delays, degree };
}

const SIDES = [
  [0, -1],
  [0, 1],
] as const;
const ALL_AROUND = [...SIDES, [-1, 0], [1, 0], [-1, -1], [1, -1], [-1, 1], [1, 1]] as const;

/** Rows of a rank: the first ones have one more where they do not come out even. */
function shareOf(all: number, parts: number, place: number): number {
  return Math.floor(all / parts) + Number(place < all % parts);
}

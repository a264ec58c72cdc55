/**
 * What a rank does, noted while it does it: spans of time within blocks of generations. Rank 0 asks for them now and then (recording.ts). Times
 * are milliseconds of the rank's own clock; `alignClocks` finds how far that lies behind rank 0's.
 */

import { now } from "../core/clock.ts";
import { arrived } from "./parcels.ts";
import type { RecordedBlock, RecordedSpan, SpanKind } from "./record.ts";
import { SPAN_KINDS } from "./record.ts";
import type { Transport } from "./transport.ts";

interface TracedSpan {
  readonly kind: SpanKind;
  readonly from: number;
  readonly to: number;
}

/** One block of generations. */
export class TracedBlock {
  readonly generations: number;
  readonly began = now();
  readonly spans: TracedSpan[] = [];
  ended = 0;
  /** How many things will still add to it. */
  expected = 0;

  constructor(generations: number) {
    this.generations = generations;
  }

  /** `from`: of `now`. */
  add(kind: SpanKind, from: number, to = now()): void {
    if (to > from) this.spans.push({ kind, from, to });
  }
}

/** Rows that a rank hands over before it adds up blocks: the first so many blocks are told one by one, then four at a time, ... */
const MOST_ROWS = 2 ** 14;
const GROWTH = 4;

export class SlabTrace {
  readonly #blocks: TracedBlock[] = [];
  readonly #later = new Set<Promise<unknown>>();
  #rows = 0;

  begin(generations: number): TracedBlock {
    const block = new TracedBlock(generations);
    this.#blocks.push(block);
    return block;
  }

  /** Something that will still add to the block. */
  expect(block: TracedBlock, work: Promise<unknown>): void {
    block.expected++;
    const done = work
      .catch(() => undefined)
      .then(() => {
        block.expected--;
        this.#later.delete(done);
      });
    this.#later.add(done);
  }

  /** All blocks since it was asked last, once they are complete: numbers for `blocksOfNumbers`. To be called between blocks. */
  async take(): Promise<Float64Array> {
    await Promise.all(this.#later);
    return this.takeComplete();
  }

  /** Those before the first that is not complete: nobody waits for a GPU, which would have nothing to do then. */
  takeComplete(): Float64Array {
    const open = this.#blocks.findIndex(({ expected }) => expected > 0);
    const blocks = this.#blocks.splice(0, open < 0 ? this.#blocks.length : open);
    const numbers: number[] = [];
    for (let at = 0; at < blocks.length; ) {
      const count = GROWTH ** Math.floor(this.#rows++ / MOST_ROWS);
      push(numbers, blocks.slice(at, at + count));
      at += count;
    }
    return Float64Array.from(numbers);
  }
}

function push(numbers: number[], blocks: readonly TracedBlock[]): void {
  const [{ began }] = blocks;
  const spans = blocks.length === 1 ? blocks[0].spans : summed(blocks);
  const generations = blocks.reduce((sum, block) => sum + block.generations, 0);
  const milliseconds =
    blocks.length === 1
      ? blocks[0].ended - began
      : blocks.reduce((sum, block) => sum + (block.ended - block.began), 0);
  numbers.push(blocks.length, generations, began, milliseconds, spans.length);
  for (const { kind, from, to } of spans) numbers.push(SPAN_KINDS.indexOf(kind), from, to - from);
}

/** A span of each kind, which begins with the first block. */
function summed(blocks: readonly TracedBlock[]): readonly TracedSpan[] {
  const [{ began }] = blocks;
  const sums = SPAN_KINDS.map((kind) => {
    const spans = blocks.flatMap((block) => block.spans.filter((span) => span.kind === kind));
    return { kind, from: began, to: began + spans.reduce((sum, { from, to }) => sum + (to - from), 0) };
  });
  return sums.filter(({ from, to }) => to > from);
}

/** The blocks of a rank. `zero`: the moment from which they are told, by the rank's own clock, in milliseconds. */
export function blocksOfNumbers(numbers: Float64Array, zero: number): readonly RecordedBlock[] {
  const blocks: RecordedBlock[] = [];
  const seconds = (moment: number): number => (moment - zero) / 1000;
  for (let at = 0; at < numbers.length; ) {
    const [merged, generations, began, milliseconds, count] = numbers.subarray(at, at + 5);
    at += 5;
    const spans: RecordedSpan[] = [];
    for (let i = 0; i < count; i++, at += 3)
      spans.push({
        kind: SPAN_KINDS[numbers[at]],
        start: seconds(numbers[at + 1]),
        seconds: numbers[at + 2] / 1000,
      });
    blocks.push({ merged, generations, start: seconds(began), seconds: milliseconds / 1000, spans });
  }
  return blocks;
}

const ROUNDS = 5;

/**
 * Milliseconds by which the clocks of the ranks `apart` lie behind that of rank 0, by rank; on the other ranks nothing. All ranks call it.
 * The ranks of rank 0's machine have its clock (core/clock.ts) and are not asked: they may have to wait for a core. Of some questions
 * the one with the quickest answer counts: it was answered in the middle of its way (F. Cristian, "Probabilistic clock
 * synchronization", 1989). Errors: `engine-lost`.
 */
export async function alignClocks(
  transport: Transport,
  apart: readonly number[],
): Promise<readonly number[]> {
  const { rank, size } = transport;
  const theirs = new Float64Array(1);
  if (rank > 0) {
    for (let round = 0; apart.includes(rank) && round < ROUNDS; round++) {
      await arrived(transport, transport.irecv(theirs, 0));
      await arrived(transport, transport.isend(Float64Array.of(now()), 0));
    }
    return [];
  }
  const behind = new Array<number>(size).fill(0);
  for (const other of apart) {
    let quickest = Number.POSITIVE_INFINITY;
    for (let round = 0; round < ROUNDS; round++) {
      const asked = now();
      const answer = transport.irecv(theirs, other);
      await arrived(transport, transport.isend(Float64Array.of(asked), other));
      await arrived(transport, answer);
      const answered = now();
      if (answered - asked >= quickest) continue;
      quickest = answered - asked;
      behind[other] = (asked + answered) / 2 - theirs[0];
    }
  }
  return behind;
}

/**
 * What ranks did, laid out over time. A lane is a rank, with a row for each kind of span, so that what happens at the same time is
 * seen side by side: rows that travel while the slab is stepped.
 *
 * A lane may have more spans than the screen has columns. So what is drawn are shares: how much of each column's time each kind has
 * taken. Spans of any length are summed into columns alike, the inner columns of a long one by their ends alone.
 */

import type { RankTrack } from "../../../../engine/cluster/record.ts";
import { SPAN_KINDS } from "../../../../engine/cluster/record.ts";

/** Seconds since the record began, at both edges of the picture. */
export interface TimeView {
  readonly start: number;
  readonly end: number;
}

/** Seconds: the clock of a record counts microseconds. */
const SHORTEST = 1e-5;

/** All that has been recorded. */
export function wholeView(tracks: readonly RankTrack[]): TimeView {
  const ends = tracks.map(({ blocks, done }) => (blocks === 0 ? 0 : (done[blocks - 1] as number)));
  const starts = tracks.flatMap(({ start }) => (start.length > 0 ? [start[0] as number] : []));
  const [start, end] = [Math.min(...starts, Math.max(...ends)), Math.max(...ends)];
  return { start, end: Math.max(end, start + SHORTEST) };
}

/** The moment at `share` of the picture stays where it is. Nothing is shown but what `whole` has. */
export function zoomed(view: TimeView, whole: TimeView, share: number, factor: number): TimeView {
  const length = view.end - view.start;
  const wanted = Math.min(whole.end - whole.start, Math.max(SHORTEST, length * factor));
  return within({ start: view.start + share * (length - wanted), end: 0 }, wanted, whole);
}

/** `share`: of the picture's width, to later times. */
export function panned(view: TimeView, whole: TimeView, share: number): TimeView {
  const length = view.end - view.start;
  return within({ start: view.start + share * length, end: 0 }, length, whole);
}

/** The same length, moved as little as shows the stretch. */
export function revealing(view: TimeView, whole: TimeView, from: number, to: number): TimeView {
  const length = view.end - view.start;
  if (from >= view.start && to <= view.end) return view;
  const start = from < view.start || to - from > length ? from : to - length;
  return within({ start, end: 0 }, length, whole);
}

function within({ start }: TimeView, length: number, whole: TimeView): TimeView {
  const first = Math.max(whole.start, Math.min(whole.end - length, start));
  return { start: first, end: first + length };
}

/** From when a block is under way until it is done: a GPU is told of the next ones while it computes this one. */
export function stretchOf({ start, done }: RankTrack, block: number): TimeView {
  const begun = start[block] as number;
  const end = done[block] as number;
  return { start: Math.min(end, Math.max(begun, block > 0 ? (done[block - 1] as number) : begun)), end };
}

/** The block under way at that moment, or the last one before it; -1 before the first. */
export function blockAt({ start, done }: Pick<RankTrack, "start" | "done">, moment: number): number {
  const next = firstAfter(done, moment);
  return next < start.length && (start[next] as number) <= moment ? next : next - 1;
}

/** The place of the first moment after this one, among moments in order. */
function firstAfter(moments: Float64Array, moment: number): number {
  let [low, high] = [0, moments.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((moments[middle] as number) <= moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Shares of time, 0..1: for each kind of span a row of `width` columns across the view. Spans of a kind that lie over each other count
 * once each, at most to 1.
 */
export function sharesOf(track: RankTrack, view: TimeView, width: number): Float32Array {
  const stride = width + 1;
  // Differences between neighbouring columns, for the inner ones of long spans.
  const rises = new Float32Array(SPAN_KINDS.length * stride);
  const parts = new Float32Array(SPAN_KINDS.length * stride);
  const { start, firstSpan, kind, spanStart, spanSeconds } = track;
  const columns = width / (view.end - view.start);
  // Spans may end after their block.
  const first = Math.max(0, blockAt(track, view.start) - 1);
  const next = firstAfter(start, view.end);
  const end = next < start.length ? (firstSpan[next] as number) : kind.length;
  for (let span = first < start.length ? (firstSpan[first] as number) : end; span < end; span++) {
    const begun = spanStart[span] as number;
    const from = Math.max(0, (begun - view.start) * columns);
    const to = Math.min(width, (begun + (spanSeconds[span] as number) - view.start) * columns);
    if (to <= from) continue;
    const row = (kind[span] as number) * stride;
    const [left, right] = [Math.floor(from), Math.floor(to)];
    if (left === right) {
      parts[row + left]! += to - from;
      continue;
    }
    parts[row + left]! += left + 1 - from;
    parts[row + right]! += to - right;
    rises[row + left + 1]! += 1;
    rises[row + right]! -= 1;
  }
  const shares = new Float32Array(SPAN_KINDS.length * width);
  for (let row = 0; row < SPAN_KINDS.length; row++) {
    let inside = 0;
    for (let column = 0; column < width; column++) {
      inside += rises[row * stride + column] as number;
      shares[row * width + column] = Math.min(1, inside + (parts[row * stride + column] as number));
    }
  }
  return shares;
}

/** A tick in words, with as many digits as tell it from its neighbours. */
export function momentText(tick: number, ticks: readonly number[]): string {
  const most = Math.abs(ticks.at(-1) ?? 0);
  const [size, unit] = UNITS.find(([each]) => most >= each) ?? UNITS[UNITS.length - 1]!;
  const step = ((ticks[1] ?? tick) - (ticks[0] ?? 0)) / size;
  return `${(tick / size).toFixed(step > 0 ? Math.max(0, Math.ceil(-Math.log10(step) - 1e-6)) : 0)} ${unit}`;
}

const UNITS = [
  [1, "s"],
  [1e-3, "ms"],
  [1e-6, "us"],
] as const;

/** Round moments across the view, at most so many. */
export function ticksOf({ start, end }: TimeView, most: number): readonly number[] {
  const least = (end - start) / Math.max(1, most);
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * ([1, 2, 5, 10].find((each) => each * power >= least) ?? 10);
  const ticks: number[] = [];
  for (let at = Math.ceil(start / step); at * step <= end; at++) ticks.push(at * step);
  return ticks;
}

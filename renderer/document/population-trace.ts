/**
 * The population over the generations that one can go to, as it was read: the picture on the timeline. Each timeline of the history
 * (renderer/editor/history/timeline.ts) has one of its own, so that it is there again when somebody undoes a reset; what a timeline has lost, because the
 * universe took another way from there, its picture loses too. Of too many points those go that lie closest together.
 */

import type { Timeline } from "../editor/history/timeline.ts";

export interface TracePoint {
  readonly generation: bigint;
  readonly population: number;
}

const NO_POINTS: readonly TracePoint[] = [];
const MOST_POINTS = 400;
const MOST_TRACES = 8;

export class PopulationTrace {
  /** The one that was used last is the last one. */
  readonly #traces = new Map<number, readonly TracePoint[]>();
  #timeline: Timeline;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Smallest generation first. */
  get points(): readonly TracePoint[] {
    return this.#traces.get(this.#timeline.id) ?? NO_POINTS;
  }

  /** Where the history is now. */
  follow(timeline: Timeline): void {
    const before = this.#timeline;
    this.#timeline = timeline;
    if (timeline.id === before.id && timeline.to >= before.to && timeline.from <= before.from) return;
    const kept = this.points.filter(({ generation: at }) => at >= timeline.from && at <= timeline.to);
    this.#keep(kept);
  }

  note(generation: bigint, population: bigint): void {
    const point = { generation, population: Math.min(Number(population), Number.MAX_VALUE) };
    const { points } = this;
    let at = points.length;
    while (at > 0 && (points[at - 1] as TracePoint).generation >= generation) at--;
    const same = points[at]?.generation === generation ? 1 : 0;
    this.#keep(thinned([...points.slice(0, at), point, ...points.slice(at + same)]));
  }

  #keep(points: readonly TracePoint[]): void {
    const { id } = this.#timeline;
    this.#traces.delete(id);
    this.#traces.set(id, points);
    const oldest = this.#traces.keys().next();
    if (this.#traces.size > MOST_TRACES && !oldest.done) this.#traces.delete(oldest.value);
  }
}

function thinned(points: readonly TracePoint[]): readonly TracePoint[] {
  if (points.length <= MOST_POINTS) return points;
  let [closest, least] = [1, -1n];
  for (let at = 1; at < points.length - 1; at++) {
    const gap = (points[at + 1] as TracePoint).generation - (points[at - 1] as TracePoint).generation;
    if (least < 0n || gap < least) [closest, least] = [at, gap];
  }
  return points.filter((_, at) => at !== closest);
}

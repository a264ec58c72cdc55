/**
 * The population over the generations that the timeline reaches, as it was read: the curve on the timeline. Each
 * timeline of the history (renderer/editor/history/timeline.ts) has its own curve, so that it is there again when a
 * person undoes a reset. Where the universe took another way and a timeline lost generations, its curve loses them too.
 * Of too many points, those closest together go.
 */

import { Recent } from "../../engine/core/recent.ts";
import type { Timeline } from "../editor/history/timeline.ts";

export interface TracePoint {
  readonly generation: bigint;
  readonly population: number;
}

const NO_POINTS: readonly TracePoint[] = [];
const MOST_POINTS = 400;
const MOST_TRACES = 8;

export class PopulationTrace {
  readonly #traces = new Recent<number, readonly TracePoint[]>(MOST_TRACES);
  #timeline: Timeline;

  constructor(timeline: Timeline) {
    this.#timeline = timeline;
  }

  /** Smallest generation first. */
  get points(): readonly TracePoint[] {
    return this.#traces.get(this.#timeline.id) ?? NO_POINTS;
  }

  /** The history's present timeline. */
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
    this.#traces.keep(this.#timeline.id, points);
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

/** How much a dispatch takes on, and how that is cut into workgroups. */

import type { Grouping } from "./methods.ts";

/** A range of numbers, without the last one. */
export interface Span {
  readonly first: number;
  readonly end: number;
}

/** The struct `Batch` of shaders/evolve/score.wgsl, and the workgroups that it takes. */
export interface Batch {
  readonly vectors: Span;
  readonly individuals: Span;
  /** Vectors of a workgroup. */
  readonly share: number;
  readonly groups: readonly [x: number, y: number];
}

/** Workgroups in one direction of a dispatch. */
const MOST_GROUPS = 65535;

/** So many spread the work evenly over the processors of any GPU, and still do more than get ready. */
const GROUPS_ON_GPU = 4096;
const GROUPS_IN_SOFTWARE = 16;

/**
 * Workgroups that any GPU runs side by side. Fewer would take as long, so a batch of fewer could teach nobody how many fit into a
 * time: where a run alone takes longer than that, batches would stay at one.
 */
const SIDE_BY_SIDE = 32;

/**
 * The individuals from `first` on that come together to some `evaluations`, if each runs as many vectors as fill its workgroup, or
 * all `vectors` where those are fewer.
 */
export function bandOf(
  grouping: Grouping,
  software: boolean,
  { first, end }: Span,
  vectors: number,
  evaluations: number,
): Span {
  const groups = Math.floor(evaluations / (Math.min(vectors, grouping.vectors) * grouping.individuals));
  const least = software ? 1 : SIDE_BY_SIDE;
  const taken = Math.min(Math.max(least, groups), MOST_GROUPS) * grouping.individuals;
  return { first, end: Math.min(end, first + taken) };
}

/** The next vectors for these individuals, to some `evaluations`. */
export function batchOf(
  { individuals, vectors, takes }: Grouping,
  software: boolean,
  band: Span,
  { first, end }: Span,
  evaluations: number,
): Batch {
  const count = band.end - band.first;
  const whole = Math.max(1, Math.floor(evaluations / (count * vectors)));
  const most = takes === "once" ? Math.min(whole, MOST_GROUPS) : whole;
  const taken = { first, end: Math.min(end, first + most * vectors) };
  const rounds = Math.ceil((taken.end - first) / vectors);
  const y = Math.ceil(count / individuals);
  const wanted = Math.ceil((software ? GROUPS_IN_SOFTWARE : GROUPS_ON_GPU) / y);
  const each = takes === "once" ? 1 : takes === "all" ? rounds : Math.ceil(rounds / Math.min(rounds, wanted));
  return {
    vectors: taken,
    individuals: band,
    share: each * vectors,
    groups: [Math.ceil(rounds / each), y],
  };
}

/** All vectors for all individuals of a span, in batches of `room()` runs each, as many as that is by then. */
export function* batchesOf(
  grouping: Grouping,
  software: boolean,
  individuals: Span,
  vectors: Span,
  room: () => number,
): Generator<Batch> {
  const count = vectors.end - vectors.first;
  for (let from = individuals.first; from < individuals.end; ) {
    const rest = { first: from, end: individuals.end };
    const band = bandOf(grouping, software, rest, count, room());
    for (let first = vectors.first; first < vectors.end; ) {
      const batch = batchOf(grouping, software, band, { first, end: vectors.end }, room());
      yield batch;
      first = batch.vectors.end;
    }
    from = band.end;
  }
}

/** The runs of a batch: an individual on a vector each. */
export function runsOf({ vectors, individuals }: Batch): number {
  return (vectors.end - vectors.first) * (individuals.end - individuals.first);
}

/** The words of the struct. */
export function batchWords({ vectors, individuals, share }: Batch): Uint32Array<ArrayBuffer> {
  return Uint32Array.of(vectors.first, vectors.end, share, individuals.first, individuals.end);
}

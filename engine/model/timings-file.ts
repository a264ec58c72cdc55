/**
 * Times to fit, as JSON. Of one kernel in columns, where a number stands for a column of it, or as a list of points:
 *
 *     {"generations": 1000, "cells": [65536, ...], "seconds": [0.0545, ...]}            also "submits", a number or a column
 *     {"points": [{"cells": 65536, "generations": 1000, "seconds": 0.0545}, ...]}
 *
 * of runs over ranks, and of messages:
 *
 *     {"points": [{"ranks": 2, "width": 7560, "height": 7560, "halo": 1, "generations": 1000, "seconds": 12.7}, ...]}
 *     {"bytes": [8, ...], "seconds": [6e-7, ...]}
 *
 * or of several kernels, {"kernels": [...]}, each as above with "kernel" for its name. "width" and "height" may stand for "cells"
 * everywhere. Other fields say where the times come from and are left alone, but not one that is nearly one of these.
 */

import { TessellaError } from "../core/errors.ts";
import { JsonPlace } from "../core/json-place.ts";
import { nearest } from "../core/nearest.ts";
import type { TimedRun } from "./kernel-fit.ts";
import type { ClusterRun, TimedMessage } from "./transfer-fit.ts";

export interface TimedKernel {
  /** null where the file does not name it. */
  readonly kernel: string | null;
  readonly runs: readonly TimedRun[];
}

export type Timings =
  | { readonly kind: "kernels"; readonly kernels: readonly TimedKernel[] }
  | { readonly kind: "cluster"; readonly runs: readonly ClusterRun[] }
  | { readonly kind: "messages"; readonly messages: readonly TimedMessage[] };

const COLUMNS = [
  "cells",
  "width",
  "height",
  "generations",
  "seconds",
  "submits",
  "ranks",
  "halo",
  "bytes",
] as const;
type Column = (typeof COLUMNS)[number];
type Point = { readonly [name in Column]?: number };

const FORM = 'Times are {"generations": 1000, "cells": [...], "seconds": [...]}.';

/** Errors: `syntax`, with line and column, or `bad-argument` for columns of several lengths. */
export function parseTimings(text: string): Timings {
  const file = JsonPlace.read(text, "The file of times", FORM);
  const list = file.field("kernels")?.items((number) => `Kernel ${number} of the file of times`);
  if (list) {
    checkNames(file, ["kernels"]);
    return { kind: "kernels", kernels: list.map((place) => kernelOf(place, pointsOf(place))) };
  }
  const points = pointsOf(file);
  if (points.some(({ ranks }) => ranks !== undefined))
    return { kind: "cluster", runs: points.map((point, i) => clusterRun(file, point, i)) };
  if (points.some(({ bytes }) => bytes !== undefined)) {
    const messages = points.map((point, i) => ({
      bytes: needed(file, point, "bytes", i),
      seconds: needed(file, point, "seconds", i),
    }));
    return { kind: "messages", messages };
  }
  return { kind: "kernels", kernels: [kernelOf(file, points)] };
}

function kernelOf(place: JsonPlace, points: readonly Point[]): TimedKernel {
  const name = place.field("kernel")?.value;
  return {
    kernel: typeof name === "string" ? name : null,
    runs: points.map((point, i) => ({
      cells: point.cells ?? sidesOf(place, point, i),
      generations: needed(place, point, "generations", i),
      seconds: needed(place, point, "seconds", i),
      submits: point.submits ?? null,
    })),
  };
}

function sidesOf(place: JsonPlace, point: Point, i: number): number {
  if (point.width === undefined || point.height === undefined) return needed(place, point, "cells", i);
  return point.width * point.height;
}

function clusterRun(place: JsonPlace, point: Point, i: number): ClusterRun {
  return {
    ranks: wholeOf(place, point, "ranks", i),
    width: wholeOf(place, point, "width", i),
    height: wholeOf(place, point, "height", i),
    halo: point.halo === undefined ? 1 : wholeOf(place, point, "halo", i),
    generations: wholeOf(place, point, "generations", i),
    seconds: needed(place, point, "seconds", i),
  };
}

function wholeOf(place: JsonPlace, point: Point, name: Column, i: number): number {
  const value = needed(place, point, name, i);
  if (Number.isSafeInteger(value) && value >= 1) return value;
  throw place.wrong(`Point ${i + 1} has no "${name}" that is a whole number from 1 on.`);
}

function needed(place: JsonPlace, point: Point, name: Column, i: number): number {
  const value = point[name];
  if (value !== undefined) return value;
  throw place.wrong(`Point ${i + 1} has no "${name}".`, FORM);
}

function pointsOf(place: JsonPlace): readonly Point[] {
  const list = place.field("points");
  if (!list) return columnsOf(place);
  checkNames(place, ["kernel", "points", ...COLUMNS]);
  const items = list.items((number) => `Point ${number}`);
  if (!items) throw list.wrong(`${place.what} has no list "points".`, FORM);
  // What stands beside the list holds for all of it.
  const common = Object.fromEntries(
    COLUMNS.flatMap((name) => (place.field(name) ? [[name, numberIn(place, name)]] : [])),
  );
  return items.map((item) => {
    checkNames(item, COLUMNS);
    const own = COLUMNS.flatMap((name) => (item.field(name) ? [[name, numberIn(item, name)] as const] : []));
    return { ...common, ...Object.fromEntries(own) };
  });
}

function columnsOf(place: JsonPlace): readonly Point[] {
  checkNames(place, ["kernel", ...COLUMNS]);
  const columns = COLUMNS.flatMap((name) => {
    const field = place.field(name);
    if (!field) return [];
    const items = field.items((number) => `Value ${number} of "${name}"`);
    return [{ name, values: items ? items.map(numberHere) : numberIn(place, name) }];
  });
  const lists = columns.filter(({ values }) => typeof values !== "number");
  const [first, ...others] = lists.map(({ name, values }) => ({ name, length: (values as number[]).length }));
  if (!first) throw place.wrong(`${place.what} has no times.`, FORM);
  for (const { name, length } of others) {
    if (length !== first.length)
      throw new TessellaError(
        "bad-argument",
        `${place.what} has ${first.length} values of "${first.name}" and ${length} of "${name}".`,
      );
  }
  return Array.from({ length: first.length }, (_, i) =>
    Object.fromEntries(
      columns.map(({ name, values }) => [name, typeof values === "number" ? values : values[i]]),
    ),
  );
}

function numberIn(place: JsonPlace, name: Column): number {
  return numberHere(place.field(name, `"${name}" of ${place.what.replace(/^The/, "the")}`) as JsonPlace);
}

function numberHere(place: JsonPlace): number {
  if (typeof place.value === "number") return place.value;
  throw place.wrong(`${place.what} is no number.`);
}

/** A misspelt field must not pass for one that was left out; others may say what they like. */
function checkNames(place: JsonPlace, known: readonly string[]): void {
  for (const name of place.names()) {
    if (known.includes(name)) continue;
    const meant = nearest(name, known);
    if (meant)
      throw (place.field(name) ?? place).wrong(
        `${place.what} has a field "${name}" that is not known.`,
        `Did you mean "${meant}"?`,
      );
  }
}

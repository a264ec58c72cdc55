/** What a run of the comparison leaves: plain data, to be kept as JSON and made into tables and plots elsewhere. */

import type { CopyBandwidth } from "../../../engine/gpu/copy-bandwidth.ts";
import type { Machine } from "../pages/words.ts";
import type { Axis } from "./cases.ts";
import type { Reading } from "./timing.ts";

export interface Point extends Reading {
  /** Of the grid's side. */
  readonly side: number;
}

export interface Series {
  readonly contender: string;
  readonly label: string;
  readonly needsGpu: boolean;
  readonly points: readonly Point[];
  /** Whether its cells were those of the serial program; null where nobody looked. */
  readonly right: boolean | null;
  /** Why points are missing, a sentence each. */
  readonly problems: readonly string[];
}

export interface CaseResult {
  readonly id: string;
  readonly subject: "hex" | "anneal" | "life";
  readonly axis: Axis;
  readonly title: string;
  readonly cap: { readonly cpu: number; readonly gpu: number };
  readonly series: readonly Series[];
}

export interface SeedsResult {
  readonly kind: "tessella-seeds";
  readonly version: 1;
  readonly date: string;
  readonly machine: Machine;
  /** null without a GPU. */
  readonly copy: CopyBandwidth | null;
  /** Contenders that are no algorithm of this build. */
  readonly absent: readonly string[];
  readonly seconds: number;
  readonly cases: readonly CaseResult[];
}

/** Errors: Error for what is none. */
export function parseSeedsResult(text: string): SeedsResult {
  const value: unknown = JSON.parse(text);
  const known = typeof value === "object" && value !== null && "kind" in value && "version" in value;
  if (!known || value.kind !== "tessella-seeds" || value.version !== 1)
    throw new Error("This is no result of `npm run bench -- seeds --json FILE`.");
  return value as SeedsResult;
}

/** Cells a second up to a point; null where nothing was done. */
export function rateOf({ side, done, seconds }: Pick<Point, "side" | "done" | "seconds">): number | null {
  return done > 0 && seconds > 0 ? (side * side * done) / seconds : null;
}

/** Whether the cap stopped it. */
export function stopped({ mark, done }: Pick<Point, "mark" | "done">): boolean {
  return done < mark;
}

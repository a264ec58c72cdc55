/** Numbers and shapes as people read them. */

import type { Counted } from "../../engine/algorithms/count-within.ts";
import { usualThreads } from "../../engine/algorithms/wasm/helpers.ts";
import { grouped } from "../../engine/core/integers.ts";
import type { UnderWay } from "../editor/time/task-queue-options.ts";
import { powerOf, shortCount } from "../ui/numbers.ts";

/** Pixels a cell, or cells a pixel: "16 px", "1.4 px", "8 cells". */
export function zoomText(zoom: number): string {
  if (zoom >= 0) return `${trim(2 ** zoom)} px`;
  if (zoom > -20) return `1 : ${grouped(trim(2 ** -zoom))}`;
  return `1 : ${powerOf(2, Math.round(-zoom))}`;
}

function trim(n: number): number {
  return n >= 10 ? Math.round(n) : Math.round(n * 10) / 10;
}

/** A number as the instruments show it; null is unknown. */
export function countText(n: bigint | number | null): string {
  return n === null ? "–" : shortCount(n);
}

/** All digits of a number that `countText` shortens; null for others. */
export function allDigits(n: bigint | number | null): string | null {
  const all = n === null ? null : grouped(n);
  return all === countText(n) ? null : all;
}

/** A count that is not complete yet is a lower bound. */
export function liveText(counted: Counted | null): string {
  return counted === null ? "–" : `${counted.complete ? "" : "≥ "}${countText(counted.live)}`;
}

/** "1 generation", "1.27 × 10³⁰ generations". */
export function generationsText(n: bigint): string {
  return `${countText(n)} ${n === 1n ? "generation" : "generations"}`;
}

/** "2²⁰ generations" for a power of the base, else their number. */
export function powerText(n: bigint, base: number): string {
  let exponent = 0;
  let rest = n;
  const by = BigInt(base);
  while (rest > 1n && rest % by === 0n) {
    rest /= by;
    exponent++;
  }
  return rest === 1n && exponent > 1 ? `${powerOf(base, exponent)} generations` : generationsText(n);
}

/** Name of a long computation. */
export function computingText({ generations, to }: UnderWay, base: number): string {
  return to === undefined
    ? `Computing a step of ${powerText(generations, base)}…`
    : `Going to generation ${countText(to)}…`;
}

/** The cells of a pixel, in words, if it shows more than one. */
export function zoomWords(zoom: number): string | null {
  if (zoom > -1) return null;
  const side = zoom > -20 ? grouped(Math.round(2 ** -zoom)) : powerOf(2, Math.round(-zoom));
  return `A pixel shows ${side} × ${side} cells`;
}

/** Whole megabytes: "123 of 1 024 MB". */
export function memoryText(bytes: number, limitMegabytes: number): string {
  return `${grouped(Math.round(bytes / 2 ** 20))} of ${grouped(limitMegabytes)} MB`;
}

/** Shares of the memory limit from which the meter is there, and warns. */
const WORTH_SHOWING = 0.5;
const NEARLY_FULL = 0.9;

/** How full the memory is, 0..1, and whether that is a warning; null where it is not worth a word. */
export function memoryMeter(
  bytes: number,
  limitMegabytes: number,
): { readonly share: number; readonly full: boolean } | null {
  const share = Math.min(1, bytes / 2 ** 20 / limitMegabytes);
  return share <= WORTH_SHOWING ? null : { share, full: share > NEARLY_FULL };
}

/** That an algorithm cannot use the whole limit; null if it can. */
export function memoryBound(
  name: string,
  mostMegabytes: number | undefined,
  limitMegabytes: number,
): string | null {
  if (mostMegabytes === undefined || mostMegabytes >= limitMegabytes) return null;
  return `${name} can use ${grouped(mostMegabytes)} MB at most, of the ${grouped(limitMegabytes)} MB that it may.`;
}

/**
 * On how many threads an algorithm computes, or why on one only; null for one that always does. `threads`: those of the universe; `wanted`: what
 * the preferences say, 0 for a thread a core.
 */
export function threadsText(name: string, threads: number | undefined, wanted: number): string | null {
  if (threads === undefined) return null;
  if (threads > 1) return `${name} computes on up to ${threads} threads, where that is faster than on one.`;
  if (!globalThis.crossOriginIsolated)
    return `${name} computes on one thread here: the server does not isolate this page, so its threads may share no memory.`;
  if ((wanted || usualThreads(navigator.hardwareConcurrency)) > 1)
    return `${name} computes this rule on one thread.`;
  return `${name} computes on one thread, ${wanted ? "as the preferences say" : "since there is one core"}.`;
}

export function rateText(perSecond: number): string {
  if (perSecond === Number.POSITIVE_INFINITY) return `> ${powerOf(10, 308)}`;
  if (perSecond >= 1e15) return powerOf(10, Math.floor(Math.log10(perSecond)));
  return grouped(perSecond >= 10 ? Math.round(perSecond) : Math.round(perSecond * 10) / 10);
}

/** A limit of steps a second as the dock shows it: "1 000/s", "1 in 5 s"; null is none. */
export function paceText(rate: number | null): string {
  if (rate === null) return "max";
  return rate < 1 ? `1 in ${exact(1 / rate)} s` : `${grouped(exact(rate))}/s`;
}

/** The same as words: "at most 30 steps a second". */
export function paceWords(rate: number | null): string {
  if (rate === null) return "as fast as possible";
  return rate < 1
    ? `at most a step in ${exact(1 / rate)} seconds`
    : `at most ${grouped(exact(rate))} ${rate === 1 ? "step" : "steps"} a second`;
}

/** A typed rate stands as it was typed, and a computed one without its last digits. */
function exact(n: number): number {
  return Number(n.toPrecision(6));
}

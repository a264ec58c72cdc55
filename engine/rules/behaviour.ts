/**
 * The behaviour of a rule in a few figures. A rule string does not tell what the rule does, so the bench runs the rule on
 * small soups and tiny seeds (engine/bench/rule-behaviour.ts), and this file turns the results into words.
 *
 * Two questions sort nearly all rules. *Does a small soup on the empty plane grow without end?* And *does a soup that
 * has nowhere to grow come to rest?* Together they give the five fates below. Both are asked of samples: a rule whose
 * fate depends on the density or the size of its soup gets the fate of these samples, so exceptions exist. A fate is a
 * hint, not a theorem.
 */

import { grouped } from "../core/integers.ts";
import type { Background } from "./phases.ts";

export interface Behaviour {
  /** The behaviour of empty space. All other figures count cells that differ from it. */
  readonly background: Background;
  /** Of the soup on a torus, at its end: the share of cells alive. */
  readonly density: number;
  /** The share that differs from twelve generations before. Cells with periods 1, 2, 3, 4, 6 and 12 do not count. */
  readonly restless: number;
  /** The share that differs from one generation before. */
  readonly flicker: number;
  /** The generation from which the soup repeats itself, and its period; null if it does not within `patience`. */
  readonly rest: { readonly generation: number; readonly period: number } | null;
  /** Whether the soup dies out but a denser one fills its torus. */
  readonly fills: boolean;
  /** The most generations that the soup on the torus runs. */
  readonly patience: number;
  /** Whether one of the small soups on the plane goes on growing. */
  readonly grows: boolean;
  /** The speed of the fastest edge in cells a generation: 1 is the speed of light. */
  readonly speed: number;
  /** The fewest cells in a seed that grows; null if no seed of the bench does. */
  readonly seed: number | null;
}

/** In the order of people's interest. */
export const FATES = ["settles", "restless", "explodes", "freezes", "dies"] as const;
export type Fate = (typeof FATES)[number];

export const FATE_NAMES: Readonly<Record<Fate, string>> = {
  settles: "settles",
  restless: "stays restless",
  explodes: "explodes",
  freezes: "grows and freezes",
  dies: "dies out",
};

export const FATE_NOTES: Readonly<Record<Fate, string>> = {
  settles: "Soup comes to rest as ash, and small patterns stay small.",
  restless: "Soup never comes to rest, yet small patterns do not spread.",
  explodes: "Small soups spread for ever and boil inside.",
  freezes: "Small soups spread for ever and leave something that stands or blinks.",
  dies: "Hardly anything is left of a soup.",
};

/** A soup without a period counts as restless from this share on, below it as still settling. */
const RESTLESS = 0.06;
/** Fewer live cells than this are as good as none. */
const SPARSE = 0.002;

/** A busy soup with a longer period is not ash: parity rules, for one, return on a torus after a long time. */
const LONG = 60;

export function fateOf({ grows, rest, restless, density, fills }: Behaviour): Fate {
  const still = restless < RESTLESS || (rest !== null && rest.period <= LONG);
  if (grows) return still ? "freezes" : "explodes";
  if (!still) return "restless";
  return density < SPARSE && !fills ? "dies" : "settles";
}

/** The figures as short phrases: first the soup on the torus, then the plane, then seeds and empty space. */
export function behaviourWords(behaviour: Behaviour): readonly string[] {
  const { background, density, restless, flicker, fills, rest, grows, speed, seed } = behaviour;
  const words = [restWords(behaviour)];
  if (fills) words.push("a denser one fills the torus");
  else if (density < SPARSE && density > 0) words.push("hardly a cell is left");
  else if (density > 0) words.push(`${percent(density)} of the cells live in the end`);
  if (rest === null && restless >= RESTLESS) words.push(`${percent(restless)} are never at rest`);
  else if (flicker >= 0.3) words.push(`${percent(flicker)} change at every step`);
  words.push(grows ? `small soups spread at ${speedWords(speed)}` : "small soups stay small");
  if (seed !== null)
    words.push(`${COUNTS[seed] ?? seed} ${seed === 1 ? "cell is" : "cells are"} enough to grow`);
  if (background === "strobing") words.push("empty space strobes");
  if (background === "live") words.push("empty space is alive");
  return words;
}

const COUNTS: readonly string[] = ["no", "one", "two", "three", "four", "five"];

function restWords({ rest, patience, restless, density }: Behaviour): string {
  if (rest === null) {
    return restless < RESTLESS
      ? `a soup is still settling after ${grouped(patience)} generations`
      : `a soup finds no rest in ${grouped(patience)} generations`;
  }
  const { generation, period } = rest;
  if (density === 0) return `a soup is gone after ${grouped(generation)} generations`;
  const into = period === 1 ? "stands still" : `repeats with period ${period}`;
  return generation === 0 ? `a soup ${into} at once` : `a soup ${into} from generation ${generation} on`;
}

function percent(share: number): string {
  const value = share * 100;
  if (value >= 99.5 && share < 1) return "nearly all";
  return value < 1 ? "under 1 %" : `${Math.round(value)} %`;
}

function speedWords(speed: number): string {
  if (speed >= 0.97) return "the speed of light";
  return speed < 0.01 ? "a crawl" : `${speed.toFixed(2)} c`;
}

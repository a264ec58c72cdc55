/**
 * A catalogue of the particles of a rule: walls between regular domains that stay one wall and come again after some steps, here or
 * elsewhere. Walls are collected from random starts and from all pairs of domains. Each is put between its two domains without end
 * and watched: what repeats itself there does so for ever, so a particle's velocity is exact. How often it is met is measured.
 */

import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";
import { randomState } from "./random-state.ts";
import type { Wall } from "./regular-domains.ts";
import { domainsOf, rowOfWall, stepInside, wallKey, wallsOf } from "./regular-domains.ts";
import { createRing } from "./ring.ts";
import type { RingRule } from "./ring-rule.ts";
import type { RingControl } from "./run-ring.ts";
import { runRing, spaceTime } from "./run-ring.ts";

export interface Particle {
  /** The words of the domains at its sides. */
  readonly left: string;
  readonly right: string;
  /** How it looks in one of its steps, the one with the fewest cells of no domain: four cells of the left domain, those between, four of the right one. */
  readonly cells: readonly [left: string, core: string, right: string];
  /** Steps after which it comes again, and cells to the right that it is then away: its velocity is their quotient. */
  readonly period: number;
  readonly shift: number;
  /** In a thousand cells of the random starts. */
  readonly frequency: number;
}

export interface ParticleCatalogue {
  /** The domains' words. */
  readonly domains: readonly string[];
  /** The most frequent first; those that are met in no random start are last. */
  readonly particles: readonly Particle[];
  /** Walls in a thousand cells that are no particle, or stand too close to another one. */
  readonly others: number;
}

/** Random starts, their cells, and the steps after which so many rows are looked at. */
export const PARTICLE_STARTS = 8;
export const PARTICLE_CELLS = 1021;
export const PARTICLE_STEPS = 48;
const ROWS = 16;

/** Steps that a wall alone is watched for, and the cells beside it that must stay in view. */
const WATCHED = 96;
const VIEW = 32;
/** Longer ones are no walls. */
const LONGEST_CORE = 32;
/** Those that are met most often come first. */
const MOST_WALLS = 1000;
/** Cells of a domain that show what it is. */
const SHOWN = 4;
/** Milliseconds between two turns for others. */
const TURN = 15;

/** The catalogue of a rule. Takes some seconds at most. Errors: `aborted`. */
export async function particlesOf(
  rule: RingRule,
  { signal, onProgress }: RingControl = {},
): Promise<ParticleCatalogue> {
  const domains = domainsOf(rule);
  const met = await wallsMet(rule, domains, signal);
  const walls = new Map<string, Wall>();
  for (const wall of [...met.walls, ...pairsOf(domains)]) walls.set(wallKey(wall), wall);
  /** By the walls that a particle is in the course of its period. */
  const found = new Map<string, Omit<Particle, "frequency">>();
  let looked = 0;
  let turn = performance.now();
  // A wall that falls into several adds these to the end of the map.
  for (const [key, wall] of walls) {
    if (found.has(key)) continue;
    if (++looked > MOST_WALLS) break;
    const fate = fateOf(rule, domains, wall);
    if (fate.particle) for (const one of fate.keys) found.set(one, fate.particle);
    else for (const one of fate.walls) if (!walls.has(wallKey(one))) walls.set(wallKey(one), one);
    if (performance.now() - turn < TURN) continue;
    onProgress?.(looked);
    await yieldToTasks();
    throwIfAborted(signal);
    turn = performance.now();
  }
  const counts = new Map<Omit<Particle, "frequency">, number>();
  for (const particle of found.values()) counts.set(particle, 0);
  let others = 0;
  for (const [key, count] of met.counts) {
    const particle = found.get(key);
    if (particle) counts.set(particle, (counts.get(particle) ?? 0) + count);
    else others += count;
  }
  const share = (count: number): number => (1000 * count) / (PARTICLE_STARTS * ROWS * PARTICLE_CELLS);
  const particles = [...counts].map(([particle, count]) => ({ ...particle, frequency: share(count) }));
  particles.sort((a, b) => b.frequency - a.frequency);
  return { domains: [...new Set(domains.values())], particles, others: share(others) };
}

interface Met {
  readonly walls: readonly Wall[];
  /** By `wallKey`. */
  readonly counts: ReadonlyMap<string, number>;
}

/** The walls that random starts come to. */
async function wallsMet(
  rule: RingRule,
  domains: ReadonlyMap<string, string>,
  signal: AbortSignal | undefined,
): Promise<Met> {
  const ring = createRing(PARTICLE_CELLS, [rule]);
  const walls = new Map<string, Wall>();
  const counts = new Map<string, number>();
  for (let n = 0; n < PARTICLE_STARTS; n++) {
    const settled = await runRing(ring, randomState(PARTICLE_CELLS, 1, n), PARTICLE_STEPS, { signal });
    const { words } = await spaceTime(ring, settled, ROWS - 1, { signal });
    const stride = words.length / ROWS;
    for (let t = 0; t < ROWS; t++) {
      const row = Uint8Array.from(
        { length: PARTICLE_CELLS },
        (_, i) => (words[t * stride + (i >>> 5)] >>> (i & 31)) & 1,
      );
      for (const wall of wallsOf(row, domains)) {
        if (wall.core.length > LONGEST_CORE) continue;
        const key = wallKey(wall);
        walls.set(key, wall);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    }
  }
  const often = [...walls].sort(([a], [b]) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0));
  return { walls: often.map(([, wall]) => wall), counts };
}

/** Every two domains side by side, in all their phases. */
function pairsOf(domains: ReadonlyMap<string, string>): readonly Wall[] {
  const phases = [...domains].flatMap(([word, domain]) =>
    Array.from(word, (_, k) => ({ word: word.slice(k) + word.slice(0, k), domain })),
  );
  return phases.flatMap((left) =>
    phases.map((right) => ({
      ...{ domains: [left.domain, right.domain] as const, at: 0, core: "", overlap: 0 },
      ...{ left: left.word, right: right.word },
    })),
  );
}

type Fate =
  | { readonly particle: Omit<Particle, "frequency">; readonly keys: readonly string[] }
  | { readonly particle?: undefined; readonly walls: readonly Wall[] };

/** What becomes of a wall that is alone between its domains: a particle, or other walls. */
function fateOf(rule: RingRule, domains: ReadonlyMap<string, string>, wall: Wall): Fate {
  const middle = 2 * rule.radius * WATCHED + VIEW;
  let row = rowOfWall(wall, 2 * middle, middle);
  /** Walls since there is only one, and where they are. */
  let course: { readonly key: string; readonly wall: Wall; readonly at: number }[] = [];
  let walls: readonly Wall[] = [];
  for (let t = 0; t <= WATCHED; t++) {
    walls = wallsOf(row, domains);
    if (walls.length === 1) {
      const [one] = walls;
      const key = wallKey(one);
      // The row begins `radius` cells further on after each step.
      const at = one.at + rule.radius * t;
      const first = course.findIndex((before) => before.key === key);
      if (first >= 0) {
        const cycle = course.slice(first);
        const [left, right] = one.domains;
        const shift = at - cycle[0].at;
        const cells = cellsOf(cycle.map((before) => before.wall).sort(bySize)[0]);
        const particle = { left, right, cells, period: cycle.length, shift };
        return { particle, keys: cycle.map((before) => before.key) };
      }
      course.push({ key, wall: one, at });
    } else course = [];
    if (t < WATCHED) row = stepInside(rule, row);
  }
  return { walls: walls.filter(({ core }) => core.length <= LONGEST_CORE) };
}

function bySize(a: Wall, b: Wall): number {
  return a.core.length - b.core.length || (wallKey(a) < wallKey(b) ? -1 : 1);
}

function cellsOf(wall: Wall): Particle["cells"] {
  const { length } = wall.core;
  const row = rowOfWall(wall, 2 * SHOWN + length, SHOWN).join("");
  return [row.slice(0, SHOWN), wall.core, row.slice(SHOWN + length)];
}

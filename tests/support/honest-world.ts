/**
 * A cellular automaton as the rule book has it, the background included: every cell of the grid and of the outside has a
 * true state, and a rule with B0 really lights empty space. Nothing here knows of difference cells or phases, so it can
 * prove that they show the same world.
 */

import { countsOf } from "../../engine/rules/outer-totalistic.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../engine/rules/rule.ts";

export type Edge = "torus" | "outside";

export interface World {
  readonly width: number;
  readonly height: number;
  /** True states, row by row. */
  readonly cells: Uint8Array;
  /** The true state of every cell outside. */
  readonly background: number;
}

/** One generation. On a torus there is no outside, but empty space can still be followed beside it. */
export function nextWorld(rule: Rule, world: World, edge: Edge): World {
  const { width, height, cells, background } = world;
  const at = (x: number, y: number): number => {
    if (edge === "torus")
      return cells[(((y % height) + height) % height) * width + (((x % width) + width) % width)];
    return x < 0 || y < 0 || x >= width || y >= height ? background : cells[y * width + x];
  };
  const { birth, survival } = countsOf(rule, "The honest world");
  const decide = (alive: number, live: number): number => ((alive ? survival : birth) >> live) & 1;
  const around = NEIGHBOURS[rule.neighbourhood];
  const next = new Uint8Array(cells.length);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const live = around.reduce((n, [dx, dy]) => n + at(x + dx, y + dy), 0);
      next[y * width + x] = decide(at(x, y), live);
    }
  }
  return { width, height, cells: next, background: decide(background, background * around.length) };
}

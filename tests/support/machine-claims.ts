/** What the library says of circuits and machines, in figures that a run shows: each of them has a check of its own. */

import { expect } from "vitest";
import type { Universe } from "../../engine/algorithms/algorithm.ts";
import type { Pattern } from "../../engine/core/pattern.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { run } from "./pattern-claims.ts";

interface Machine {
  readonly pattern: Pattern;
}

const ELECTRON_HEAD = 1;

/** States of live cells by their places, "x,y". */
async function statesOf(universe: Universe): Promise<Map<string, number>> {
  const states = new Map<string, number>();
  const runs = await universe.readRuns();
  for (let row = 0; row < runs.rows.length; row++)
    for (let i = runs.starts[row]; i < runs.starts[row + 1]; i++)
      for (let k = 0; k < runs.spans[2 * i + 1]; k++)
        states.set(
          `${Number(runs.x) + runs.spans[2 * i] + k},${Number(runs.y) + runs.rows[row]}`,
          runs.states?.[i] ?? 1,
        );
  return states;
}

/** Rows, from the pattern's top, in which an electron reaches the right edge, with the generations in which it does. */
async function arrivals(
  { pattern }: Machine,
  generations: number,
): Promise<[generation: number, row: number][]> {
  const universe = await run(pattern);
  try {
    const box = (await universe.bounds()) as Rect;
    const right = Number(box.x + box.w) - 1;
    const found: [number, number][] = [];
    for (let generation = 0; generation <= generations; generation++) {
      await universe.step(BigInt(generation));
      for (const [place, state] of await statesOf(universe)) {
        const [x, y] = place.split(",").map(Number) as [number, number];
        if (state === ELECTRON_HEAD && x === right) found.push([generation, y - Number(box.y)]);
      }
    }
    return found;
  } finally {
    universe.dispose();
  }
}

/** Patches of at least 16 dead cells that live ones enclose: the insides of loops. */
async function loopsAt({ pattern }: Machine, generation: number): Promise<number> {
  const universe = await run(pattern);
  await universe.step(BigInt(generation));
  const live = await statesOf(universe);
  universe.dispose();
  const [xs, ys] = [0, 1].map((i) => [...live.keys()].map((place) => Number(place.split(",")[i]))) as [
    number[],
    number[],
  ];
  const [left, right, top, bottom] = [
    Math.min(...xs) - 1,
    Math.max(...xs) + 1,
    Math.min(...ys) - 1,
    Math.max(...ys) + 1,
  ];
  const seen = new Set(live.keys());
  let patches = 0;
  for (let y = top; y <= bottom; y++) {
    for (let x = left; x <= right; x++) {
      const patch = [[x, y]].filter((place) => !seen.has(String(place)));
      for (const place of patch) seen.add(String(place));
      for (const [px, py] of patch as [number, number][]) {
        for (const next of [
          [px + 1, py],
          [px - 1, py],
          [px, py + 1],
          [px, py - 1],
        ] as [number, number][]) {
          const inside = next[0] >= left && next[0] <= right && next[1] >= top && next[1] <= bottom;
          if (!inside || seen.has(String(next))) continue;
          seen.add(String(next));
          patch.push(next);
        }
      }
      if (patch.length >= 16) patches++;
    }
  }
  // One of them is the outside.
  return patches - 1;
}

/** Whether the colours are the same from the left and from the right. */
async function isMirrored({ pattern }: Machine, generation: number, colours: number): Promise<boolean> {
  const universe = await run(pattern);
  await universe.step(BigInt(generation));
  const states = await statesOf(universe);
  const box = (await universe.bounds()) as Rect;
  universe.dispose();
  const across = Number(2n * box.x + box.w) - 1;
  const colour = (state = 0): number => (state < colours ? state : Math.floor((state - colours) / 4));
  return [...states].every(([place, state]) => {
    const [x, y] = place.split(",").map(Number) as [number, number];
    return colour(states.get(`${across - x},${y}`)) === colour(state);
  });
}

/** By id of the library. */
export const MACHINES: ReadonlyMap<string, (machine: Machine) => Promise<void>> = new Map([
  ["wireworld-diode", async (machine) => expect(await arrivals(machine, 40)).toEqual([[20, 1]])],
  [
    "wireworld-or",
    async (machine) =>
      expect(await arrivals(machine, 60)).toEqual([
        [15, 2],
        [25, 2],
        [35, 2],
      ]),
  ],
  [
    "wireworld-xor",
    async (machine) =>
      expect(await arrivals(machine, 60)).toEqual([
        [15, 3],
        [25, 3],
      ]),
  ],
  ["wireworld-and", async (machine) => expect(await arrivals(machine, 90)).toEqual([[62, 1]])],
  [
    "sdsr-loop",
    async (machine) =>
      expect(await Promise.all([421, 422, 444, 445].map((at) => loopsAt(machine, at)))).toEqual([7, 8, 8, 7]),
  ],
  [
    "evoloop",
    async (machine) =>
      expect(await Promise.all([324, 325].map((at) => loopsAt(machine, at)))).toEqual([1, 2]),
  ],
  [
    "langtons-loop",
    async (machine) =>
      expect(await Promise.all([119, 120, 421, 422].map((at) => loopsAt(machine, at)))).toEqual([1, 2, 7, 8]),
  ],
  [
    "ant-llrr",
    async (machine) => {
      for (const generation of [384, 19_460]) expect(await isMirrored(machine, generation, 4)).toBe(true);
      expect(await isMirrored(machine, 400, 4)).toBe(false);
    },
  ],
]);

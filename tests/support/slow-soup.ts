// A soup on a torus, cell by cell and with no cleverness at all: until a state comes back.

import type { Soup } from "../../engine/core/soup.ts";
import { soupHash, soupThreshold } from "../../engine/core/soup.ts";
import type { BoundedTopology, Topology } from "../../engine/core/topology.ts";
import { gridLeft, gridTop, sourceCell } from "../../engine/core/topology.ts";
import { countsOf } from "../../engine/rules/outer-totalistic.ts";
import type { Rule } from "../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../engine/rules/rule.ts";

export interface SlowSoup {
  readonly rest: { readonly generation: number; readonly period: number } | null;
  readonly density: number;
}

/** For rules without B0. The soup is as large as the grid. */
export function slowSoup(rule: Rule, soup: Soup, topology: Topology, patience: number): SlowSoup {
  const { width, height, seed, density } = soup;
  const { birth, survival } = countsOf(rule, "The slow soup");
  const left = gridLeft(topology);
  const top = gridTop(topology);
  let cells: number[] = Array.from({ length: width * height }, (_, at) =>
    soupHash(seed, left + (at % width), top + Math.floor(at / width)) < soupThreshold(density) ? 1 : 0,
  );
  const seen = new Map<string, number>();
  const share = (): number => cells.reduce((sum: number, cell) => sum + cell, 0) / cells.length;
  for (let generation = 0; generation <= patience; generation++) {
    const key = cells.join("");
    const before = seen.get(key);
    if (before !== undefined)
      return { rest: { generation: before, period: generation - before }, density: share() };
    seen.set(key, generation);
    cells = cells.map((cell, at) => {
      const live = NEIGHBOURS[rule.neighbourhood].filter(([dx, dy]) => {
        const source = sourceCell(
          topology as BoundedTopology,
          (at % width) + dx,
          Math.floor(at / width) + dy,
        );
        return cells[source] === 1;
      }).length;
      return ((cell ? survival : birth) >> live) & 1;
    });
  }
  return { rest: null, density: share() };
}

/** What the drawing tools make, one cell after another and by the words of the definition. */

import type { GridKind } from "../../engine/grids/grid-kind.ts";
import { HEX } from "../../engine/grids/hex.ts";
import { SQUARE } from "../../engine/grids/square.ts";
import type { Neighbourhood } from "../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../engine/rules/rule.ts";

export interface Spot {
  readonly x: number;
  readonly y: number;
}

export const kindOf = (neighbourhood: Neighbourhood): GridKind => (neighbourhood === "hex" ? HEX : SQUARE);
export const nameOf = ({ x, y }: Spot): string => `${x},${y}`;
export const spotOf = (name: string): Spot => {
  const [x, y] = name.split(",").map(Number) as [number, number];
  return { x, y };
};

const NEAR = 1e-9;

/** Whether a cell's centre is in the upright box or ellipse around two cells; the box is wider by half a cell and row all around. */
type Test = (away: { readonly x: number; readonly y: number }, half: Spot) => boolean;

const inBox: Test = (away, half) => Math.abs(away.x) <= half.x + NEAR && Math.abs(away.y) <= half.y + NEAR;

/** Those whose centres lie between those of both corners. A row without any has the two nearest the middle. */
export function slowBox(a: Spot, b: Spot, neighbourhood: Neighbourhood): Set<string> {
  return collect(a, b, neighbourhood, 0, inBox);
}

export function slowEllipse(a: Spot, b: Spot, neighbourhood: Neighbourhood): Set<string> {
  return collect(
    a,
    b,
    neighbourhood,
    0.5,
    (away, half) => (away.x / half.x) ** 2 + (away.y / half.y) ** 2 <= 1 + NEAR,
  );
}

function collect(a: Spot, b: Spot, neighbourhood: Neighbourhood, more: number, test: Test): Set<string> {
  const kind = kindOf(neighbourhood);
  const [p, q] = [kind.centreOf(a.x, a.y), kind.centreOf(b.x, b.y)];
  const row = kind.centreOf(0, 1).y - kind.centreOf(0, 0).y;
  const middle = { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 };
  const half = { x: Math.abs(p.x - q.x) / 2 + more, y: Math.abs(p.y - q.y) / 2 + more * row };
  const found = new Set<string>();
  const reach = Math.abs(a.x - b.x) + Math.abs(a.y - b.y) + 2;
  for (let y = Math.min(a.y, b.y); y <= Math.max(a.y, b.y); y++) {
    const cells = [];
    for (let x = Math.min(a.x, b.x) - reach; x <= Math.max(a.x, b.x) + reach; x++) {
      const at = kind.centreOf(x, y);
      cells.push({ x, y, away: { x: at.x - middle.x, y: at.y - middle.y } });
    }
    const inside = cells.filter(({ away }) => test(away, half));
    const nearest = cells.filter(({ away }) => Math.abs(away.x) <= 0.5 + NEAR);
    for (const cell of inside.length > 0 ? inside : nearest) found.add(nameOf(cell));
  }
  return found;
}

/** Those of a set that share a side with a cell that is not in it. */
export function slowRim(cells: ReadonlySet<string>, neighbourhood: Neighbourhood): Set<string> {
  const steps = NEIGHBOURS[neighbourhood === "hex" ? "hex" : "von-neumann"];
  return new Set(
    [...cells].filter((name) => {
      const { x, y } = spotOf(name);
      return steps.some(([dx, dy]) => !cells.has(nameOf({ x: x + dx, y: y + dy })));
    }),
  );
}

/** The cells of one state that hang together with the first, as far as `within` says; `to` leads from a cell to a place beside it. */
export function slowFlood(
  start: Spot,
  live: ReadonlySet<string>,
  neighbourhood: Neighbourhood,
  to: (spot: Spot) => Spot | null,
): Set<string> {
  const alive = live.has(nameOf(start));
  const steps = NEIGHBOURS[neighbourhood === "hex" ? "hex" : alive ? "moore" : "von-neumann"];
  const found = new Set([nameOf(start)]);
  const waiting = [start];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    for (const [dx, dy] of steps) {
      const next = to({ x: at.x + dx, y: at.y + dy });
      if (!next || live.has(nameOf(next)) !== alive || found.has(nameOf(next))) continue;
      found.add(nameOf(next));
      waiting.push(next);
    }
  }
  return found;
}

/** How often a closed line goes round a point, by the angles that it is seen under. */
export function windings(corners: readonly Spot[], { x, y }: Spot): number {
  let sum = 0;
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] as Spot;
    const [ax, ay, bx, by] = [a.x - x, a.y - y, b.x - x, b.y - y];
    sum += Math.atan2(ax * by - ay * bx, ax * bx + ay * by);
  });
  return Math.round(sum / (2 * Math.PI));
}

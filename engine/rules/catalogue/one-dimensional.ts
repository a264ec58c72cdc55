/** Wolfram's elementary rules on the plane, where time runs down the rows. */

import type { NamedRule } from "./named-rule.ts";
import { named } from "./named-rule.ts";

function elementary(number: number, note: string): NamedRule {
  return named(`Rule ${number}`, `W${number}`, "freezes", note);
}

export const ELEMENTARY_RULES: readonly NamedRule[] = [
  elementary(18, "One cell draws Sierpiński's triangle; from soup, its seams drift and meet."),
  elementary(22, "One cell draws Sierpiński's triangle in threes, and soup never finds an order."),
  elementary(30, "One cell draws a triangle whose middle column has passed for chance so far."),
  elementary(54, "Particles cross a striped ground, and some of them bounce."),
  elementary(60, "Each cell is the parity of two above: one cell draws Sierpiński's triangle, leaning."),
  elementary(90, "The parity of the two cells above to the sides: Sierpiński's triangle from one cell."),
  elementary(110, "Particles on a ground of triangles compute anything, as Matthew Cook proved."),
  elementary(150, "The parity of the three cells above: a triangle of branches from one cell."),
  elementary(184, "Cars on a road: each moves on where the place ahead of it is free."),
];

/**
 * How rules that look far are summed up on the GPU: which running sums are kept of the cells, and which of them make the sum over a
 * shape, or its change from row to row (sum-lines.ts). Where all lines are rows of one length, as those of squares, the sums
 * of so many cells are kept instead, and a line costs one read.
 */

import { Recent } from "../../../core/recent.ts";
import type { CountedForm } from "../../../rules/rule.ts";
import { shapePlan } from "../../shape-plan.ts";
import type { LinePlan, SumLine } from "../../sum-lines.ts";
import { STRIDES } from "../../sum-lines.ts";

/** Sums that are kept of each cell: of the cells up to it in its direction, or of so many in its row from it on. */
export type KeptSums = "row" | "pair" | "down" | "up" | { readonly length: number };

/** One of the kept sums, which is added or taken away. */
export interface LineEnd {
  /** Which ones. */
  readonly kept: number;
  readonly dx: number;
  readonly dy: number;
  readonly gains: boolean;
}

/** What follows from a shape. */
export interface LineShape {
  readonly kept: readonly KeptSums[];
  /** The sums to which changes are added: those of so many rows above; 0 for none. */
  readonly from: LinePlan["from"];
  /** In parts whose sums are all less than 2^15. */
  readonly changes: readonly (readonly LineEnd[])[];
  /** The shape itself, line by line. */
  readonly whole: readonly LineEnd[];
  /** Whether a live cell counts itself. */
  readonly centre: 0 | 1;
  /** Cells seen in each direction, and what running sums begin with. */
  readonly above: number;
  readonly below: number;
  readonly left: number;
  readonly right: number;
}

/** A packed sum of two halves holds less than this. */
const MOST_CELLS = 2 ** 15 - 1;

/** Shapes that were asked for last: their lines take a while to be found. */
const known = new Recent<string, LineShape>(4);

/** Of a form that `isPlain`. */
export function lineShape(form: CountedForm): LineShape {
  const key = `${form.range} ${form.shape}`;
  return known.get(key) ?? known.keep(key, shapeOf(form));
}

function shapeOf(form: CountedForm): LineShape {
  const plan = shapePlan({ form, states: 2 });
  const { centre } = plan;
  const [{ from, lines }] = plan.shapes as readonly [LinePlan];
  const [own] = plan.rows as readonly [readonly SumLine[]];
  const rows = from === 0 ? [] : own;
  const length = commonLength([...lines, ...rows]);
  const kept: KeptSums[] = [];
  const keptAt = (sums: KeptSums): number => {
    const at = kept.findIndex((each) => JSON.stringify(each) === JSON.stringify(sums));
    return at < 0 ? kept.push(sums) - 1 : at;
  };
  const endsOf = ({ stride, first, last, weight }: SumLine): readonly LineEnd[] => {
    const gains = weight > 0;
    if (length !== null) return [{ kept: keptAt({ length }), dx: first[0], dy: first[1], gains }];
    const along = stride === "cell" ? "row" : stride;
    const [x, y] = STRIDES[along];
    const at = keptAt(along);
    return [
      { kept: at, dx: last[0], dy: last[1], gains },
      { kept: at, dx: first[0] - x, dy: first[1] - y, gains: !gains },
    ];
  };
  const changes: LineEnd[][] = [];
  let room = 0;
  for (const line of lines) {
    const cells = cellsOf(line);
    if (cells > room) {
      changes.push([]);
      room = MOST_CELLS;
    }
    room -= cells;
    changes.at(-1)?.push(...endsOf(line));
  }
  const whole = rows.flatMap(endsOf).map((end) => ({ ...end, dy: end.dy - from }));
  const all = [...changes.flat(), ...whole, { dx: 0, dy: 0 }];
  const most = (of: (end: { readonly dx: number; readonly dy: number }) => number): number =>
    all.reduce((found, end) => Math.max(found, of(end)), 0);
  return {
    kept,
    from,
    changes,
    whole,
    centre,
    above: most(({ dy }) => -dy),
    below: most(({ dy }) => dy),
    left: most(({ dx }) => -dx),
    right: most(({ dx }) => dx) + (length ?? 0),
  };
}

function cellsOf({ stride, first, last }: SumLine): number {
  if (stride === "cell") return 1;
  return 1 + (last[0] - first[0]) / STRIDES[stride][0];
}

/** Of lines that are all rows of the same length, else null. */
function commonLength(lines: readonly SumLine[]): number | null {
  const lengths = lines.map((line) =>
    line.stride === "row" || line.stride === "cell" ? cellsOf(line) : null,
  );
  const [length = null] = lengths;
  return lengths.every((each) => each === length) ? length : null;
}

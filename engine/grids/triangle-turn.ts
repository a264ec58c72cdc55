/**
 * Turns of triangles by a sixth, about a corner where six of them meet.
 *
 * Such a turn lays triangles on triangles, but bends rows: a row of cells becomes a strip that climbs at 60 degrees. With
 * sides of 2 the middle of a cell, its centre of mass, lies at X = x and Y = sqrt(3) (y + s / 6), where s is -1 for a cell
 * that points down and 1 for one that points up. Turned clockwise about the corner at X = X0, Y = sqrt(3) (y0 - 1 / 2),
 * whose X0 + y0 is odd (even on a grid whose corner is, see triangle.ts), the middle of cell (x, y) becomes that of
 *
 *   ((x - 3y + X0 + 3 y0 - 1) / 2, (x + y - X0 + y0) / 2), both rounded down,
 *
 * where rounding down does what s would do in an exact formula, as a cell's x + y and s go together. Anticlockwise it is
 *
 *   ((x + 3y + X0 - 3 y0 + 2) / 2, (-x + y + X0 + y0) / 2).
 *
 * With o = 1 clockwise and -1 anticlockwise, p = x + o y, and k and l for the constants, these are floor((p + k) / 2) - 2 o y
 * and floor((o p + l) / 2). So rows are slanted (p in the place of x) and transposed. Then two rows of one image lie next to
 * each other, one in its even columns and the other in its odd ones, and are merged like the halves of a zip.
 */

import type { Runs } from "../core/runs.ts";
import { RunsBuilder } from "../core/runs.ts";
import type { Sliced } from "../core/slices.ts";

/** A place in half cells, as in symmetry.ts. */
interface Place {
  readonly x: bigint;
  readonly y: bigint;
}

/** Whether x + y of triangles that point up is odd, as on the plane, or even. */
export type UpParity = 0 | 1;

/** A corner of triangles, next to a centre; a centre that is one stays. */
export function cornerNear({ x, y }: Place, up: UpParity): Place {
  const isCorner = (at: Place): boolean => ((at.x / 2n + (at.y + 1n) / 2n) & 1n) === BigInt(up);
  const candidates: Place[] = [];
  for (const dx of [0n, -1n, 1n, -2n, 2n])
    for (const dy of [0n, -1n, 1n]) candidates.push({ x: x + dx, y: y + dy });
  const far = (at: Place): bigint => (at.x - x) ** 2n + 3n * (at.y - y) ** 2n;
  return candidates
    .filter((at) => (at.x & 1n) === 0n && (at.y & 1n) === 1n && isCorner(at))
    .reduce((best, at) => (far(at) < far(best) ? at : best));
}

/** What is added before half of the result is taken: k and l. `way`: 1 clockwise, -1 anticlockwise. */
export function sixthAbout(corner: Place, way: 1 | -1): { readonly dx: bigint; readonly dy: bigint } {
  const x = corner.x / 2n;
  const y = (corner.y + 1n) / 2n;
  return way === 1 ? { dx: x + 3n * y - 1n, dy: y - x } : { dx: x - 3n * y + 2n, dy: x + y };
}

/** Cells of an image between two looks at the clock. */
const ROWS_A_GO = 1024;

/**
 * The image of cells that are slanted and transposed already: row p holds the y of the cells with that p. `dx`, `dy`: k and l.
 */
export function* slicedZip(upright: Runs, dx: bigint, dy: bigint, way: 1 | -1): Sliced<Runs> {
  const { rows } = upright;
  const [across, down] = [upright.y + dx, BigInt(way) * upright.y + dy];
  const [oddX, oddY] = [Number(across & 1n), Number(down & 1n)];
  const out = new RunsBuilder();
  const rowOf = (i: number): number => Math.floor((way * (rows[i] as number) + oddY) / 2);
  const lane = (i: number): Lane => ({
    runs: upright,
    row: i,
    from: Math.floor(((rows[i] as number) + oddX) / 2),
    way: way === 1 ? -1 : 1,
  });
  for (let done = 0; done < rows.length; ) {
    const i = way === 1 ? done : rows.length - 1 - done;
    const next = i + way;
    const row = rowOf(i);
    const both = next >= 0 && next < rows.length && rowOf(next) === row;
    zip(out, row, lane(i), both ? lane(next) : null);
    done += both ? 2 : 1;
    if (done % ROWS_A_GO < 2) yield done / rows.length;
  }
  return out.build((across >> 1n) - 2n * BigInt(way) * upright.x, down >> 1n);
}

/** A row of which cell y comes to column `from` + 2 `way` y. */
interface Lane {
  readonly runs: Runs;
  readonly row: number;
  readonly from: number;
  readonly way: 1 | -1;
}

/** A stretch of a lane: columns first, first + 2 ... of one state. */
interface Stretch {
  first: number;
  count: number;
  readonly state: number;
}

function stretchesOf({ runs: { starts, spans, states }, row, from, way }: Lane): Stretch[] {
  const [begin, end] = [starts[row] as number, starts[row + 1] as number];
  const stretches: Stretch[] = [];
  for (let k = 0; k < end - begin; k++) {
    const at = way === 1 ? begin + k : end - 1 - k;
    const [y, count] = [spans[at * 2] as number, spans[at * 2 + 1] as number];
    const first = from + (way === 1 ? 2 * y : -2 * (y + count - 1));
    stretches.push({ first, count, state: states ? (states[at] as number) : 1 });
  }
  return stretches;
}

/** Both lanes as one row, from left to right. */
function zip(out: RunsBuilder, row: number, one: Lane, other: Lane | null): void {
  const a = stretchesOf(one);
  const b = other ? stretchesOf(other) : [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    const [s, t] = [a[i], b[j]];
    if (s && t && Math.abs(s.first - t.first) === 1) {
      const pairs = Math.min(s.count, t.count);
      const [left, right] = s.first < t.first ? [s, t] : [t, s];
      if (s.state === t.state) out.add(left.first, row, 2 * pairs, s.state);
      else
        for (let k = 0; k < pairs; k++) {
          out.add(left.first + 2 * k, row, 1, left.state);
          out.add(right.first + 2 * k, row, 1, right.state);
        }
      i += cut(s, pairs);
      j += cut(t, pairs);
      continue;
    }
    const isFirst = s !== undefined && (t === undefined || s.first < t.first);
    const [here, beyond] = (isFirst ? [s, t] : [t, s]) as [Stretch, Stretch | undefined];
    // Up to the column beside which the other lane begins.
    const alone = beyond ? Math.min(here.count, Math.ceil((beyond.first - here.first) / 2)) : here.count;
    for (let k = 0; k < alone; k++) out.add(here.first + 2 * k, row, 1, here.state);
    if (isFirst) i += cut(here, alone);
    else j += cut(here, alone);
  }
}

/** Takes cells off a stretch's beginning: 1 when it is used up. */
function cut(stretch: Stretch, count: number): 0 | 1 {
  stretch.first += 2 * count;
  stretch.count -= count;
  return stretch.count === 0 ? 1 : 0;
}

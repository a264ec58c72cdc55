/**
 * Bands of rows of which all cells are computed (sliced-rows.ts), with one call from JavaScript: a short run pays most for what V8 compiles late,
 * and that is JavaScript which is called for each band.
 */

import { FunctionWriter } from "../wasm/emit.ts";
import type { RowLayout } from "./sliced-layout.ts";
import { BAND } from "./sliced-layout.ts";
import { advance, STEP } from "./sliced-words.ts";

/**
 * `run(bits, after, cells, next, rows, coming, going)` computes so many rows in all columns, by `env.walk` and `env.join`, and for squares `env.sum`:
 * the loops of sliced-kernel.ts, sliced-edges.ts and sliced-row-sums.ts. All but `rows` are what the first column's walk is given.
 */
export function emitBands({ shape, square, kept }: RowLayout, columns: number): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(7);
  const [bits, after, cells, next, rows, coming, going] = [0, 1, 2, 3, 4, 5, 6];
  const { plan, width, pitch } = shape;
  const constant = (value: number) => f.i32Const(value);
  f.loop(() => {
    const now = constant(BAND);
    f.if(
      f.i32("lt", rows, now),
      () => f.copy(rows, now),
      () => undefined,
    );
    if (square) {
      const below = f.i32("add", bits, constant((2 * plan.reach + 1) * pitch));
      f.call("sum", below, coming, now, constant(STEP * columns));
    }
    const from = [bits, after, cells, next, constant(width), now];
    f.call("walk", ...from, constant(kept), coming, going, constant(columns));
    f.call("join", after, now, constant(0));
    advance(f, BAND * pitch, bits, after);
    advance(f, BAND * width, cells, next);
    if (square)
      for (const row of [coming, going]) {
        advance(f, BAND * square.pitch, row);
        // Back to the first row behind the last.
        const isPast = f.i32("sub", constant(0), f.i32("le", constant(square.start + square.bytes), row));
        f.i32("sub", row, f.i32("and", isPast, constant(square.bytes)), row);
      }
    f.i32("sub", rows, now, rows);
    return rows;
  });
  return f.procedure();
}

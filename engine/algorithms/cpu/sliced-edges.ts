/** What lies beyond the ends of rows of bits, and whether a cell lives near them (sliced-rows.ts). */

import { FunctionWriter } from "../wasm/emit.ts";
import { advance } from "./sliced-words.ts";

/** Rows of bits, of which cells see `reach` far. */
export interface EdgedRows {
  readonly width: number;
  readonly reach: number;
  /** Bytes from one row to the next. */
  readonly pitch: number;
  /** Whether their ends are joined, and whether these are where the cells happen to be laid out on an endless side. */
  readonly joins: boolean;
  readonly isWide: boolean;
  /** Whether threads share the memory. */
  readonly shared: boolean;
}

/** Bytes of a word. */
const WORD = 4;

/**
 * `run(bits, rows, outer, near)` puts beside rows of bits what lies beyond their ends: 32 cells, more than any cell sees. The word at `near`
 * is not 0 afterwards if it was not before, or if a cell lives that is seen from beyond an end of a row, or any cell where `outer` is -1 and not 0.
 */
export function emitJoining({
  width,
  reach,
  pitch,
  joins,
  isWide,
  shared,
}: EdgedRows): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(4);
  const [bits, rows, outer, near] = [0, 1, 2, 3];
  const [end, by] = [width >> 5, width & 31];
  const [none, inside] = [f.i32Const(0), f.i32Const(2 ** by - 1)];
  const [up, down] = [f.i32Const(by), f.i32Const(32 - by)];
  const [seen, unseen] = [f.i32Const(2 ** reach - 1), f.i32Const(32 - reach)];
  const found = f.i32Load(4, near);
  // From the word before a row's first.
  const before = f.i32("sub", bits, f.i32Const(WORD));
  f.loop(() => {
    const first = f.i32Load(4, before, WORD);
    const left = end === 0 ? f.i32("and", first, inside) : first;
    const start = joins ? left : none;
    const parted = by === 0 ? none : f.i32Load(4, before, WORD * (end + 1));
    const ends = by === 0 ? none : f.i32("shl", parted, down);
    const full = end === 0 ? none : f.i32Load(4, before, WORD * end);
    const right = f.i32("or", by === 0 ? full : f.i32("shr", full, up), ends);
    f.i32("or", found, f.i32("and", ends, outer), found);
    if (isWide) f.i32("or", found, f.i32("or", f.i32("and", left, seen), f.i32("shr", right, unseen)), found);
    if (end > 0)
      f.if(
        outer,
        () => {
          const at = f.i32Copy(before);
          const last = f.i32("add", before, f.i32Const(WORD * end));
          f.loop(() => {
            f.i32("or", found, f.i32Load(4, at, WORD), found);
            advance(f, WORD, at);
            return f.i32("lt", at, last);
          });
        },
        () => undefined,
      );
    f.i32Store(before, joins ? right : none);
    f.i32Store(
      before,
      by === 0 ? start : f.i32("or", f.i32("and", parted, inside), f.i32("shl", start, up)),
      WORD * (end + 1),
    );
    f.i32Store(before, by === 0 ? none : f.i32("shr", start, down), WORD * (end + 2));
    advance(f, pitch, before);
    advance(f, -1, rows);
    return rows;
  });
  f.i32Store(near, found);
  return f.procedure(shared);
}

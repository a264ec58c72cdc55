/**
 * The loops of `sums`, emitted for a rule and a width: sixteen cells at a time, whose sums are bytes, or halves or whole words where
 * a shape holds more. All sums are modulo the width of a lane; as no true one is wider, differences of running sums are right though
 * these overflow.
 */

import type { CountRange } from "../../rules/rule.ts";
import type { Stride, SumLine } from "../sum-lines.ts";
import { STRIDES } from "../sum-lines.ts";
import type { LaneBytes, Local } from "../wasm/emit.ts";
import { FunctionWriter } from "../wasm/emit.ts";

/** What the loops of a universe have in common. Lengths are in cells. */
export interface SumShape {
  readonly lane: LaneBytes;
  readonly states: number;
  /** Of a row of cells, and how far they look. */
  readonly width: number;
  readonly reach: number;
  /** From one row of running sums to the next: a multiple of sixteen. */
  readonly pitch: number;
  /** The running sums that are kept. */
  readonly strides: readonly Stride[];
}

/** Cells of a step of the loops. */
const STEP = 16;

/** How far before a row of running sums lies what is handed to `judge`: no line reaches further. */
export function biasOf({ lane, reach, pitch }: SumShape): number {
  return lane * ((reach + 4) * pitch + reach + 4);
}

/** Adds a pointer and moves on. */
function advance(f: FunctionWriter, pointer: Local, bytes: number): void {
  f.i32("add", pointer, f.i32Const(bytes), pointer);
}

/** The sixteen bytes as vectors of lanes. */
function widened(f: FunctionWriter, bytes: Local, lane: LaneBytes): readonly Local[] {
  if (lane === 1) return [bytes];
  const halves = [f.widen(2, bytes, "low"), f.widen(2, bytes, "high")];
  return lane === 2 ? halves : halves.flatMap((half) => [f.widen(4, half, "low"), f.widen(4, half, "high")]);
}

/** Masks of lanes as a mask of sixteen bytes. */
function narrowed(f: FunctionWriter, masks: readonly Local[], lane: LaneBytes): Local {
  if (lane === 1) return masks[0] as Local;
  if (lane === 2) return f.narrow(2, masks[0] as Local, masks[1] as Local);
  return f.narrow(
    2,
    f.narrow(4, masks[0] as Local, masks[1] as Local),
    f.narrow(4, masks[2] as Local, masks[3] as Local),
  );
}

/**
 * `run(left, middle, right, step, rows, padded, ...sums)` makes rows of running sums: each of the `reach` cells at `left`, the `width` cells
 * at `middle` and the `reach` cells at `right`, which are put together at `padded`. The next row's middle follows on this one's; `step` lies
 * between its left and right cells and these. `sums` are the first row's addresses, a stride each. `counts` says what a cell in each state
 * counts.
 */
export function emitRunning(shape: SumShape, counts: Uint8Array): Uint8Array<ArrayBuffer> {
  const { width, reach, strides } = shape;
  const f = new FunctionWriter(6 + strides.length);
  const [left, middle, right, step, rows, padded] = [0, 1, 2, 3, 4, 5];
  const copy = (from: Local, offset: number, length: number): void => {
    const source = f.i32Local();
    f.copy(from, source);
    const target = f.i32("add", padded, f.i32Const(offset));
    const end = f.i32("add", target, f.i32Const(length));
    f.loop(() => {
      f.v128Store(target, f.v128Load(source));
      advance(f, source, STEP);
      advance(f, target, STEP);
      return f.i32("lt", target, end);
    });
  };
  f.loop(() => {
    // What is copied too far lies where the next part comes to.
    copy(left, 0, reach);
    copy(middle, reach, width);
    copy(right, reach + width, reach);
    runAlong(f, shape, padded, 6, counts);
    advance(f, middle, width);
    for (const side of [left, right]) f.i32("add", side, step, side);
    advance(f, rows, -1);
    return rows;
  });
  return f.module(f.v128Zero());
}

/** A row's running sums, whose addresses move on to the next row. */
function runAlong(f: FunctionWriter, shape: SumShape, padded: Local, sums: Local, counts: Uint8Array): void {
  const { lane, pitch, strides, states } = shape;
  const zero = f.v128Zero();
  const carries = strides.map((stride, i) => {
    if (stride !== "row" && stride !== "pair") return zero;
    // The last lanes of the row before: one running sum goes through all rows.
    const before = f.v128Load(f.i32("sub", sums + i, f.i32Const(STEP)));
    return f.shuffle(before, before, lastLanes(lane, STRIDES[stride][0]));
  });
  const at = f.i32Local();
  f.copy(padded, at);
  const end = f.i32("add", padded, f.i32Const(pitch));
  f.loop(() => {
    const cells = counted(f, f.v128Load(at), counts, states);
    widened(f, cells, lane).forEach((cell, v) => {
      strides.forEach((stride, i) => {
        const offset = STEP * v;
        let sum = cell;
        const [dx, dy] = STRIDES[stride];
        if (dy > 0) {
          const above = f.i32("sub", sums + i, f.i32Const(lane * (dy * pitch + dx)));
          sum = f.lanes("add", lane, cell, f.v128Load(above, offset));
        } else if (dx > 0) {
          for (let shift = dx * lane; shift < STEP; shift *= 2)
            sum = f.lanes("add", lane, sum, f.shuffle(zero, sum, shifted(shift)));
          const carry = carries[i] as Local;
          sum = f.lanes("add", lane, sum, carry);
          f.shuffle(sum, sum, lastLanes(lane, dx), carry);
        }
        f.v128Store(sums + i, sum, offset);
      });
    });
    for (let i = 0; i < strides.length; i++) advance(f, sums + i, STEP * lane);
    advance(f, at, STEP);
    return f.i32("lt", at, end);
  });
}

/** The bytes of a vector moved up by so many, with those of another, which are 0, before them. */
function shifted(bytes: number): readonly number[] {
  return Array.from({ length: STEP }, (_, i) => (i < bytes ? 0 : STEP + i - bytes));
}

/** The last lanes over and over, so that each one of the next vector meets the last of its own stride. */
function lastLanes(lane: LaneBytes, lanes: number): readonly number[] {
  const bytes = lane * lanes;
  return Array.from({ length: STEP }, (_, i) => STEP - bytes + (i % bytes));
}

/** What cells count, from their states. */
function counted(f: FunctionWriter, cells: Local, counts: Uint8Array, states: number): Local {
  // Two states are their own counts.
  if (states === 2 && counts[0] === 0 && counts[1] === 1) return cells;
  let sum = f.v128Zero();
  counts.forEach((count, state) => {
    if (count === 0) return;
    const isIn = f.lanes("eq", 1, cells, f.bytes(state));
    sum = f.v128("or", sum, f.v128("and", isIn, f.bytes(count)));
  });
  return sum;
}

/** `run(target, plus, minus, end, weight)` adds the differences of two rows of lanes to another row; `weighs`: times a weight. */
export function emitAdding(lane: LaneBytes, weighs: boolean): Uint8Array<ArrayBuffer> {
  const f = new FunctionWriter(5);
  const [target, plus, minus, end, weight] = [0, 1, 2, 3, 4];
  const factor = weighs ? f.splat(lane, weight) : 0;
  f.loop(() => {
    const difference = f.lanes("sub", lane, f.v128Load(plus), f.v128Load(minus));
    const term = weighs ? f.lanes("mul", lane, difference, factor) : difference;
    f.v128Store(target, f.lanes("add", lane, f.v128Load(target), term));
    for (const pointer of [target, plus, minus]) advance(f, pointer, STEP);
    return f.i32("lt", target, end);
  });
  return f.module(f.v128Zero());
}

/** The lines of one of the shapes that cells have in turn, and the counts of its sums that give birth or let stay. */
export interface Judged {
  readonly lines: readonly SumLine[];
  readonly birth: readonly CountRange[];
  readonly survival: readonly CountRange[];
}

/**
 * `run(cells, next, rows, odd, ...counts, ...both, ...sums)` computes rows of cells. `counts` are the first row's sums, a shape each, to which
 * the lines are added; where `fresh`, they make the sums alone. `both` are the addresses of that row's sums and the next one's, added up:
 * rows of sums take turns. `sums` lie `biasOf` before the running sums of the first row. `odd`: its first cell has the second shape, if there
 * are two; else 0.
 */
export function emitJudging(
  shape: SumShape,
  judged: readonly Judged[],
  fresh: boolean,
): Uint8Array<ArrayBuffer> {
  const { lane, states, strides, width, pitch } = shape;
  const shapes = judged.length;
  const f = new FunctionWriter(4 + 2 * shapes + strides.length);
  const [cells, next, rows, odd] = [0, 1, 2, 3];
  const firstSums = 4 + 2 * shapes;
  const one = f.bytes(1);
  const zero = f.v128Zero();
  const all = f.bytes(0xff);
  // Of two shapes the first one's cells.
  const turns = f.v128("xor", f.bytes(...[0xff, 0]), f.splat(1, f.i32("sub", f.i32Const(0), odd)));
  const passed = Math.ceil(width / STEP) * STEP;
  f.loop(() => {
    const end = f.i32("add", cells, f.i32Const(width));
    f.loop(() => {
      const masks = judged.map(({ lines, birth, survival }, i) => {
        const counts = 4 + i;
        const sums = Array.from({ length: lane }, (_, v) => {
          let sum = fresh ? zero : f.v128Load(counts, STEP * v);
          for (const line of lines) sum = added(f, shape, sum, line, firstSums, STEP * v);
          if (!fresh && lines.length > 0) f.v128Store(counts, sum, STEP * v);
          return sum;
        });
        return [birth, survival].map((ranges) => {
          const each = sums.map((sum) => isInRanges(f, lane, sum, ranges));
          return narrowed(f, each, lane);
        });
      });
      const [birth, survival] = [0, 1].map((set) =>
        shapes === 1
          ? (masks[0]?.[set] as Local)
          : f.v128Select(turns, masks[0]?.[set] as Local, masks[1]?.[set] as Local),
      ) as [Local, Local];
      f.v128Store(next, nextOf(f, f.v128Load(cells), birth, survival, states, zero, one));
      for (const pointer of [cells, next]) advance(f, pointer, STEP);
      for (let i = 0; i < shapes; i++) advance(f, 4 + i, STEP * lane);
      for (let i = 0; i < strides.length; i++) advance(f, firstSums + i, STEP * lane);
      return f.i32("lt", cells, end);
    });
    for (const pointer of [cells, next]) advance(f, pointer, width - passed);
    for (let i = 0; i < shapes; i++) {
      advance(f, 4 + i, -lane * passed);
      f.i32("sub", 4 + shapes + i, 4 + i, 4 + i);
    }
    for (let i = 0; i < strides.length; i++) advance(f, firstSums + i, lane * (pitch - passed));
    f.v128("xor", turns, all, turns);
    advance(f, rows, -1);
    return rows;
  });
  return f.module(zero);
}

function added(
  f: FunctionWriter,
  shape: SumShape,
  sum: Local,
  line: SumLine,
  sums: Local,
  offset: number,
): Local {
  const { lane, pitch, strides } = shape;
  const pointer = sums + strides.indexOf(line.stride);
  const [dx, dy] = STRIDES[line.stride];
  const place = (x: number, y: number): number => biasOf(shape) + lane * (y * pitch + x) + offset;
  const [plus, minus] = line.weight > 0 ? (["add", "sub"] as const) : (["sub", "add"] as const);
  const [x, y] = line.last;
  const withLast = f.lanes(plus, lane, sum, f.v128Load(pointer, place(x, y)));
  if (line.stride === "cell") return withLast;
  return f.lanes(minus, lane, withLast, f.v128Load(pointer, place(line.first[0] - dx, line.first[1] - dy)));
}

function isInRanges(f: FunctionWriter, lane: LaneBytes, sum: Local, ranges: readonly CountRange[]): Local {
  let mask: Local | null = null;
  for (const [first, last] of ranges) {
    const above = first === 0 ? sum : f.lanes("sub", lane, sum, f.splat(lane, f.i32Const(first)));
    const isIn = f.lanes("le", lane, above, f.splat(lane, f.i32Const(last - first)));
    mask = mask === null ? isIn : f.v128("or", mask, isIn);
  }
  return mask ?? f.v128Zero();
}

/** The states of sixteen cells, of which masks say whether the dead are born and those in state 1 stay. */
function nextOf(
  f: FunctionWriter,
  state: Local,
  birth: Local,
  survival: Local,
  states: number,
  zero: Local,
  one: Local,
): Local {
  const dead = f.lanes("eq", 1, state, zero);
  if (states === 2) return f.v128("and", f.v128Select(dead, birth, survival), one);
  return nextStates(f, state, f.v128Select(dead, birth, survival), states);
}

/** The same from masks of those that live where they are dead or in state 1; in other states the mask has no say. */
export function nextStates(f: FunctionWriter, state: Local, alive: Local, states: number): Local {
  const one = f.bytes(1);
  const dead = f.lanes("eq", 1, state, f.v128Zero());
  const lives = f.v128("and", alive, f.lanes("le", 1, state, one));
  const older = f.lanes("add", 1, state, one);
  const isPast = f.lanes("eq", 1, older, f.bytes(states & 0xff));
  const fades = f.v128("andnot", f.v128("andnot", older, isPast), dead);
  return f.v128Select(lives, one, fades);
}

/*
 * How bands of rows are computed (engine/algorithms/cpu/sliced-rows.ts owns the memory): by walks down their columns, after which what lies beyond
 * the ends of their rows is put beside them. A walk goes on with the sums that the one above it left, or begins anew.
 */

import {
  AFTER, AREA, AWAKE, BAND, BEGIN, BITS, COLUMN, COMING, COMING_BYTES, CORNER, FROM, HEIGHT, IS_NOTED, IS_TALL, JOIN, KEPT, KEPT_BYTES, NEAR,
  NOTE_BYTES, NOTE_FADING, NOTE_ROWS, NOTES, OLDER, PITCH, REACH, READY, RECORD, RECORDS, RING_PITCH, RING_ROWS, SAMPLE, STATES, STEP, STRIP,
  SUM, TO, WALK, WIDTH,
} from "./_sum-layout";

/** What this thread has of its own: its record, and how far its part of the memory lies from the first thread's. */
let record: u32 = RECORDS;
let area: u32 = 0;
/** Tiles that this thread computed since it was asked. */
let computed: u32 = 0;

export function getRecord(): u32 { return record; }

/** Which thread this is. */
export function beThread(thread: u32): void {
  record = RECORDS + thread * RECORD;
  area = thread * load<u32>(AREA);
}

export function takeComputed(): u32 {
  const count = computed;
  computed = 0;
  return count;
}

@inline
function columnsOf(): u32 { return (load<u32>(WIDTH) + COLUMN - 1) / COLUMN; }

/** No column has sums of this generation. */
export function beginAnew(): void { memory.fill(load<u32>(READY) + area, 0xff, columnsOf() << 2); }

@inline
function readyAt(column: u32): u32 { return load<u32>(READY) + area + (column << 2); }

@inline
function bitsAt(row: i32, column: u32): u32 { return load<u32>(BITS) + row * load<u32>(PITCH) + STEP * column; }

/** Where a column's sums lie of the row that comes into a square when a walk comes to a row, or its stripes. */
function comingAt(row: i32, column: u32): u32 {
  const pitch = load<u32>(RING_PITCH);
  const rows = load<i32>(RING_ROWS);
  const start = load<u32>(COMING) + area + load<u32>(COMING_BYTES) * column;
  return pitch ? start + u32((row + 2 * rows) % rows) * pitch : start;
}

/** Computes those tiles of a band that are awake. */
export function computeBand(band: u32): void {
  const columns = columnsOf();
  const row = band * BAND;
  const rows = min(BAND, load<u32>(HEIGHT) - row);
  if (load<u32>(RING_PITCH)) sumRuns(band, row, rows, columns);
  // Where a row of states ends within a column, what would be written behind it is another row's.
  const isCut = load<u32>(STATES) > 2 && load<u32>(WIDTH) % COLUMN != 0;
  const before = computed;
  for (let column: u32 = 0; column < columns; ) {
    let end = column + 1;
    if (isDue(band, column)) {
      const isReady = load<u32>(readyAt(column)) == row;
      const isCompared = compares(band, column);
      const ends = isCut && end == columns;
      if (!isCompared && !ends)
        while (end < columns && !(isCut && end + 1 == columns) && goesOn(band, end, row, isReady)) end++;
      if (!isReady) begin(row, column, end - column);
      const bits = load<u32>(AFTER) + row * load<u32>(PITCH) + STEP * column;
      if (isCompared) keep(bits, rows);
      walk(row, rows, column, end - column, ends);
      for (let at = column; at < end; at++) store<u32>(readyAt(at), row + rows);
      if (isCompared) note(band * columns + column, bits, row, rows, column);
      computed += end - column;
    }
    column = end;
  }
  if (computed > before) join(load<u32>(AFTER), row, rows);
}

@inline
function isDue(band: u32, column: u32): bool {
  return !load<u32>(IS_NOTED) || load<u8>(load<u32>(AWAKE) + band * columnsOf() + column) != 0;
}

@inline
function compares(band: u32, column: u32): bool {
  return load<u32>(IS_NOTED) != 0 || band * columnsOf() + column == load<u32>(SAMPLE);
}

/** Whether a column may be computed in one go with that before it, which is not compared. */
function goesOn(band: u32, column: u32, row: u32, isReady: bool): bool {
  return !compares(band, column) && (load<u32>(readyAt(column)) == row) == isReady;
}

/** Makes the sums of the rows that come into a square when walks come to a row, and to those below it; before them those with which a walk begins. */
function sumRuns(band: u32, row: u32, rows: u32, columns: u32): void {
  const before = 2 * load<i32>(REACH) + 1;
  for (let first: u32 = 0; first < columns; ) {
    let end = first + 1;
    if (isDue(band, first)) {
      const isReady = load<u32>(readyAt(first)) == row;
      while (end < columns && isDue(band, end) && (load<u32>(readyAt(end)) == row) == isReady) end++;
      if (!isReady) sumRows(row - before, before, first, end);
      sumRows(row, rows, first, end);
    }
    first = end;
  }
}

function sumRows(row: i32, rows: u32, first: u32, end: u32): void {
  const bits = bitsAt(row + load<i32>(REACH), first);
  call_indirect<void>(SUM, bits, comingAt(row, first), rows, STEP * (end - first), area);
}

/** Begins walks down so many columns above a row: with the sums of the row before. */
function begin(row: i32, column: u32, count: u32): void {
  const reach = load<i32>(REACH);
  const before = 2 * reach + 1;
  const bits = bitsAt(row - before - reach - 1, column);
  call_indirect<void>(BEGIN, bits, 0, 0, 0, 0, before, keptAt(column), comingAt(row - before, column), 0, count, area, 0);
}

@inline
function keptAt(column: u32): u32 { return load<u32>(KEPT) + area + load<u32>(KEPT_BYTES) * column; }

/** `ends`: the column ends beyond the cells, and their next states are not to be written there. */
function walk(row: i32, rows: u32, column: u32, count: u32, ends: bool): void {
  const reach = load<i32>(REACH);
  const width = load<u32>(WIDTH);
  const at = row * width + COLUMN * column;
  const next = load<u32>(TO) + at;
  const strip = load<u32>(STRIP) + area;
  const going = comingAt(row - 2 * reach - 1, column);
  const bits = bitsAt(row - reach - 1, column);
  const after = load<u32>(AFTER) + row * load<u32>(PITCH) + STEP * column;
  const coming = comingAt(row, column);
  call_indirect<void>(
    load<u32>(WALK), bits, after, load<u32>(FROM) + at, ends ? strip : next, ends ? COLUMN : width, rows, keptAt(column), coming, going,
    count, area, load<u32>(CORNER),
  );
  if (!ends) return;
  const cells = width % COLUMN;
  for (let i: u32 = 0; i < rows; i++) memory.copy(next + i * width, strip + i * COLUMN, cells);
}

/** Puts beside rows of bits what lies beyond their ends. Looks for cells near endless sides' ends. `bits`: of row 0. */
export function join(bits: u32, row: u32, rows: u32): void {
  const past = row + rows;
  const height = load<u32>(HEIGHT);
  const reach = load<u32>(REACH);
  // All cells of the rows above and below these are near an end.
  const top: u32 = load<u32>(IS_TALL) ? min(max(reach, row), past) : row;
  const bottom: u32 = load<u32>(IS_TALL) ? max(top, min(max(height, reach) - reach, past)) : past;
  joinRows(bits, row, top, -1);
  joinRows(bits, top, bottom, 0);
  joinRows(bits, bottom, past, -1);
}

@inline
function joinRows(bits: u32, from: u32, to: u32, outer: i32): void {
  if (from < to) call_indirect<void>(JOIN, bits + from * load<u32>(PITCH), to - from, outer, record + NEAR);
}

// --- what a walk changed --------------------------------------------------------------------------------------------

/** Keeps the bits of so many rows of a tile. */
function keep(bits: u32, rows: u32): void {
  const pitch = load<u32>(PITCH);
  const older = load<u32>(OLDER) + area;
  for (let i: u32 = 0; i < rows; i++) v128.store(older + STEP * i, v128.load(bits + pitch * i));
}

/** Notes where the bits of a tile are other than they were when they were kept, or else whether any of its cells fades. */
function note(tile: u32, bits: u32, row: u32, rows: u32, column: u32): void {
  const pitch = load<u32>(PITCH);
  const older = load<u32>(OLDER) + area;
  let columns = i64x2.splat(0);
  let changed: u64 = 0;
  for (let i: u32 = 0; i < rows; i++) {
    const change = v128.xor(v128.load(bits + pitch * i), v128.load(older + STEP * i));
    columns = v128.or(columns, change);
    changed = (changed << 1) | u64(v128.any_true(change));
  }
  const at = load<u32>(NOTES) + NOTE_BYTES * tile;
  v128.store(at, columns);
  store<u64>(at, changed, NOTE_ROWS);
  store<u32>(at, u32(load<u32>(STATES) > 2 && fades(row, rows, column)), NOTE_FADING);
}

/** Whether any cell of a tile is in a state above 1, which no bits tell. */
function fades(row: u32, rows: u32, column: u32): bool {
  const width = load<u32>(WIDTH);
  const cells = min(COLUMN, width - COLUMN * column);
  const start = load<u32>(TO) + row * width + COLUMN * column;
  const isLast = cells % STEP;
  const one = i8x16.splat(1);
  for (let i: u32 = 0; i < rows; i++) {
    const at = start + i * width;
    let states = i64x2.splat(0);
    for (let k: u32 = 0; k + STEP <= cells; k += STEP) states = v128.or(states, v128.load(at + k));
    if (v128.any_true(v128.andnot(states, one))) return true;
    for (let k = cells - isLast; k < cells; k++) if (load<u8>(at + k) > 1) return true;
  }
  return false;
}

/*
 * Letters: how a thread tells others which of their tiles are due in the next generation. It writes a tile and its due bands on a sheet for
 * the tile's owner, in its own part of the memory; the sheets for one owner are linked, the last one first. In the next generation somebody sorts
 * the letters to an owner (_tile-threads.ts), while this thread writes on the sheets of the other parity.
 */

import { AREA, AREA_HEADS, AREA_SHEETS, AREAS, HEADS_BYTES, SHEET, SHEET_HEAD, SHEET_LETTERS, SHEETS } from "./_tile-layout";

/** This thread's part of the memory. */
let area: u32 = AREAS;
/** Sheets that are written on, of the present edition. */
let used: u32 = 0;
/** Counted up whenever all letters of the coming generation's parity have been sorted: then its sheets are blank. From 1 on, since the memory is full of 0s at first. */
let edition: u32 = 1;

export function getEdition(): u32 { return edition; }

/** This thread writes in its own part from here on. */
export function useArea(thread: u32): void { area = AREAS + thread * AREA; }

/** A thread sees the edition of the others. */
export function readEdition(present: u32): void {
  if (present == edition) return;
  edition = present;
  used = 0;
}

/** Whether so many sheets are blank. */
@inline
export function hasSheets(count: u32): bool { return used + count <= SHEETS; }

/** Tells that bands of a tile are due at that parity. There is a blank sheet; without one the thread stops, as what lies behind is somebody else's. */
export function write(owner: u32, tile: u32, at: u32, bands: u32): void {
  const head = area + AREA_HEADS + at * HEADS_BYTES + (owner << 3);
  let sheet = load<u32>(head);
  let written = load<u32>(head, 4);
  if (!sheet || written == SHEET_LETTERS) {
    if (used == SHEETS) unreachable();
    const blank = area + AREA_SHEETS + (at * SHEETS + used++) * SHEET;
    store<u32>(blank, sheet);
    store<u32>(head, blank);
    sheet = blank;
    written = 0;
  }
  const letter = sheet + SHEET_HEAD + (written << 3);
  store<u32>(letter, tile);
  store<u32>(letter, bands, 4);
  store<u32>(head, written + 1, 4);
}

/** The last sheet of a thread's letters to an owner, 0 for none; its length is how many are on it, and all before it are full. */
@inline
export function lastSheet(thread: u32, owner: u32, at: u32): u32 {
  return load<u32>(AREAS + thread * AREA + AREA_HEADS + at * HEADS_BYTES + (owner << 3));
}

@inline
export function lettersOnLast(thread: u32, owner: u32, at: u32): u32 {
  return load<u32>(AREAS + thread * AREA + AREA_HEADS + at * HEADS_BYTES + (owner << 3), 4);
}

/** Forgets a thread's letters to an owner. */
@inline
export function forgetLetters(thread: u32, owner: u32, at: u32): void {
  store<u64>(AREAS + thread * AREA + AREA_HEADS + at * HEADS_BYTES + (owner << 3), 0);
}

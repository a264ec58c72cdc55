/*
 * Requests: tiles that ask for a neighbour that does not exist yet. Each thread lists its own; the host finds all of them in the
 * list of its own thread, where those of helpers follow when there is room.
 */

import {
  AREA, AREA_REQUESTS, AREAS, MAX_HELPER_REQUESTS, MAX_REQUESTS, RECORD, RECORDS, REQUESTED, REQUESTS,
} from "./_tile-layout";

/** Requests that one tile can make. */
const MOST_A_TILE: u32 = 8;

let at: u32 = REQUESTS;
let most: u32 = MAX_REQUESTS;
let requests: u32 = 0;

/** Lists in a helper's own part of the memory. */
export function useHelperRequests(thread: u32): void {
  at = AREAS + thread * AREA + AREA_REQUESTS;
  most = MAX_HELPER_REQUESTS;
}

@inline
export function request(entry: u32): void {
  if (ASC_FEATURE_THREADS) store<u32>(at + (requests << 2), entry);
  else store<u32>(REQUESTS + (requests << 2), entry);
  requests++;
}

/** Whether so many tiles may make all requests that they can. */
@inline
export function hasRoom(tiles: u32): bool {
  return requests + MOST_A_TILE * tiles <= (ASC_FEATURE_THREADS ? most : MAX_REQUESTS);
}

export function getRequests(): u32 { return requests; }

export function setRequests(count: u32): void { requests = count; }

/** Moves the requests of helpers, as many as there is room for. At rest. */
export function gatherRequests(threads: u32): void {
  for (let thread: u32 = 1; thread < threads; thread++) {
    const record = RECORDS + thread * RECORD;
    let count = load<u32>(record, REQUESTED);
    if (!count) continue;
    const from = AREAS + thread * AREA + AREA_REQUESTS;
    while (count && requests < MAX_REQUESTS) request(load<u32>(from + (--count << 2)));
    store<u32>(record, count, REQUESTED);
  }
}

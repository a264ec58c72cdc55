/** Errors and cells on their way through a message port. */

import type { Identity } from "../analysis/identity.ts";
import type { Block } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import type { QuadTree } from "../core/quad-tree.ts";
import type { Raster } from "../core/raster.ts";
import type { Runs } from "../core/runs.ts";
import type { WireError } from "./protocol/universe.ts";

export function toWireError(error: unknown): WireError {
  if (error instanceof TessellaError) {
    const { code, message, line, column, hint } = error;
    return { code, message, line, column, hint };
  }
  return { code: "defect", message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}

export function fromWireError({ code, message, line, column, hint }: WireError): Error {
  return code === "defect" ? new Error(message) : new TessellaError(code, message, { line, column, hint });
}

/** An answer together with the buffers that are handed over instead of being copied. */
export interface Parcel<T> {
  readonly value: T;
  readonly transfer: readonly Transferable[];
}

export function parcel<T>(value: T): Parcel<T> {
  return { value, transfer: [] };
}

/**
 * A buffer may only be given away by its sole owner. An array that is a window on a larger buffer (an algorithm's
 * memory) is copied first; a tiny one is cheaper to copy than to hand over, and may be a shared constant such as those
 * of EMPTY_RUNS.
 */
const SMALL_BYTES = 256;

type CellArray =
  | Uint32Array<ArrayBuffer>
  | Uint16Array<ArrayBuffer>
  | Float32Array<ArrayBuffer>
  | Float64Array
  | Uint8Array;

function giveAway(array: CellArray | null, transfer: Transferable[]): void {
  if (array && array.byteLength > SMALL_BYTES) transfer.push(array.buffer as ArrayBuffer);
}

function owned<T extends CellArray>(array: T): T {
  return array.byteLength === array.buffer.byteLength ? array : (array.slice() as T);
}

export function blockParcel(block: Block): Parcel<Block> {
  const words = owned(block.words);
  const transfer: Transferable[] = [];
  giveAway(words, transfer);
  return { value: { ...block, words }, transfer };
}

export function rasterParcel(raster: Raster): Parcel<Raster> {
  const counts = owned(raster.counts);
  const transfer: Transferable[] = [];
  giveAway(counts, transfer);
  return { value: { ...raster, counts }, transfer };
}

export function runsParcel(runs: Runs): Parcel<Runs> {
  const value: Runs = {
    x: runs.x,
    y: runs.y,
    rows: owned(runs.rows),
    starts: owned(runs.starts as Uint32Array<ArrayBuffer>),
    spans: owned(runs.spans),
    states: runs.states && owned(runs.states),
  };
  const transfer: Transferable[] = [];
  for (const array of [value.rows, value.starts as Uint32Array<ArrayBuffer>, value.spans, value.states]) {
    giveAway(array, transfer);
  }
  return { value, transfer };
}

export function treeParcel(tree: QuadTree): Parcel<QuadTree> {
  const value: QuadTree = { ...tree, levels: owned(tree.levels), nodes: owned(tree.nodes) };
  const transfer: Transferable[] = [];
  giveAway(value.levels, transfer);
  giveAway(value.nodes, transfer);
  return { value, transfer };
}

export function identityParcel(identity: Identity): Parcel<Identity> {
  const transfer: Transferable[] = [];
  if (identity.cellPeriods) giveAway(identity.cellPeriods.periods, transfer);
  return { value: identity, transfer };
}

/**
 * An answer together with the buffers that it transfers instead of copying.
 *
 * Only a buffer's sole owner may transfer it. A view of a larger buffer (an algorithm's memory) is copied first; a
 * small array is cheaper to copy than to transfer, and may be a shared constant such as those of EMPTY_RUNS.
 */

export class Parcel<T> {
  readonly value: T;
  readonly transfer: readonly Transferable[];

  constructor(value: T, transfer: readonly Transferable[]) {
    this.value = value;
    this.transfer = transfer;
  }
}

const SMALL_BYTES = 256;

/** Transfers every typed array of plain data, at any depth. The caller must not use them any more. */
export function handOver<T>(value: T): Parcel<T> {
  if (typeof value !== "object") return new Parcel(value, []);
  const transfer = new Set<ArrayBuffer>();
  return new Parcel(owned(value, transfer), [...transfer]);
}

function owned<T>(value: T, transfer: Set<ArrayBuffer>): T {
  if (ArrayBuffer.isView(value)) return ownedArray(value as T & Uint8Array<ArrayBuffer>, transfer);
  if (Array.isArray(value)) return value.map((each) => owned(each, transfer)) as T;
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, owned(each, transfer)])) as T;
}

function ownedArray<T extends Uint8Array<ArrayBuffer>>(array: T, transfer: Set<ArrayBuffer>): T {
  const own = array.byteLength === array.buffer.byteLength ? array : (array.slice() as T);
  if (own.byteLength > SMALL_BYTES) transfer.add(own.buffer);
  return own;
}

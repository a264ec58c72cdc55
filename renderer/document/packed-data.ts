/**
 * Plain data as bytes, for copies that outlast the session: objects, lists, texts, numbers, bigints and typed arrays. The bytes are a
 * mark, then gzip of a length, a JSON text, and the arrays that the text names by their places. Cells are nearly all of it, so they
 * are never turned into text. The platform's gzip takes a second for some 30 MB, on the thread that asks for it: large data are packed in
 * a worker (`PatternFiles`).
 */

import { TessellaError } from "../../engine/core/errors.ts";

const MARK = [0x54, 0x53, 0x4c, 0x31];
/** Each array begins at a multiple of the largest element. */
const ALIGNED = 8;

const ARRAYS = { Uint8Array, Uint16Array, Uint32Array, Float64Array } as const;
type ArrayName = keyof typeof ARRAYS;
type Packed = InstanceType<(typeof ARRAYS)[ArrayName]>;

/** Who packs and unpacks. Errors: as of `unpackData`. */
export interface Packer {
  pack(data: unknown): Promise<Uint8Array<ArrayBuffer>>;
  unpack(bytes: Uint8Array<ArrayBuffer>): Promise<unknown>;
}

/** Bytes of the arrays in plain data; an array that is named twice counts twice. */
export function bytesOfData(data: unknown): number {
  if (ArrayBuffer.isView(data)) return data.byteLength;
  if (typeof data !== "object" || data === null) return 0;
  return Object.values(data).reduce((sum: number, each) => sum + bytesOfData(each), 0);
}

export function isPackedData(bytes: Uint8Array): boolean {
  return MARK.every((byte, at) => bytes[at] === byte);
}

export async function packData(data: unknown): Promise<Uint8Array<ArrayBuffer>> {
  const arrays = new Map<Packed, number>();
  let length = 0;
  const text = JSON.stringify(data, (_, value: unknown) => {
    if (typeof value === "bigint") return { $n: String(value) };
    if (!ArrayBuffer.isView(value)) return value;
    const array = value as Packed;
    // Scenes share their selections.
    const at = arrays.get(array) ?? length;
    if (at === length) {
      arrays.set(array, at);
      length += padded(array.byteLength);
    }
    return { $a: array.constructor.name, at, length: array.length };
  });
  const head = new TextEncoder().encode(text);
  const parts: BlobPart[] = [new Uint32Array([head.length, 0]), head, gap(head.length)];
  for (const array of arrays.keys()) parts.push(array as BlobPart, gap(array.byteLength));
  const packed = await through(new Blob(parts), new CompressionStream("gzip"));
  const bytes = new Uint8Array(MARK.length + packed.length);
  bytes.set(MARK);
  bytes.set(packed, MARK.length);
  return bytes;
}

/** Errors: `syntax` for bytes that are damaged. */
export async function unpackData(bytes: Uint8Array<ArrayBuffer>): Promise<unknown> {
  try {
    if (!isPackedData(bytes)) throw new Error("The mark is missing.");
    const data = await through(new Blob([bytes.subarray(MARK.length)]), new DecompressionStream("gzip"));
    const length = new Uint32Array(data.buffer, 0, 1)[0] as number;
    const first = ALIGNED + padded(length);
    const text = new TextDecoder().decode(data.subarray(ALIGNED, ALIGNED + length));
    return JSON.parse(text, (_, value: unknown) => {
      if (typeof value !== "object" || value === null) return value;
      if ("$n" in value) return BigInt(value.$n as string);
      if (!("$a" in value)) return value;
      const { $a, at, length: count } = value as { $a: ArrayName; at: number; length: number };
      return new ARRAYS[$a](data.buffer, first + at, count).slice();
    });
  } catch (cause) {
    throw new TessellaError("syntax", "That autosaved copy is damaged.", { cause });
  }
}

async function through(blob: Blob, stream: GenericTransformStream): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await new Response(blob.stream().pipeThrough(stream)).arrayBuffer());
}

function padded(bytes: number): number {
  return Math.ceil(bytes / ALIGNED) * ALIGNED;
}

function gap(bytes: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(padded(bytes) - bytes);
}

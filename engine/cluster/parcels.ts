/** Commands and their answers on their way between ranks: some JSON and some bytes, as two or three messages. */

import { yieldToTasks } from "../core/tasks.ts";
import type { RankMessage, Transfer, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

export interface RankParcel<T> {
  readonly head: T;
  readonly bytes: Uint8Array;
}

export const NO_BYTES = new Uint8Array(0);

/** How long a rank waits without a look at its other tasks: a GPU's answers, a thread that ended, Ctrl-C. */
const PATIENCE_MILLISECONDS = 10;

/** Milliseconds between two looks of who lets all others work meanwhile. */
const REST_MILLISECONDS = 1;

/**
 * Waits until a transfer is done, letting other tasks have their turns every `patience` milliseconds; with 0 they have all of them.
 * Errors: `engine-lost`.
 */
export async function arrived(
  transport: Transport,
  transfer: Transfer,
  patience = PATIENCE_MILLISECONDS,
): Promise<void> {
  while (!transport.test(transfer, patience))
    await (patience > 0 ? yieldToTasks() : new Promise((resolve) => setTimeout(resolve, REST_MILLISECONDS)));
}

/** The bytes as words; they are not copied where they lie at a word's place. */
export function wordsOfBytes(bytes: Uint8Array): Uint32Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  return new Uint32Array(buffer as ArrayBuffer, byteOffset, length / 4);
}

/** Begins to send a parcel; the transfers that have to arrive. */
export function postParcel(
  transport: Transport,
  to: number,
  head: unknown,
  payload: RankMessage = NO_BYTES,
): readonly Transfer[] {
  const text = new TextEncoder().encode(JSON.stringify(head, tagged));
  const transfers = [transport.isend(Uint32Array.of(text.length, payload.byteLength), to)];
  transfers.push(transport.isend(text, to));
  if (payload.byteLength > 0) transfers.push(transport.isend(bytesOf(payload), to));
  return transfers;
}

/** The next parcel from that rank; `patience` as for `arrived`. Errors: `engine-lost`. */
export async function nextParcel<T>(
  transport: Transport,
  from: number,
  patience?: number,
): Promise<RankParcel<T>> {
  const lengths = new Uint32Array(2);
  await arrived(transport, transport.irecv(lengths, from), patience);
  const text = new Uint8Array(lengths[0]);
  await arrived(transport, transport.irecv(text, from), patience);
  const bytes = new Uint8Array(lengths[1]);
  if (bytes.length > 0) await arrived(transport, transport.irecv(bytes, from), patience);
  return { head: JSON.parse(new TextDecoder().decode(text), untagged) as T, bytes };
}

interface TaggedBigint {
  readonly bigint: string;
}

function tagged(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? { bigint: `${value}` } : value;
}

function untagged(_key: string, value: unknown): unknown {
  const isTagged = typeof value === "object" && value !== null && "bigint" in value;
  return isTagged ? BigInt((value as TaggedBigint).bigint) : value;
}

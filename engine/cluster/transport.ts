/**
 * How the ranks of a computation talk. A rank is one of `size` equal workers (a thread, a process, a machine) that run the same
 * program on parts of their own; the verbs and their meaning are those of MPI, of which this is the little that a universe needs.
 *
 * Calls block, because what a rank does between them blocks as well. All ranks make the same collective calls (`bcast`, `allreduce`,
 * `gather`, `barrier`) in the same order. Messages between two ranks arrive in the order in which they were sent, and have no tags: the
 * receiver names an array of exactly the sent length. Collectives do not mix with them.
 *
 * A late peer is waited for, however long it computes: only `test` takes a time. A peer that is gone (its process or thread ended, or it
 * called `abort`) ends the others: each call that would wait for anybody throws a TessellaError `engine-lost` that says which
 * rank failed and why, or the transport ends the process with that sentence. No call answers with wrong bytes.
 */

/** What travels: a typed array, whose bytes go as they are. */
export type RankMessage = Uint8Array | Uint32Array | Int32Array | Float64Array | BigUint64Array;

export type Reduction = "sum" | "min" | "max";

/** A message on its way. Its array belongs to the transport until `test` has answered true. */
export interface Transfer {
  readonly done: boolean;
}

export interface Transport {
  /** Id of the kind: `solo`, `threads`, `mpi`. */
  readonly kind: string;
  /** 0 .. size - 1. */
  readonly rank: number;
  readonly size: number;

  /** Sends to one rank and receives from another at once, which may be the same one, or this one. */
  sendrecv(data: RankMessage, to: number, into: RankMessage, from: number): void;
  /** Begins to send to another rank, and returns at once. */
  isend(data: RankMessage, to: number): Transfer;
  /** Begins to receive from another rank, and returns at once. */
  irecv(into: RankMessage, from: number): Transfer;
  /** Whether the transfer is done; waits for that up to so many milliseconds. Infinity waits until it is. */
  test(transfer: Transfer, milliseconds: number): boolean;

  /** Every rank has the root's bytes afterwards. */
  bcast(data: RankMessage, root: number): void;
  /** Every rank has, place by place, the sum, least or largest of all ranks' numbers afterwards. */
  allreduce(values: Float64Array, reduction: Reduction): void;
  /** The root gets the parts of all ranks, equally long, in the order of ranks; `all` is null on the others. */
  gather(part: RankMessage, all: RankMessage | null, root: number): void;
  /** Returns when every rank has come here. */
  barrier(): void;

  /** Ends the computation on all ranks; `reason` is a sentence. The first one counts. */
  abort(reason: string): void;
  /** Lets go of what the transport holds, after the last call of every rank. */
  dispose(): void;
}

/** The bytes of a message, not copied. */
export function bytesOf({ buffer, byteOffset, byteLength }: RankMessage): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength);
}

/**
 * Rank 0 asks and every rank answers, itself included; the others wait for its next command. What is asked is up to whoever
 * brings ranks together: a universe (rank.ts), or a search.
 */

import type { WireError } from "../core/wire-error.ts";
import { fromWireError } from "../core/wire-error.ts";
import type { RankParcel } from "./parcels.ts";
import { arrived, NO_BYTES, nextParcel, postParcel } from "./parcels.ts";
import type { RankMessage, Transport } from "./transport.ts";
import { bytesOf } from "./transport.ts";

/** A command. After `end` there is none. */
export interface ServiceCommand {
  readonly verb: string;
}

export interface Answer {
  readonly value?: unknown;
  readonly error?: WireError;
}

/** What carries out the commands on a rank. */
export interface Served<C extends ServiceCommand, A extends Answer> {
  /** The answer holds the error of what failed on this rank alone. Errors: `engine-lost`, where the ranks cannot go on. */
  obey(command: C, bytes: Uint8Array): Promise<RankParcel<A>>;
}

/** What each rank is asked, and the bytes that come with it. */
export interface ServiceQuestion<C extends ServiceCommand> {
  readonly commandOf: (rank: number) => C;
  readonly payloadOf?: (rank: number) => RankMessage | undefined;
}

/** Serves rank 0, as another rank, until it says that it is the end. Errors: `engine-lost`. */
export async function serveRank<C extends ServiceCommand, A extends Answer>(
  transport: Transport,
  served: Served<C, A>,
): Promise<void> {
  while (true) {
    const { head, bytes } = await nextParcel<C>(transport, 0);
    const answer = await served.obey(head, bytes);
    for (const transfer of postParcel(transport, 0, answer.head, answer.bytes))
      await arrived(transport, transfer);
    if (head.verb === "end") return;
  }
}

/** The answers of all ranks, by rank, also of those that failed; `own` is rank 0. Errors: `engine-lost`. */
export async function askRanks<C extends ServiceCommand, A extends Answer>(
  transport: Transport,
  own: Served<C, A>,
  { commandOf, payloadOf = () => undefined }: ServiceQuestion<C>,
): Promise<readonly RankParcel<A>[]> {
  const { size } = transport;
  const posted = [];
  for (let rank = 1; rank < size; rank++)
    posted.push(...postParcel(transport, rank, commandOf(rank), payloadOf(rank)));
  // A long message travels only while somebody looks after it, and the others have nothing to do before it has come.
  for (const transfer of posted) await arrived(transport, transfer);
  const message = payloadOf(0);
  const answers = [await own.obey(commandOf(0), message ? bytesOf(message) : NO_BYTES)];
  for (let rank = 1; rank < size; rank++) answers.push(await nextParcel<A>(transport, rank));
  return answers;
}

/** Errors: that of the first rank that failed. */
export function throwIfFailed(answers: readonly RankParcel<Answer>[]): void {
  const failed = answers.find(({ head }) => head.error);
  if (failed?.head.error) throw fromWireError(failed.head.error);
}

/**
 * The answer of another rank alone, while this one and others work on. Between commands to all, and one at a time a rank. Errors: the
 * rank's own; `engine-lost`.
 */
export async function askRank<C extends ServiceCommand, A extends Answer>(
  transport: Transport,
  rank: number,
  command: C,
): Promise<RankParcel<A>> {
  for (const transfer of postParcel(transport, rank, command)) await arrived(transport, transfer, 0);
  const answer = await nextParcel<A>(transport, rank, 0);
  throwIfFailed([answer]);
  return answer;
}

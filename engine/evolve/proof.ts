/**
 * Proofs by counting. A question falls into pieces that are counted apart from each other, on one machine or on several, now or
 * later; what all of them say together is the result. A certificate keeps the counts, so that a doubter counts any of the
 * pieces again.
 */

import { throwIfAborted } from "../core/errors.ts";
import { yieldToTasks } from "../core/tasks.ts";

/** Which piece: `{ start: 5, first: 14 }`, `{ rule: 110 }`. */
export type PieceLabel = Readonly<Record<string, number>>;

export interface CountedPiece {
  readonly label: PieceLabel;
  readonly counts: readonly number[];
}

export interface Proof<Question = unknown> {
  readonly question: Question;
  readonly pieces: readonly PieceLabel[];
  /** Counts of each piece. */
  readonly counts: number;
  /** What the counts of a piece add up to, where that is known before. */
  readonly sum?: number;
  /** Counts one piece; takes up to some 100 ms. */
  count(label: PieceLabel): readonly number[];
}

export interface ProofControl {
  readonly signal?: AbortSignal;
  /** Hears each piece that has been counted, by its place among the pieces of the proof; the next waits for it. */
  readonly onPiece: (place: number, counts: readonly number[]) => unknown;
}

/** Counts the pieces at these places, one after the other. Errors: `aborted`. */
export async function countPieces(
  proof: Proof,
  places: readonly number[],
  { signal, onPiece }: ProofControl,
): Promise<void> {
  for (const place of places) {
    await onPiece(place, proof.count(proof.pieces[place]));
    await yieldToTasks();
    throwIfAborted(signal);
  }
}

/** "start 5, first 14". */
export function pieceName(label: PieceLabel): string {
  return Object.entries(label)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

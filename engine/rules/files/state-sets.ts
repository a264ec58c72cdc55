/** Sets of states, each kept once and known by its number. */

import { IntLists } from "../int-lists.ts";
import { MOST_STATES } from "../rule.ts";

const WORDS = MOST_STATES / 32;

export class StateSets {
  /** A bit a state. */
  readonly #members = new IntLists(WORDS);
  readonly #words = new Int32Array(WORDS);

  get size(): number {
    return this.#members.size;
  }

  idOf(states: Iterable<number>): number {
    const words = this.#words.fill(0);
    for (const state of states) words[state >> 5] |= 1 << (state & 31);
    return this.#members.idOf(words);
  }

  has(set: number, state: number): boolean {
    return (((this.#members.held[set * WORDS + (state >> 5)] as number) >>> (state & 31)) & 1) === 1;
  }
}

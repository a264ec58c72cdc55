/*
 * Questions: many look-ups of nodes at once, so that their cache misses overlap. A question is 32 bytes: the key, where in the index the search begins, the
 * tag, the entry there, and the answer.
 */

import { hashNode, nodeTag } from "./_hashlife-keys";
import { batchAt } from "./_hashlife-memory";
import { lookUp, placeOf, preferYoung, settleMany } from "./_hashlife-table";

/** Batches between two decisions, and questions a batch up to which young nodes pay off. */
const CONSIDERED: u32 = 1024;
const FEW_QUESTIONS: u32 = 16;

const PLACE: u32 = 16;
const WANTED: u32 = 20;
const ENTRY: u32 = 24;
export const ANSWER: u32 = 28;
/** This many questions (two works of a row) or fewer are all under way anyway. */
const FEW: u32 = 10 << 5;

/** Counted since the last decision. */
let batches: u32 = 0;
let questions: u32 = 0;

/** Writes a question. */
@inline
export function ask(at: u32, k0: u64, k1: u64): void {
  store<u64>(at, k0);
  store<u64>(at, k1, 8);
  const h = hashNode(k0, k1);
  store<u32>(at, placeOf(h, k0, k1), PLACE);
  store<u32>(at, nodeTag(h), WANTED);
}

/**
 * Answers the questions from batchAt() up to `end`. Needs room for as many. When there are many, it fetches all index
 * entries first, then all slots, in loops of a few instructions each: the machine then has as many misses under way
 * as it can.
 */
export function answerAll(end: u32): void {
  const batch = batchAt();
  if (end - batch > FEW) {
    let touched: u32 = 0;
    for (let at = batch; at < end; at += 32) store<u32>(at, load<u32>(load<u32>(at, PLACE)), ENTRY);
    for (let at = batch; at < end; at += 32) touched += load<u32>(load<u32>(at, ENTRY) & ~31);
    store<u32>(batch - 32, touched);
  }
  for (let at = batch; at < end; at += 32) {
    const k0 = load<u64>(at), k1 = load<u64>(at, 8), tag = load<u32>(at, WANTED), place = load<u32>(at, PLACE);
    const entry = load<u32>(place);
    let slot = entry & ~31;
    if ((entry & 31) != tag || load<u64>(slot) != k0 || load<u64>(slot, 8) != k1) {
      slot = k0 | k1 ? lookUp(k0, k1, place, tag) : 0;
    }
    store<u32>(at, slot, ANSWER);
  }
  questions += (end - batch) >> 5;
  if (++batches == CONSIDERED) consider();
  settleMany();
}

/** Decides from the size of recent batches whether nodes are young from here on. */
function consider(): void {
  const worth = questions <= CONSIDERED * FEW_QUESTIONS;
  batches = 0;
  questions = 0;
  preferYoung(worth);
}

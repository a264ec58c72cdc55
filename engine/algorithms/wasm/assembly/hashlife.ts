// asc: --importTable --importMemory --initialMemory 4 --maximumMemory 65536

/*
 * HashLife (R. W. Gosper, "Exploiting regularities in large cellular spaces", Physica D 10, 1984).
 *
 * The universe is a quad-tree: a square of side 2^L is four squares of side 2^(L-1), and equal squares are the same
 * node, made once and found again through a table (hash-consing). The future of a square's middle, as far as the
 * square's own cells decide it, is computed once and kept with the node. Space that repeats is stored once, time that
 * repeats is computed once, and both doublings together reach distances and generations that no stepping could.
 *
 * **Why nine overlapping squares.** In 2^(L-2) generations nothing from outside reaches the middle of a square of
 * level L, half as wide, so that middle can be computed: it is the square's *result*. To get it from smaller results,
 * take the nine squares of level L-1 that lie at quarter steps: the four children, the four between two of them, and
 * the one in the centre. Their results, 2^(L-3) generations later, lie side by side without a gap: each is as wide as
 * a quarter step. Four neighbours of those make a square of level L-1 again, there are four such, and their results,
 * another 2^(L-3) generations later, are the four quarters of the answer. So: nine for the first half of the time,
 * four for the second.
 *
 * **Any step.** For T generations, at most 2^(L-2): the nine advance by T1 = min(T, 2^(L-3)) and the four by the
 * rest, T2 = T - T1; with T2 = 0 only the middles of the four are taken. Going down, T1 and T2 are each either the
 * most that the level can do, or the same residue for every node of the level. Hence **two results a node**: `full`,
 * 2^(L-2) generations, is true for ever; `part` is the residue of the present step and is forgotten when the step
 * changes. A table of one byte a level (LEVELS) says which of the two the nine take and whether there is a second
 * half.
 *
 * **The base case** is a 32 x 32 square: eight generations in registers (_hashlife-base.ts). **The table** is in
 * _hashlife-table.ts, **cells in more than two states** are in _hashlife-planes.ts, what of them **a file brings** in _hashlife-plant.ts, **the computation** in _hashlife-rows.ts and _hashlife-compute.ts, **step after step** in
 * _hashlife-steps.ts, and **collection**, which keeps all this correct and within a limit, in _hashlife-collect.ts. Empty
 * squares of all sizes are address 0, whose children and results are 0. hashlife-threads.ts is the same **on threads**; what only
 * that needs stands behind ASC_FEATURE_THREADS.
 *
 * The kernel steps cells that differ from the background (engine/rules/phases.ts), so no rule here has B0. A strobing
 * background alternates between two phases: steps of even length keep to one, and base32 alternates within.
 *
 * tests/support/hashlife-twin/twin.ts is the same in TypeScript, node for node. Hosts ensure room: callers of `node`,
 * `leaf` and `pad` check getRoom() first; `run` stops by itself.
 */

import { setRule as setBaseRule } from "./_hashlife-base";
import { NONE, FULL, PART, POPULATION } from "./_hashlife-memory";
import { child, getUsed, isLeaf, slotOf } from "./_hashlife-table";

export { node, leaf, initTable, setCapacity, clearIndex, touchSome, indexUsed, getLive, getRoom, getUsed } from "./_hashlife-table";
export { setStep, getAnswer } from "./_hashlife-rows";
export { begin, cancel, getRootLevel } from "./_hashlife-compute";
export { pad, trim, getSquare, run, getSteps } from "./_hashlife-steps";
export { census, edgeOf, setPlanes } from "./_hashlife-planes";
export { beginHash, hashOf } from "./_hashlife-hash";
export { plant } from "./_hashlife-plant";
export { beginCollection, markRoot, markSome, sweepSome } from "./_hashlife-collect";

/** Kind of counting (0 Moore, 1 hex, 2 von Neumann, 3 Life itself) and whether generations alternate between two phases. */
export function setRule(kind: u32, twoPhases: u32): void {
  setBaseRule(kind, twoPhases);
}

/** Forgets the `part` results, with `all` 1 the full ones too, and with 2 also the counts, of the slots in [from, to). */
export function forgetResults(from: u32, to: u32, all: u32): void {
  const end = min(to, getUsed());
  for (let number = from; number < end; number++) {
    if (isLeaf(number)) continue;
    store<u32>(slotOf(number), NONE, PART);
    if (all) store<u32>(slotOf(number), NONE, FULL);
    if (all > 1) store<u64>(slotOf(number), 0, POPULATION);
  }
}

/**
 * Live cells of a square of level 31 or less (higher counts may not fit 64 bits). Counts the parts not counted
 * before.
 */
export function population(n: u32, level: u32): u64 {
  if (!n) return 0;
  if (level == 4) {
    let sum: u64 = 0;
    for (let k: u32 = 0; k < 32; k += 8) sum += popcnt(load<u64>(n + k));
    return sum;
  }
  const known = load<u64>(n, POPULATION);
  if (known) return known;
  let sum: u64 = 0;
  for (let k: u32 = 0; k < 4; k++) sum += population(child(n, k), level - 1);
  store<u64>(n, sum, POPULATION);
  return sum;
}

/**
 * Rules of radius 2 and the majority, proved for one size: of all 4,294,967,296 tables, those that are right for the most of the
 * 2^cells configurations of a cyclic ring, two steps a cell. Ties are left out, and one configuration of each necklace runs for all.
 *
 * Twelve entries of a table are those of neighbourhoods with at most one 1, or at most one 0. What they are divides the tables into
 * 4,096 pieces of 2^20 tables. A mirror, and exchanging 0 and 1, make pieces of pieces, and rules that are right as often: 1,120
 * pieces stand for all. A piece is counted by its best, so a table need not run any further once it is wrong more often than a
 * table that is known already: `least` is for how many configurations that one is right.
 *
 * The CPU decides an entry when a run asks for it, as counters do (counter-proof.ts). A GPU tries the tables one by one
 * (gpu/table-counter.ts). The counts are the same.
 */

import { popcount32 } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { RingRule } from "../rings/ring-rule.ts";
import { complementedRule, formatRingRule, reflectedRule, reversed } from "../rings/ring-rule.ts";
import { chance, wholeBelow } from "./chance.ts";
import type { Necklaces } from "./necklaces.ts";
import { necklaces, sortedNecklaces } from "./necklaces.ts";
import type { CountedPiece, PieceLabel, Proof } from "./proof.ts";

/** Of the ring: least and most. */
export const TABLE_CELLS: readonly [least: number, most: number] = [3, 17];

export interface TablesQuestion {
  readonly task: "majority";
  readonly radius: 2;
  readonly cells: number;
  /** Tables that are right for fewer configurations are not counted. */
  readonly least: number;
}

const ENTRIES = 32;

/** Entry k of a table is bit k of a number; these are the numbers of the entries that divide tables into pieces. */
const OUTER: readonly number[] = Array.from({ length: ENTRIES }, (_, k) => k).filter(
  (k) => popcount32(k) <= 1 || popcount32(k) >= 4,
);
/** Those that the tables of a piece differ in. */
export const INNER_ENTRIES: readonly number[] = Array.from({ length: ENTRIES }, (_, k) => k).filter(
  (k) => !OUTER.includes(k),
);

/** Tables of a piece. */
export const PIECE_TABLES: number = 2 ** INNER_ENTRIES.length;

/** The entries of a piece that are 1, all others being 0. */
export function tableOfPiece({ outer }: PieceLabel): number {
  return OUTER.reduce((table, k, i) => table | (((outer >>> i) & 1) << k), 0) >>> 0;
}

function ruleOf(table: number): RingRule {
  return { radius: 2, table: Uint8Array.from({ length: ENTRIES }, (_, k) => (table >>> k) & 1) };
}

/** The pieces that one stands for, itself among them. */
function likePieces(outer: number): readonly number[] {
  const rule = ruleOf(tableOfPiece({ outer }));
  const mirrored = reflectedRule(rule);
  const all = [rule, mirrored, complementedRule(rule), complementedRule(mirrored)];
  return [...new Set(all.map(({ table }) => OUTER.reduce((bits, k, i) => bits | (table[k] << i), 0)))];
}

/** Those that stand for all, lowest first. */
const STANDING: readonly number[] = Array.from({ length: 2 ** OUTER.length }, (_, outer) => outer).filter(
  (outer) => outer === Math.min(...likePieces(outer)),
);

/** How far the ones of a state are from all and from none. */
function mixture(cells: number, state: number): number {
  return Math.min(popcount32(state), cells - popcount32(state));
}

/** The necklaces, those with the fewest ones or zeros first: they ask for few entries. */
function easiestNecklaces(cells: number): Necklaces {
  return sortedNecklaces(necklaces(cells, TABLE_CELLS), (state) => mixture(cells, state));
}

/** The necklaces, those that most tables are wrong for first. Errors: `bad-argument`. */
export function hardestNecklaces(cells: number): Necklaces {
  return sortedNecklaces(necklaces(cells, TABLE_CELLS), (state) => -mixture(cells, state));
}

/** What is known of the tables that have some entries in common. */
interface BestTables {
  /** The most configurations that one is right for, and how many are; 0 and 0 where none reaches what is asked for. */
  readonly right: number;
  readonly tables: number;
}

/**
 * The best of the tables that agree with `table` in the entries of `known`, among those that are right for at least so many
 * configurations. `onBest` hears of those as good as the best so far: the entries of `free` may be anything.
 */
export function bestTables(
  { cells, states, weights, configurations }: Necklaces,
  known: number,
  table: number,
  least: number,
  onBest?: (right: number, table: number, free: number) => void,
): BestTables {
  const mask = 2 ** cells - 1;
  const steps = 2 * cells;
  const up = cells - 2;
  const last = states.length;
  /** Configurations that a table may be wrong for, and the tables that are wrong for as many. */
  let spare = configurations - least;
  let tables = 0;

  // Necklace n has come to `state` after t steps; `wrong` counts the configurations of those before it.
  const follow = (n: number, state: number, t: number, seen: number, chosen: number, wrong: number): void => {
    for (;;) {
      // Each cell with the two at either side: bits i .. i + 4 are the neighbourhood of the cell of bit i.
      const wide = (state << 2) | (state >>> up) | ((state & 3) << (cells + 2));
      let next = 0;
      for (let i = 0; i < cells; i++) {
        const k = (wide >>> i) & 31;
        if (((seen >>> k) & 1) === 0) {
          const entry = 1 << k;
          follow(n, state, t, seen | entry, chosen, wrong);
          follow(n, state, t, seen | entry, chosen | entry, wrong);
          return;
        }
        next |= ((chosen >>> k) & 1) << i;
      }
      t++;
      if (next !== state && t < steps) {
        state = next;
        continue;
      }
      if (next !== (2 * popcount32(states[n]) > cells ? mask : 0)) {
        wrong += weights[n];
        if (wrong > spare) return;
      }
      n++;
      if (n < last) {
        state = states[n];
        t = 0;
        continue;
      }
      if (wrong < spare) tables = 0;
      spare = wrong;
      tables += 2 ** (ENTRIES - popcount32(seen));
      onBest?.(configurations - spare, chosen >>> 0, ~seen >>> 0);
      return;
    }
  };
  follow(0, states[0], 0, known, table, 0);
  return tables === 0 ? { right: 0, tables: 0 } : { right: configurations - spare, tables };
}

const OUTER_MASK: number = tableOfPiece({ outer: 2 ** OUTER.length - 1 });

/** A piece has two counts: the most configurations that one of its tables is right for, and how many are. Errors: `bad-argument`. */
export function tablesProof(question: TablesQuestion): Proof<TablesQuestion> {
  const { cells, least } = question;
  const rings = easiestNecklaces(cells);
  if (!Number.isInteger(least) || least < 1 || least > rings.configurations)
    throw new TessellaError(
      "bad-argument",
      `Tables are counted from 1 to ${grouped(rings.configurations)} right configurations on, not from ${grouped(least)}.`,
    );
  return {
    question,
    pieces: STANDING.map((outer) => ({ outer })),
    counts: 2,
    count: (label) => {
      const { right, tables } = bestTables(rings, OUTER_MASK, tableOfPiece(label), least);
      return [right, tables];
    },
  };
}

export interface TablesResults {
  readonly configurations: number;
  /** The most configurations that a table is right for, how many tables are, and some of these; 0 where none reaches `least`. */
  readonly best: number;
  readonly optimal: number;
  readonly rules: readonly string[];
}

/** Best tables that are named. */
export const MOST_NAMED = 16;

/** The pieces whose best are the best of all; of pieces that are alike there is one. */
export function bestPieces(pieces: readonly CountedPiece[]): readonly CountedPiece[] {
  const best = Math.max(...pieces.map(({ counts }) => counts[0]));
  return best === 0 ? [] : pieces.filter(({ counts }) => counts[0] === best);
}

/**
 * What all pieces say together. `found`: where they are known, the best tables of each of the best pieces by its outer entries; else
 * they are sought, which takes as long as counting such a piece does.
 */
export function tablesResults(
  { cells }: TablesQuestion,
  pieces: readonly CountedPiece[],
  found?: ReadonlyMap<number, readonly number[]>,
): TablesResults {
  const rings = easiestNecklaces(cells);
  const { configurations } = rings;
  const winners = bestPieces(pieces);
  const best = winners[0]?.counts[0] ?? 0;
  let optimal = 0;
  const rules = new Set<string>();
  for (const { label, counts } of winners) {
    const alike = likePieces(label.outer);
    optimal += alike.length * counts[1];
    if (rules.size >= MOST_NAMED) continue;
    const name = (table: number): void => {
      const rule = ruleOf(table);
      const mirrored = reflectedRule(rule);
      for (const one of [rule, mirrored, complementedRule(rule), complementedRule(mirrored)])
        if (rules.size < MOST_NAMED) rules.add(formatRingRule(one));
    };
    const known = found?.get(label.outer);
    if (known) known.forEach(name);
    else bestTables(rings, OUTER_MASK, tableOfPiece(label), best, (_right, table) => name(table));
  }
  return { configurations, best, optimal, rules: [...rules].sort() };
}

/** Tables that are tried for `likelyBest`, times necklaces; and in how many climbs. */
const TRIES = 2 ** 21;
const CLIMBS = 8;
/** A change is kept that is no worse than the table so many changes ago. */
const LATE = 16;

/**
 * For how many configurations a table is right that a short search finds: late acceptance hill climbing (Burke and Bykov 2017) from
 * the local majority, every other climb among tables that are their own reverse and complement. Always the same. Errors: `bad-argument`.
 */
export function likelyBest(cells: number): number {
  const { states, weights, configurations } = easiestNecklaces(cells);
  const mask = 2 ** cells - 1;
  const rightOf = (table: number): number => {
    let right = configurations;
    for (let n = 0; n < states.length; n++) {
      let state = states[n];
      for (let t = 0; t < 2 * cells; t++) {
        const wide = (state << 2) | (state >>> (cells - 2)) | ((state & 3) << (cells + 2));
        let next = 0;
        for (let i = 0; i < cells; i++) next |= ((table >>> ((wide >>> i) & 31)) & 1) << i;
        if (next === state) break;
        state = next;
      }
      if (state !== (2 * popcount32(states[n]) > cells ? mask : 0)) right -= weights[n];
    }
    return right;
  };
  let local = 0;
  for (let k = 0; k < ENTRIES; k++) if (popcount32(k) > 2) local |= 1 << k;
  let best = 0;
  for (let climb = 0; climb < CLIMBS; climb++) {
    let table = local;
    let right = rightOf(table);
    const before = new Array<number>(LATE).fill(right);
    const tries = Math.ceil(TRIES / (CLIMBS * states.length));
    for (let n = 0; n < tries; n++) {
      const flips = 1 + wholeBelow(chance(1, n, climb, 0), 2);
      let changed = table;
      for (let d = 1; d <= flips; d++) {
        const k = wholeBelow(chance(1, n, climb, d), ENTRIES);
        const partner = reversed(ENTRIES - 1 - k, 5);
        changed ^= 1 << k;
        if (climb % 2 === 0 && partner !== k) changed ^= 1 << partner;
      }
      const now = rightOf(changed);
      if (now >= right || now >= before[n % LATE]) [table, right] = [changed, now];
      before[n % LATE] = right;
      best = Math.max(best, right);
    }
  }
  return best;
}

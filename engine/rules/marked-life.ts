/**
 * Rules of two states whose cells carry marks: `[R]History` (7 states), `[R]Super` (26) and `[R]Investigator` (21), as Golly's algorithm Super runs
 * them. (Chris Rowett; LifeHistory goes back to Dave Greene and Tim Hutton.)
 */

import type { CellTable } from "./cell-table.ts";
import { CELLS, foldDiagram, MIDDLE } from "./diagram.ts";
import type { DiagramForm, Neighbourhood } from "./rule.ts";
import { NEIGHBOURS } from "./rule.ts";

/** A rule of two states without B0. */
export interface LivingTable {
  readonly neighbourhood: Neighbourhood;
  readonly table: CellTable;
}

/**
 * A table read cell by cell: what is left of it after some cells has a number, the same for equal rests. After the last cell that is
 * the next state.
 */
function reader(table: CellTable): {
  readonly start: number;
  readonly after: (rest: number, live: boolean) => number;
} {
  /** Pairs of what follows a dead and a live cell. The numbers 0 and 1 are states. */
  const rests: (readonly [number, number])[] = [
    [0, 0],
    [1, 1],
  ];
  const known = new Map<string, number>();
  let level: number[] = [...table];
  for (let cell = CELLS - 1; cell >= 0; cell--) {
    level = Array.from({ length: level.length / 2 }, (_, i) => {
      const pair = [level[2 * i] as number, level[2 * i + 1] as number] as const;
      const key = `${cell} ${pair}`;
      let rest = known.get(key);
      if (rest === undefined) {
        rest = rests.push(pair) - 1;
        known.set(key, rest);
      }
      return rest;
    });
  }
  return { start: level[0] as number, after: (rest, live) => rests[rest]?.[live ? 1 : 0] as number };
}

/** Whether each cell of the square is a neighbour. */
function neighboursIn(neighbourhood: Neighbourhood): readonly boolean[] {
  return Array.from({ length: CELLS }, (_, cell) =>
    NEIGHBOURS[neighbourhood].some(([dx, dy]) => 3 * dy + dx + MIDDLE === cell),
  );
}

/** Kinds of states at a cell: those whose `sign` differs among neighbours, all of them in the middle, one where nobody looks. */
function kindsBy(
  states: number,
  { neighbourhood }: LivingTable,
  sign: (state: number) => string,
): (cell: number) => Uint8Array {
  const near = neighboursIn(neighbourhood);
  return (cell) => {
    if (cell === MIDDLE) return Uint8Array.from({ length: states }, (_, state) => state);
    const signs = Array.from({ length: states }, (_, state) => (near[cell] ? sign(state) : ""));
    const kept = [...new Set(signs)];
    return Uint8Array.from(signs, (each) => kept.indexOf(each));
  };
}

const isLive = (state: number): boolean => (state & 1) === 1;

interface Seen {
  readonly rest: number;
  /** The middle's state; -1 before it was seen. */
  readonly cell: number;
  /** What neighbours bring beside being alive or dead. */
  readonly marks: number;
}

const seenKey = ({ rest, cell, marks }: Seen): string => `${rest} ${cell} ${marks}`;

/** A rule whose odd states live: `mark` says what a neighbour's state adds to the marks, and `answer` the next state of the middle. */
function oddLives(
  living: LivingTable,
  states: number,
  marked: {
    readonly sign: (state: number) => string;
    readonly add: (marks: number, state: number) => number;
    /** Which of the marks still matter. */
    readonly matter: (marks: number, cell: number) => number;
    readonly answer: (cell: number, lives: boolean, marks: number) => number;
  },
): DiagramForm {
  const { start, after } = reader(living.table);
  return foldDiagram<Seen>({
    states,
    kinds: kindsBy(states, living, marked.sign),
    start: { rest: start, cell: -1, marks: 0 },
    step: (seen, at, state) => {
      const rest = after(seen.rest, isLive(state));
      const cell = at === MIDDLE ? state : seen.cell;
      const marks = at === MIDDLE ? seen.marks : marked.add(seen.marks, state);
      return { rest, cell, marks: cell < 0 ? marks : marked.matter(marks, cell) };
    },
    key: seenKey,
    answer: ({ rest, cell, marks }) => marked.answer(cell, rest === 1, marks),
  });
}

/** A live cell dies beside it, and nothing is born in its place. */
const BORDER = 6;

/** 1 lives and leaves 2 behind; 3 and 5 live on marks, which are 4 without life; 6 is a border. */
export function historyDiagram(living: LivingTable): DiagramForm {
  return oddLives(living, 7, {
    sign: (state) => `${state & 1}${state === BORDER}`,
    add: (marks, state) => (state === BORDER ? 1 : marks),
    matter: (marks, cell) => (isLive(cell) ? marks : 0),
    answer: (cell, lives, border) => {
      if (isLive(cell)) return lives && !border ? cell : cell === 1 ? 2 : 4;
      if (!lives || cell === BORDER) return cell;
      return cell === 4 ? 3 : 1;
    },
  });
}

const bit = (state: number): number => 1 << state;
const bits = (...states: readonly number[]): number => states.reduce((all, state) => all | bit(state), 0);
const TRAILS = bits(9, 11);
const PLAIN = bits(13, 15, 17, 19, 21, 23, 25);
const COLOURED = TRAILS | PLAIN | bits(3, 7);
const lowest = (set: number): number => 31 - Math.clz32(set & -set);
const isOne = (set: number): boolean => set !== 0 && (set & (set - 1)) === 0;

/** The states that a cell may be born in, of those that live around it. */
function bornAmong(live: number): number {
  const [trails, plain] = [live & TRAILS, live & PLAIN];
  if (!(live & bits(1, 3, 7)) && isOne(trails | plain)) return lowest(trails | plain);
  if (live & bit(3) && isOne(plain) && !(live & bits(1, 7, 9, 11))) return lowest(plain);
  if (live & bit(7) && isOne(trails) && !(live & bits(1, 3)) && !plain) return lowest(trails);
  if (live & (bit(7) | PLAIN) && !(live & bits(1, 3, 9, 11))) return 13;
  return 1;
}

/** The same for whatever else comes: sets after which a cell is always born in state 1 are {1}, and of many plain ones two are kept. */
function toldApart(live: number): number {
  let kept = live;
  if (!isOne(kept & PLAIN) && kept & PLAIN) kept = (kept & ~PLAIN) | bits(13, 15);
  const [trails, plain] = [kept & TRAILS, kept & PLAIN];
  if (kept & bit(1) || (trails && (plain || !isOne(trails)))) return bit(1);
  if (kept & bit(3) && (kept & bits(7, 9, 11) || (plain && !isOne(plain)))) return bit(1);
  return kept & bit(7) && plain ? bits(7, 13) : kept;
}

/** Of the even states, those that somebody asks for. */
const SIGNALS = bits(BORDER, 14, 18, 20, 22);
const LIVE = COLOURED | bit(1);
const ASKED_BY: Readonly<Record<number, number>> = {
  16: bit(14),
  18: bit(22),
  20: bit(18),
  22: bit(20),
  24: bits(14, 18),
};

/** 0 to 6 as in History; others leave trails and marks behind, inherit the colour on which all live neighbours agree, or move as signals. */
export function superDiagram(living: LivingTable): DiagramForm {
  const markOf = (state: number): number =>
    state === 5 ? bit(1) : isLive(state) ? bit(state) : bit(state) & SIGNALS;
  return oddLives(living, 26, {
    sign: (state) => `${state & 1} ${markOf(state)}`,
    add: (marks, state) => {
      const all = marks | markOf(state);
      return toldApart(all & LIVE) | (all & SIGNALS);
    },
    matter: (marks, cell) => {
      if (isLive(cell)) return marks & bit(BORDER);
      const around = cell === 8 || cell >= 13 ? bit(BORDER) : 0;
      if (cell === 4 || cell === BORDER || cell === 8) return marks & around;
      return marks & (LIVE | around | (ASKED_BY[cell] ?? 0));
    },
    answer: superNext,
  });
}

function superNext(cell: number, lives: boolean, near: number): number {
  if (near & bit(BORDER)) {
    if (cell === 7 || cell === 8 || cell >= 13) return 0;
    if (cell === 1 || cell === 9 || cell === 11) return cell + 1;
    if (cell === 3 || cell === 5) return 4;
  }
  if (lives) {
    if (isLive(cell) || cell === BORDER) return cell;
    return cell === 4 || cell === 8 ? cell - 1 : bornAmong(near & LIVE);
  }
  if (isLive(cell)) return cell === 5 ? 4 : cell <= 11 ? cell + 1 : 0;
  const touched = (near & (LIVE | bit(14))) !== 0;
  const has = (state: number): boolean => (near & bit(state)) !== 0;
  switch (cell) {
    case 14:
      return 0;
    case 16:
      return touched ? 14 : 16;
    case 18:
      return has(22) ? 22 : 18;
    case 20:
      return has(18) ? 18 : 20;
    case 22:
      return has(20) ? 20 : 22;
    case 24:
      return touched || has(18) ? 18 : 24;
    default:
      return cell;
  }
}

/** States that change into each other each generation. */
const TOGGLES: Readonly<Record<number, number>> = {
  6: 7,
  7: 6,
  10: 11,
  11: 10,
  12: 13,
  13: 12,
  19: 20,
  20: 19,
};
const KILLS = bits(2, 3, 6, 7, 14, 16);
const HATCHES = bits(8, 9, 12, 13, 14);
const COUNTS_FOR_BIRTH = bits(1, 2, 4, 6, 8, 10, 12, 15, 16, 17, 19);
const COUNTS_FOR_SURVIVAL = COUNTS_FOR_BIRTH ^ bits(17, 18, 19, 20);
const HOLDS = bits(15, 16);

/** Only 0 and 1 follow the rule; the other states force births and deaths beside them, count as alive or dead, or toggle. */
export function investigatorDiagram(living: LivingTable): DiagramForm {
  const { start, after } = reader(living.table);
  const near = neighboursIn(living.neighbourhood);
  const has = (set: number, state: number): boolean => (set & bit(state)) !== 0;
  const marksOf = (state: number): number =>
    (has(KILLS, state) ? 1 : 0) |
    (has(HATCHES, state) ? 2 : 0) |
    (has(HOLDS, state) ? 4 : 0) |
    (state === 1 ? 8 : 0);
  const answer = (cell: number, rest: number, marks: number): number => {
    if (cell > 1) return TOGGLES[cell] ?? cell;
    if (marks & (cell === 1 ? 1 : 2)) return 1 - cell;
    if (cell === 0 && marks & 4 && !(marks & 8)) return 0;
    return rest;
  };
  return foldDiagram<Seen & { readonly survival: number }>({
    states: 21,
    kinds: kindsBy(
      21,
      living,
      (state) => `${marksOf(state)} ${has(COUNTS_FOR_BIRTH, state)} ${has(COUNTS_FOR_SURVIVAL, state)}`,
    ),
    start: { rest: start, survival: start, cell: -1, marks: 0 },
    step: (seen, at, state) => {
      if (at === MIDDLE) {
        if (state > 1) return { rest: 0, survival: 0, cell: state, marks: 0 };
        const rest = state === 1 ? after(seen.survival, true) : after(seen.rest, false);
        return { rest, survival: 0, cell: state, marks: seen.marks & (state === 1 ? 1 : 14) };
      }
      const marks = near[at] ? seen.marks | marksOf(state) : seen.marks;
      const counts = seen.cell === 1 ? COUNTS_FOR_SURVIVAL : COUNTS_FOR_BIRTH;
      if (seen.cell > 1) return seen;
      return {
        rest: after(seen.rest, has(counts, state)),
        survival: seen.cell < 0 ? after(seen.survival, has(COUNTS_FOR_SURVIVAL, state)) : 0,
        cell: seen.cell,
        marks: seen.cell < 0 ? marks : marks & (seen.cell === 1 ? 1 : 14),
      };
    },
    key: (seen) => `${seenKey(seen)} ${seen.survival}`,
    answer: ({ cell, rest, marks }) => answer(cell, rest, marks),
  });
}

/**
 * The machines of John von Neumann, Renato Nobili and Tim Hutton: cells of 29 or 32 states that look at their four neighbours.
 *
 * State 0 is the ground and 1 to 8 are sensitised: a cell under construction, by the bits that have arrived so far. 9 to 12 are arrows to the east, north,
 * west and south, and 13 to 16 the same excited; 17 to 24 are special arrows, which destroy what ordinary ones built, and the other way round. 25 to 28 are
 * confluent (quiet, excited next, excited now, both), 29 to 31 crossings of excited wires (east-west, north-south, both), which JvN29 does not have.
 * (von Neumann and Burks 1966; Nobili and Pesavento 1996; Hutton's variant is Golly's.)
 */

import { CELLS, foldDiagram, MIDDLE } from "./diagram.ts";
import { IntLists } from "./int-lists.ts";
import type { DiagramForm } from "./rule.ts";

/** East, north, west, south: an arrow's direction. The opposite one is `direction ^ 2`. */
type Direction = 0 | 1 | 2 | 3;
const DIRECTIONS: readonly Direction[] = [0, 1, 2, 3];
const isVertical = (direction: number): boolean => (direction & 1) === 1;

interface Arrow {
  readonly ordinary: boolean;
  readonly direction: number;
  readonly on: boolean;
}

const FIRST_ARROW = 9;
const LAST_ARROW = 24;
const CONFLUENT = 25;
const ARROWS: readonly (Arrow | null)[] = Array.from({ length: 32 }, (_, state) => {
  const k = state - FIRST_ARROW;
  if (state < FIRST_ARROW || state > LAST_ARROW) return null;
  return { ordinary: k < 8, direction: k & 3, on: (k & 4) > 0 };
});
const arrowOf = (state: number): Arrow | null => ARROWS[state] ?? null;

/** The neighbours by the direction that an arrow there has if it points here: [west, south, east, north]. */
type Around = readonly [number, number, number, number];
type Next = (cell: number, around: Around) => number;

/** A confluent cell or crossing that gives off an excitation in that direction. */
function givesOff(state: number, direction: number): boolean {
  return state === 27 || state === 28 || state === 31 || state === (isVertical(direction) ? 30 : 29);
}

/** What a sensitised cell becomes when its last bit has come. */
const BUILT = [11, 12, 17, 18, 19, 20, 25, 9, 10] as const;

/** What a neighbour does to a cell, as bits; what several do are the bits of all. */
const FED = 1;
const FED_SPECIAL = 2;
const IDLE = 4;
const HIT = 8;
const HIT_SPECIAL = 16;
const LIT = 32;
/** By axis: what leads in, what leads out, and what is excited on its way in. */
const LEADS_IN = [64, 128] as const;
const LEADS_OUT = [256, 512] as const;
const EXCITED = [1024, 2048] as const;
/** How many states there may be, so that a state and such bits are one number. */
const STATE_BITS = 5;

/** What a neighbour in that state, from which `direction` leads to the cell, does to it. */
function deedsOf(direction: Direction, state: number, cell: number): number {
  const axis = direction & 1;
  const arrow = arrowOf(state);
  const headOn = arrowOf(cell)?.direction === (direction ^ 2);
  if (arrow && arrow.direction !== direction) return LEADS_OUT[axis] as number;
  if (arrow?.ordinary) {
    const leads = LEADS_IN[axis] as number;
    return arrow.on ? leads | FED | (EXCITED[axis] as number) | (headOn ? 0 : HIT) : leads | IDLE;
  }
  if (arrow) return arrow.on ? FED_SPECIAL | (headOn ? 0 : HIT_SPECIAL) : 0;
  return state >= CONFLUENT && !headOn && givesOff(state, direction) ? LIT : 0;
}

/** Which of these matter to a cell. */
function mattersTo(cell: number): number {
  const mine = arrowOf(cell);
  if (cell <= 8) return FED | FED_SPECIAL;
  if (mine) return mine.ordinary ? FED_SPECIAL | HIT | LIT : FED | HIT_SPECIAL | LIT;
  return -1;
}

/** The next state of a cell to which its neighbours do that. */
function neumann(cell: number, deeds: number, crossings: boolean): number {
  const mine = arrowOf(cell);
  const all = (bits: number): boolean => (deeds & bits) === bits;
  const any = (bits: number): boolean => (deeds & bits) !== 0;
  if (cell <= 8) {
    const code = 2 * cell + (any(FED | FED_SPECIAL) ? 1 : 0);
    return code <= 8 ? code : (BUILT[code - 9] as number);
  }
  if (mine) {
    if (any(mine.ordinary ? FED_SPECIAL : FED)) return 0;
    const quiet = mine.on ? cell - 4 : cell;
    return any((mine.ordinary ? HIT : HIT_SPECIAL) | LIT) ? quiet + 4 : quiet;
  }
  if (any(FED_SPECIAL)) return 0;
  const [acrossOut, downOut] = LEADS_OUT;
  if (crossings && all(LEADS_IN[0] | LEADS_IN[1] | acrossOut | downOut)) {
    const [across, down] = EXCITED.map(any);
    return across ? (down ? 31 : 29) : down ? 30 : CONFLUENT;
  }
  const soon = cell === 26 || cell === 28;
  if (any(FED) && !any(IDLE)) return soon ? 28 : 26;
  if (!crossings || any(acrossOut | downOut)) return soon ? 27 : CONFLUENT;
  return cell >= 29 ? CONFLUENT : cell;
}

/** The diagram of von Neumann's machine or Nobili's. What is known before the cell itself are two states, and then its state and what is done to it. */
function neumannDiagram(states: number, crossings: boolean): DiagramForm {
  const each = Uint8Array.from({ length: states }, (_, state) => state);
  const kinds = Array.from({ length: CELLS }, (_, cell) => {
    const direction = TOWARDS.get(cell);
    if (direction === undefined) return cell === MIDDLE ? each : new Uint8Array(states);
    const known = new IntLists();
    return each.map((state) => known.idOf(Array.from(each, (own) => deedsOf(direction, state, own))));
  });
  const done = (known: number, cell: number, state: number): number => {
    const own = known & (2 ** STATE_BITS - 1);
    return known | ((deedsOf(TOWARDS.get(cell) as Direction, state, own) & mattersTo(own)) << STATE_BITS);
  };
  const [NORTH, WEST] = [1, 3];
  return foldDiagram<number>({
    states,
    kinds: (cell) => kinds[cell] as Uint8Array,
    start: 0,
    step: (known, cell, state) => {
      if (cell === NORTH || cell === WEST) return (known << STATE_BITS) | state;
      if (cell === MIDDLE)
        return done(done(state, NORTH, known >> STATE_BITS), WEST, known & (2 ** STATE_BITS - 1));
      return TOWARDS.has(cell) ? done(known, cell, state) : known;
    },
    key: (known) => known,
    answer: (known) => neumann(known & (2 ** STATE_BITS - 1), known >> STATE_BITS, crossings),
  });
}

const isArrow = (state: number, ordinary: boolean, direction: number, on = true): boolean =>
  state === FIRST_ARROW + direction + (on ? 4 : 0) + (ordinary ? 0 : 8);

const quietOf = (state: number): number =>
  arrowOf(state)?.on ? state - 4 : state > CONFLUENT ? CONFLUENT : state;

/** Construction marks the last cell of the arm, and crossings are there by nature. */
const hutton: Next = (cell, around) => {
  const mine = arrowOf(cell);
  const meets = (ordinary: boolean, direction: number): boolean =>
    mine?.ordinary === ordinary && mine.direction === (direction ^ 2);
  const hitBy = (ordinary: boolean): boolean =>
    DIRECTIONS.some(
      (direction) => isArrow(around[direction], ordinary, direction) && !meets(ordinary, direction),
    );
  const litBy = (ordinary: boolean): boolean =>
    DIRECTIONS.some((direction) => givesOff(around[direction], direction) && !meets(ordinary, direction));
  const [hit, hitSpecial] = [hitBy(true), hitBy(false)];
  if (mine) return huttonArrow(cell, mine, around, { hit, hitSpecial, lit: litBy(mine.ordinary) });
  if (cell <= 8) return huttonBuilding(cell, around, hit, hitSpecial);
  if (hitSpecial) return 0;
  const excited = DIRECTIONS.filter((direction) => isArrow(around[direction], true, direction));
  const [vertical, horizontal] = [excited.some(isVertical), excited.some((each) => !isVertical(each))];
  const crossing = horizontal ? (vertical ? 31 : 29) : vertical ? 30 : CONFLUENT;
  if (cell >= 29) return crossing;
  const arrows = DIRECTIONS.filter((direction) => arrowOf(around[direction]));
  const inward = arrows.filter((direction) => arrowOf(around[direction])?.direction === direction).length;
  if (cell === CONFLUENT && inward === 2 && arrows.length === 4) return crossing;
  const all =
    excited.length > 0 && !DIRECTIONS.some((direction) => isArrow(around[direction], true, direction, false));
  if (cell === CONFLUENT || cell === 27) return all ? 26 : CONFLUENT;
  return all ? 28 : 27;
};

function huttonArrow(
  cell: number,
  { ordinary, direction, on }: Arrow,
  around: Around,
  { hit, hitSpecial, lit }: { readonly hit: boolean; readonly hitSpecial: boolean; readonly lit: boolean },
): number {
  const front = around[direction ^ 2] as number;
  const facing = arrowOf(front);
  const soft = (front === 0 && on) || (front >= 1 && front <= 3) || (front === 4 && !ordinary);
  const quiet = quietOf(cell);
  if (ordinary) {
    if (hitSpecial) return 0;
    if (hit || lit) {
      const builds = front === 8 || (front === 4 && on) || (front === 5 && !on);
      if (builds || (facing && !facing.ordinary && !facing.on)) return 0;
      return front === 7 && on ? 1 : quiet + 4;
    }
    if (front === 7 && on) return 0;
    return on && soft ? quiet + 12 : quiet;
  }
  const fed = DIRECTIONS.some(
    (each) => isArrow(around[each], true, each) || isArrow(around[each], true, each, false),
  );
  if (on && front >= 1 && front <= 8 && fed) {
    if (soft) return hit ? cell - 8 : cell;
    return hit ? 0 : quiet - 8;
  }
  if (on && front === 0) return hitSpecial ? cell : quiet;
  if (hit) return 0;
  return hitSpecial || lit ? quiet + 4 : quiet;
}

function huttonBuilding(cell: number, around: Around, hit: boolean, hitSpecial: boolean): number {
  /** The excited arrow that points here; the western one first, then south, east, north. */
  const source = DIRECTIONS.map((direction) => [around[direction], direction] as const).find(
    ([state, direction]) => isArrow(state, true, direction) || isArrow(state, false, direction),
  )?.[0];
  const quiet = quietOf(source ?? 0);
  // Remainders are those of C, which may be negative.
  const turned = (by: number): number => (quiet - 9 + by) % 4;
  switch (cell) {
    case 0:
      return hit ? 1 : hitSpecial ? quiet - 8 : 0;
    case 1:
    case 2:
    case 3:
      return 2 * cell + (hit ? 1 : 0);
    case 4:
      return hit ? 9 + turned(2) : 8;
    case 5:
      return hit ? quiet + 8 : 9 + turned(3);
    case 6:
      return 17 + (hit ? turned(2) : turned(1));
    case 7:
      return hit ? CONFLUENT : 17 + turned(3);
    default:
      return 9 + (((source ?? 0) - 9 + (hit ? 1 : 0)) % 4);
  }
}

/** The direction in which each cell of the square leads to the middle. */
const TOWARDS = new Map<number, Direction>([
  [1, 3],
  [3, 0],
  [5, 2],
  [7, 1],
]);

/** The state that a neighbour may as well be in where the cell points at it. */
function standIn(state: number, direction: Direction): number {
  const arrow = arrowOf(state);
  if (arrow) return arrow.direction === direction ? state : state - arrow.direction + (direction ^ 2);
  if (state >= CONFLUENT) return givesOff(state, direction) ? 27 : CONFLUENT;
  return state;
}

/** What is known of a square is a number: five bits for the kind of each neighbour, in the order of reading, and then the cell's state. */
const READ = [1, 3, 5, 7] as const;
const KIND_BITS = 5;
const OWN = KIND_BITS * READ.length;
const MOST_KNOWN = 2 ** (OWN + 5);

/** What a cell is: under construction, an arrow, or confluent. */
const classOf = (state: number): 0 | 1 | 2 => (state < FIRST_ARROW ? 0 : state < CONFLUENT ? 1 : 2);

/**
 * The state that a neighbour may as well be in for a cell of that class which does not point at it: of what does not point here only the
 * kind counts, to a sensitised cell only excitation that comes in, and to an arrow no more than that, and what feeds it.
 */
function standInFor(state: number, direction: Direction, middle: 0 | 1 | 2): number {
  const arrow = arrowOf(state);
  const comes = arrow?.direction === direction;
  const reads =
    arrow && !comes ? FIRST_ARROW + (direction ^ 2) : state < FIRST_ARROW ? 0 : standIn(state, direction);
  if (middle === 0) return comes && arrow?.on ? reads : 0;
  if (middle === 1 && arrow) return comes && (arrow.on || arrow.ordinary) ? reads : 0;
  return reads;
}

/** How a rule sees the neighbour in a place, by its kind there: which state stands for it, and its kind where the cell does not point at it, by the cell's class. */
interface Seen {
  readonly direction: Direction;
  readonly shift: number;
  readonly kinds: Uint8Array;
  readonly states: readonly number[];
  readonly coarse: readonly (readonly number[])[];
}

function seenAt(cell: number, place: number, states: number): Seen {
  const direction = TOWARDS.get(cell) as Direction;
  const all = Array.from({ length: states }, (_, state) => standIn(state, direction));
  const kept = [...new Set(all)];
  return {
    direction,
    shift: KIND_BITS * place,
    kinds: Uint8Array.from(all, (state) => kept.indexOf(state)),
    states: kept,
    coarse: ([0, 1, 2] as const).map((middle) =>
      kept.map((state) => kept.indexOf(standInFor(state, direction, middle))),
    ),
  };
}

/** The diagram of a rule whose arrows look at what they point at. */
function constructorDiagram(states: number, next: Next): DiagramForm {
  const seen = READ.map((cell, place) => seenAt(cell, place, states));
  const around: (Seen | undefined)[] = [];
  READ.forEach((cell, place) => {
    around[cell] = seen[place];
  });
  const each = Uint8Array.from({ length: states }, (_, state) => state);
  /** Which neighbour a cell points at, by its own state; none: -1. */
  const aheadOf = Int8Array.from(each, (state) => (ARROWS[state] ? ARROWS[state].direction ^ 2 : -1));
  /** The kind of a neighbour, where nothing else counts than what `middle` makes of it. */
  const asSeen = ({ direction, coarse }: Seen, kind: number, middle: number): number =>
    aheadOf[middle] === direction ? kind : (coarse[classOf(middle)]?.[kind] as number);
  const kindOf = (known: number, { shift }: Seen): number => (known >> shift) & (2 ** KIND_BITS - 1);
  /** Next states, plus 1. Most of these 32 MB are never touched, and so never there. */
  const answers = new Uint8Array(MOST_KNOWN);
  return foldDiagram<number>({
    states,
    kinds: (cell) => (cell === MIDDLE ? each : (around[cell]?.kinds ?? new Uint8Array(states))),
    start: 0,
    step: (known, cell, state) => {
      if (cell === MIDDLE)
        return seen.reduce(
          (now, place) => now | (asSeen(place, kindOf(known, place), state) << place.shift),
          state << OWN,
        );
      const place = around[cell];
      if (!place) return known;
      const kind = place.kinds[state] as number;
      return known | ((cell < MIDDLE ? kind : asSeen(place, kind, known >> OWN)) << place.shift);
    },
    key: (known) => known,
    answer: (known) => {
      if (answers[known] === 0) {
        const [north, west, east, south] = seen.map((place) => place.states[kindOf(known, place)]);
        answers[known] = 1 + next(known >> OWN, [west, south, east, north] as unknown as Around);
      }
      return (answers[known] as number) - 1;
    },
  });
}

export const jvn29 = (): DiagramForm => neumannDiagram(29, false);
export const nobili32 = (): DiagramForm => neumannDiagram(32, true);
export const hutton32 = (): DiagramForm => constructorDiagram(32, hutton);

/**
 * Transitions of a table as chains of sets of states, a set a cell in the order in which cells are asked. Ends of chains that say the
 * same are one: each level has the ends that begin with its cell.
 */

import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import { CELLS, MIDDLE } from "../diagram.ts";
import { IntLists } from "../int-lists.ts";
import type { StateSets } from "./state-sets.ts";
import type { RuleTable } from "./table.ts";

/**
 * The order in which cells are asked here: the cell itself leaves the fewest transitions, those of its own state, where its neighbours
 * would first be told apart for all states at once. `diagramOf` puts the smallest diagram into the order of reading.
 */
const ASKED = [MIDDLE, ...Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => cell !== MIDDLE)];
/**
 * Numbers in ends of chains whose cells have no order, 4 bytes each. Those of a transition have up to 2,048. (A million transitions
 * whose cells have an order take 18 million at most.)
 */
const MOST_CHAINED = 2 ** 23;

/** Ends of chains from a cell on. */
export interface ChainLevel {
  readonly cell: number;
  /** States that are in the same sets here are of one kind. */
  readonly kinds: Uint8Array;
  /** Of each end: pairs of a set, by number, and the end after it, or after the last cell the next state. Several where any order holds. */
  readonly ways: IntLists;
  /** Of each end: 1 where it fits all cells. */
  readonly fitsAll: Uint8Array;
}

export interface Chains {
  readonly sets: StateSets;
  readonly levels: readonly ChainLevel[];
  /** The ends at the first level, the first transition's first. */
  readonly starts: Int32Array;
}

/** `images`: the orders in which a transition holds. */
export function chainsInOrder(table: RuleTable, images: readonly (readonly number[])[]): Chains {
  const { states, cells, sets, transitions } = table;
  const { count, outputs } = transitions;
  const all = setOfAll(table);
  const last = count * images.length;
  // From the last cell to the first, all chains at once: what is looked up for one cell is small enough for the caches.
  const ends = new Int32Array(last + states);
  for (let i = 0; i < last; i++) ends[i] = outputs[Math.floor(i / images.length)] as number;
  // Where no transition fits, the cell keeps its state.
  for (let state = 0; state < states; state++) ends[last + state] = state;
  const levels: ChainLevel[] = [];
  const pair = new Int32Array(2);
  for (const cell of ASKED.toReversed()) {
    const made = new LevelMaker(cell, all, levels[0], 2);
    const place = cells.indexOf(cell);
    const from = images.map((image) => image[place]);
    let at = 0;
    for (let i = 0; i < count; i++) {
      for (const source of from) {
        pair[0] = source === undefined ? all : (transitions.sets[i * cells.length + source] as number);
        pair[1] = ends[at] as number;
        ends[at++] = made.endOf(pair);
      }
    }
    for (let state = 0; state < states; state++) {
      pair[0] = cell === MIDDLE ? sets.idOf([state]) : all;
      pair[1] = ends[at] as number;
      ends[at++] = made.endOf(pair);
    }
    levels.unshift(made.whole(sets, states));
  }
  return { sets, levels, starts: firstOfEach(ends) };
}

/** Where the sets of a transition's neighbours may stand in any order. Errors: `too-large`, with the line. */
export function chainsInAnyOrder(table: RuleTable): Chains {
  const { states, cells, sets, transitions } = table;
  const all = setOfAll(table);
  const makers: LevelMaker[] = [];
  for (const cell of ASKED.toReversed()) makers.unshift(new LevelMaker(cell, all, makers[0]));
  const chainOf = ([middle, ...around]: readonly number[], output: number): number => {
    const kinds = [...new Set(around)];
    // How many of each kind are left is one number: a digit a kind.
    const counts = kinds.map((set) => around.filter((other) => other === set).length);
    const worth: number[] = [];
    const ways = counts.reduce((product, count) => {
      worth.push(product);
      return product * (count + 1);
    }, 1);
    const made = new Int32Array(ways).fill(-1);
    const make = (at: number, left: number): number => {
      if (at === CELLS) return output;
      const cell = ASKED[at] as number;
      const maker = makers[at] as LevelMaker;
      if (cell === MIDDLE || !cells.includes(cell))
        return maker.endOf([cell === MIDDLE ? (middle as number) : all, make(at + 1, left)]);
      if (made[left] >= 0) return made[left] as number;
      const pairs: number[] = [];
      for (let i = 0; i < kinds.length; i++)
        if (Math.floor(left / worth[i]) % (counts[i] + 1) > 0)
          pairs.push(kinds[i], make(at + 1, left - worth[i]));
      made[left] = maker.endOf(pairs);
      return made[left] as number;
    };
    return make(0, ways - 1);
  };
  const starts: number[] = [];
  for (let i = 0; i < transitions.count; i++) {
    const from = i * cells.length;
    starts.push(chainOf([...transitions.sets.subarray(from, from + cells.length)], transitions.outputs[i]));
    const chained = makers.reduce((sum, { length }) => sum + length, 0);
    if (chained > MOST_CHAINED)
      throw tooManyOrders(chained, transitions.lines[i], (i + 1) / transitions.count);
  }
  const keep = Array.from({ length: cells.length - 1 }, () => all);
  for (let state = 0; state < states; state++) starts.push(chainOf([sets.idOf([state]), ...keep], state));
  return { sets, levels: makers.map((maker) => maker.whole(sets, states)), starts: firstOfEach(starts) };
}

function tooManyOrders(chained: number, line: number, share: number): TessellaError {
  const figure = (numbers: number): string => `${grouped(Math.ceil(numbers / 2 ** 18))} MB`;
  return new TessellaError(
    "too-large",
    `Up to this line the table's neighbours stand in so many orders that they take ${figure(chained)}, more than the ${figure(MOST_CHAINED)} that they may take; all lines would take about ${figure(chained / share)}.`,
    {
      line,
      column: 1,
      hint: "Fewer variables in a line leave fewer orders, and a tree (@TREE) may say the same in less.",
    },
  );
}

function setOfAll({ sets, states }: RuleTable): number {
  return sets.idOf(Array.from({ length: states }, (_, state) => state));
}

/** Each end once, where it comes first. */
function firstOfEach(ends: ArrayLike<number>): Int32Array {
  return Int32Array.from(new Set(Array.from(ends)));
}

class LevelMaker {
  readonly #cell: number;
  readonly #all: number;
  readonly #below: { readonly fitsAll: Uint8Array } | undefined;
  readonly #ways: IntLists;
  /** Whether a set, by number, is asked for. */
  readonly #asked: boolean[] = [];
  fitsAll = new Uint8Array(64);

  /** `all`: the set of all states. `width`: the numbers of each end, where all have as many. */
  constructor(cell: number, all: number, below: { readonly fitsAll: Uint8Array } | undefined, width = 0) {
    this.#cell = cell;
    this.#all = all;
    this.#below = below;
    this.#ways = new IntLists(width);
  }

  /** Of all ends, in numbers. */
  get length(): number {
    return this.#ways.endOf(this.#ways.size - 1);
  }

  /** `ways`: pairs of a set and the end after it. */
  endOf(ways: ArrayLike<number>): number {
    const known = this.#ways.size;
    const end = this.#ways.idOf(ways);
    if (end < known) return end;
    if (end === this.fitsAll.length) {
      const more = new Uint8Array(2 * end);
      more.set(this.fitsAll);
      this.fitsAll = more;
    }
    for (let way = 0; way < ways.length; way += 2) {
      const set = ways[way] as number;
      this.#asked[set] = true;
      if (set === this.#all && this.#below?.fitsAll[ways[way + 1] as number] !== 0) this.fitsAll[end] = 1;
    }
    return end;
  }

  whole(sets: StateSets, states: number): ChainLevel {
    this.#ways.close();
    const asked = [...this.#asked.keys()].filter((set) => this.#asked[set]);
    return { cell: this.#cell, kinds: kindsOf(sets, asked, states), ways: this.#ways, fitsAll: this.fitsAll };
  }
}

/** States that are in the same of those sets are of one kind. */
function kindsOf(sets: StateSets, asked: readonly number[], states: number): Uint8Array {
  let kinds = new Uint8Array(states);
  let count = 1;
  for (const set of asked) {
    if (count === states) break;
    const split = new IntLists(2);
    kinds = kinds.map((kind, state) => split.idOf([kind, sets.has(set, state) ? 1 : 0]));
    count = split.size;
  }
  return kinds;
}

/**
 * From a table's transitions to the rule's diagram, without a look at n^9 squares: what is known after some cells is which transitions
 * still fit. Each transition is a chain of sets of states, one a cell in the order of reading; equal ends of chains are one, whatever
 * line they come from, and what follows after an end that fits everything is dropped. Of a transition that holds in all orders of
 * its neighbours it is only known which of its sets are left, and not which of up to 40,320 orders it was.
 */

import { TessellaError } from "../../core/errors.ts";
import { CELLS, foldDiagram, MIDDLE } from "../diagram.ts";
import { IntLists } from "../int-lists.ts";
import type { DiagramForm } from "../rule.ts";
import type { RuleTable, StateSet } from "./table.ts";

/** Numbers in all lists of ends that still fit: 4 bytes each. */
const MOST_LISTED = 2 ** 26;

/** Errors: `too-large`, with the figure. */
export function tableDiagram(table: RuleTable): DiagramForm {
  const { states, cells, images, transitions } = table;
  const chains = new Chains(states);
  const starts = new Set<number>();
  for (const { sets, output } of transitions) {
    if (!images) starts.add(chains.inAnyOrder(cells, sets, output));
    for (const image of images ?? []) {
      const square = new Array<StateSet | null>(CELLS).fill(null);
      cells.forEach((cell, i) => {
        square[cell] = sets[image[i] as number] as StateSet;
      });
      starts.add(chains.inOrder(square, output));
    }
  }
  // Where no transition fits, the cell keeps its state.
  for (let state = 0; state < states; state++)
    starts.add(chains.inOrder(new Array<StateSet | null>(CELLS).fill(null).with(MIDDLE, [state]), state));
  // After each cell, the lists of ends that may be left.
  const lists = Array.from({ length: CELLS + 1 }, () => new IntLists());
  const found = new Int32Array(chains.size);
  const seen = new Int32Array(chains.size);
  let round = 0;
  let listed = 0;
  const start = (lists[0] as IntLists).idOf([...starts]);
  return foldDiagram<number>({
    states,
    kinds: (cell) => chains.kindsAt(cell),
    start,
    step: (known, cell, state) => {
      round++;
      let count = 0;
      search: for (const end of (lists[cell] as IntLists).get(known)) {
        const ways = chains.ways(end);
        for (let way = 0; way < ways.length; way += 2) {
          const after = ways[way + 1] as number;
          if (seen[after] === round || !chains.has(ways[way] as number, state)) continue;
          seen[after] = round;
          found[count++] = after;
          if (chains.fitsAll(after)) break search;
        }
      }
      const kept = lists[cell + 1] as IntLists;
      const before = kept.size;
      const id = kept.idOf(found, count);
      if (kept.size > before) listed += count;
      if (listed > MOST_LISTED)
        throw new TessellaError(
          "too-large",
          `The table's lines fit together in too many ways: to tell them apart takes over ${MOST_LISTED / 2 ** 18} MB.`,
          { hint: "A tree (@TREE) may say the same in less." },
        );
      return id;
    },
    key: (known) => known,
    answer: (known) => chains.outputOf((lists[CELLS] as IntLists).get(known)[0] as number),
  });
}

/** What a last end has in place of a set. */
const OUTPUT = -1;

/** Ends of chains by number, and the sets in them. */
class Chains {
  readonly #states: number;
  readonly #sets = new Map<string, number>();
  /** Of each set, a byte a state. */
  #members = new Uint8Array(0);
  /** Sets by the cell at which they are asked for. */
  readonly #asked = Array.from({ length: CELLS }, () => new Set<number>());
  /** Of each end: pairs of a set and the end after it. Several where any order holds. */
  readonly #ends = new IntLists();
  readonly #fitsAll: boolean[] = [];
  readonly #all: StateSet;

  constructor(states: number) {
    this.#states = states;
    this.#all = Array.from({ length: states }, (_, state) => state);
  }

  get size(): number {
    return this.#ends.size;
  }

  ways(end: number): Int32Array {
    return this.#ends.get(end);
  }

  has(set: number, state: number): boolean {
    return this.#members[set * this.#states + state] === 1;
  }

  fitsAll(end: number): boolean {
    return this.#fitsAll[end] as boolean;
  }

  outputOf(end: number): number {
    return this.#ends.get(end)[1] as number;
  }

  /** States that are in the same sets at a cell are of one kind. */
  kindsAt(cell: number): Uint8Array {
    const kinds = new IntLists();
    const asked = [...(this.#asked[cell] as Set<number>)];
    return Uint8Array.from(this.#all, (state) => kinds.idOf(asked.filter((set) => this.has(set, state))));
  }

  /** The chain of a square's sets; null is every state. */
  inOrder(square: readonly (StateSet | null)[], output: number): number {
    return square.reduceRight((after, set, cell) => this.#end(cell, [[set, after]]), this.#last(output));
  }

  /** The chains of a transition whose neighbours' sets may stand in any order. */
  inAnyOrder(cells: readonly number[], [middle, ...around]: readonly StateSet[], output: number): number {
    const kinds = [...new Map(around.map((set) => [this.#setOf(set), set])).values()];
    const made = new Map<string, number>();
    const make = (cell: number, left: readonly number[]): number => {
      if (cell === CELLS) return this.#last(output);
      if (cell === MIDDLE || !cells.includes(cell))
        return this.#end(cell, [[cell === MIDDLE ? (middle as StateSet) : null, make(cell + 1, left)]]);
      const key = `${cell} ${left}`;
      let end = made.get(key);
      if (end === undefined) {
        const ways = kinds.flatMap((set, i): [StateSet, number][] =>
          left[i] ? [[set, make(cell + 1, left.with(i, (left[i] as number) - 1))]] : [],
        );
        end = this.#end(cell, ways);
        made.set(key, end);
      }
      return end;
    };
    return make(
      0,
      kinds.map((set) => around.filter((other) => this.#setOf(other) === this.#setOf(set)).length),
    );
  }

  #last(output: number): number {
    return this.#numbered([OUTPUT, output], true);
  }

  #end(cell: number, ways: readonly (readonly [StateSet | null, number])[]): number {
    const flat = ways.flatMap(([set, after]) => [this.#setOf(set ?? this.#all), after]);
    for (let way = 0; way < flat.length; way += 2)
      (this.#asked[cell] as Set<number>).add(flat[way] as number);
    return this.#numbered(
      flat,
      ways.some(([set, after]) => (set ?? this.#all).length === this.#states && this.fitsAll(after)),
    );
  }

  #numbered(ways: readonly number[], fitsAll: boolean): number {
    const end = this.#ends.idOf(ways);
    this.#fitsAll[end] = fitsAll;
    return end;
  }

  #setOf(set: StateSet): number {
    const key = set.length === this.#states ? "all" : set.toSorted((a, b) => a - b).join();
    let id = this.#sets.get(key);
    if (id === undefined) {
      id = this.#sets.size;
      this.#sets.set(key, id);
      const size = this.#states * (id + 1);
      if (size > this.#members.length) {
        const grown = new Uint8Array(2 * size);
        grown.set(this.#members);
        this.#members = grown;
      }
      for (const state of set) this.#members[id * this.#states + state] = 1;
    }
    return id;
  }
}

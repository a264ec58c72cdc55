/**
 * From a table's transitions to the rule's diagram, without a look at n^9 squares: what is known after some cells is which transitions
 * still fit. Each transition is a chain of sets of states, one a cell, the cell itself first; equal ends of chains are one, whatever
 * line they come from, and what follows after an end that fits everything is dropped. Of a transition that holds in all orders of
 * its neighbours it is only known which of its sets are left, and not which of up to 40,320 orders it was.
 */

import { TessellaError } from "../../core/errors.ts";
import type { Level } from "../diagram.ts";
import { arityOf, CELLS, checkBranches, diagramOf, MIDDLE } from "../diagram.ts";
import { IntLists } from "../int-lists.ts";
import type { DiagramForm } from "../rule.ts";
import type { RuleTable, StateSet } from "./table.ts";

/**
 * The order in which cells are asked here: the cell itself leaves the fewest transitions, those of its own state, where its neighbours
 * would first be told apart for all states at once. `diagramOf` puts the smallest diagram into the order of reading.
 */
const ASKED = [MIDDLE, ...Array.from({ length: CELLS }, (_, cell) => cell).filter((cell) => cell !== MIDDLE)];
/** Numbers in all lists of ends that still fit: 4 bytes each. */
const MOST_LISTED = 2 ** 26;

/** Errors: `too-large`, with the figure. */
export function tableDiagram(table: RuleTable): DiagramForm {
  const { states, cells, images, transitions } = table;
  const chains = new Chains(states);
  const starts = new Set<number>();
  const square = new Int32Array(CELLS).fill(chains.all);
  for (const { sets, output } of transitions) {
    if (!images) starts.add(chains.inAnyOrder(cells, sets, output));
    else {
      const numbers = sets.map((set) => chains.setOf(set));
      for (const image of images) {
        for (let i = 0; i < cells.length; i++)
          square[cells[i] as number] = numbers[image[i] as number] as number;
        starts.add(chains.inOrder(square, output));
      }
    }
  }
  // Where no transition fits, the cell keeps its state.
  square.fill(chains.all);
  for (let state = 0; state < states; state++) {
    square[MIDDLE] = chains.setOf([state]);
    starts.add(chains.inOrder(square, state));
  }
  return diagramOf(levelsOf(chains, [...starts]));
}

/** The questions of a diagram: what is known at a cell is a list of ends of chains that still fit, in their order. */
function levelsOf(chains: Chains, starts: readonly number[]): readonly Level[] {
  const sorter = new Sorter(chains);
  let [listed, total] = [0, 0];
  let lists = new IntLists();
  lists.idOf(starts);
  return ASKED.map((cell, i) => {
    const kinds = chains.kindsAt(cell);
    const arity = arityOf(kinds);
    total += lists.size * arity;
    checkBranches(total);
    const branches = new Int32Array(lists.size * arity);
    const kept = new IntLists();
    const isLast = i === CELLS - 1;
    sorter.begin(kinds, isLast);
    let at = 0;
    for (let known = 0; known < lists.size; known++) {
      sorter.sort(lists.held, lists.startOf(known), lists.endOf(known));
      for (let kind = 0; kind < arity; kind++) {
        const found = sorter.found(kind);
        if (isLast) branches[at++] = chains.outputOf(found[0] as number);
        else {
          const count = sorter.count(kind);
          const before = kept.size;
          branches[at++] = kept.idOf(found, count);
          if (kept.size > before) listed += count;
          if (listed > MOST_LISTED) throw tooManyWays();
        }
      }
      // Each list has one more node below at the least.
      if (!isLast) checkBranches(total + kept.size);
    }
    lists = kept;
    return { cell, kinds, branches };
  });
}

/** Sorts the ends of chains that fit so far by the state of the next cell: which ends come after those that still fit with it. */
class Sorter {
  readonly #chains: Chains;
  /** By kind of states: the ends after, and so many of them. */
  #found: Int32Array[] = [];
  #counts = new Int32Array(0);
  /** Where the last end fits everything, nothing after it matters. */
  #isFull = new Uint8Array(0);
  /** Of each set, by number: the kinds that it holds, where it has been asked for. */
  #kindsOf: (Int32Array | undefined)[] = [];
  #kinds: Uint8Array = new Uint8Array(0);
  #isLast = false;
  /** Of each end the last round in which it was found. */
  readonly #seen: Int32Array;
  #round = 0;

  constructor(chains: Chains) {
    this.#chains = chains;
    this.#seen = new Int32Array(chains.size);
  }

  /** Of a cell. `isLast`: whether the first end decides, whichever it is. */
  begin(kinds: Uint8Array, isLast: boolean): void {
    this.#kinds = kinds;
    this.#isLast = isLast;
    this.#kindsOf = [];
    const arity = arityOf(kinds);
    while (this.#found.length < arity) this.#found.push(new Int32Array(16));
    this.#counts = new Int32Array(arity);
    this.#isFull = new Uint8Array(arity);
  }

  /** The ends after, of which the first `count` count. */
  found(kind: number): Int32Array {
    return this.#found[kind] as Int32Array;
  }

  count(kind: number): number {
    return this.#counts[kind] as number;
  }

  sort(ends: Int32Array, from: number, to: number): void {
    const { ways } = this.#chains;
    const held = ways.held;
    const counts = this.#counts.fill(0);
    const isFull = this.#isFull.fill(0);
    let open = counts.length;
    for (let i = from; i < to && open > 0; i++) {
      const end = ends[i] as number;
      const stop = ways.endOf(end);
      for (let way = ways.startOf(end); way < stop; way += 2) {
        const after = held[way + 1] as number;
        const fills = this.#isLast || this.#chains.fitsAll(after);
        for (const kind of this.#kindsIn(held[way] as number)) {
          if (isFull[kind] === 1) continue;
          this.#add(kind, after);
          if (!fills) continue;
          isFull[kind] = 1;
          open--;
        }
      }
    }
    for (let kind = 0; kind < counts.length; kind++) this.#keepFirsts(kind);
  }

  #kindsIn(set: number): Int32Array {
    let kinds = this.#kindsOf[set];
    if (!kinds) {
      const all = this.#kinds;
      const arity = arityOf(all);
      kinds = Int32Array.from(
        Array.from({ length: arity }, (_, kind) => kind).filter((kind) =>
          this.#chains.has(set, all.indexOf(kind)),
        ),
      );
      this.#kindsOf[set] = kinds;
    }
    return kinds;
  }

  #add(kind: number, end: number): void {
    let found = this.#found[kind] as Int32Array;
    const count = this.#counts[kind] as number;
    if (count === found.length) {
      const grown = new Int32Array(2 * count);
      grown.set(found);
      found = grown;
      this.#found[kind] = grown;
    }
    found[count] = end;
    this.#counts[kind] = count + 1;
  }

  /** Leaves out what came before. */
  #keepFirsts(kind: number): void {
    const found = this.#found[kind] as Int32Array;
    const seen = this.#seen;
    const round = ++this.#round;
    const count = this.#counts[kind] as number;
    let kept = 0;
    for (let i = 0; i < count; i++) {
      const end = found[i] as number;
      if (seen[end] === round) continue;
      seen[end] = round;
      found[kept++] = end;
    }
    this.#counts[kind] = kept;
  }
}

function tooManyWays(): TessellaError {
  return new TessellaError(
    "too-large",
    `The table's lines fit together in too many ways: to tell them apart takes over ${MOST_LISTED / 2 ** 18} MB.`,
    { hint: "A tree (@TREE) may say the same in less." },
  );
}

/** What a last end has in place of a set. */
const OUTPUT = -1;

/** Ends of chains by number, and the sets in them. */
class Chains {
  readonly #states: number;
  readonly #sets = new Map<string, number>();
  /** Lists of states that came before: a line's are the same for all its images, and often those of another line. */
  readonly #known = new Map<StateSet, number>();
  /** Of each set, a byte a state. */
  #members = new Uint8Array(0);
  /** Of each cell: whether a set, by number, is asked for there. */
  readonly #asked = Array.from({ length: CELLS }, (): boolean[] => []);
  readonly #pair = new Int32Array(2);
  /** Of each end: pairs of a set and the end after it. Several where any order holds. */
  readonly ways = new IntLists();
  readonly #fitsAll: boolean[] = [];
  /** The number of the set of all states. */
  readonly all: number;

  constructor(states: number) {
    this.#states = states;
    this.all = this.setOf(Array.from({ length: states }, (_, state) => state));
  }

  get size(): number {
    return this.ways.size;
  }

  has(set: number, state: number): boolean {
    return this.#members[set * this.#states + state] === 1;
  }

  fitsAll(end: number): boolean {
    return this.#fitsAll[end] as boolean;
  }

  outputOf(end: number): number {
    return this.ways.get(end)[1] as number;
  }

  /** States that are in the same sets at a cell are of one kind. */
  kindsAt(cell: number): Uint8Array {
    const kinds = new IntLists();
    const asked = [...(this.#asked[cell] as boolean[]).keys()].filter((set) => this.#asked[cell]?.[set]);
    return Uint8Array.from({ length: this.#states }, (_, state) =>
      kinds.idOf(asked.filter((set) => this.has(set, state))),
    );
  }

  /** The chain of a square's sets. */
  inOrder(square: ArrayLike<number>, output: number): number {
    let after = this.#last(output);
    const pair = this.#pair;
    for (let i = CELLS - 1; i >= 0; i--) {
      const cell = ASKED[i] as number;
      pair[0] = square[cell] as number;
      pair[1] = after;
      after = this.#end(cell, pair);
    }
    return after;
  }

  /** The chains of a transition whose neighbours' sets may stand in any order. */
  inAnyOrder(cells: readonly number[], sets: readonly StateSet[], output: number): number {
    const [middle, ...around] = sets.map((set) => this.setOf(set));
    const kinds = [...new Set(around)];
    const made = new Map<string, number>();
    const make = (at: number, left: readonly number[]): number => {
      if (at === CELLS) return this.#last(output);
      const cell = ASKED[at] as number;
      if (cell === MIDDLE || !cells.includes(cell))
        return this.#end(cell, [cell === MIDDLE ? (middle as number) : this.all, make(at + 1, left)]);
      const key = `${cell} ${left}`;
      let end = made.get(key);
      if (end === undefined) {
        const ways = kinds.flatMap((set, i) =>
          left[i] ? [set, make(at + 1, left.with(i, (left[i] as number) - 1))] : [],
        );
        end = this.#end(cell, ways);
        made.set(key, end);
      }
      return end;
    };
    return make(
      0,
      kinds.map((set) => around.filter((other) => other === set).length),
    );
  }

  #last(output: number): number {
    return this.#numbered([OUTPUT, output], true);
  }

  /** `ways`: pairs of a set and the end after it. */
  #end(cell: number, ways: ArrayLike<number>): number {
    const asked = this.#asked[cell] as boolean[];
    let fitsAll = false;
    for (let way = 0; way < ways.length; way += 2) {
      asked[ways[way] as number] = true;
      if (ways[way] === this.all && this.fitsAll(ways[way + 1] as number)) fitsAll = true;
    }
    return this.#numbered(ways, fitsAll);
  }

  #numbered(ways: ArrayLike<number>, fitsAll: boolean): number {
    const end = this.ways.idOf(ways);
    this.#fitsAll[end] = fitsAll;
    return end;
  }

  /** The number of a set of states. */
  setOf(set: StateSet): number {
    const known = this.#known.get(set);
    if (known !== undefined) return known;
    const key = set.toSorted((a, b) => a - b).join();
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
    this.#known.set(set, id);
    return id;
  }
}

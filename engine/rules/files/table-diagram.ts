/**
 * From a table's transitions to the rule's diagram, without a look at n^9 squares: what is known after some cells is which transitions
 * still fit. Each transition is a chain of sets of states, one a cell, the cell itself first; equal ends of chains are one, whatever
 * line they come from, and what follows after an end that fits everything is dropped. Of a transition that holds in all orders of
 * its neighbours it is only known which of its sets are left, and not which of up to 40,320 orders it was.
 */

import { TessellaError } from "../../core/errors.ts";
import { grouped } from "../../core/integers.ts";
import type { Level } from "../diagram.ts";
import { arityOf, CELLS, checkBranches, diagramOf } from "../diagram.ts";
import { IntLists } from "../int-lists.ts";
import type { DiagramForm } from "../rule.ts";
import { MOST_STATES } from "../rule.ts";
import type { Chains } from "./chains.ts";
import { chainsInAnyOrder, chainsInOrder } from "./chains.ts";
import type { RuleTable } from "./table.ts";

/** Numbers in the lists of ends that fit so far, those of one cell and of the next: 4 bytes each. */
const MOST_LISTED = 2 ** 24;

/** Errors: `too-large`, with the figure. */
export function tableDiagram(table: RuleTable): DiagramForm {
  return diagramOf(levelsOf(table.images ? chainsInOrder(table, table.images) : chainsInAnyOrder(table)));
}

/** The questions of a diagram: what is known at a cell is a list of ends of chains that still fit, in their order. */
function levelsOf(chains: Chains): readonly Level[] {
  const sorter = new Sorter(chains);
  let total = 0;
  let lists = new IntLists();
  lists.idOf(chains.starts);
  const levels = chains.levels.map(({ cell, kinds }, i) => {
    const arity = arityOf(kinds);
    total += lists.size * arity;
    checkBranches(total, i);
    const isLast = i === CELLS - 1;
    const arityBelow = isLast ? 0 : arityOf(chains.levels[i + 1].kinds);
    const branches = new Int32Array(lists.size * arity);
    const kept = new IntLists();
    sorter.begin(i);
    let at = 0;
    for (let known = 0; known < lists.size; known++) {
      sorter.sort(lists.held, lists.startOf(known), lists.endOf(known));
      for (let kind = 0; kind < arity; kind++) {
        const found = sorter.found(kind);
        branches[at++] = isLast ? (found[0] as number) : kept.idOf(found, sorter.count(kind));
      }
      // Each list has a node below.
      checkBranches(total + kept.size * arityBelow, i, (1 + known) / lists.size);
      checkListed(lists.numbers.length + kept.numbers.length, i, (1 + known) / lists.size);
    }
    kept.close();
    lists = kept;
    return { cell, kinds, branches };
  });
  return levels;
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
  #kindsOf: (Uint8Array | undefined)[] = [];
  #level = 0;
  #isLast = false;
  /** Of each end after, the last round in which it was found. */
  #seen = new Int32Array(0);
  #round = 0;

  constructor(chains: Chains) {
    this.#chains = chains;
  }

  /** Of the cell that is asked at that level. */
  begin(level: number): void {
    const { kinds } = this.#chains.levels[level];
    this.#level = level;
    this.#isLast = level === CELLS - 1;
    this.#kindsOf = [];
    // After the last cell there are next states, and the first decides.
    this.#seen = new Int32Array(this.#isLast ? MOST_STATES : this.#chains.levels[level + 1].ways.size);
    this.#round = 0;
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
    const { ways } = this.#chains.levels[this.#level];
    const fitsAll = this.#isLast ? null : this.#chains.levels[this.#level + 1].fitsAll;
    const held = ways.held;
    const counts = this.#counts.fill(0);
    const isFull = this.#isFull.fill(0);
    let open = counts.length;
    for (let i = from; i < to && open > 0; i++) {
      const end = ends[i] as number;
      const stop = ways.endOf(end);
      for (let way = ways.startOf(end); way < stop; way += 2) {
        const after = held[way + 1] as number;
        const fills = fitsAll === null || fitsAll[after] === 1;
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

  #kindsIn(set: number): Uint8Array {
    let held = this.#kindsOf[set];
    if (!held) {
      const { kinds } = this.#chains.levels[this.#level];
      const { sets } = this.#chains;
      held = Uint8Array.from(
        Array.from({ length: arityOf(kinds) }, (_, kind) => kind).filter((kind) =>
          sets.has(set, kinds.indexOf(kind)),
        ),
      );
      this.#kindsOf[set] = held;
    }
    return held;
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

/** `listed`: after a share of what is known at a level. */
function checkListed(listed: number, level: number, share: number): void {
  if (listed <= MOST_LISTED) return;
  const figure = (numbers: number): string => `${grouped(Math.ceil(numbers / 2 ** 18))} MB`;
  throw new TessellaError(
    "too-large",
    `The table's lines fit together in too many ways: to tell them apart after ${1 + level} of a square's ${CELLS} cells would take about ${figure(listed / share)}, more than the ${figure(MOST_LISTED)} that it may take.`,
    { hint: "A tree (@TREE) may say the same in less." },
  );
}

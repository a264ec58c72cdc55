/**
 * A decision diagram as a circuit on bit planes. Of each node it is computed for which cells the questions lead there: from the first
 * node, where all are, an AND for each branch and an OR where branches meet. The last questions lead to states, whose bits are ORs
 * again. What leads to state 0 alone is left out.
 *
 * Neighbours see of a cell its class: states that the rule tells apart in no neighbour are of one class, and classes are numbered in
 * as few bits as they take. WireWorld's are one bit, a head or none.
 */

import { planesFor } from "../../core/block.ts";
import { arityOf, CELLS, MIDDLE } from "../../rules/diagram.ts";
import type { DiagramForm, Rule } from "../../rules/rule.ts";
import type { Bits, BitValue, BitWriter } from "../bit-writer.ts";
import type { RuleCircuit, SeenRow } from "./rule-kernel.ts";

/** Numbers of a diagram up to which its circuit takes less time than look-ups of rows (row-kernel.ts). */
export const MOST_IN_CIRCUIT = 500;

/** The circuit of a rule of that form. */
export function diagramCircuit({ text, file, states }: Rule, form: DiagramForm): RuleCircuit {
  return {
    key: `${text} ${file?.text ?? ""}`,
    bits: planesFor(states),
    seen: (b, cell) => seenOfDiagram(b, form, cell),
    digits: (_b, rows) => rows.flatMap(({ cell, left, right }) => [left, cell, right]),
    next: (b, cell, here, _middle, up, down) => {
      const beside = (part: "left" | "right"): readonly Bits[] => here.map((row: SeenRow) => row[part]);
      // Of a row's digits those of one column: a bit each of what is seen.
      const column = (digits: readonly Bits[], at: number): readonly Bits[] =>
        digits.filter((_, i) => i % 3 === at);
      return nextOfDiagram(b, form, [
        ...[0, 1, 2].map((at) => column(up, at)),
        beside("left"),
        cell,
        beside("right"),
        ...[0, 1, 2].map((at) => column(down, at)),
      ]);
    },
  };
}

/** Bits that neighbours see of a cell. */
export function seenBitsOf(form: DiagramForm): number {
  return planesFor(1 + Math.max(...classesOf(form)));
}

/** Those bits, from the bits of its state. Where neighbours have no say they see something all the same. */
export function seenOfDiagram<T extends BitValue>(
  b: BitWriter<T>,
  form: DiagramForm,
  cell: readonly Bits<T>[],
): readonly Bits<T>[] {
  const classes = classesOf(form);
  return classes.includes(1) ? bitsOf(b, seenBitsOf(form), whichOf(b, cell, classes)) : cell.slice(0, 1);
}

/** The next state's bits, from the square in the order of reading: what is seen of the neighbours, and all bits of the cell itself. */
export function nextOfDiagram<T extends BitValue>(
  b: BitWriter<T>,
  form: DiagramForm,
  square: readonly (readonly Bits<T>[])[],
): readonly Bits<T>[] {
  const classes = classesOf(form);
  const own = classes.map((_, state) => state);
  const ends = follow(b, form, own.length, (at, kinds) =>
    whichOf(b, square[at] as readonly Bits<T>[], kindsByNumber(at === MIDDLE ? own : classes, kinds)),
  );
  return bitsOf(b, planesFor(own.length), ends);
}

/** The class of each state: alike are those of one kind at every neighbour. */
function classesOf({ kinds }: DiagramForm): readonly number[] {
  const states = kinds.length / CELLS;
  const known = new Map<string, number>();
  return Array.from({ length: states }, (_, state) => {
    const name = Array.from({ length: CELLS }, (_, at) =>
      at === MIDDLE ? 0 : kinds[at * states + state],
    ).join();
    const number = known.get(name) ?? known.size;
    known.set(name, number);
    return number;
  });
}

/** The kind of each number that a cell is known by, from the kinds of states. */
function kindsByNumber(numbers: readonly number[], kinds: Uint8Array): readonly number[] {
  const byNumber: number[] = [];
  numbers.forEach((number, state) => {
    byNumber[number] = kinds[state] as number;
  });
  return byNumber;
}

/** For each value: the cells whose number, of which these are the bits, has it. Numbers beyond do not occur. */
function whichOf<T extends BitValue>(
  b: BitWriter<T>,
  cell: readonly Bits<T>[],
  values: readonly number[],
): readonly Bits<T>[] {
  const count = 1 + Math.max(...values);
  return Array.from({ length: count }, (_, value) => {
    const ask = (bit: number, from: number): Bits<T> | null => {
      if (from >= values.length) return null;
      if (bit < 0) return values[from] === value;
      const [no, yes] = [ask(bit - 1, from), ask(bit - 1, from + 2 ** bit)];
      return no === null ? yes : yes === null ? no : b.select(cell[bit], yes, no);
    };
    return ask(cell.length - 1, 0) ?? false;
  });
}

/** The bits of numbers, from the cells of each. */
function bitsOf<T extends BitValue>(
  b: BitWriter<T>,
  bits: number,
  cells: readonly Bits<T>[],
): readonly Bits<T>[] {
  return Array.from({ length: bits }, (_, bit) =>
    cells.reduce<Bits<T>>((any, which, number) => ((number >> bit) & 1 ? b.or(any, which) : any), false),
  );
}

/** The cells that come to each state. `asked` says which cells of the square are of each kind. */
function follow<T extends BitValue>(
  b: BitWriter<T>,
  form: DiagramForm,
  states: number,
  asked: (at: number, kinds: Uint8Array) => readonly Bits<T>[],
): readonly Bits<T>[] {
  const leads = leadsOn(form, states);
  let nodes = new Map<number, Bits<T>>([[0, true]]);
  for (let at = 0; at < CELLS; at++) {
    const which = asked(at, form.kinds.subarray(at * states, (at + 1) * states));
    const after = new Map<number, Bits<T>>();
    for (const [node, here] of nodes) {
      which.forEach((cells, kind) => {
        const to = form.next[node + kind];
        if (leads(to, at + 1)) after.set(to, b.or(after.get(to) ?? false, b.and(here, cells)));
      });
    }
    nodes = after;
  }
  return Array.from({ length: states }, (_, state) => nodes.get(state) ?? false);
}

/** Whether from a node, which asks the cell `at`, questions lead to another state than 0. */
function leadsOn({ kinds, next }: DiagramForm, states: number): (node: number, at: number) => boolean {
  const arities = Array.from({ length: CELLS }, (_, at) =>
    arityOf(kinds.subarray(at * states, (at + 1) * states)),
  );
  const known = new Map<number, boolean>();
  const leads = (node: number, at: number): boolean => {
    if (at === CELLS) return node > 0;
    let found = known.get(node);
    if (found === undefined) {
      found = next.subarray(node, node + arities[at]).some((to) => leads(to, at + 1));
      known.set(node, found);
    }
    return found;
  };
  return leads;
}

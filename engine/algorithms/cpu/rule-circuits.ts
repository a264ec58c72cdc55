/**
 * Rules as circuits on bit planes: what the loop that rule-kernel.ts emits does with each cell. Two states are one plane, which is
 * looked at as it is. Of more states a circuit first says what its neighbours see of a cell, then what becomes of the cell's bits.
 */

import { planesFor } from "../../core/block.ts";
import type { Topology } from "../../core/topology.ts";
import type { CellTable } from "../../rules/cell-table.ts";
import { textOfTable } from "../../rules/cell-table.ts";
import { livingRule } from "../../rules/living-rule.ts";
import type { Phase, PhaseTable } from "../../rules/phases.ts";
import { phasesOf } from "../../rules/phases.ts";
import type { Neighbourhood, Rule } from "../../rules/rule.ts";
import { selectBySquare } from "../../rules/square-diagram.ts";
import type { Bits, BitWriter } from "../bit-writer.ts";
import type { Local } from "../wasm/emit.ts";
import { diagramCircuit } from "./diagram-circuit.ts";
import type { RuleCircuit, SeenRow } from "./rule-kernel.ts";

/** The circuits for steps from even and from odd generations. Errors: `unsupported-rule`. */
export function circuitsOf(rule: Rule, topology: Topology): readonly RuleCircuit[] {
  if (rule.form.kind === "diagram") {
    const circuit = diagramCircuit(rule, rule.form);
    return [circuit, circuit];
  }
  const phases = phasesOf(livingRule(rule), topology);
  const circuits = phases.map((phase) => livingCircuit(rule.neighbourhood, phase));
  return rule.form.kind === "generations"
    ? circuits.map((circuit) => fadingCircuit(circuit, rule.states))
    : circuits;
}

/** Two states. */
export function livingCircuit(neighbourhood: Neighbourhood, table: Phase): RuleCircuit {
  const seen: RuleCircuit["seen"] = (_b, cell) => cell;
  if (!("birth" in table)) {
    const next: RuleCircuit["next"] = (b, _cell, _here, ...rows) => [nextOfSquare(b, table, ...rows)];
    return { key: `${neighbourhood} ${textOfTable(table)}`, bits: 1, seen, digits: rowCells, next };
  }
  const key = `${neighbourhood} ${table.birth} ${table.survival}`;
  const next: RuleCircuit["next"] = (b, _cell, [here], ...rows) => [
    NEXT[neighbourhood](b, table, here as SeenRow, ...rows),
  ];
  return { key, bits: 1, seen, digits: DIGITS[neighbourhood], next };
}

/**
 * Generations: cells in state 1 live by the circuit of two states. Who dies, is born or is dying already counts on by one, in ripples
 * from bit to bit, and where that gives the number of states the cell is dead.
 */
function fadingCircuit(live: RuleCircuit, states: number): RuleCircuit {
  const bits = planesFor(states);
  const isDying = (b: BitWriter, [, ...high]: readonly Bits[]): Bits =>
    high.reduce((any, bit) => b.or(any, bit), false);
  return {
    key: `${live.key} ${states}`,
    bits,
    seen: (b, cell) => [b.andNot(cell[0] as Bits, isDying(b, cell))],
    digits: live.digits,
    next: (b, cell, here, ...rows) => {
      const [{ cell: living }] = here as [SeenRow];
      const [stays] = live.next(b, [living], here, ...rows) as [Bits];
      let carry = b.or(b.xor(stays, living), isDying(b, cell));
      const counted = cell.map((bit) => {
        const sum = b.xor(bit, carry);
        carry = b.and(bit, carry);
        return sum;
      });
      const isOfStates = (i: number): boolean => ((states >> i) & 1) === 1;
      // No count lies above, so the one with these bits has no others.
      const isOver = counted.reduce((all, bit, i) => (isOfStates(i) ? b.and(all, bit) : all), true);
      return counted.map((bit, i) => (isOfStates(i) ? b.andNot(bit, isOver) : bit));
    },
  };
}

/** Hex looks up at the cell and its left neighbour, down at the cell and its right one; a table at all three. */
const rowCells: RuleCircuit["digits"] = (_b, rows) =>
  rows.flatMap(({ cell, left, right }) => [cell, left, right]);

const DIGITS: Readonly<Record<Neighbourhood, RuleCircuit["digits"]>> = {
  /** The digits of the sum of three cells. */
  moore: (b, [row]) => {
    const { cell, left, right } = row as SeenRow;
    return b.fullAdder(left, right, cell);
  },
  hex: rowCells,
  "von-neumann": (_b, rows) => rows.map(({ cell }) => cell),
};

type Next = (
  b: BitWriter,
  table: PhaseTable,
  here: SeenRow,
  middle: readonly Local[],
  up: readonly Local[],
  down: readonly Local[],
) => Bits;

/** The next state, from the digits around. */
const NEXT: Readonly<Record<Neighbourhood, Next>> = {
  /** n counts the eight neighbours and the cell; s is its lowest digit. */
  moore: (b, table, { cell }, [l, h], [lu, hu], [ld, hd]) => {
    const [s, c] = b.fullAdder(lu, ld, l);
    const [x, m] = b.fullAdder(hu, hd, h);
    // Half of n - s is c + x + 2 m.
    const half = (i: number): Bits =>
      b.ofTwo(s, cell, (odd, live) => {
        const n = 2 * i + (odd ? 1 : 0);
        return live ? n > 0 && bit(table.survival, n - 1) : bit(table.birth, n);
      });
    const even = b.select(b.xor(c, m), half(2), b.select(m, half(4), half(0)));
    return b.select(b.xor(c, x), b.select(m, half(3), half(1)), even);
  },
  hex: (b, table, { cell, left, right }, _middle, [up, upLeft], [down, , downRight]) => {
    const [a0, a1] = b.fullAdder(up, left, right);
    const [b0, b1] = b.fullAdder(upLeft, down, downRight);
    const [t, u] = b.fullAdder(a1, b1, b.and(a0, b0));
    const half = halves(b, table, b.xor(a0, b0), cell);
    return b.select(u, b.select(t, half(3), half(2)), b.select(t, half(1), half(0)));
  },
  "von-neumann": (b, table, { cell, left, right }, _middle, [up], [down]) => {
    const [a0, a1] = b.fullAdder(up, left, right);
    const carry = b.and(a0, down);
    const half = halves(b, table, b.xor(a0, down), cell);
    return b.select(b.and(a1, carry), half(2), b.select(b.xor(a1, carry), half(1), half(0)));
  },
};

/** The next state by a table of squares. */
function nextOfSquare(b: BitWriter, table: CellTable, ...rows: readonly (readonly Local[])[]): Bits {
  const [middle, up, down] = rows.map(([cell, left, right]) => [left, cell, right]) as Local[][];
  const cells: Bits[] = [up, middle, down].flat();
  return selectBySquare(table, cells, (cell, yes, no) => b.select(cell, yes, no));
}

/** The next state of cells with 2 i or 2 i + 1 neighbours, told apart by `odd`. */
function halves(b: BitWriter, { birth, survival }: PhaseTable, odd: Bits, cell: Local): (i: number) => Bits {
  return (i) => b.ofTwo(odd, cell, (one, live) => bit(live ? survival : birth, 2 * i + (one ? 1 : 0)));
}

function bit(mask: number, n: number): boolean {
  return ((mask >> n) & 1) === 1;
}

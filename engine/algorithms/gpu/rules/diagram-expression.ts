/**
 * A short diagram as WGSL: the circuit that `bitwise` runs on planes (cpu/diagram-circuit.ts), a line an operation. It is for rules of
 * whose cells neighbours see one bit, as kernels hand one on: whether it is a head of an electron, say.
 */

import { planesFor } from "../../../core/block.ts";
import { MIDDLE } from "../../../rules/diagram.ts";
import type { DiagramForm, Rule } from "../../../rules/rule.ts";
import type { Bits } from "../../bit-writer.ts";
import { BitWriter } from "../../bit-writer.ts";
import { nextOfDiagram, seenBitsOf, seenOfDiagram } from "../../cpu/diagram-circuit.ts";
import { WgslBits } from "./wgsl-bits.ts";

/** Numbers of a diagram up to which kernels of several generations are compiled for it. */
const MOST_IN_CIRCUIT = 256;

/** Whether there is a circuit for it. */
export function hasCircuit(form: DiagramForm): boolean {
  return form.next.length <= MOST_IN_CIRCUIT && seenBitsOf(form) === 1;
}

/** The square around a cell, whose own state is in planes. */
const AROUND = ["nw", "n", "ne", "w", "here", "e", "sw", "s", "se"] as const;
const ROWS = ["above", "middle", "below"] as const;

/** `Planes`, `living`, `next_cells` and `after` (state-planes.ts), where the rule says nothing until it knows a cell's own state. */
export function diagramText(rule: Rule, form: DiagramForm): string {
  const bits = Array.from({ length: planesFor(rule.states) }, (_, b) => b);
  const cell = bits.map((b) => `cells.p${b}`);
  const [seen, lines] = [new WgslBits(), new WgslBits()];
  const [living] = seenOfDiagram(new BitWriter(seen), form, cell);
  const square = AROUND.map((name, at) => (at === MIDDLE ? cell : [`around.${name}`]));
  const next = nextOfDiagram(new BitWriter(lines), form, square);
  const members = ROWS.flatMap((row) => ["west", "here", "east"].map((part) => `${row}.${part}`));
  return `override plane_words: u32 = 0u;

struct Planes {
${bits.map((b) => `  p${b}: Cells,`).join("\n")}
}

struct Around {
${AROUND.map((name) => `  ${name}: Cells,`).join("\n")}
}

fn living(cells: Planes) -> Cells {
${seen.text}
  return ${cellsOf(living)};
}

fn next_cells(odd_generation: bool, above: Row, middle: Row, below: Row) -> Around {
  return Around(${members.join(", ")});
}

fn after(cells: Planes, around: Around) -> Planes {
${lines.text}
  return Planes(${next.map(cellsOf).join(", ")});
}`;
}

const numbers = new WeakMap<DiagramForm, number>();
let count = 0;

/** Tells diagrams apart, also those of files that have one name. */
export function diagramLabel(form: DiagramForm): string {
  const number = numbers.get(form) ?? ++count;
  numbers.set(form, number);
  return `diagram ${number}`;
}

/** On `Cells`, which may be vectors. */
function cellsOf(bits: Bits<string> | undefined): string {
  return typeof bits === "string" ? bits : bits ? "~Cells()" : "Cells()";
}

/** The shader that tries tables of radius 2: choice + what is written for the ring + tables. */

import choice from "../../../shaders/evolve/choice.wgsl?raw";
import tables from "../../../shaders/evolve/tables.wgsl?raw";
import type { ShaderSource } from "../../gpu/shader-source.ts";
import { compose } from "../../gpu/shader-source.ts";
import { INNER_ENTRIES } from "../tables-proof.ts";
import { choices } from "./ring-text.ts";

/** Threads of a workgroup. */
export const TABLE_GROUP = 64;

/** Binary digits of the cells of a ring, which a necklace has at most as many configurations as. */
export const WEIGHT_PLANES = 5;

const RADIUS = 2;
const ENTRIES = 32;

/** How a ring's tables are tried. */
export interface TableRing {
  readonly cells: number;
  /** Of 32 necklaces each. */
  readonly words: number;
  /** Words of a piece's results. */
  readonly resultWords: number;
}

/** Bindings: the batch, necklaces, pieces, results (all in shaders/evolve/tables.wgsl). */
export function tableShader(ring: TableRing): ShaderSource {
  return {
    label: `tables on ${ring.cells} cells, ${ring.resultWords} results`,
    code: compose(
      ["evolve/choice", choice],
      ["(the ring)", ringText(ring)],
      ["(a word of necklaces)", runText(ring)],
      ["evolve/tables", tables],
    ),
    entryPoint: "try_tables",
    perRule: true,
    bindings: ["uniform", "read-only-storage", "read-only-storage", "storage"],
  };
}

function ringText({ cells, words, resultWords }: TableRing): string {
  const entries = INNER_ENTRIES.map((k, i) => `(((number >> ${i}u) & 1u) << ${k}u)`);
  return `const cells = ${cells}u;
const words = ${words}u;
const weight_planes = ${WEIGHT_PLANES}u;
const inner_bits = ${INNER_ENTRIES.length}u;
const result_words = ${resultWords}u;

fn inner_entries(number: u32) -> u32 {
  return ${entries.join("\n    | ")};
}`;
}

/** Runs 32 necklaces, each cell of them in a register, and answers which of them do not end as most of their cells began. */
function runText({ cells }: TableRing): string {
  const all = Array.from({ length: cells }, (_, i) => i);
  // The cell of a lower number is at the right.
  const steps = all.map((i) => {
    const around = [-2, -1, 0, 1, 2].map(
      (d, x) => `let x${x} = cell_${(((i + d) % cells) + cells) % cells};`,
    );
    return `    var next_${i}: u32;
    {
      ${around.join(" ")}
${choices(RADIUS, (k) => `leaf_${k}`)}
      next_${i} = node;
    }`;
  });
  const leaves = Array.from({ length: ENTRIES }, (_, k) => `  let leaf_${k} = 0u - ((table >> ${k}u) & 1u);`);
  const any = (other: (i: number) => string): string =>
    all.map((i) => `(cell_${i} ^ ${other(i)})`).join(" | ");
  return `fn run_word(table: u32, at: u32) -> u32 {
${leaves.join("\n")}
${all.map((i) => `  var cell_${i} = necklaces[at + ${i}u];`).join("\n")}
  for (var t = 0u; t < ${2 * cells}u; t++) {
${steps.join("\n")}
    let changed = ${any((i) => `next_${i}`)};
    if (changed == 0u) {
      break;
    }
${all.map((i) => `    cell_${i} = next_${i};`).join("\n")}
  }
  let majority = necklaces[at + ${cells}u];
  return ${any(() => "majority")};
}`;
}

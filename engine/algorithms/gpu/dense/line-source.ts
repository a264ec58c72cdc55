/**
 * The shaders of sums along lines (shaders/dense/lines): what of them is written for a shape and a rule, and the table that they read, which
 * says where the sums lie that make a shape's.
 *
 * The two sums of a word are added at once: what is added up to less than 2^15 in both halves comes apart again, whatever it is made of.
 */

import borderFree from "../../../../shaders/dense/border-free.wgsl?raw";
import diagonals from "../../../../shaders/dense/lines/diagonals.wgsl?raw";
import part from "../../../../shaders/dense/lines/part.wgsl?raw";
import rows from "../../../../shaders/dense/lines/rows.wgsl?raw";
import walk from "../../../../shaders/dense/lines/walk.wgsl?raw";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { CountRange } from "../../../rules/rule.ts";
import type { SumSets } from "../../sliced-sums.ts";
import type { LineParts } from "./line-parts.ts";
import type { KeptSums, LineEnd, LineShape } from "./line-plan.ts";
import type { StepGrid } from "./step-source.ts";
import { PACKED_ROWS, PLANE_ROWS } from "./step-source.ts";
import { farRows } from "./sums-source.ts";

/** Rows that are summed up at once. */
const ROWS = 8;
/** Ends that are written out. */
const MOST_WRITTEN = 8;
/** Ends of the shape's own lines that are added in one piece: 16 of 1,001 cells, or as many ends without a beginning. */
const WHOLE_PIECE = 32;
/** Ranges of counts that are compared; of more a table tells. */
const MOST_COMPARED = 6;

const BINDINGS = ["uniform", "uniform", "read-only-storage", "storage", "uniform"] as const;

interface Grid {
  readonly kind: StepGrid;
  readonly planes: number;
}

function gridPieces({ kind, planes }: Grid): readonly Piece[] {
  return [
    ...(planes === 1 ? PACKED_ROWS : PLANE_ROWS),
    ["dense/border-free", borderFree],
    farRows(kind),
    ["dense/lines/part", part],
  ];
}

const isLeaning = (sums: KeptSums | undefined): boolean => sums === "down" || sums === "up";

/** Stores the sums along rows; null where there are none. */
export function rowsShader(grid: Grid, { kept }: LineShape): ShaderSource | null {
  const stores = kept.flatMap((sums, i) => {
    if (isLeaning(sums)) return [];
    const made =
      typeof sums === "object" ? `length_sums(cell, ${sums.length}u)` : `${sums as string}_sums(cell)`;
    return [`  sums[${i}u * part.kept_words + at] = ${made};`];
  });
  if (stores.length === 0) return null;
  return {
    label: `sums of rows ${grid.kind} ${grid.planes === 1 ? "" : "states "}${JSON.stringify(kept)}`,
    code: compose(
      ...gridPieces(grid),
      ["(the sums)", `fn store_sums(at: u32, cell: u32) {\n${stores.join("\n")}\n}`],
      ["dense/lines/rows", rows],
    ),
    entryPoint: "sum_rows",
    perRule: true,
    bindings: [...BINDINGS, "storage"],
  };
}

/** Of each kind of diagonals the passes that store their sums. */
export function diagonalShaders(grid: Grid, { kept }: LineShape): readonly (readonly ShaderSource[])[] {
  return kept.flatMap((sums, i) => {
    if (!isLeaning(sums)) return [];
    const lean = sums === "down" ? 1 : -1;
    const constants = `const lean = ${lean};\nconst kept = ${i}u;\nconst sums_end = ${kept.length}u;`;
    return [
      ["sum_stretches", "add_stretches", "sum_diagonals"].map((entryPoint) => ({
        label: `${entryPoint} ${grid.kind} ${grid.planes === 1 ? "" : "states "}${lean} ${i} ${kept.length}`,
        code: compose(
          ...gridPieces(grid),
          ["(the diagonals)", constants],
          ["dense/lines/diagonals", diagonals],
        ),
        entryPoint,
        perRule: true,
        bindings: [...BINDINGS, "storage"] as const,
      })),
    ];
  });
}

/** Ends that are read alike, from some place of the table on. */
interface EndGroup {
  readonly ends: readonly LineEnd[];
  /** Whether the row's first sums lie a place further on, and whether the two sums lie in two words. */
  readonly shifted: 0 | 1;
  readonly isOdd: boolean;
  readonly gains: boolean;
  readonly at: number;
}

/** The walk of a shape and a rule. */
export class LineProgram {
  readonly #shape: LineShape;
  readonly #sets: readonly [SumSets, SumSets];
  /** By part of the changes, for rows in even and odd places; where both are alike, for all. */
  readonly #changes: readonly (readonly (readonly EndGroup[])[])[];
  readonly #whole: number;
  /** Where the tables of counts begin; null where ranges are compared. */
  readonly #counts = new Map<readonly CountRange[], number>();
  readonly #size: number;

  constructor(shape: LineShape, sets: readonly [SumSets, SumSets]) {
    this.#shape = shape;
    this.#sets = sets;
    let size = 0;
    const parities = shape.kept.some(isLeaning) ? [0, 1] : [0];
    this.#changes = shape.changes.map((ends) =>
      parities.map((parity) => {
        const groups: EndGroup[] = [];
        for (const isOdd of [false, true])
          for (const gains of [true, false])
            for (const shifted of [0, 1] as const) {
              const alike = ends.filter(
                (end) =>
                  end.gains === gains &&
                  this.#shiftOf(end, parity) === shifted &&
                  ((end.dx + shifted) & 1) === Number(isOdd),
              );
              if (alike.length > 0) groups.push({ ends: alike, shifted, isOdd, gains, at: size });
              size += alike.length;
            }
        return groups;
      }),
    );
    this.#whole = size;
    size += shape.whole.length;
    for (const ranges of sets.flatMap(({ birth, survival }) => [birth, survival])) {
      if (ranges.length <= MOST_COMPARED || this.#counts.has(ranges)) continue;
      this.#counts.set(ranges, size);
      size += wordsOf(ranges);
    }
    this.#size = Math.max(1, size);
  }

  /** Diagonals begin a place further on in every second row with sums. `parity`: that of the row among those that are computed. */
  #shiftOf({ kept, dy }: LineEnd, parity: number): 0 | 1 {
    if (!isLeaning(this.#shape.kept[kept])) return 0;
    return ((this.#shape.above + parity + dy) & 1) as 0 | 1;
  }

  table({ keptWords, pitch, padding }: LineParts): Uint32Array<ArrayBuffer> {
    const { above } = this.#shape;
    const table = new Uint32Array(this.#size);
    const placeOf = ({ kept, dx, dy }: LineEnd, shifted: 0 | 1): number =>
      kept * keptWords + (dy + above) * pitch + Math.floor((padding + dx + shifted) / 2);
    for (const { ends, shifted, at } of this.#changes.flat(2))
      ends.forEach((end, i) => {
        table[at + i] = placeOf(end, shifted);
      });
    this.#shape.whole.forEach((end, i) => {
      const place = placeOf(end, 0);
      table[this.#whole + i] = place * 4 + 2 * (end.dx & 1) + (end.gains ? 0 : 1);
    });
    for (const [ranges, at] of this.#counts)
      for (const [first, last] of ranges)
        for (let count = first; count <= last; count++)
          table[at + (count >> 5)] = (table[at + (count >> 5)] as number) | (1 << (count & 31));
    return table;
  }

  /** One generation, from an even or odd one. */
  shader(grid: Grid, text: string, parity: 0 | 1): ShaderSource {
    const sets = this.#sets[parity];
    return {
      label: `walk ${grid.kind} ${grid.planes === 1 ? "" : "states "}${text} ${this.#sets[0] === this.#sets[1] ? 0 : parity}`,
      code: compose(...gridPieces(grid), ["(the shape)", this.#text(sets)], ["dense/lines/walk", walk]),
      entryPoint: "step_lines",
      perRule: true,
      bindings: [...BINDINGS, "read-only-storage", "read-only-storage"],
    };
  }

  #text({ birth, survival }: SumSets): string {
    return `@group(0) @binding(5) var<storage, read> sums: array<u32>;
@group(0) @binding(6) var<storage, read> table: array<u32>;

// Of the last two rows.
struct Sums {
  earlier: vec2i,
  last: vec2i,
}

// What follows from the sums of eight rows: two bits a row.
struct Rows {
  sums: Sums,
  births: u32,
  stays: u32,
}

// The two sums of a word.
fn apart(both: u32) -> vec2i {
  let low = i32(both << 16u) >> 16u;
  return vec2i(low, (i32(both) - low) >> 16u);
}

// Two sums beside each other from the second one of a word on.
fn two_from(at: u32) -> u32 {
  return (sums[at] >> 16u) | (sums[at + 1u] << 16u);
}

fn gives_birth(count: i32) -> u32 {
${this.#isIn(birth)}
}

fn lets_stay(count: i32) -> u32 {
${this.#isIn(survival)}
}

fn whole_shape(base: u32) -> vec2i {
  var total = vec2i(0);
  for (var piece = ${this.#whole}u; piece < ${this.#whole + this.#shape.whole.length}u; piece += ${WHOLE_PIECE}u) {
    var both = 0u;
    for (var i = piece; i < min(piece + ${WHOLE_PIECE}u, ${this.#whole + this.#shape.whole.length}u); i++) {
      let at = base + (table[i] >> 2u);
      var two = sums[at];
      if ((table[i] & 2u) != 0u) {
        two = (two >> 16u) | (sums[at + 1u] << 16u);
      }
      both = select(both + two, both - two, (table[i] & 1u) != 0u);
    }
    total += apart(both);
  }
  return total;
}

fn sums_before(base: u32) -> Sums {
${this.#beforeText()}
}

fn eight_rows(base: u32, before: Sums) -> Rows {
${this.#rowsText()}
}`;
  }

  #beforeText(): string {
    const { from } = this.#shape;
    if (from === 0) return "  return Sums();";
    if (from === 1) return "  return Sums(vec2i(0), whole_shape(base));";
    return "  return Sums(whole_shape(base), whole_shape(base + part.pitch));";
  }

  #rowsText(): string {
    const { from } = this.#shape;
    const each = Array.from({ length: ROWS }, (_, row) => row);
    const lines = each.slice(1).map((row) => `let down${row} = ${row}u * part.pitch;`);
    lines.unshift("let down0 = 0u;");
    this.#changes.forEach((parities, i) => {
      for (const row of each) lines.push(`var both${i}_${row} = 0u;`);
      parities.forEach((groups, parity) => {
        const own = parities.length === 1 ? each : each.filter((row) => row % 2 === parity);
        for (const group of groups) lines.push(...groupText(group, own, i));
      });
    });
    for (const row of each) {
      const change =
        this.#changes.length === 0
          ? "vec2i(0)"
          : this.#changes.map((_, i) => `apart(both${i}_${row})`).join(" + ");
      const earlier = row === 0 ? "before.last" : `sum${row - 1}`;
      const second = row === 0 ? "before.earlier" : row === 1 ? "before.last" : `sum${row - 2}`;
      const start = from === 0 ? "" : `${from === 1 ? earlier : second} + `;
      lines.push(`let sum${row} = ${start}${change};`);
    }
    const bits = (name: string): string =>
      each
        .flatMap((row) => ["x", "y"].map((half, i) => `(${name}(sum${row}.${half}) << ${2 * row + i}u)`))
        .join(" | ");
    lines.push(
      `return Rows(Sums(sum${ROWS - 2}, sum${ROWS - 1}), ${bits("gives_birth")}, ${bits("lets_stay")});`,
    );
    return lines.map((line) => `  ${line}`).join("\n");
  }

  #isIn(ranges: readonly CountRange[]): string {
    const at = this.#counts.get(ranges);
    if (at !== undefined)
      return `  let word = u32(count) >> 5u;
  return select(0u, (table[${at}u + min(word, ${wordsOf(ranges) - 1}u)] >> (u32(count) & 31u)) & 1u, word < ${wordsOf(ranges)}u);`;
    const compared = ranges.map(
      ([first, last]) => `select(0u, 1u, u32(count - ${first}) <= ${last - first}u)`,
    );
    return `  return ${compared.join(" | ") || "0u"};`;
  }
}

/** Adds ends to rows, all of them even or odd ones. */
function groupText(
  { ends, isOdd, gains, at }: EndGroup,
  own: readonly number[],
  part: number,
): readonly string[] {
  const add = (row: number): string => {
    const place = `at + down${row}`;
    return `both${part}_${row} ${gains ? "+=" : "-="} ${isOdd ? `two_from(${place})` : `sums[${place}]`};`;
  };
  const body = (index: string): string => `let at = base + table[${index}]; ${own.map(add).join(" ")}`;
  if (ends.length <= MOST_WRITTEN) return ends.map((_, i) => `{ ${body(`${at + i}u`)} }`);
  return [`for (var i = ${at}u; i < ${at + ends.length}u; i++) { ${body("i")} }`];
}

function wordsOf(ranges: readonly CountRange[]): number {
  return ((ranges.at(-1) as CountRange)[1] >> 5) + 1;
}

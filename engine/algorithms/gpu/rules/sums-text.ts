/** The circuits of sliced-sums.ts in WGSL, for kernels whose threads walk down columns of words. */

import cellsSince from "../../../../shaders/rules/cells-since.wgsl?raw";
import type { Piece } from "../../../gpu/shader-source.ts";
import type { Bits } from "../../bit-writer.ts";
import { BitWriter } from "../../bit-writer.ts";
import type { RimRow, SlicedPlan, SumSets } from "../../sliced-sums.ts";
import { addNumbers, gaining, livesNext, RowSums, rimTerms } from "../../sliced-sums.ts";
import { WgslBits, wgslOf } from "./wgsl-bits.ts";

const WORD = 32;

/** The members of `Sums`: a word for each digit, and where cells by turns count over two shapes, for both. */
function digitNames({ digits, oddRim }: SlicedPlan): readonly (readonly string[])[] {
  return (oddRim ? ["d", "odd"] : ["d"]).map((name) =>
    Array.from({ length: digits }, (_, i) => `${name}${i}`),
  );
}

/** `sums_in`, `sums_before`, `rows_before` and `lives_next`, for whoever has a `Place`, a `Pair`, `cells_beside` and `reach`. */
export function sumsPieces(plan: SlicedPlan, sets: SumSets): readonly Piece[] {
  return [
    ["rules/cells-since", cellsSince],
    ["(the sums)", sumsText(plan, sets)],
  ];
}

function sumsText(plan: SlicedPlan, sets: SumSets): string {
  const { reach } = plan;
  const names = digitNames(plan);
  const rims = plan.oddRim ? [plan.rim, plan.oddRim] : [plan.rim];
  // What goes out a row beyond the reach was dead when the sums began.
  const coming = rims.map((rim) => rim.filter(({ dy }) => dy >= -reach));
  // Where most of the rim is that row, the sums before the first row's have a loop of their own.
  const apart = 2 * coming.flat().length <= rims.flat().length;
  return `struct Sums {
${names
  .flat()
  .map((digit) => `  ${digit}: u32,`)
  .join("\n")}
}

// Rows before the first one from which the walk begins.
const rows_before = ${apart ? 0 : 2 * reach};

fn sums_in(sums: Sums, place: Place, row: i32, least: i32) -> Sums {
${changeText(plan, rims, (dy) => (apart ? `cells_beside(place, row + ${dy})` : `cells_since(place, row + ${dy}, least)`))}
}

${apart ? beforeText(plan, coming) : BEFORE_NONE}

fn lives_next(sums: Sums, here: u32, row: u32) -> u32 {
${livesText(names, sets)}
}`;
}

const BEFORE_NONE = `fn sums_before(place: Place, first: i32) -> Sums {
  return Sums();
}`;

/** The sums in the row before the first one, with all dead that will have gone out in that one. */
function beforeText(plan: SlicedPlan, coming: readonly (readonly RimRow[])[]): string {
  return `fn sum_coming(sums: Sums, place: Place, row: i32, least: i32) -> Sums {
${changeText(plan, coming, (dy) => `cells_since(place, row + ${dy}, least)`)}
}

fn sums_before(place: Place, first: i32) -> Sums {
  var sums = Sums();
  for (var row = first - ${2 * plan.reach + 1}; row < first; row++) {
    sums = sum_coming(sums, place, row, first - ${plan.reach + 1});
  }
  return sums;
}`;
}

/** The sums with what those rows of their rims add and take away. */
function changeText(
  plan: SlicedPlan,
  rims: readonly (readonly RimRow[])[],
  cells: (dy: number) => string,
): string {
  const program = new WgslBits();
  const b = new BitWriter(program);
  const rows = new Map<number, RowSums<string>>();
  const rowAt = (dy: number): RowSums<string> => {
    const known = rows.get(dy);
    if (known) return known;
    const name = `row${rows.size}`;
    program.line(`let ${name} = ${cells(dy)};`);
    const made = rowSums(program, b, `${name}.low`, `${name}.high`);
    rows.set(dy, made);
    return made;
  };
  const sums = digitNames(plan).map((names, i) => {
    const terms = (rims[i] as readonly RimRow[]).flatMap((row) => rimTerms(rowAt(row.dy), row, plan.reach));
    return addNumbers(b, plan.digits, [...terms, gaining<string>(names.map((name) => `sums.${name}`))]);
  });
  program.line(`return Sums(${sums.flat().map(wgslOf).join(", ")});`);
  return program.text;
}

function rowSums(program: WgslBits, b: BitWriter<string>, low: string, high: string): RowSums<string> {
  const known = new Map([
    [0, low],
    [WORD, high],
  ]);
  const at = (offset: number): string => {
    const cells = known.get(offset) ?? program.shift(low, high, offset);
    known.set(offset, cells);
    return cells;
  };
  return new RowSums(b, at, (from, next, by) => program.shift(from, next, by), WORD);
}

/** Words begin at even columns: in an even row a word's odd cells are its odd bits. */
function livesText(names: readonly (readonly string[])[], sets: SumSets): string {
  const program = new WgslBits();
  const b = new BitWriter(program);
  const [even, odd] = names.map((digits) =>
    livesNext<string>(
      b,
      sets,
      digits.map((digit) => `sums.${digit}`),
      "here",
    ),
  ) as [Bits<string>, Bits<string>?];
  if (odd === undefined) program.line(`return ${wgslOf(even)};`);
  else {
    program.line("let odd_cells = select(0xaaaaaaaau, 0x55555555u, (row & 1u) == 1u);");
    program.line(`return ${wgslOf(b.select("odd_cells", odd, even))};`);
  }
  return program.text;
}

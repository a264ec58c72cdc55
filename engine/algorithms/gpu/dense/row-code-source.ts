/**
 * Writes the kernel that looks rules up row by row (shaders/dense/row-codes.wgsl): what is done for the 32 cells of a word, once or eight times, since
 * arrays that are indexed by a variable may leave the registers, and where the tables lie. Four cells at a time become bytes of a
 * word, by a product that puts four bits 8 apart, and their next states become bits by another.
 *
 * The tables of a rule are one list of words: kinds by state, codes by row, then pairs, where the rule has too many answers for one
 * look-up, then answers, four to a word. As many of them as fit are copied to workgroup memory.
 */

import rowCodes from "../../../../shaders/dense/row-codes.wgsl?raw";
import { planesFor } from "../../../core/block.ts";
import type { ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { RowCodes } from "../../../rules/row-codes.ts";
import { answerCount, answersByRows } from "../../../rules/row-codes.ts";
import type { StepGrid } from "./step-source.ts";
import { TILE_BORDERS } from "./tile-borders.ts";

/** Up to so many answers the three codes add up to the place of one: sums have 16 bits. */
const MOST_AT_ONCE = 2 ** 16;
/** Workgroup memory beyond this would leave too few workgroups on a processor of the GPU. */
const MOST_SHARED = 2 ** 15;

/** One of the tables: its place among the words, and whether it is copied. */
interface Table {
  readonly name: string;
  readonly words: Uint32Array;
}

/** The tables of a rule, in their order. */
function tablesOf(codes: RowCodes): readonly Table[] {
  const { kinds, top, middle, bottom, middles, bottoms, states } = codes;
  const [left, centre, right] = kinds;
  const byState = Uint32Array.from(
    { length: states },
    (_, s) => (left[s] as number) | ((centre[s] as number) << 8) | ((right[s] as number) << 16),
  );
  const atOnce = isAtOnce(codes);
  const fields = atOnce ? 2 : 3;
  const rows = new Uint32Array(fields * top.length);
  top.forEach((code, row) => {
    rows[fields * row] = bottom[row] as number;
    if (atOnce) rows[fields * row + 1] = bottoms * ((middle[row] as number) + code * middles * 2 ** 16);
    else {
      rows[fields * row + 1] = middle[row] as number;
      rows[fields * row + 2] = code * middles;
    }
  });
  const answers = wordsOf(atOnce ? answersByRows(codes) : codes.answers);
  const pairs = codes.pairs.map((upper) => upper * bottoms);
  return [
    { name: "kinds", words: byState },
    { name: "rows", words: rows },
    ...(atOnce ? [] : [{ name: "pairs", words: pairs }]),
    { name: "answers", words: answers },
  ];
}

function isAtOnce(codes: RowCodes): boolean {
  return answerCount(codes) <= MOST_AT_ONCE;
}

/** Four bytes a word, the first one lowest. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  bytes.forEach((byte, i) => {
    words[i >> 2] = (words[i >> 2] as number) | (byte << (8 * (i & 3)));
  });
  return words;
}

export interface RowCodeShader {
  readonly shader: ShaderSource;
  /** Binding 3. */
  readonly tables: Uint32Array<ArrayBuffer>;
}

/**
 * Bindings: grid, cells, next cells, tables. `shared`: bytes of workgroup memory that the device has. `unrolled`: written out, which
 * takes a software adapter seconds to compile.
 */
export function rowCodeShader(
  kind: StepGrid,
  codes: RowCodes,
  { lanes, unrolled }: { readonly lanes: number; readonly unrolled: boolean },
  shared: number,
): RowCodeShader {
  const tables = tablesOf(codes);
  const room = (Math.min(shared, MOST_SHARED) - 4 * 4 * lanes) / 4;
  let [at, near] = [0, 0];
  const words = new Uint32Array(tables.reduce((sum, table) => sum + table.words.length, 0));
  const accesses: string[] = [];
  const copies: string[] = [];
  const sizes = tables.map(({ name, words }) => `${words.length} ${name}`).join(", ");
  // The smallest first: it matters little what is looked up where, so long as most of it is near.
  const order = tables.toSorted((a, b) => a.words.length - b.words.length);
  for (const table of order) {
    words.set(table.words, at);
    const fits = near + table.words.length <= room;
    accesses.push(
      `fn ${table.name}_at(i: u32) -> u32 {\n  return ${fits ? `near[${near}u + i]` : `tables[${at}u + i]`};\n}`,
    );
    if (fits) {
      copies.push(
        `  for (var i = lane; i < ${table.words.length}u; i += lanes) {\n    near[${near}u + i] = tables[${at}u + i];\n  }`,
      );
      near += table.words.length;
    }
    at += table.words.length;
  }
  return {
    tables: words,
    shader: {
      // All that it depends on: rules of one size share it.
      label: `rows on ${kind}, ${planesFor(codes.states)} planes, ${codes.arities.join(" x ")} kinds, ${sizes}, ${lanes} lanes${unrolled ? ", unrolled" : ""}, room for ${room}`,
      code: compose(
        ["(the lanes)", `const lanes = ${lanes}u;`],
        ["dense/row-codes", rowCodes],
        ...TILE_BORDERS[kind],
        [
          "(the tables)",
          `var<workgroup> near: array<u32, ${Math.max(1, near)}>;\n\n${accesses.join("\n\n")}`,
        ],
        [
          "(the kernel)",
          kernelText(codes, [...copies, "  workgroupBarrier();"].join("\n"), unrolled ? writtenOut : looped),
        ],
      ),
      entryPoint: "step_rows",
      perRule: true,
      bindings: ["uniform", "read-only-storage", "storage", "read-only-storage"],
    },
  };
}

/** The body for each of 0 .. count - 1: in a loop, or written out, which keeps arrays in registers. */
type Times = (count: number, name: string, body: (i: string) => string) => string;

const looped: Times = (count, name, body) =>
  `for (var ${name} = 0u; ${name} < ${count}u; ${name}++) {\n${body(name)}\n}`;
const writtenOut: Times = (count, _name, body) =>
  Array.from({ length: count }, (_, i) => `{\n${body(`${i}u`)}\n}`).join("\n");

function kernelText(codes: RowCodes, copies: string, times: Times): string {
  const planes = planesFor(codes.states);
  const [, centres, rights] = codes.arities;
  const atOnce = isAtOnce(codes);
  const state = atOnce ? ["sums"] : ["uppers", "tops"];
  const place = atOnce ? "(sums[j] & vec4u(0xffffu)) + rows_of(row)" : "uppers[j] + rows_of(row)";
  const go = atOnce
    ? "sums[j] = (sums[j] >> vec4u(16u)) + rows_of(row + 1u);"
    : `uppers[j] = pairs_of(tops[j] + rows_of(row + 1u));
tops[j] = rows_of(row + 2u);`;
  return `override plane_words: u32 = 0u;

${["kinds", "rows", ...(atOnce ? [] : ["pairs"])].map(fourOf).join("\n\n")}

// The next states of four cells, a byte each.
fn answers_of(at: vec4u) -> u32 {
  let word = vec4u(answers_at(at.x >> 2u), answers_at(at.y >> 2u), answers_at(at.z >> 2u), answers_at(at.w >> 2u));
  let next = (word >> ((at & vec4u(3u)) * 8u)) & vec4u(255u);
  return next.x | (next.y << 8u) | (next.z << 16u) | (next.w << 24u);
}

@compute @workgroup_size(lanes)
fn step_rows(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
${copies}
  let number = i32((group.y * groups.x + group.x) * (lanes - 2u) + lane) - 1;
  let place = u32(clamp(number, 0, i32(grid.places) - 1));
  let across = grid.columns + 2u;
  let chunk = place / across;
  let column = i32(place - chunk * across) - 1;
  let first = grid.first_row + chunk * grid.chunk_rows;
  let end = i32(min(first + grid.chunk_rows, grid.end_row));
  let stores = lane >= 1u && lane < lanes - 1u && number < i32(grid.places)
    && column >= 0 && column < i32(grid.columns);
  let edges = edges_at(column * 32);
  let inside = bits_below(i32(grid.width) - column * 32);
  var before: array<u32, ${planes}>;
  var now: array<u32, ${planes}>;
  var kinds: array<vec4u, 8>;
  var nexts: array<u32, 8>;
${state.map((name) => `  var ${name}: array<vec4u, 8>;`).join("\n")}
  for (var turn = 0u; turn < grid.chunk_rows + 2u; turn++) {
    let row_here = i32(first + turn) - 1;
${times(planes, "b", (b) => `now[${b}] = load_word(column * 32, row_here, ${b} * plane_words);`)}
${times(
  8,
  "j",
  (j) => `var four = 0u;
${times(planes, "b", (b) => `four |= ((((now[${b}] >> (4u * ${j})) & 15u) * 0x204081u) & 0x1010101u) << ${b};`)}
kinds[${j}] = kinds_of((vec4u(four) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));`,
)}
    let half = (turn & 1u) * lanes;
    first_kinds[half + lane] = kinds[0].x;
    last_kinds[half + lane] = kinds[7].w;
    workgroupBarrier();
    var west = last_kinds[half + max(lane, 1u) - 1u];
    let beyond = first_kinds[half + min(lane + 1u, lanes - 1u)];
${times(
  8,
  "j",
  (j) =>
    `let here = kinds[${j}];
let east = select(kinds[min(${j} + 1u, 7u)].x, beyond, ${j} == 7u);
let row = ((vec4u(west, here.xyz) & vec4u(255u)) * ${centres * rights}u
  + ((here >> vec4u(8u)) & vec4u(255u)) * ${rights}u + (vec4u(here.yzw, east) >> vec4u(16u))) * ${atOnce ? 2 : 3}u;
west = here.w;
nexts[${j}] = answers_of(${place.replaceAll("[j]", `[${j}]`)});
${go.replaceAll("[j]", `[${j}]`)}`,
)}
    let row_done = row_here - 1;
    if (stores && turn >= 2u && row_done < end) {
      let at = u32(row_done) * grid.stride + u32(column);
${times(
  planes,
  "b",
  (b) => `var word = 0u;
${times(8, "j", (j) => `word |= ((((nexts[${j}] >> ${b}) & 0x1010101u) * 0x10204080u) >> 28u) << (4u * ${j});`)}
cells_after[${b} * plane_words + at] = settle(edges, row_done, before[${b}], word) & inside;`,
)}
    }
    before = now;
  }
}`;
}

/** Four look-ups. */
function fourOf(name: string): string {
  return `fn ${name}_of(at: vec4u) -> vec4u {
  return vec4u(${["x", "y", "z", "w"].map((part) => `${name}_at(at.${part})`).join(", ")});
}`;
}

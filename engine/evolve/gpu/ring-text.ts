/**
 * Writes the parts of shaders that depend on a ring's width, radius and ends. A state in registers is a struct with a word for
 * 32 cells: an array that is indexed by a variable would leave the registers, and WGSL cannot unroll loops. So `next` is written
 * out word by word, and the tree of choices node by node.
 */

import { endsOf, lastMask, ringWords } from "../../rings/ring.ts";
import type { Radius } from "../../rings/ring-rule.ts";
import { ringWindow } from "../../rings/ring-rule.ts";
import type { RingShape } from "../genome.ts";
import { genomeWords, tableEntries } from "../genome.ts";

/** The constants that the pieces in shaders/evolve name. */
export function shapeText(shape: RingShape): string {
  const { cells, radius, boundary, ruleACell } = shape;
  const [left, right] = endsOf(boundary, 0, 0) ?? [0, 0];
  return `const cells = ${cells}u;
const words = ${ringWords(cells)}u;
const last_mask = ${lastMask(cells)}u;
const middle = ${cells >>> 1}u;
const radius = ${radius}u;
const entries = ${tableEntries(shape)}u;
const genome_words = ${genomeWords(shape)}u;
const rule_a_cell = ${ruleACell};
const left_end = ${left}u;
const right_end = ${right}u;
const ends_meet = ${boundary === "cyclic"};
const ends_repeat = ${boundary === "replicate"};`;
}

/** A state in registers: how it is made, counted and compared. */
export function stateText({ cells }: RingShape): string {
  const names = wordNames(cells);
  const inner = names.slice(0, -1);
  const made = names.map((_, k) => `vector_word(start, ${k}u)${k === inner.length ? " & last_mask" : ""}`);
  const all = (each: (name: string) => string, between: string): string => names.map(each).join(between);
  const cell = (i: number): string => `(state.${names[i >>> 5]} >> ${i & 31}u) & 1u`;
  // Each cell beside the one to its right.
  const borders = names.map((name, k) =>
    k === inner.length
      ? `countOneBits((state.${name} ^ (state.${name} >> 1u)) & (last_mask >> 1u))`
      : `countOneBits(state.${name} ^ ((state.${name} >> 1u) | (state.${names[k + 1]} << 31u)))`,
  );
  return `struct State {
${names.map((name) => `  ${name}: u32,`).join("\n")}
}

fn vector(index: u32) -> State {
  let start = vector_start(index);
  return State(${made.join(", ")});
}

fn ones_in(state: State) -> u32 {
  return ${all((name) => `countOneBits(state.${name})`, " + ")};
}

fn same(a: State, b: State) -> bool {
  return (${all((name) => `(a.${name} ^ b.${name})`, " | ")}) == 0u;
}

fn middle_of(state: State) -> u32 {
  return ${cell(cells >>> 1)};
}

fn end_of(state: State) -> End {
  let borders = ${borders.join(" + ")};
  return End(ones_in(state), borders, ${cell(0)}, ${cell(cells - 1)});
}`;
}

/** `next` by look-ups of eight cells (shaders/evolve/window-table.wgsl). */
export function windowedNext(shape: RingShape): string {
  const { cells, radius } = shape;
  return nextText(shape, ({ before, here, behind }, name, k) => {
    // The cells from `radius` before the word on, and those that follow them.
    const u = `let ${name}_u = (${before} >> ${32 - radius}u) | (${here} << ${radius}u);`;
    const v = `let ${name}_v = (${here} >> ${32 - radius}u) | (${behind} << ${radius}u);`;
    const windows = [
      `${name}_u`,
      `${name}_u >> 8u`,
      `${name}_u >> 16u`,
      `(${name}_u >> 24u) | (${name}_v << 8u)`,
    ];
    const eights = windows
      .slice(0, Math.ceil(Math.min(32, cells - 32 * k) / 8))
      .map((window, i) => (i === 0 ? `eight_cells(${window})` : `(eight_cells(${window}) << ${8 * i}u)`));
    return [u, ...(eights.length === 4 ? [v] : []), `let ${name} = ${eights.join(" | ")};`];
  });
}

/** `next` by choices (shaders/evolve/leaves.wgsl). */
export function chosenNext(shape: RingShape): string {
  const { radius, ruleACell } = shape;
  const entries = tableEntries(shape);
  const steps = nextText(shape, ({ before, here, behind }, name, k) => {
    const cells = offsetsFromRight(radius).map((d) => {
      if (d === 0) return here;
      return d > 0
        ? `(${here} >> ${d}u) | (${behind} << ${32 - d}u)`
        : `(${here} << ${-d}u) | (${before} >> ${32 + d}u)`;
    });
    return [`let ${name} = chosen(${ruleACell ? k * entries : 0}u, ${cells.join(", ")});`];
  });
  const parameters = offsetsFromRight(radius).map((_, k) => `x${k}: u32`);
  return `// What becomes of 32 cells, given those around each from the right to the left.
fn chosen(first: u32, ${parameters.join(", ")}) -> u32 {
${choices(radius, (k) => `leaves[first + ${k}u]`)}
  return node;
}

${steps}`;
}

/** One step of `row` (shaders/evolve/score-sliced.wgsl), in place. */
export function slicedStep(shape: RingShape): string {
  const { cells, radius, boundary, ruleACell } = shape;
  const entries = tableEntries(shape);
  const ends = endsOf(boundary, 0, 0);
  const beyond = (k: number): readonly [left: string, right: string] => {
    if (boundary === "cyclic") return [`row[${cells - radius + k}]`, `row[${k}]`];
    if (boundary === "replicate") return ["row[0]", `row[${cells - 1}]`];
    return [`${ends?.[0] === 1 ? "0xffffffffu" : "0u"}`, `${ends?.[1] === 1 ? "0xffffffffu" : "0u"}`];
  };
  const around = Array.from({ length: radius }, (_, k) => k);
  const tableWords = Array.from({ length: Math.ceil(entries / 32) }, (_, k) => k);
  const tables = tableWords.map((k) => {
    if (!ruleACell) return `let table_${k} = genomes[first_word + ${k}u];`;
    if (entries < 32) return `let table_${k} = genomes[first_word + (i >> 2u)] >> ((i & 3u) * 8u);`;
    return `let table_${k} = genomes[first_word + ${tableWords.length}u * i + ${k}u];`;
  });
  const leaf = (k: number): string => `(0u - ((table_${k >>> 5} >> ${k & 31}u) & 1u))`;
  // From the right to the left x0, x1, ...: the cell itself is in the middle, and x0 is the next one to be loaded.
  return `// Answers which of the 32 vectors it changed, a bit each.
fn step(individual: u32) -> u32 {
  let first_word = individual * genome_words;
${around.map((k) => `  row[${cells + k}] = ${beyond(k)[1]};`).join("\n")}
${around.map((k) => `  var x${2 * radius - k} = ${beyond(k)[0]};`).join("\n")}
${around.map((k) => `  var x${radius - k} = row[${k}];`).join("\n")}
  var changed = 0u;
${ruleACell ? "" : `  ${tables.join("\n  ")}\n`}  for (var i = 0u; i < cells; i++) {
    let x0 = row[i + radius];
${ruleACell ? `    ${tables.join("\n    ")}\n` : ""}${choices(radius, leaf)}
    row[i] = node;
    changed |= node ^ x${radius};
${Array.from({ length: 2 * radius }, (_, k) => `    x${2 * radius - k} = x${2 * radius - k - 1};`).join("\n")}
  }
  return changed;
}`;
}

/** The words beside a word, and itself, as expressions. */
interface Beside {
  readonly before: string;
  readonly here: string;
  readonly behind: string;
}

function nextText(
  { cells, radius, boundary }: RingShape,
  word: (beside: Beside, name: string, k: number) => readonly string[],
): string {
  const names = wordNames(cells);
  const last = names.length - 1;
  const rest = cells & 31;
  const [first, end] = [names[0], names[last]].map((name) => `state.${name}`);
  const ends = endsOf(boundary, 0, 0);
  const fill = (one: number): string => (one === 1 ? "0xffffffffu" : "0u");
  // The word before the first one, whose highest bits count, and what follows the last cell.
  let before = `${end}${rest === 0 ? "" : ` << ${32 - rest}u`}`;
  if (rest > 0 && rest < radius && last > 0) before = `(${before}) | (state.${names[last - 1]} >> ${rest}u)`;
  let follows = first;
  if (boundary === "replicate") {
    before = `0u - (${first} & 1u)`;
    follows = `0u - ((${end} >> ${(cells - 1) & 31}u) & 1u)`;
  } else if (ends) {
    before = fill(ends[0]);
    follows = fill(ends[1]);
  }
  const cut = boundary === "cyclic" && rest > 0;
  const here = (k: number): string => (k === last ? "last" : `state.${names[k]}`);
  const lines = names.flatMap((name, k) =>
    word(
      {
        before: k === 0 ? "before" : `state.${names[k - 1]}`,
        here: here(k),
        behind: k === last ? "behind" : here(k + 1),
      },
      name,
      k,
    ),
  );
  const result = names.map((name, k) => (k === last ? `${name} & last_mask` : name));
  return `fn next(state: State) -> State {
  let before = ${before};
  let follows = ${follows};
  let last = ${rest === 0 ? end : `${end} | (follows << ${rest}u)`};
  let behind = ${cut ? `follows >> ${32 - rest}u` : "follows"};
${lines.map((line) => `  ${line}`).join("\n")}
  return State(${result.join(", ")});
}`;
}

/**
 * The tree of choices, from the leaves to `node`: the choices nearest to the leaves are made by the rightmost cell, x0. Depth
 * first, so that few nodes wait at a time.
 */
export function choices(radius: Radius, leaf: (k: number) => string): string {
  const lines: string[] = [];
  const grow = (level: number, k: number): string => {
    if (level === 0) return leaf(k);
    const a = grow(level - 1, 2 * k);
    const b = grow(level - 1, 2 * k + 1);
    const name = level === ringWindow(radius) ? "node" : `node_${level}_${k}`;
    lines.push(`let ${name} = choice(${a}, ${b}, x${level - 1});`);
    return name;
  };
  grow(ringWindow(radius), 0);
  return lines.map((line) => `  ${line}`).join("\n");
}

/** radius, radius - 1, ..., -radius. */
function offsetsFromRight(radius: Radius): readonly number[] {
  return Array.from({ length: ringWindow(radius) }, (_, k) => radius - k);
}

function wordNames(cells: number): readonly string[] {
  return Array.from({ length: ringWords(cells) }, (_, k) => `w${k}`);
}

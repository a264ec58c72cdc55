/**
 * Writes the streaming kernel: several generations in one pass over memory.
 *
 * A kernel that reads the grid, computes one generation and writes it is as fast as memory and no faster. To do more with
 * each read, a lane walks down its column of words and keeps several generations under way at once. Two rows after reading
 * a row, it knows the row's next generation one row higher; that row at once feeds the generation after it, and so on. After
 * `length` such stages a row leaves that is `length` generations old. Each stage keeps what it still needs of the last two
 * rows (rules/row-*.wgsl), and no intermediate result ever goes to memory.
 *
 *     stage 0    row i arrives, row i - 1 leaves one generation older, for stage 1
 *     stage 1    its newest row is i - 2 (handed over a turn later, see below), row i - 3 leaves
 *     stage g    row i - 1 - 2g leaves
 *
 * The lanes of a workgroup stand side by side, and each stage needs the words beside its own. They pass through workgroup
 * memory, all stages in one go: each stage computes from its predecessor's result of the turn before, so one barrier a row
 * serves all of them. Two halves of that memory take turns, so no lane overwrites words that another has yet to read.
 *
 * In the strips form (shaders/dense/strips/layout.wgsl) a word's neighbours are the words before and after it. A lane holds
 * a vector of four words, so only its first and last need the lanes beside it. Errors at the outer lanes move in by one
 * word a generation, so `halo` lanes at both ends compute only on behalf of the others.
 *
 * Workgroups begin in the order of their chunks, one when another ends. Chunks of many rows repeat few of their neighbours' rows, but
 * while the last of them end most processors have nothing left to do. So the last rows of a grid are cut into lower chunks.
 *
 * Of cells in more than two states the planes travel with their rows, but lanes hand each other only what neighbours see.
 *
 * WGSL cannot unroll, and state in an array that is indexed by a variable would leave the registers. So this file writes the
 * stages out, one line each, for two turns or more: in two turns that follow each other the older and the newer row change places, and no
 * row is copied. The rest is in the pieces: shaders/dense/stream-* know the rows that a lane loads and stores, and the edges.
 */

import bounded from "../../../../shaders/dense/stream-bounded.wgsl?raw";
import frozen from "../../../../shaders/dense/stream-frozen.wgsl?raw";
import plane from "../../../../shaders/dense/stream-plane.wgsl?raw";
import streamRows from "../../../../shaders/dense/stream-rows.wgsl?raw";
import torus from "../../../../shaders/dense/stream-torus.wgsl?raw";
import layout from "../../../../shaders/dense/strips/layout.wgsl?raw";
import { planesFor } from "../../../core/block.ts";
import type { Piece, ShaderSource } from "../../../gpu/shader-source.ts";
import { compose } from "../../../gpu/shader-source.ts";
import type { Phases } from "../../../rules/phases.ts";
import type { Rule } from "../../../rules/rule.ts";
import { ownLabel, ownPieces } from "../rules/rule-pieces.ts";
import { eachPlane, inPlanes } from "../rules/state-planes.ts";
import type { StepGrid } from "./step-source.ts";

/** The dimensions of the kernel. */
interface StreamShape {
  /** Generations a pass, at most 8, which a margin of eight words allows. */
  readonly length: number;
  /** Threads of a workgroup. */
  readonly lanes: number;
  /** Rows under way from memory while one is computed: memory takes longer to answer than a row to compute. */
  readonly ahead: number;
  /** Whether it writes the margins, too, so that the next pass needs no join. */
  readonly joins: boolean;
}

const WORDS = 4;
/** Stages, times planes, up to which the first and last turns of a chunk are written out. */
const MOST_WRITTEN_OUT = 4;

const EDGES: Readonly<Record<StepGrid, readonly Piece[]>> = {
  torus: [["dense/stream-torus", torus]],
  plane: [
    ["dense/stream-plane", plane],
    ["dense/stream-bounded", bounded],
  ],
  frozen: [
    ["dense/stream-frozen", frozen],
    ["dense/stream-bounded", bounded],
  ],
};

/** Lanes at each end whose cells become invalid during a pass. */
export function haloLanes(length: number): number {
  return Math.ceil(length / WORDS);
}

/** A pass of `shape.length` generations that begins at an even or odd one. Bindings: strips, cells, next cells. */
export function streamShader(
  kind: StepGrid,
  rule: Rule,
  phases: Phases,
  shape: StreamShape,
  oddStart: boolean,
): ShaderSource {
  const { length, lanes, ahead, joins } = shape;
  const odd = oddStart ? " from odd" : "";
  const joined = joins ? ", joined" : "";
  return {
    label: `stream ${kind} ${ownLabel(rule, phases)}, ${length} generations${odd}, ${lanes} lanes, ${ahead} ahead${joined}`,
    code: compose(
      ["dense/strips/layout", layout],
      ...ownPieces("vec4u", rule, phases),
      ["(the shape)", `const lanes = ${lanes}u;\nconst halo = ${haloLanes(length)}u;`],
      ["dense/stream-rows", streamRows],
      ...EDGES[kind],
      ["(the kernel)", kernelText(shape, oddStart, planesFor(rule.states))],
    ),
    entryPoint: "step_strips",
    perRule: true,
    bindings: ["uniform", "read-only-storage", "storage"],
  };
}

/** What a turn does: which stages have a row, and which of them compute. Rows arrive as long as the first stage needs them. */
interface Turn {
  readonly number: number;
  readonly stages: readonly { readonly g: number; readonly computes: boolean }[];
  readonly arrives: boolean;
}

interface Turns {
  readonly before: readonly Turn[];
  readonly loop: readonly Turn[];
  readonly after: readonly Turn[];
  /** The loop goes on for so many turns more than a chunk has rows, and then until it has been whole. */
  readonly more: number;
}

/**
 * Stage g has its first row in turn 3 g, and its last one in turn chunk rows + 2 length - 1 + g. With all stages in all turns 46 rows would cost
 * what 57 do. So the turns before the loop and after it are written out with the stages that have something to do, unless that
 * makes too long a text.
 *
 * A loop is whole when the older and the newer row are where they were, and likewise the rows under way from memory, which stay in
 * their places, too.
 */
function turnsOf(length: number, ahead: number, planes: number): Turns {
  const all = Array.from({ length }, (_, g) => ({ g, computes: true }));
  const isTrimmed = length * planes <= MOST_WRITTEN_OUT;
  const first = isTrimmed ? 2 * Math.floor((3 * (length - 1)) / 2) : 0;
  const before = Array.from({ length: first }, (_, number) => ({
    number,
    stages: all.filter(({ g }) => 3 * g <= number).map(({ g }) => ({ g, computes: 3 * g + 2 <= number })),
    arrives: true,
  }));
  const loop = Array.from({ length: ahead % 2 === 0 ? ahead : 2 * ahead }, (_, i) => ({
    number: first + i,
    stages: all,
    arrives: true,
  }));
  const after = Array.from({ length: isTrimmed ? length - 1 : 0 }, (_, number) => ({
    number,
    stages: all.slice(number + 1),
    arrives: false,
  }));
  return { before, loop, after, more: isTrimmed ? 2 * length : delayOf(length) };
}

/** The last row leaves that many turns after the first one arrived. */
function delayOf(length: number): number {
  return 3 * length - 1;
}

function kernelText({ length, lanes, ahead, joins }: StreamShape, oddStart: boolean, planes: number): string {
  const stages = Array.from({ length }, (_, g) => g);
  const coming = Array.from({ length: ahead }, (_, k) => k);
  const places = length * (lanes + 2);
  const delay = delayOf(length);

  const turnText = ({ number, stages: active, arrives }: Turn): string => {
    const half = number % 2;
    const [older, newer] = half === 0 ? ["one", "two"] : ["two", "one"];
    const place = (g: number): string => `${half * places + g * (lanes + 2)}u + lane`;
    const arrive = arrives
      ? [
          `in_0 = coming_${number % ahead};`,
          `coming_${number % ahead} = load_planes(row, mine.column);`,
          "row = row_after(row);",
        ]
      : [];
    const hand = active.flatMap(({ g }) => [
      `let here_${g} = living(in_${g});`,
      `first_words[${place(g)} + 1u] = here_${g}.x;`,
      `last_words[${place(g)} + 1u] = here_${g}.w;`,
    ]);
    // From the last stage to the first: each takes its input before the one before it makes the next.
    const compute = active.toReversed().flatMap(({ g, computes }) => {
      const odd = (g % 2 === 1) !== oddStart;
      const row = `first_row + turn - ${length + 2 * g + 1 - half}`;
      const next = `next_cells(${odd}, ${older}_${g}, ${newer}_${g}, row_${g})`;
      const before = planes === 1 ? `${newer}_${g}.here` : `planes_${g}`;
      const after = `settle_planes(edges, ${row}, ${before}, after(${before}, ${next}))`;
      const leave =
        g === length - 1 ? `store(mine, turn - ${delay - half}, ${after});` : `in_${g + 1} = ${after};`;
      return [
        `let row_${g} = row_beside(last_words[${place(g)}], here_${g}, first_words[${place(g)} + 2u]);`,
        ...(computes ? [leave] : []),
        ...(planes === 1 ? [] : [`planes_${g} = in_${g};`]),
        `${older}_${g} = row_${g};`,
      ];
    });
    return `{
${indent([...arrive, ...hand, "workgroupBarrier();", ...compute].join("\n"))}
}`;
  };
  // `turn` is that of the last even one.
  const pairs = (turns: readonly Turn[]): string =>
    turns.map((turn) => `${turnText(turn)}${turn.number % 2 === 1 ? "\nturn += 2;" : ""}`).join("\n");
  const { before, loop, after, more } = turnsOf(length, ahead, planes);

  return `// A word for each lane, stage and half; the lanes before the first one and after the last have a place too.
var<workgroup> first_words: array<u32, ${2 * places}>;
var<workgroup> last_words: array<u32, ${2 * places}>;

fn row_beside(before: u32, here: Cells, after: u32) -> Row {
  return row_of(Cells(before, here.xyz), here, Cells(here.yzw, after));
}

fn load_planes(row: i32, column: u32) -> Planes {
  return ${inPlanes(planes, (_, start) => `load_row(row, column, ${start})`)};
}

fn settle_planes(edges: Edges, row: i32, before: Planes, next: Planes) -> Planes {
  return ${inPlanes(planes, (part) => `settle(edges, row, before${part}, next${part})`)};
}

fn store(mine: Lane, row: i32, cells: Planes) {
  if (row >= 0 && row < i32(mine.rows)) {
    let at = (mine.first_row + u32(row)) * (strips.stride / 4u) + mine.column;
${eachPlane(planes, (part, start) => `    cells_after[${start} + at] = cells${part};`).join("\n")}
${
  joins
    ? `    if (mine.margin != 0) {
      let margin_at = u32(i32(at) + mine.margin);
${eachPlane(planes, (part, start) => `      cells_after[${start} + margin_at] = moved_on(cells${part}, mine.margin);`).join("\n")}
    }
`
    : ""
}  }
}

@compute @workgroup_size(${lanes})
fn step_strips(
  @builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) lane: u32,
) {
  let index = group.y * groups.x + group.x;
  let mine = lane_at(index, lane);
  let rows = rows_of_group(index);
  let edges = edges_at(mine.column);
  let first_row = i32(mine.first_row);
  var row = row_above(mine.first_row, ${length}u);
${coming.map((k) => `  var coming_${k} = load_planes(row, mine.column);\n  row = row_after(row);`).join("\n")}
${stages.map((g) => `  var in_${g} = Planes();\n${planes === 1 ? "" : `  var planes_${g} = Planes();\n`}  var one_${g} = Row();\n  var two_${g} = Row();`).join("\n")}
  var turn = 0;
${indent(pairs(before))}
  while (turn < rows + ${more}) {
${indent(indent(pairs(loop)))}
  }
${indent(pairs(after))}
}`;
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, "  ");
}

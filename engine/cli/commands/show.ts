import type { Universe } from "../../algorithms/algorithm.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import type { Raster } from "../../core/raster.ts";
import type { Rect } from "../../core/rect.ts";
import type { CliCommand, CommandCall } from "../command.ts";
import { parseAmount, parseGeneration, parseRegion } from "../numbers.ts";
import { openUniverse, SOURCE_NOTES, SOURCE_OPTIONS } from "../source.ts";
import { openedAt } from "../stepper.ts";

/** Where the width of the output is unknown, in characters. */
const USUAL_WIDTH = 80;
/** A picture that is higher is drawn smaller, so that it does not run through the terminal for ever. */
const MOST_LINES = 200;

export const SHOW: CliCommand = {
  name: "show",
  usage: ["show FILE [options]", "show --soup WxH[:DENSITY[:SEED[:STATES]]] [options]"],
  summary: "Draws a pattern in the terminal.",
  positionals: [0, 1],
  options: [
    { name: "generation", short: "m", value: "GENERATION", help: "as it is then" },
    { name: "region", value: "X,Y,W,H", help: "a part of it (default: all live cells)" },
    { name: "width", short: "w", value: "CHARACTERS", help: "at most so wide (default: the terminal)" },
    ...SOURCE_OPTIONS,
  ],
  notes: [
    "A character is one cell wide and two high. A pattern that is too wide is drawn smaller, by powers of two: a pixel then shows " +
      "whether any of its cells lives. Hexagons and triangles are drawn as squares, as they are stored.",
    "Under a rule of more than two states a cell is a letter, A for state 1, B for 2 and so on as in RLE, and # from 25 on; drawn " +
      "smaller, a letter is the lowest state of its cells.",
    ...SOURCE_NOTES,
  ],
  examples: [
    { line: "tessella show glider.rle", says: "three rows of blocks" },
    { line: "tessella show acorn.rle -m 5206 -w 120", says: "what becomes of it" },
  ],
  run,
};

async function run(call: CommandCall): Promise<void> {
  const { args, terminal } = call;
  const width = args.has("width")
    ? parseAmount(args.value("width") ?? "", "--width", "a number of characters")
    : (terminal.width ?? USUAL_WIDTH);
  const region = args.has("region") ? parseRegion(args.value("region") ?? "") : null;
  const target = args.has("generation") ? parseGeneration(args.value("generation") ?? "", "-m") : null;
  const universe = await openedAt(call, await openUniverse(call), target);
  try {
    const box = region ?? (await universe.bounds());
    if (box === null) return terminal.print("No live cells.");
    const picture = await pictureOf(universe, box, width);
    if (picture.scale > 0) {
      const side = grouped(2n ** BigInt(picture.scale));
      terminal.warn(`A pixel is ${side} x ${side} cells; the whole is ${groupedSize(box.w, box.h)}.`);
    }
    terminal.print((picture.states ? letteredLines(picture, picture.states) : linesOf(picture)).join("\n"));
  } finally {
    universe.dispose();
  }
}

/** The box at the largest power of two that fits. */
async function pictureOf(universe: Universe, { x, y, w, h }: Rect, width: number): Promise<Raster> {
  const most = Math.max(1, width);
  const mostRows = universe.rule.states > 2 ? MOST_LINES : 2 * MOST_LINES;
  const side = (length: bigint, scale: number): number => Number((length >> BigInt(scale)) + 1n);
  let scale = 0;
  if (w > BigInt(most) || h > BigInt(mostRows)) scale = 1;
  while (scale > 0 && (side(w, scale) > most || side(h, scale) > mostRows)) scale++;
  const [columns, rows] = scale === 0 ? [Number(w), Number(h)] : [side(w, scale), side(h, scale)];
  return universe.raster({ x, y, width: columns, height: rows, scale });
}

/** Two rows of pixels a line, without the blanks at its end. */
function linesOf({ width, height, counts }: Raster): readonly string[] {
  const lines: string[] = [];
  for (let j = 0; j < height; j += 2) {
    let line = "";
    for (let i = 0; i < width; i++) {
      const upper = (counts[j * width + i] as number) > 0;
      const lower = j + 1 < height && (counts[(j + 1) * width + i] as number) > 0;
      line += upper ? (lower ? "█" : "▀") : lower ? "▄" : " ";
    }
    lines.push(line.trimEnd());
  }
  return lines;
}

const LETTERS = " ABCDEFGHIJKLMNOPQRSTUVWX";

/** A row of pixels a line, each a letter. */
function letteredLines({ width, height }: Raster, states: Uint8Array): readonly string[] {
  return Array.from({ length: height }, (_, j) => {
    const row = states.subarray(j * width, (j + 1) * width);
    return Array.from(row, (state) => LETTERS[state] ?? "#")
      .join("")
      .trimEnd();
  });
}

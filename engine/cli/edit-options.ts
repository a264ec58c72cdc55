/** The options of `convert` that change cells, as they are typed. */

import type { PasteMode } from "../core/paste.ts";
import { PASTE_MODES } from "../core/paste.ts";
import type { Rect } from "../core/rect.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parsePlace, parseRegion } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { UsageError } from "./usage-error.ts";

export interface PlaceInCells {
  readonly x: bigint;
  readonly y: bigint;
}

export type PatternEdit =
  /** Degrees clockwise. */
  | { readonly kind: "turn"; readonly degrees: number }
  | { readonly kind: "flip"; readonly name: FlipName }
  | { readonly kind: "crop"; readonly box: Rect }
  | { readonly kind: "shift"; readonly by: PlaceInCells }
  /** `at`: where the upper left corner of the file's box goes; null for where the file puts it. */
  | {
      readonly kind: "merge";
      readonly file: string;
      readonly at: PlaceInCells | null;
      readonly mode: PasteMode;
    };

const FLIPS = ["horizontal", "vertical"] as const;
export type FlipName = (typeof FLIPS)[number];

/** Quarter turns are for squares, sixths for hexagons and triangles. */
const DEGREES = [60, 90, 120, 180, 240, 270, 300];

export const EDIT_OPTIONS: readonly OptionSpec[] = [
  {
    name: "turn",
    value: "DEGREES",
    help: "clockwise by 90, 180 or 270; hexagons and triangles by 60, 120 ... 300",
  },
  { name: "flip", value: "DIRECTION", help: "horizontal (left to right) or vertical (top to bottom)" },
  { name: "crop", value: "X,Y,W,H", help: "keep the cells of this box alone" },
  { name: "shift", value: "DX,DY", help: "move the cells to the right and down" },
  { name: "merge", value: "FILE[@X,Y]", help: "put another pattern onto the cells, its corner at X,Y" },
  {
    name: "merge-mode",
    value: "MODE",
    help: `how merged cells meet the others: ${PASTE_MODES.join(", ")} (default: or)`,
  },
];

export const EDIT_NOTES: readonly string[] = [
  "--turn, --flip, --crop, --shift and --merge may be given more than once and are done in their order. A pattern without a place " +
    "keeps its upper left corner when it turns, one with a place its middle, and on a bounded grid the grid turns with its cells. " +
    "Cells that --shift moves over the edge of a torus come back on the other side; elsewhere they are cut away. Merged " +
    "patterns bring their cells alone: rule, generation and all else stay those of IN. The modes are those of Golly's paste: " +
    "copy also kills what lies under the dead cells of the merged box, `and` keeps what lives in both, xor what lives in one.",
];

/** The edits in their order. Errors: UsageError. */
export function editsOf(args: Arguments): readonly PatternEdit[] {
  const mode = modeOf(args.value("merge-mode"));
  const edits = args.given.flatMap(([name, text]) => editOf(name, text, mode));
  if (args.has("merge-mode") && !args.has("merge"))
    throw new UsageError(
      "--merge-mode says how --merge puts cells down.",
      "Name a pattern with --merge FILE.",
    );
  return edits;
}

function editOf(name: string, text: string, mode: PasteMode): readonly PatternEdit[] {
  switch (name) {
    case "turn":
      return [{ kind: "turn", degrees: degreesOf(text) }];
    case "flip":
      return [{ kind: "flip", name: oneOf(text, FLIPS, "--flip knows no") }];
    case "crop":
      return [{ kind: "crop", box: parseRegion(text, "--crop") }];
    case "shift":
      return [{ kind: "shift", by: parsePlace(text, "--shift") }];
    case "merge":
      return [{ kind: "merge", ...mergedFile(text), mode }];
    default:
      return [];
  }
}

function degreesOf(text: string): number {
  const degrees = DEGREES.find((known) => `${known}` === text.trim());
  if (degrees !== undefined) return degrees;
  throw new UsageError(
    `--turn wants degrees, clockwise, not "${text}".`,
    "Squares turn by 90, 180 or 270, hexagons by 60, 120, 180, 240 or 300, triangles by 180.",
  );
}

function modeOf(text: string | undefined): PasteMode {
  return text === undefined ? "or" : oneOf(text, PASTE_MODES, "--merge-mode knows no");
}

/** `FILE` or `FILE@X,Y`. */
function mergedFile(text: string): { readonly file: string; readonly at: PlaceInCells | null } {
  const place = /^(.+)@([+-]?\d+,[+-]?\d+)$/.exec(text);
  return place ? { file: place[1], at: parsePlace(place[2], "--merge") } : { file: text, at: null };
}

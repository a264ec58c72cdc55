/**
 * A ring: a row of cells whose ends meet, or end. A state is packed as a row of a block is: cell j is bit j mod 32 of word
 * floor(j / 32), and bits beyond the last cell are 0.
 */

import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import type { RingRule } from "./ring-rule.ts";

/**
 * What lies beyond the ends. `cyclic`: the other end. `replicate`: the end cell again. `fixedLR`: cells that are L beyond the
 * left end and R beyond the right one, for ever.
 */
export const BOUNDARIES = ["cyclic", "replicate", "fixed00", "fixed01", "fixed10", "fixed11"] as const;
export type Boundary = (typeof BOUNDARIES)[number];

export const FEWEST_CELLS = 3;
export const MOST_CELLS: number = 2 ** 20;

/** A ring without a state. */
export interface Ring {
  readonly cells: number;
  readonly boundary: Boundary;
  /** One rule for all cells, or one a cell; all of one radius. */
  readonly rules: readonly RingRule[];
}

/** Errors: `bad-argument` for a ring that cannot be. */
export function checkCells(cells: number): void {
  if (!Number.isInteger(cells) || cells < FEWEST_CELLS || cells > MOST_CELLS)
    throw new TessellaError(
      "bad-argument",
      `A ring has from ${FEWEST_CELLS} to ${grouped(MOST_CELLS)} cells, not ${cells}.`,
    );
}

/** Checks the parts against each other. Errors: `bad-argument`. */
export function createRing(cells: number, rules: readonly RingRule[], boundary: Boundary = "cyclic"): Ring {
  checkCells(cells);
  if (rules.length !== 1 && rules.length !== cells)
    throw new TessellaError(
      "bad-argument",
      `${rules.length} rules do not fit ${cells} cells: give one for all, or one a cell.`,
    );
  const odd = rules.findIndex(({ radius }) => radius !== rules[0].radius);
  if (odd >= 0)
    throw new TessellaError(
      "bad-argument",
      `All rules of a ring have one radius; rule ${odd + 1} has radius ${rules[odd].radius} and the first ${rules[0].radius}.`,
    );
  return { cells, boundary, rules };
}

/** Words of a state. */
export function ringWords(cells: number): number {
  return (cells + 31) >>> 5;
}

/** The bits of a state's last word that are cells, as an unsigned number. */
export function lastMask(cells: number): number {
  return (cells & 31) === 0 ? 0xffffffff : 2 ** (cells & 31) - 1;
}

/** The states of the cells that lie beyond the left and the right end; undefined where the ends meet. */
export function endsOf(
  boundary: Boundary,
  leftmost: number,
  rightmost: number,
): readonly [left: number, right: number] | undefined {
  if (boundary === "cyclic") return undefined;
  if (boundary === "replicate") return [leftmost, rightmost];
  return [Number(boundary[5]), Number(boundary[6])];
}

/** The state as a hexadecimal number whose bit j is cell j, in ceil(cells / 4) digits: cell 0 is the last digit's lowest bit. */
export function formatState(state: Uint32Array, cells: number): string {
  let digits = "";
  for (let d = Math.ceil(cells / 4) - 1; d >= 0; d--)
    digits += ((state[d >>> 3] >>> ((d & 7) * 4)) & 15).toString(16);
  return digits;
}

/** Reads what `formatState` writes; zeros in front may be missing. Errors: `syntax`, which tells the column. */
export function parseState(digits: string, cells: number): Uint32Array<ArrayBuffer> {
  const wrong = digits.search(/[^0-9a-f]/i);
  if (wrong >= 0)
    throw new TessellaError("syntax", `"${digits[wrong]}" is no hexadecimal digit.`, {
      line: 1,
      column: wrong + 1,
    });
  const significant = digits.replace(/^0+/, "");
  const state = new Uint32Array(ringWords(cells));
  const bits =
    significant === "" ? 0 : significant.length * 4 - Math.clz32(Number.parseInt(significant[0], 16)) + 28;
  if (digits === "" || bits > cells)
    throw new TessellaError(
      "syntax",
      digits === ""
        ? "A state has at least one hexadecimal digit."
        : `The state needs ${grouped(bits)} cells, and the ring has ${grouped(cells)}.`,
    );
  for (let d = 0; d < significant.length; d++)
    state[d >>> 3] |= Number.parseInt(significant[significant.length - 1 - d], 16) << ((d & 7) * 4);
  return state;
}

/**
 * A rule is plain data that travels to workers unchanged. People read its text and looks; algorithms compile its states,
 * neighbourhood, reach and form. The form is a normal form: rules of different families may share one. Code that needs
 * a certain form asks for it (outer-totalistic.ts) and refuses rules of other forms.
 */

import type { RuleFile } from "../core/rule-file.ts";

export type Neighbourhood = "moore" | "hex" | "von-neumann";
/** What a rule's cells have around them. Rules on triangles count over a shape (isOnTriangles in engine/grids/triangle.ts). */
export type RuleLattice = Neighbourhood | "triangle";

/**
 * Outer-totalistic with two states: the next state of a cell depends on its own state and on how many of its neighbours
 * live. Bit n of `birth` says whether a dead cell with n live neighbours is born, bit n of `survival` whether a live one
 * stays alive.
 */
export interface OuterTotalisticForm {
  readonly kind: "outer-totalistic";
  readonly birth: number;
  readonly survival: number;
}

/**
 * Any rule of two states and reach 1: the next state for each of the 512 squares of 3 x 3 cells. On hexagons and with von
 * Neumann's neighbours the corners that are none have no say.
 */
export interface TableForm {
  readonly kind: "table";
  /** 512 bits in base 64 (cell-table.ts): 86 characters. */
  readonly map: string;
}

/** The forms of rules of two states. A rule that counts is of the first one, however it is spelled. */
export type LivingForm = OuterTotalisticForm | TableForm;

/** Three states and more: cells in state 1 live by a rule of two states, and those of them that die pass through the others. */
export interface GenerationsForm {
  readonly kind: "generations";
  readonly live: LivingForm;
}

/** Counts from the first to the last, both included. */
export type CountRange = readonly [first: number, last: number];

/**
 * Counts over a shape: a dead cell is born, and one in state 1 stays, where the cells in state 1 that its shape holds are in a set of
 * counts. Those that do not stay fade as those of Generations do. (counted.ts says which cells a shape holds.)
 */
export interface CountedForm {
  readonly kind: "counted";
  /** The size of the shape, 1..500: the R of Larger than Life. */
  readonly range: number;
  /** A letter of Golly's, with digits behind W and @. */
  readonly shape: string;
  /** Ascending and apart. The centre does not count, unless the shape itself gives it a weight. */
  readonly birth: readonly CountRange[];
  readonly survival: readonly CountRange[];
}

/**
 * Any rule of three states and more of reach 1, as a decision diagram (diagram.ts). It asks the nine cells of the square in the order
 * of reading: from `at` = 0 on, a cell in state s leads to `next[at + kinds[n c + s]]`, where c is the cell's number (0..8) and n
 * the number of states; after the last cell that is the next state of the cell in the middle.
 */
export interface DiagramForm {
  readonly kind: "diagram";
  /** 9 n bytes: the kinds of states that the rule tells apart at each cell, from 0 on. */
  readonly kinds: Uint8Array;
  /** Nodes, those that ask one cell after those that ask the one before; each has a number for each kind. */
  readonly next: Uint32Array;
}

/** The normal forms, told apart by `kind`. */
export type RuleForm = LivingForm | GenerationsForm | DiagramForm | CountedForm;

/** Pixels a side of the icons that rule files bring. */
export const ICON_SIZES = [7, 15, 31] as const;
export type IconSize = (typeof ICON_SIZES)[number];

/** A plain shape in a cell. */
export type StateGlyph =
  | `${"arrow" | "double arrow"} ${Way}`
  | "ring"
  | "diamonds"
  | "bar across"
  | "bar down"
  | "cross";
type Way = "east" | "north" | "west" | "south";

/**
 * Pictures of states: 0xRRGGBB for each pixel, those of state 1 first; the last picture serves all further states. Or a plain shape,
 * the same for all states or one for each, that of state 1 first.
 */
export type StateIcons =
  | { readonly size: IconSize; readonly pixels: Uint32Array }
  | { readonly shape: "circles" | "diamonds" | "hexagons" | "triangles" }
  | { readonly glyphs: readonly StateGlyph[] };

/** The appearance of a rule's states. */
export interface RuleLooks {
  /** Names of the states, from state 0 on. */
  readonly names: readonly string[];
  /** 0xRRGGBB for each state, where the rule has colours of its own. */
  readonly colours?: readonly number[];
  readonly icons?: readonly StateIcons[];
}

/** States fit a byte. */
export const MOST_STATES = 256;

export interface Rule {
  /** The canonical spelling without a grid. Two rules are the same when their texts are, and those of their files. */
  readonly text: string;
  /** Number of states, 2..256; 0 is the background. */
  readonly states: number;
  /** The lattice: which cells are a cell's nearest. */
  readonly neighbourhood: Neighbourhood;
  /** How many cells far a cell looks. */
  readonly reach: number;
  readonly form: RuleForm;
  readonly looks: RuleLooks;
  /** The file that it was read from; its text is the name there. */
  readonly file?: RuleFile;
}

/** Offsets (dx, dy) of each neighbourhood; y grows downward. Hex drops NE and SW of the square's eight. */
export const NEIGHBOURS: Readonly<Record<Neighbourhood, readonly (readonly [number, number])[]>> = {
  moore: [
    [-1, -1],
    [0, -1],
    [1, -1],
    [-1, 0],
    [1, 0],
    [-1, 1],
    [0, 1],
    [1, 1],
  ],
  hex: [
    [-1, -1],
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
    [1, 1],
  ],
  "von-neumann": [
    [0, -1],
    [-1, 0],
    [1, 0],
    [0, 1],
  ],
};

/** "alive", "dying 2", or "state 7" where it has no name. */
export function stateName({ looks }: Pick<Rule, "looks">, state: number): string {
  return looks.names[state] ?? `state ${state}`;
}

/** The name behind its number, where a rule has more than two states: "3 dying 2". */
export function stateText(rule: Pick<Rule, "looks" | "states">, state: number): string {
  const named = rule.looks.names[state] !== undefined && rule.states > 2;
  return named ? `${state} ${stateName(rule, state)}` : stateName(rule, state);
}

/** How many neighbours a cell has: 8, 6 or 4. */
export function neighbourCount(neighbourhood: Neighbourhood): number {
  return NEIGHBOURS[neighbourhood].length;
}

export function sameRule(a: Rule, b: Rule): boolean {
  return a.text === b.text && a.file?.text === b.file?.text;
}

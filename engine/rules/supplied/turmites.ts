/**
 * Ants and turmites: heads that walk on coloured cells. On each step a head paints its cell, turns, goes into a state and walks one
 * cell on. States of cells are numbered as Golly's are: first the colours, then the heads by colour, by the head's own state and by
 * the way that it faces (north, east, south, west). Heads that meet in a cell vanish.
 */

import type { RuleFile } from "../../core/rule-file.ts";

/** What a head does on a cell: quarter turns to the right, the colour that it leaves, and its next state. */
interface Deed {
  readonly paint: number;
  readonly turn: number;
  readonly next: number;
}

/** The deeds of each of the head's states on each colour. */
type Turmite = readonly (readonly Deed[])[];

/** The sides of a cell in the order of a table's line, which is that of the directions. */
const SIDES = 4;
const TURNS: Readonly<Record<string, number>> = { N: 0, R: 1, U: 2, L: 3 };
/** In the names of Golly's turmites turns are these digits. */
const TURN_DIGITS: Readonly<Record<string, number>> = { "1": 0, "2": 1, "4": 2, "8": 3 };
const COLOURS = [
  0xf4efe2, 0x2f3e57, 0xc9803a, 0x6c9a5b, 0x9a5f9e, 0x4fa3b5, 0xb5484f, 0x8a8f3c, 0x7d6a58, 0xd6a6b8,
];
const HEAD = "214 40 40";

/** An ant turns by the colour of its cell and paints it in the next one: a letter a colour, L, R, U or N. */
const ANT = /^LangtonsAnt_([LRUN]{2,10})$/i;
/** Two states of the head, two colours: paint, turn, next state four times. */
const TURMITE = /^Turmite_((?:[01][1248][01]){4})$/i;

/** The rule file of an ant or a turmite by its name; undefined for other names. */
export function turmiteFile(name: string): RuleFile | undefined {
  if (/^Langtons-Ant$/i.test(name))
    return written(
      "Langtons-Ant",
      ant("RL"),
      "An ant turns right on a light cell and left on a dark one. (Chris Langton, 1986)",
    );
  const letters = ANT.exec(name)?.[1]?.toUpperCase();
  if (letters)
    return written(
      `LangtonsAnt_${letters}`,
      ant(letters),
      `An ant on ${letters.length} colours turns ${letters}.`,
    );
  const digits = TURMITE.exec(name)?.[1];
  if (!digits) return undefined;
  const deeds = Array.from({ length: 4 }, (_, i): Deed => {
    const [paint, turn, next] = digits.slice(3 * i, 3 * i + 3);
    return { paint: Number(paint), turn: TURN_DIGITS[turn as string] as number, next: Number(next) };
  });
  const turmite = [deeds.slice(0, 2), deeds.slice(2)];
  return written(`Turmite_${digits}`, turmite, "A turmite of two states on two colours.");
}

function ant(letters: string): Turmite {
  return [
    [...letters].map((letter, colour) => ({
      paint: (colour + 1) % letters.length,
      turn: TURNS[letter] as number,
      next: 0,
    })),
  ];
}

function written(name: string, turmite: Turmite, about: string): RuleFile {
  const colours = (turmite[0] as readonly Deed[]).length;
  const heads = SIDES * turmite.length;
  const states = colours * (1 + heads);
  const headOn = (colour: number, state: number, facing: number): number =>
    colours + heads * colour + SIDES * state + facing;
  const rows: string[] = [];
  const any = Array.from({ length: states }, (_, state) => state);
  /** Heads that leave their cell by a side, each with what it is where it arrives. */
  const leaving: { readonly from: number; readonly by: number; readonly next: number }[] = [];
  const painted = new Map<number, number>();
  for (let colour = 0; colour < colours; colour++) {
    turmite.forEach((deeds, state) => {
      const { paint, turn, next } = deeds[colour] as Deed;
      for (let facing = 0; facing < SIDES; facing++) {
        const head = headOn(colour, state, facing);
        leaving.push({ from: head, by: (facing + turn) % SIDES, next });
        painted.set(head, paint);
      }
    });
  }
  for (let side = 0; side < SIDES; side++) {
    // What comes in by the north went south.
    const arriving = leaving.filter(({ by }) => by === (side + 2) % SIDES).map(({ from }) => from);
    rows.push(`var quiet${side}={${any.filter((state) => !arriving.includes(state)).join()}}`);
  }
  for (const cell of any) {
    const under = painted.get(cell) ?? cell;
    for (const { from, by, next } of leaving) {
      const side = (by + 2) % SIDES;
      const around = [0, 1, 2, 3].map((each) => (each === side ? from : `quiet${each}`));
      rows.push(`${cell},${around.join()},${headOn(under, next, by)}`);
    }
  }
  for (const [head, paint] of painted) rows.push(`${head},any0,any1,any2,any3,${paint}`);
  const shade = (colour: number): string => {
    const rgb = COLOURS[colour] as number;
    return `${rgb >> 16} ${(rgb >> 8) & 255} ${rgb & 255}`;
  };
  const ways = ["north", "east", "south", "west"];
  const nameOf = (state: number): string => {
    if (state < colours) return `colour ${state}`;
    const head = state - colours;
    const inState = turmite.length > 1 ? ` in state ${Math.floor((head % heads) / SIDES)}` : "";
    return `head${inState} facing ${ways[head % SIDES]} on colour ${Math.floor(head / heads)}`;
  };
  const text = [
    `@RULE ${name}\n${about}\n\n@TABLE\nn_states:${states}\nneighborhood:vonNeumann\nsymmetries:none`,
    ...SIDES_NAMES.map((variable) => `var ${variable}={${any.join()}}`),
    ...rows,
    "\n@NAMES",
    ...any.map((state) => `${state} ${nameOf(state)}`),
    "\n@COLORS",
    ...any.map((state) => `${state} ${state < colours ? shade(state) : HEAD}`),
    "",
  ].join("\n");
  return { name, text };
}

const SIDES_NAMES = ["any0", "any1", "any2", "any3"];

/**
 * The letters of isotropic rules: classes of neighbourhoods that are the same but for turns and reflections. Squares have the
 * letters of Alan Hensel, hexagons those of the forums of conwaylife.com.
 */

import { CENTRE, neighbourWeights, weightOf } from "./cell-table.ts";
import type { Neighbourhood } from "./rule.ts";
import { neighbourCount } from "./rule.ts";

/** The class of each index of a table, its centre left out: a count of live neighbours and a letter, which may be "". */
export interface NeighbourhoodClass {
  readonly count: number;
  readonly letter: string;
}

type Offset = readonly [dx: number, dy: number];

/** One neighbourhood of each class of up to four live neighbours. Five to seven are the complements, under the same letters. */
const MOORE: readonly Readonly<Record<string, string>>[] = [
  {},
  { c: "SE", e: "S" },
  { c: "SW SE", e: "E S", k: "W SE", a: "S SE", i: "W E", n: "NE SW" },
  {
    c: "NE SW SE",
    e: "W E S",
    k: "NE W S",
    a: "E S SE",
    i: "SW S SE",
    n: "E SW SE",
    y: "NE W SE",
    q: "NE SW S",
    j: "E SW S",
    r: "W E SE",
  },
  {
    c: "NW NE SW SE",
    e: "N W E S",
    k: "NE W S SE",
    a: "E SW S SE",
    i: "W E SW SE",
    n: "NE SW S SE",
    y: "NE W SW SE",
    q: "NE W SW S",
    j: "NE W E S",
    r: "W E S SE",
    t: "NE W E SE",
    w: "NE E SW S",
    z: "NE W E SW",
  },
];

/** On hexagons: two and three neighbours; four are the complements of two. */
const HEX: readonly Readonly<Record<string, string>>[] = [
  {},
  {},
  { o: "N E", m: "N SE", p: "N S" },
  { o: "N E SE", m: "N E S", p: "N SE W" },
];

const PLACES: Readonly<Record<string, Offset>> = {
  NW: [-1, -1],
  N: [0, -1],
  NE: [1, -1],
  W: [-1, 0],
  E: [1, 0],
  SW: [-1, 1],
  S: [0, 1],
  SE: [1, 1],
};

/** Turns and reflections that generate the others. */
const GENERATORS: Readonly<Record<Neighbourhood, readonly ((offset: Offset) => Offset)[]>> = {
  moore: [([x, y]) => [-y, x], ([x, y]) => [-x, y]],
  // The ring of six is N E SE S W NW.
  hex: [([x, y]) => [x - y, x], ([x, y]) => [y, x]],
  "von-neumann": [([x, y]) => [-y, x], ([x, y]) => [-x, y]],
};

const known = new Map<Neighbourhood, readonly NeighbourhoodClass[]>();

/** By index of a table: 512 of them. Squares that differ in the centre or in corners that are no neighbours share theirs. */
export function neighbourhoodClasses(neighbourhood: Neighbourhood): readonly NeighbourhoodClass[] {
  let classes = known.get(neighbourhood);
  if (!classes) known.set(neighbourhood, (classes = makeClasses(neighbourhood)));
  return classes;
}

/** The letters that a count has, in alphabetical order; none for a count that is one class. */
export function lettersOf(neighbourhood: Neighbourhood, count: number): readonly string[] {
  const all = neighbourhoodClasses(neighbourhood).filter((each) => each.count === count);
  return [...new Set(all.map(({ letter }) => letter))].filter((letter) => letter !== "").sort();
}

function makeClasses(neighbourhood: Neighbourhood): NeighbourhoodClass[] {
  const around = neighbourWeights(neighbourhood);
  const most = neighbourCount(neighbourhood);
  const letters = new Map<number, string>();
  const rows = neighbourhood === "moore" ? MOORE : neighbourhood === "hex" ? HEX : [];
  rows.forEach((row, count) => {
    for (const [letter, places] of Object.entries(row)) {
      const first = places.split(" ").reduce((sum, place) => sum + weightOf(...(PLACES[place] as Offset)), 0);
      for (const member of orbit(neighbourhood, first)) {
        letters.set(member, letter);
        if (2 * count !== most) letters.set(around & ~member, letter);
      }
    }
  });
  return Array.from({ length: 512 }, (_, index) => {
    const neighbours = index & around & ~CENTRE;
    let count = 0;
    for (let rest = neighbours; rest; rest &= rest - 1) count++;
    return { count, letter: letters.get(neighbours) ?? "" };
  });
}

/** What the symmetries make of a neighbourhood. */
export function orbit(neighbourhood: Neighbourhood, first: number): ReadonlySet<number> {
  const found = new Set([first]);
  for (const index of found) {
    for (const turn of GENERATORS[neighbourhood]) {
      let turned = index & CENTRE;
      for (const offset of Object.values(PLACES))
        if (index & neighbourWeights(neighbourhood) & weightOf(...offset))
          turned |= weightOf(...turn(offset));
      found.add(turned);
    }
  }
  return found;
}

/**
 * The letters of isotropic rules: classes of neighbourhoods that are the same but for turns and reflections. Squares have the
 * letters of Alan Hensel, hexagons those of the forums of conwaylife.com. Two of von Neumann's four neighbours have those that
 * they have among eight; no program writes them, so that such a rule is spelled as a MAP string (table-rule.ts).
 */

import { CENTRE, neighbourWeights, weightOf } from "./cell-table.ts";
import type { Neighbourhood } from "./rule.ts";
import { NEIGHBOURS, neighbourCount } from "./rule.ts";

/** The class of each index of a table, its centre left out: a count of live neighbours and a letter, which may be "". */
export interface NeighbourhoodClass {
  readonly count: number;
  readonly letter: string;
}

const EXAMPLES = (neighbourhood: Neighbourhood): readonly Readonly<Record<string, string>>[] =>
  ({ moore: MOORE, hex: HEX, "von-neumann": VON_NEUMANN })[neighbourhood];

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

/** Von Neumann's four: a corner, or both sides. */
const VON_NEUMANN: readonly Readonly<Record<string, string>>[] = [{}, {}, { e: "E S", i: "W E" }];

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
  EXAMPLES(neighbourhood).forEach((row, count) => {
    for (const [letter, places] of Object.entries(row)) {
      for (const member of orbit(neighbourhood, indexOf(places))) {
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

function indexOf(places: string): number {
  return places.split(" ").reduce((sum, place) => sum + weightOf(...(PLACES[place] as Offset)), 0);
}

/** The live neighbours of one neighbourhood of a class that has a letter, such as "2a"; the same one each time. */
export function exampleOf(neighbourhood: Neighbourhood, name: string): readonly Offset[] {
  const most = neighbourCount(neighbourhood);
  const [count, letter] = [Number(name[0]), name[1] as string];
  const rows = EXAMPLES(neighbourhood);
  const own = rows[count]?.[letter];
  const other = rows[most - count]?.[letter];
  const index = own ? indexOf(own) : other ? neighbourWeights(neighbourhood) & ~indexOf(other) : 0;
  return NEIGHBOURS[neighbourhood].filter(([dx, dy]) => index & weightOf(dx, dy));
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

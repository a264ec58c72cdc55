// Patterns that the driver pastes and drops: known ones, soups, and files that are none.

import { gzipSync } from "fflate";
import type { Chance } from "./chance.ts";

const KNOWN: readonly string[] = [
  "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!",
  "x = 3, y = 3, rule = B3/S23\nb2o$2o$bo!",
  "x = 36, y = 9, rule = B3/S23\n24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4b\nobo$10bo5bo7bo$11bo3bo$12b2o!",
  "x = 5, y = 1, rule = B36/S23\n5o!",
  "x = 4, y = 3, rule = B2/S34H\n2bo$4o$bo!",
  "x = 3, y = 3, rule = B3/S23:T40,30\n3o$o$bo!",
  "x = 2, y = 2, rule = B0/S8\n2o$bo!",
  ".O.\n..O\nOOO\n",
  "#Life 1.06\n0 -1\n1 0\n-1 1\n0 1\n1 1\n",
  "[M2] (x)\n#R B3/S23\n.*$..*$***$\n",
  // Cells in states: of counts, tables, machines, long ranges, hexagons, and a rule that comes with its pattern.
  "x = 5, y = 3, rule = 345/2/4\n.A.A$ABCBA$.3A!",
  "x = 4, y = 3, rule = B2/S34/5H\n.2A$ABCD$A!",
  "x = 7, y = 3, rule = WireWorld:T20,12\n.5C$CA3.2C$.B4C!",
  "x = 15, y = 10, rule = Langtons-Loops\n.8B$BAGA.ADADB$B.6B.B$BGB4.BAB$BAB4.BAB$B.B4.BAB$BGB4.BAB$BA6BA5B$B.GA.GA.G5AB$.13B!",
  "x = 6, y = 3, rule = JvN29\npApApApA$2.pJ.pB$pIpXpT!",
  "x = 5, y = 2, rule = LifeHistory\nA.CDE$BAC!",
  "x = 4, y = 4, rule = R3,C0,M1,S14..22,B15..17,NM\n4o$o2bo$4o$bo!",
  "x = 3, y = 1, rule = Fade\nABA!\n\n@RULE Fade\n@TABLE\nn_states:3\nneighborhood:vonNeumann\nsymmetries:none\n1,0,0,0,0,2\n2,0,0,0,0,0\n",
  "x = 2, y = 1, rule = Dusk\nAB!",
];

/** A rule in a file of its own: whole, with other states, with a fault in a line, with colours and icons. */
const RULE_FILES: readonly string[] = [
  "@RULE Dusk\n@TABLE\nn_states:3\nneighborhood:vonNeumann\nsymmetries:none\n1,0,0,0,0,2\n",
  "@RULE Dusk\n@TABLE\nn_states:5\nneighborhood:Moore\nsymmetries:rotate8\n1,0,0,0,0,0,0,0,0,4\n@COLORS\n1 255 0 0\n4 0 90 255\n",
  "@RULE Dusk\n@TABLE\nn_states:3\nneighborhood:vonNeumann\nsymmetries:none\n5,0,0,0,0,0\n",
  "@RULE Dawn\n@TREE\nnum_states=2\nnum_neighbors=4\nnum_nodes=1\n1 0 1\n",
];

export function anyRule(chance: Chance): string {
  return chance.one([
    ..."B3/S23 HighLife 345/2/4 B2/S34H B2/S34/5H WireWorld Langtons-Loops JvN29 LifeHistory Dusk W110 23/36".split(
      " ",
    ),
    "R5,C0,M1,S34..58,B34..45,NM",
    "B3/S23:T64,48",
    "/2/3",
    "b2-a3/s12",
    "B9/S",
    "",
  ]);
}

const BAD: readonly string[] = [
  "",
  "Some text that is no pattern.",
  "x = 3, y = 3, rule = B3/S29\nbob$2o!",
  "x = 99999999999, y = 1\n9999999999999999o!",
  "[M2] (golly)\n#R B3/S23\n4 1 2 3 4\n",
];

function soup(chance: Chance): string {
  const [width, height] = [chance.whole(1, 90), chance.whole(1, 60)];
  const row = () => Array.from({ length: width }, () => (chance.happens(0.4) ? "o" : "b")).join("");
  return `x = ${width}, y = ${height}, rule = B3/S23\n${Array.from({ length: height }, row).join("$")}!`;
}

export function anyPattern(chance: Chance): string {
  if (chance.happens(0.15)) return chance.one(BAD);
  return chance.happens(0.3) ? soup(chance) : chance.one(KNOWN);
}

export function anyFile(chance: Chance): { readonly name: string; readonly content: string | Uint8Array } {
  if (chance.happens(0.3)) {
    const content = chance.one(RULE_FILES);
    return { name: `${content.slice(6, 10)}.rule`, content };
  }
  const text = anyPattern(chance);
  const name = `dropped-${chance.whole(1, 99)}${chance.one([".rle", ".mc", ".cells", ".lif", ""])}`;
  return chance.happens(0.2)
    ? { name: `${name}.gz`, content: gzipSync(new TextEncoder().encode(text)) }
    : { name, content: text };
}

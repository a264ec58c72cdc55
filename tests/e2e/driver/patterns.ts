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
];

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
  const text = anyPattern(chance);
  const name = `dropped-${chance.whole(1, 99)}${chance.one([".rle", ".mc", ".cells", ".lif", ""])}`;
  return chance.happens(0.2)
    ? { name: `${name}.gz`, content: gzipSync(new TextEncoder().encode(text)) }
    : { name, content: text };
}

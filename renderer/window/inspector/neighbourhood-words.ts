/** What a class of neighbourhoods is, in words: for who cannot see its picture, and for who wants to be sure. Pure. */

import { exampleOf } from "../../../engine/rules/neighbourhood-classes.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { NEIGHBOURS, neighbourCount } from "../../../engine/rules/rule.ts";

const LIST = new Intl.ListFormat("en-GB");
const NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight"] as const;

/** Where a neighbour lies from the cell, as the pictures show it: rows and columns, or on hexagons rows that lean. */
const PLACES: Readonly<Record<"squares" | "hexagons", Readonly<Record<string, string>>>> = {
  squares: {
    "0,-1": "above",
    "1,-1": "above right",
    "1,0": "right",
    "1,1": "below right",
    "0,1": "below",
    "-1,1": "below left",
    "-1,0": "left",
    "-1,-1": "above left",
  },
  hexagons: {
    "0,-1": "above right",
    "1,0": "right",
    "1,1": "below right",
    "0,1": "below left",
    "-1,0": "left",
    "-1,-1": "above left",
  },
};

/**
 * A class such as "2a", by the neighbourhood that its picture shows: "2a: two neighbours, below and below right". Of more than half of the
 * neighbours the words name those that are dead.
 */
export function classWords(neighbourhood: Neighbourhood, name: string): string {
  const places = PLACES[neighbourhood === "hex" ? "hexagons" : "squares"];
  const live = exampleOf(neighbourhood, name);
  const most = neighbourCount(neighbourhood);
  const isMost = 2 * live.length > most;
  const isLive = ([dx, dy]: readonly [number, number]): boolean =>
    live.some(([x, y]) => x === dx && y === dy);
  // In the order of the words above: once around the cell.
  const told = NEIGHBOURS[neighbourhood].filter((each) => isLive(each) !== isMost).map(String);
  const where = Object.keys(places).flatMap((place) => (told.includes(place) ? [places[place]] : []));
  const neighbours = `${NUMBERS[live.length]} neighbour${live.length === 1 ? "" : "s"}`;
  return `${name}: ${neighbours}, ${isMost ? "all but " : ""}${LIST.format(where as readonly string[])}`;
}

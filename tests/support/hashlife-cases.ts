/**
 * Runs of HashLife with the populations that Golly ends with (fixtures/hashlife-cases.json): patterns of the golly package,
 * named by their place in its Patterns folder, and soups that are made here. The tests and `npm run bench -- hashlife` use them.
 */

import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

export interface HashLifeCase {
  readonly name: string;
  readonly rule: string;
  readonly generations: string;
  readonly step: string;
  readonly population: string;
  /** A file in Golly's Patterns folder; else a soup. */
  readonly pattern?: string;
  readonly soup?: { readonly side: number; readonly seed: number; readonly density: number };
  /** Whether it takes Golly long enough to be worth timing. */
  readonly timed: boolean;
}

const FIXTURE = new URL("../fixtures/hashlife-cases.json", import.meta.url);

export function hashLifeCases(): readonly HashLifeCase[] {
  return JSON.parse(readFileSync(FIXTURE, "utf8")) as HashLifeCase[];
}

/** Golly's Patterns folder beside its program, or null. */
export function patternsFolder(program: string): string | null {
  const places = [
    "/usr/share/golly/Patterns",
    "/usr/share/games/golly/Patterns",
    join(dirname(program), "Patterns"),
  ];
  return places.find((place) => existsSync(place)) ?? null;
}

/** A soup as RLE text: xorshift32 from the seed, row by row; a cell lives when its draw is below the density. */
export function soupText(
  { side, seed, density }: { side: number; seed: number; density: number },
  rule: string,
): string {
  let x = seed | 0;
  const rows: string[] = [];
  for (let j = 0; j < side; j++) {
    let row = "";
    for (let i = 0; i < side; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      row += (x >>> 0) / 2 ** 32 < density ? "o" : "b";
    }
    rows.push(row.replace(/.{60}/g, "$&\n"));
  }
  return `x = ${side}, y = ${side}, rule = ${rule}\n${rows.join("$\n")}!\n`;
}

/** Triangles with the twelve around each. Carter Bays writes such rules as four digits: 4644 survives with 4 to 6 and is born with 4. */

import type { NamedRule } from "./named-rule.ts";
import { named } from "./named-rule.ts";

export const ON_TRIANGLES: readonly NamedRule[] = [
  named(
    "Triangle Life",
    "R1,C0,S4-6,B4,NL",
    "settles",
    "Carter Bays's 4644: a soup is soon down to blocks of five, and gliders fly off at a third of light.",
    "guns and ships",
  ),
  named(
    "Tri Life",
    "R1,C0,S4-6,B4,6,NL",
    "settles",
    "Joe Wezorek's: 4644 with birth on six, too. Soups live longer and send out more of the same gliders.",
    "guns and ships",
  ),
  named(
    "Triangle 23/3",
    "R1,C0,S2-3,B3,NL",
    "restless",
    "Four in a row have turned by half after four generations, and stand as before after eight.",
    "oscillators",
  ),
  named(
    "Triangle 345/4",
    "R1,C0,S3-5,B4,NL",
    "restless",
    "A soup boils on in patches; oscillators of period 9 turn by a third every three generations.",
    "oscillators",
  ),
  named(
    "Triangle 34/45",
    "R1,C0,S3-4,B4-5,NL",
    "settles",
    "Little is left of a soup, but some of it are wheels of six that turn by a sixth each generation.",
    "oscillators",
    "quick ash",
  ),
  named(
    "Triangle Snowflake",
    "R1,C0,S0-12,B1,4,NL",
    "freezes",
    "A single triangle freezes into a flake that is the same from three sides; with B1 alone it would stop at 13.",
    "growing crystals",
  ),
  named(
    "Triangle Maze",
    "R1,C0,S1-4,B3,NL",
    "freezes",
    "A few cells grow into corridors that bend by sixths.",
    "mazes",
    "growing crystals",
  ),
  named(
    "Triangle Majority",
    "R1,C0,S6-12,B7-12,NL",
    "settles",
    "Majority of the thirteen cells: soup freezes in two parties.",
    "blobs",
    "quick ash",
  ),
];

/** Rules whose cells look further than to the next ones. */

import type { NamedRule } from "./named-rule.ts";
import { named } from "./named-rule.ts";

export const LARGER_RULES: readonly NamedRule[] = [
  named(
    "Bosco's rule",
    "R5,C0,M1,S34..58,B34..45,NM",
    "dies",
    "Bugs crawl in many speeds and directions, and guns shoot them; Kellie Evans and David Griffeath found it.",
    "guns and ships",
  ),
  named(
    "BugsMovie",
    "R10,C0,M1,S123..212,B123..170,NM",
    "dies",
    "Bugs of range 10, larger and rarer than Bosco's, by David Griffeath.",
    "guns and ships",
  ),
  named(
    "Minibugs",
    "R2,C0,S6-9,B7-8",
    "settles",
    "The bugs of range 2: small ships, which some soups leave behind among still spots.",
    "guns and ships",
  ),
  named(
    "SoldierBugs",
    "R7,C0,M1,S65..114,B65..95,NM",
    "settles",
    "Bugs of range 7 leave a soup on straight ways, or stay as spots that stand, by David Griffeath.",
    "guns and ships",
  ),
  named(
    "Globe",
    "R8,C0,M0,S163..223,B74..252,NM",
    "explodes",
    "A spot that is large enough grows into a round globe that boils inside, by Mirek Wójtowicz.",
  ),
  named(
    "Waffle",
    "R7,C0,M1,S100..200,B75..170,NM",
    "freezes",
    "A spot that is large enough grows into a waffle that stands, by Kellie Evans.",
    "growing crystals",
  ),
  named(
    "Majority of 81",
    "R4,C0,M1,S41..81,B41..81,NM",
    "settles",
    "A cell goes with the most of the 81 around it: areas with round borders, which come to rest.",
    "blobs",
  ),
  named(
    "Majorly",
    "R7,C0,M1,S113..225,B113..225,NM",
    "settles",
    "The majority of 225 cells: fewer and larger areas than under that of 81.",
    "blobs",
  ),
  named(
    "ModernArt",
    "R10,C255,M1,S2..3,B3..3,NM",
    "freezes",
    "Four cells paint lines and blocks that fade through 254 shades, by Charles Rockafellor.",
    "dying cells",
  ),
  named(
    "Gnarl of five",
    "R1,C0,M1,S1..1,B1..1,NN",
    "explodes",
    "Kellie Evans's Gnarl: a cell among five, itself included, lives where one of them did.",
  ),
];

/**
 * Rules made to build or to compute: tables and constructors, in which a soup tells nothing. The larger ones take a moment to be made, so
 * the list says itself which cells are theirs.
 */

import type { Neighbourhood } from "../rule.ts";
import type { NamedRule } from "./named-rule.ts";

function machine(rule: string, neighbourhood: Neighbourhood, note: string, name: string = rule): NamedRule {
  return { name, rule, fate: null, note, tags: ["machines"], neighbourhood };
}

export const MACHINES: readonly NamedRule[] = [
  machine(
    "WireWorld",
    "moore",
    "Electrons run along wires and through gates; whole computers are wired in it.",
  ),
  machine(
    "LifeHistory",
    "moore",
    "Life that marks every cell which has ever lived; three more colours are for notes.",
  ),
  machine(
    "JvN29",
    "von-neumann",
    "John von Neumann's 29 states: arrows that carry signals, and build what a tape says.",
  ),
  machine(
    "Nobili32",
    "von-neumann",
    "Von Neumann's machine with three states more, in which two wires cross.",
  ),
  machine("Hutton32", "von-neumann", "Tim Hutton's variant of it, whose wires are built by a shorter code."),
  machine(
    "Codd",
    "von-neumann",
    "Edgar Codd's eight states: signals on sheathed paths, enough to build and to compute.",
  ),
  machine(
    "Langtons-Loops",
    "von-neumann",
    "A loop that grows an arm, bends it into a second loop and lets go of it.",
    "Langton's loops",
  ),
  machine(
    "SDSR-Loop",
    "von-neumann",
    "Langton's loops, which dissolve where they run into each other.",
    "Sayama's SDSR loop",
  ),
  machine(
    "Evoloop",
    "von-neumann",
    "Loops whose collisions make smaller ones, which breed faster: they evolve.",
  ),
  machine("Byl-Loop", "von-neumann", "John Byl's loop of twelve cells and six states.", "Byl's loop"),
  machine(
    "Chou-Reggia-1",
    "von-neumann",
    "A loop of six cells that no sheath protects.",
    "Chou and Reggia's loop of 6",
  ),
  machine(
    "Chou-Reggia-2",
    "von-neumann",
    "A loop of five cells, the smallest of its kind.",
    "Chou and Reggia's loop of 5",
  ),
  machine(
    "Langtons-Ant",
    "von-neumann",
    "Right on light, left on dark: after 10,000 steps of disorder the ant builds a road.",
    "Langton's ant",
  ),
  machine(
    "LangtonsAnt_LLRR",
    "von-neumann",
    "An ant on four colours whose picture stays symmetric while it grows.",
    "Ant LLRR",
  ),
  machine(
    "Turmite_181181121010",
    "von-neumann",
    "A turmite of two states that winds around squares of growing sides, 1, 1, 2, 3, 5 and so on.",
    "Fibonacci turmite",
  ),
  machine(
    "Turmite_180121020081",
    "von-neumann",
    "A turmite of two states that fills a frame with a texture, and pushes the frame outward.",
    "Frame turmite",
  ),
];

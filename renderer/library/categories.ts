/**
 * The shelves of the library, in the drawer's order: patterns that move and surprise come first, for a person who opens
 * it for the first time. A file names its shelf by id.
 */

import type { RegistryEntry } from "../../engine/core/registry.ts";
import { Registry } from "../../engine/core/registry.ts";

export interface Category extends RegistryEntry {
  /** The shelf's contents, in one line. */
  readonly summary: string;
}

/** The shelf of files that name none, or an unknown one. */
export const UNSORTED = "other";

export const CATEGORIES = new Registry<Category>("category", [
  { id: "guns", name: "Guns", summary: "They stay and send out spaceships without end." },
  { id: "spaceships", name: "Spaceships", summary: "They come back somewhere else." },
  {
    id: "methuselahs",
    name: "Methuselahs",
    summary: "Few cells that take a long time to settle, or to die.",
  },
  { id: "oscillators", name: "Oscillators", summary: "They change and come back in the same place." },
  {
    id: "puffers",
    name: "Puffers and rakes",
    summary: "They move and leave debris or spaceships behind.",
  },
  {
    id: "growth",
    name: "Infinite growth",
    summary: "Small seeds, breeders and crystals whose population has no limit.",
  },
  { id: "replicators", name: "Replicators", summary: "They turn into several copies of themselves." },
  {
    id: "reactions",
    name: "Eaters and reactions",
    summary: "What happens when gliders meet each other and what stands in their way.",
  },
  {
    id: "machines",
    name: "Circuits and machines",
    summary: "Gates, loops and ants, in rules that were made to build or to compute.",
  },
  { id: "still-lifes", name: "Still lifes", summary: "They never change." },
  { id: "grids", name: "Bounded grids", summary: "At home on a torus, a Klein bottle, a sphere." },
  { id: "soups", name: "Soups", summary: "Random cells, for rules that make order out of them." },
  { id: UNSORTED, name: "Other", summary: "Files that say nothing about what they are." },
]);

/**
 * Families that do not run here, from the strictest pattern to the loosest. A file that needs one is refused with the
 * family's name instead of a puzzle about characters.
 */

import type { RuleFamily } from "./family.ts";

export const RECOGNISED: readonly RuleFamily[] = [
  // The most frequent names of rule files.
  {
    id: "wireworld",
    name: "WireWorld (four states: electrons on wires)",
    matches: (t) => /^WireWorld$/i.test(t),
  },
  {
    id: "von-neumann-multi-state",
    name: "von Neumann multi-state constructors",
    matches: (t) => /^(JvN29|Nobili32|Hutton32|Codd2?|Devore|Banks-I{1,3}V?|Flow6)$/i.test(t),
  },
  {
    id: "loops",
    name: "self-replicating loops",
    matches: (t) =>
      /^(.*-Loops?|Evoloop(-finite)?|Chou-Reggia-[12]|Perrier|Tempesti|Ed-rep)$/i.test(t) && !/^B\d/i.test(t),
  },
  {
    id: "turmites",
    name: "turmites and ants",
    matches: (t) => /^(Tri|Hex|Absolute|Relative)?Turmite_\w+$|^Langtons-?Ant/i.test(t),
  },
  { id: "worms", name: "Paterson's worms", matches: (t) => /^Worm-\d+$/i.test(t) },
  {
    id: "margolus",
    name: "Margolus (blocks of 2 x 2)",
    matches: (t) => /Margolus|^HPP$/i.test(t),
  },
  {
    id: "other",
    name: "rule tables and trees",
    refusal: (text) =>
      `The rule "${text}" is none that is known here; it may be one of the rule tables and trees that Golly has by name.`,
    matches: (t) => /^[A-Za-z][\w .()+'-]*$/.test(t) || /^[\w.+-]+$/.test(t),
  },
];

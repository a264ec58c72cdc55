/**
 * Rule families. One of them runs here so far; the others are recognised, so that a file that needs one is refused with
 * the family's name instead of a puzzle about characters.
 */

import { TessellaError } from "../core/errors.ts";
import type { RegistryEntry } from "../core/registry.ts";
import { Registry } from "../core/registry.ts";
import { looksOuterTotalistic, parseOuterTotalistic } from "./outer-totalistic.ts";
import type { Rule } from "./rule.ts";

export interface RuleFamily extends RegistryEntry {
  /** Whether the text (without grid suffix) is of this family. The first family that says so decides. */
  readonly matches: (text: string) => boolean;
  /** The rule; absent for a family that is only recognised. Errors: `syntax`. */
  readonly parse?: (text: string) => Rule;
}

const digitsOf = "[0-8]*";

/** LifeHistory is Life whose states 3..6 are marks: its readers keep the live ones and run Life. */
export const LIFE_HISTORY = /^LifeHistory$/i;

export const RULE_FAMILIES = new Registry<RuleFamily>("rule family", [
  {
    id: "outer-totalistic",
    name: "outer-totalistic (Life-like)",
    matches: looksOuterTotalistic,
    parse: (text) => parseOuterTotalistic(text) as Rule,
  },
  {
    id: "generations",
    name: "Generations",
    matches: (t) =>
      new RegExp(`^${digitsOf}/${digitsOf}/\\d+[HV]?$`, "i").test(t) ||
      /^[BS]?\d*\/[BS]?\d*\/[CG]?\d+[HV]?$/i.test(t) ||
      /^[CG]\d+\/.*[BS]/i.test(t),
  },
  {
    id: "larger-than-life",
    name: "Larger than Life",
    matches: (t) => /^R\d+,[CB]/i.test(t) || /^\d+(,\d+){4,}$/.test(t),
  },
  {
    id: "non-totalistic",
    name: "isotropic non-totalistic",
    // An underscore for the slash: the name that such a rule's table has as a file.
    matches: (t) =>
      (/^B?[0-8cekainyqjrtwz-]*\/S?[0-8cekainyqjrtwz-]*$/i.test(t) && /\d/.test(t)) ||
      /^B\d[0-8cekainyqjrtwz-]*_S[0-8cekainyqjrtwz-]*$/i.test(t),
  },
  { id: "map", name: "non-isotropic (MAP)", matches: (t) => /^MAP/i.test(t) },
  { id: "wolfram", name: "one-dimensional (Wolfram)", matches: (t) => /^W\d+$/i.test(t) },
  // The names that are most often met, so that a refusal can say what kind of rule they stand for.
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
    matches: (t) => /^[A-Za-z][\w .()+'-]*$/.test(t) || /^[\w.+-]+$/.test(t),
  },
]);

/** The family that claims the text, or undefined for text that is no rule at all. */
export function familyOf(text: string): RuleFamily | undefined {
  return RULE_FAMILIES.list().find((f) => f.matches(text));
}

/** Refuses a rule of a family that does not run here. */
export function refuseFamily(text: string, family: RuleFamily): TessellaError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}...` : text;
  const sentence =
    family.id === "other"
      ? `The rule "${shown}" is none that is known here; it may be one of the ${family.name} that Golly has by name.`
      : `The rule "${shown}" is of the family ${family.name}.`;
  return new TessellaError("unsupported-rule", sentence, {
    hint: "Two-state outer-totalistic rules run here: B3/S23, B2/S34H, B13/S012V and the like.",
  });
}

import type { RuleFamily } from "./family.ts";
import { parseOuterTotalistic } from "./outer-totalistic.ts";

/** LifeHistory is Life with marks: of its states only 1, 3 and 5 live. Its files are read as Life. */
export const LIFE_HISTORY: RuleFamily = {
  id: "life-history",
  name: "LifeHistory",
  matches: (text) => /^LifeHistory$/i.test(text),
  parse: () => parseOuterTotalistic("B3/S23", "moore"),
  fileStates: [0, 1, 0, 1, 0, 1, 0],
};

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
    "Majority of 81",
    "R4,C0,M1,S41..81,B41..81,NM",
    "settles",
    "A cell goes with the most of the 81 around it: areas with round borders, which come to rest.",
    "blobs",
  ),
];

/** Rules of the square lattice that do more than count. */

import type { NamedRule } from "./named-rule.ts";
import { named } from "./named-rule.ts";

export const ISOTROPIC_RULES: readonly NamedRule[] = [
  named(
    "tLife",
    "B3/S2-i34q",
    "settles",
    "Two neighbours that face each other keep no cell alive, and so the T of four cells is a ship of c/5.",
    "guns and ships",
  ),
  named(
    "tDryLife",
    "B37/S2-i34q",
    "settles",
    "DryLife's birth on seven added to tLife, whose T of four cells flies here too.",
    "guns and ships",
  ),
  named(
    "Just Friends",
    "B2-a/S12",
    "settles",
    "Two neighbours give birth unless they touch: soup ends in sparks, after some 150 generations.",
    "oscillators",
  ),
];

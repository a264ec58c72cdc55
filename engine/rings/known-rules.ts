/** Rules that people know by a name. */

import type { RegistryEntry } from "../core/registry.ts";
import { Registry } from "../core/registry.ts";

export interface KnownRingRule extends RegistryEntry {
  /** As `formatRingRule` writes it. */
  readonly rule: string;
  /** Who found it, or what it is known for: a few words. */
  readonly about: string;
}

const elementary = (number: number, about: string): KnownRingRule => ({
  ...{ id: `w${number}`, name: `Rule ${number}`, rule: `W${number}`, about },
});
const majority = (id: string, name: string, table: string, about: string): KnownRingRule => ({
  ...{ id, name, rule: `x${table}`, about },
});

/** The share of random vectors on 149 cells that a rule for the majority task decides is that of Mitchell, Crutchfield and Das (1996) and of the papers named. */
export const KNOWN_RING_RULES: Registry<KnownRingRule> = new Registry<KnownRingRule>("rule of a ring", [
  elementary(18, "zigzags that meet and vanish"),
  elementary(30, "random, from a single cell"),
  elementary(54, "particles on a regular ground"),
  elementary(90, "Sierpinski's triangle: the sum of both neighbours"),
  elementary(110, "particles that compute (Cook 2004)"),
  elementary(150, "the sum of three cells"),
  elementary(184, "cars on a road"),
  majority("gkl", "GKL", "005f005f005f005f005fff5f005fff5f", "majority, 1978, by hand: 81.6 %"),
  majority("davis", "Davis", "002f035f001fcf1f002ffc5f001fff1f", "majority, 1995, by hand: 81.8 %"),
  majority("das", "Das", "070007ff0f000fff0f0007ff0f310fff", "majority, 1995, by hand: 82.2 %"),
  majority("abk", "ABK", "050055050500550555ff55ff55ff55ff", "majority, 1996, genetic programming: 82.3 %"),
  majority(
    "evolved",
    "phi_par",
    "0504058705000f77037755837bffb77f",
    "majority, 1994, a genetic algorithm: 76.9 %",
  ),
  majority("jp1", "JP1", "011430d7110f395705b4ff17f13df957", "majority, 1998, coevolution: 85.1 %"),
  majority("jp2", "JP2", "1451305c0050ce5f1711ff5f0f53cf5f", "majority, 1998, coevolution: 86.0 %"),
  majority("annealed", "Annealed", "0350441f01cff80f035cf71f013ffb1f", "majority, symmetric tables: 88.7 %"),
]);

/** The known rule of this text; undefined for any other. */
export function knownRule(rule: string): KnownRingRule | undefined {
  return KNOWN_RING_RULES.list().find((known) => known.rule === rule);
}

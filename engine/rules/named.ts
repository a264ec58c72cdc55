/** Rules that have names. One list for the command line, the rule field and the library. */

export interface NamedRule {
  readonly name: string;
  /** Canonical rule text. */
  readonly rule: string;
  /** What is interesting about it, in one line. */
  readonly note: string;
}

export const NAMED_RULES: readonly NamedRule[] = [
  {
    name: "Life",
    rule: "B3/S23",
    note: "Conway's game: gliders, guns, computers; almost everything known lives here.",
  },
  {
    name: "HighLife",
    rule: "B36/S23",
    note: "Life plus birth on six: a small replicator copies itself every 12 generations.",
  },
  {
    name: "Day & Night",
    rule: "B3678/S34678",
    note: "Dead and live play the same part: every pattern has a negative that does the same.",
  },
  {
    name: "ANNEAL",
    rule: "B4678/S35678",
    note: "Twisted majority: random soup separates into blobs whose borders shorten as in an annealed alloy.",
  },
  { name: "Seeds", rule: "B2/S", note: "Nothing survives, yet almost everything explodes." },
  {
    name: "Life without Death",
    rule: "B3/S012345678",
    note: "Cells never die: ladders race through a growing crystal.",
  },
  { name: "Replicator", rule: "B1357/S1357", note: "Every pattern is copied into eight, again and again." },
  {
    name: "Fredkin",
    rule: "B1357/S02468",
    note: "Parity of the whole block of nine: every pattern is copied into nine.",
  },
  { name: "2x2", rule: "B36/S125", note: "Patterns made of 2x2 blocks stay made of 2x2 blocks." },
  {
    name: "Morley",
    rule: "B368/S245",
    note: "Also called Move: slow growth with high-period oscillators and a natural spaceship.",
  },
  {
    name: "Diamoeba",
    rule: "B35678/S5678",
    note: "Diamonds of living matter with restless edges grow and shrink.",
  },
  { name: "Maze", rule: "B3/S12345", note: "Grows into corridors." },
  { name: "Mazectric", rule: "B3/S1234", note: "A maze with longer, straighter corridors." },
  { name: "Coral", rule: "B3/S45678", note: "Slow growth with a coral's texture." },
  { name: "34 Life", rule: "B34/S34", note: "An early rival of Life: small patterns explode, a few glide." },
  {
    name: "Pseudo Life",
    rule: "B357/S238",
    note: "Behaves much like Life with different still lifes and ships.",
  },
  { name: "DryLife", rule: "B37/S23", note: "Life with birth on seven: gliders and much else carry over." },
  {
    name: "EightLife",
    rule: "B3/S238",
    note: "Life in which a crowded cell survives: rarely different, sometimes decisively.",
  },
  { name: "LongLife", rule: "B345/S5", note: "Oscillators with very long periods come easily." },
  { name: "Stains", rule: "B3678/S235678", note: "Soup settles into patches with smooth borders." },
  { name: "Walled Cities", rule: "B45678/S2345", note: "Busy quarters inside walls that hold." },
  { name: "Vote", rule: "B5678/S45678", note: "Majority wins: soup falls into two parties and freezes." },
  { name: "Live Free or Die", rule: "B2/S0", note: "Only the lonely survive." },
  { name: "Gnarl", rule: "B1/S1", note: "One cell grows into an intricate, endless figure." },
  { name: "AntiLife", rule: "B0123478/S01234678", note: "Life seen as a negative: the background is alive." },
  {
    name: "Hex 34/2",
    rule: "B2/S34H",
    note: "The test rule of the hexagonal GPU work: born with two, survives with three or four of six.",
  },
  {
    name: "Hex Life",
    rule: "B245/S3H",
    note: "A hexagonal rule with gliders and oscillators, the nearest to Life on six neighbours.",
  },
  { name: "Hex Seeds", rule: "B2/SH", note: "Seeds on hexagons: six-fold explosions from two cells." },
  { name: "Hex Snowflake", rule: "B1/S0123456H", note: "A single cell freezes into a snowflake." },
  {
    name: "Von Neumann Parity",
    rule: "B13/S13V",
    note: "The parity of four neighbours: every pattern is copied into four.",
  },
];

const key = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
const BY_NAME = new Map(NAMED_RULES.map((r) => [key(r.name), r]));
for (const [alias, name] of [
  ["conway", "Life"],
  ["conwayslife", "Life"],
  ["gameoflife", "Life"],
  ["dayandnight", "Day & Night"],
  ["twistedmajority", "ANNEAL"],
  ["move", "Morley"],
  ["lwod", "Life without Death"],
  ["majority", "Vote"],
] as const) {
  BY_NAME.set(alias, BY_NAME.get(key(name)) as NamedRule);
}

/** The named rule, spelling and case forgiven. A name is at least one letter: "34/2" is not one. */
export function findNamedRule(name: string): NamedRule | undefined {
  return BY_NAME.get(key(name));
}

/** The name of a canonical rule text, if it has one. */
export function nameOfRule(rule: string): string | undefined {
  return NAMED_RULES.find((r) => r.rule === rule)?.name;
}

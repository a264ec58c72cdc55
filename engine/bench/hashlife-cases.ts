/**
 * Runs of HashLife with the populations that Golly ends with: patterns of Golly's collection, named by their place below
 * its Patterns folder, and soups that are made here. `tessella bench hashlife` times them and the interop tests check them.
 * Nothing of Golly's collection is part of the product, so a case whose file is not there cannot run.
 */

export interface HashLifeCase {
  readonly name: string;
  readonly rule: string;
  readonly generations: bigint;
  /** Generations of one step where the run is cut into steps. */
  readonly step: bigint;
  /** What lives at the end. */
  readonly population: bigint;
  readonly source: GollyPattern | SoupSource;
  /** Whether it takes Golly long enough to be worth timing. */
  readonly timed: boolean;
  /** Whether much of it can be computed at the same time, by threads and by GPUs. */
  readonly wide?: true;
}

interface GollyPattern {
  /** A file below Golly's Patterns folder. */
  readonly pattern: string;
}

interface SoupSource {
  /** A square of `side` x `side` cells, of which each lives with the chance `density`. */
  readonly soup: { readonly side: number; readonly seed: number; readonly density: number };
}

const SOUP: SoupSource = { soup: { side: 512, seed: 12345, density: 0.375 } };

export const HASHLIFE_CASES: readonly HashLifeCase[] = [
  {
    name: "oddity1",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 1_048_576n,
    population: 2_181_569n,
    source: { pattern: "HashLife/hashlife-oddity1.mc" },
    timed: true,
    wide: true,
  },
  {
    name: "nick-gotts-1",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 16_384n,
    population: 4_634_366n,
    source: { pattern: "HashLife/nick-gotts-1.mc" },
    timed: true,
    wide: true,
  },
  {
    name: "galaxy-64",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 64n,
    population: 6_835_194n,
    source: { pattern: "HashLife/metapixel-galaxy.mc.gz" },
    timed: true,
  },
  {
    name: "turing-64",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 64n,
    population: 36_550n,
    source: { pattern: "Life/Signal-Circuitry/Turing-Machine-3-state.rle" },
    timed: true,
  },
  {
    name: "broken-lines",
    rule: "B3/S23",
    generations: 16_777_216n,
    step: 1_048_576n,
    population: 7_076_803n,
    source: { pattern: "HashLife/broken-lines.mc" },
    timed: true,
  },
  {
    name: "soup512",
    rule: "B3/S23",
    generations: 10_240n,
    step: 16n,
    population: 10_202n,
    source: SOUP,
    timed: true,
  },
  {
    name: "highlife-soup512",
    rule: "B36/S23",
    generations: 4096n,
    step: 16n,
    population: 5650n,
    source: SOUP,
    timed: true,
  },
  {
    name: "daynight-gun",
    rule: "B3678/S34678",
    generations: 4_194_304n,
    step: 64n,
    population: 2_006_128n,
    source: { pattern: "Life-Like/Day-and-Night-gun-and-antigun.rle" },
    timed: true,
  },
  {
    name: "lidka",
    rule: "B3/S23",
    generations: 30_720n,
    step: 64n,
    population: 1623n,
    source: { pattern: "Life/Methuselahs/lidka-predecessor.rle" },
    timed: true,
  },
  {
    name: "oddity2",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 1_048_576n,
    population: 2_179_187n,
    source: { pattern: "HashLife/hashlife-oddity2.mc" },
    timed: false,
  },
  {
    name: "breeder",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 64n,
    population: 1_432_547_841n,
    source: { pattern: "Life/Breeders/breeder.lif" },
    timed: false,
  },
  {
    name: "jagged",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 16_384n,
    population: 522_153n,
    source: { pattern: "HashLife/jagged.mc" },
    timed: false,
  },
  {
    name: "loafer-gun",
    rule: "B3/S23",
    generations: 16_777_216n,
    step: 65_536n,
    population: 104_645n,
    source: { pattern: "HashLife/loafer-gun-p8388608-linear.mc.gz" },
    timed: false,
    wide: true,
  },
  {
    name: "replicator",
    rule: "B1357/S1357",
    generations: 4_194_304n,
    step: 16_384n,
    population: 232n,
    source: { pattern: "Life-Like/replicator.rle" },
    timed: false,
  },
  {
    name: "highlife-ship",
    rule: "B36/S23",
    generations: 65_536n,
    step: 64n,
    population: 1581n,
    source: { pattern: "Life-Like/HighLife-replicator-spaceship.rle" },
    timed: false,
  },
  {
    name: "cordership-gun",
    rule: "B3/S23",
    generations: 262_144n,
    step: 1024n,
    population: 128_129n,
    source: { pattern: "Life/Guns/Cordership-gun-p784.rle" },
    timed: false,
  },
  {
    name: "soup2048",
    rule: "B3/S23",
    generations: 1024n,
    step: 1024n,
    population: 189_777n,
    source: { soup: { side: 2048, seed: 12345, density: 0.375 } },
    timed: true,
    wide: true,
  },
  {
    name: "p216-gun",
    rule: "B3/S23",
    generations: 16_777_216n,
    step: 65_536n,
    population: 121_434_875n,
    source: { pattern: "HashLife/metapixel-p216-gun.mc.gz" },
    timed: true,
    wide: true,
  },
  {
    name: "galaxy-1000",
    rule: "B3/S23",
    generations: 100_000n,
    step: 1000n,
    population: 7_610_020n,
    source: { pattern: "HashLife/metapixel-galaxy.mc.gz" },
    timed: true,
    wide: true,
  },
  {
    name: "catacryst",
    rule: "B3/S23",
    generations: 268_435_456n,
    step: 1_048_576n,
    population: 36_313_542_625n,
    source: { pattern: "HashLife/catacryst.mc" },
    timed: true,
    wide: true,
  },
  {
    name: "fermat-256",
    rule: "B3/S23",
    generations: 262_144n,
    step: 256n,
    population: 1_550_661n,
    source: { pattern: "Life/Miscellaneous/fermat-primes.rle" },
    timed: true,
    wide: true,
  },
  {
    name: "demonoid",
    rule: "B3/S23",
    generations: 4_194_304n,
    step: 65_536n,
    population: 106_639n,
    source: { pattern: "HashLife/demonoid-c512-hashlife-friendly.mc.gz" },
    timed: true,
    wide: true,
  },
  {
    name: "hexadecimal",
    rule: "B3/S23",
    generations: 1_048_576n,
    step: 16_384n,
    population: 3_118_134n,
    source: { pattern: "HashLife/hexadecimal.mc.gz" },
    timed: true,
  },
];

/** A soup as RLE text: xorshift32 from the seed, row by row; a cell lives when its draw is below the density. */
export function soupText({ soup: { side, seed, density } }: SoupSource, rule: string): string {
  let x = seed | 0;
  const rows: string[] = [];
  for (let j = 0; j < side; j++) {
    let row = "";
    for (let i = 0; i < side; i++) {
      x ^= x << 13;
      x ^= x >>> 17;
      x ^= x << 5;
      row += (x >>> 0) / 2 ** 32 < density ? "o" : "b";
    }
    rows.push(row.replace(/.{60}/g, "$&\n"));
  }
  return `x = ${side}, y = ${side}, rule = ${rule}\n${rows.join("$\n")}!\n`;
}

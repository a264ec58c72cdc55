/** What a population has at each place of its genomes: where all agree, and where it still varies. */

import type { RingShape } from "./genome.ts";
import { genomeBits, genomeWords } from "./genome.ts";

/** The share of ones at each bit, 0 .. 255. Of long genomes, groups of neighbouring bits: at most `most` shares. */
export function alleleFrequencies(
  shape: RingShape,
  genomes: Uint32Array,
  most = 128,
): Uint8Array<ArrayBuffer> {
  const bits = genomeBits(shape);
  const words = genomeWords(shape);
  const group = Math.ceil(bits / most);
  const population = genomes.length / words;
  const ones = new Float64Array(Math.ceil(bits / group));
  for (let at = 0; at < genomes.length; at += words)
    for (let b = 0; b < bits; b++) ones[Math.floor(b / group)] += (genomes[at + (b >>> 5)] >>> (b & 31)) & 1;
  return Uint8Array.from(ones, (count, k) =>
    Math.round((255 * count) / (population * Math.min(group, bits - k * group))),
  );
}

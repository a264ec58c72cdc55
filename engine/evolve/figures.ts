/** What is kept of a generation: whole numbers, the same whatever computed them. Means and errors are derived. */

import { pcg } from "../rings/random-state.ts";
import type { RingShape } from "./genome.ts";
import { genomeBits, genomeWords } from "./genome.ts";

export interface GenerationFigures {
  readonly generation: number;
  readonly best: number;
  /** Of the fitness of all individuals. */
  readonly sum: number;
  readonly worst: number;
  /** Vectors that each individual was scored on, and how many of them are tied. */
  readonly vectors: number;
  readonly ties: number;
  /** The sum over all bits of the individuals that differ there from most of them: 0 where all are the same. */
  readonly diversity: number;
  /** `populationHash` of the genomes. */
  readonly hash: string;
}

/** The first digits of pi. */
const SALTS = [0x243f6a88, 0x85a308d3] as const;

/**
 * 16 hexadecimal digits for genomes of so many words. Two sums of 32 bits, so that it can be reduced in any order: over all
 * words w at place n of the population, pcg(pcg(salt + n) ^ w).
 */
export function populationHash(genomes: Uint32Array): string {
  return SALTS.map((salt) => {
    let sum = 0;
    for (let n = 0; n < genomes.length; n++) sum = (sum + pcg(pcg((salt + n) | 0) ^ genomes[n])) | 0;
    return (sum >>> 0).toString(16).padStart(8, "0");
  }).join("");
}

/** See `GenerationFigures`. */
export function diversityOf(shape: RingShape, genomes: Uint32Array): number {
  const words = genomeWords(shape);
  const population = genomes.length / words;
  let diversity = 0;
  for (let b = 0; b < genomeBits(shape); b++) {
    let ones = 0;
    for (let at = b >>> 5; at < genomes.length; at += words) ones += (genomes[at] >>> (b & 31)) & 1;
    diversity += Math.min(ones, population - ones);
  }
  return diversity;
}

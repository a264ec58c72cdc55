/**
 * What searches breed: the tables of a ring as a row of bits. Bit b is entry b of the table, or with a rule a cell entry
 * b mod E of the table of cell floor(b / E), E = 2^(2r + 1). Bit b is bit b mod 32 of word floor(b / 32); bits beyond the
 * last are 0. As text a genome is its tables in hexadecimal one behind the other (`ringTable`).
 */

import type { Boundary, Ring } from "../rings/ring.ts";
import { createRing } from "../rings/ring.ts";
import type { Radius, RingRule } from "../rings/ring-rule.ts";
import { reversed, ringWindow } from "../rings/ring-rule.ts";

/** A ring without its rules. */
export interface RingShape {
  readonly cells: number;
  readonly boundary: Boundary;
  readonly radius: Radius;
  /** Whether each cell has a rule of its own. */
  readonly ruleACell: boolean;
}

/** Entries of a table. */
export function tableEntries({ radius }: Pick<RingShape, "radius">): number {
  return 2 ** ringWindow(radius);
}

/** Bits of a genome. */
export function genomeBits(shape: RingShape): number {
  return tableEntries(shape) * (shape.ruleACell ? shape.cells : 1);
}

/** Words of a genome. */
export function genomeWords(shape: RingShape): number {
  return (genomeBits(shape) + 31) >>> 5;
}

/** The ring that a genome stands for. */
export function ringOfGenome(shape: RingShape, genome: Uint32Array): Ring {
  const entries = tableEntries(shape);
  const rules = Array.from({ length: shape.ruleACell ? shape.cells : 1 }, (_, cell): RingRule => {
    const table = new Uint8Array(entries);
    for (let k = 0, b = cell * entries; k < entries; k++, b++) table[k] = (genome[b >>> 5] >>> (b & 31)) & 1;
    return { radius: shape.radius, table };
  });
  return createRing(shape.cells, rules, shape.boundary);
}

/** The genome of a ring's rules. */
export function genomeOfRules(rules: readonly RingRule[]): Uint32Array<ArrayBuffer> {
  const entries = rules[0].table.length;
  const genome = new Uint32Array((rules.length * entries + 31) >>> 5);
  rules.forEach(({ table }, cell) => {
    for (let k = 0, b = cell * entries; k < entries; k++, b++) genome[b >>> 5] |= table[k] << (b & 31);
  });
  return genome;
}

/** The shape of a ring's genome. */
export function shapeOfRing({ cells, boundary, rules }: Ring): RingShape {
  return { cells, boundary, radius: rules[0].radius, ruleACell: rules.length > 1 };
}

/** Each byte of genomes as two hexadecimal digits: of the bits of a digit the first is its highest. */
const DIGITS: readonly string[] = Array.from({ length: 256 }, (_, byte) =>
  reversed(byte, 8).toString(16).padStart(2, "0"),
);

/** All tables in hexadecimal, one behind the other; of several genomes those of the first come first. */
export function formatGenome(shape: RingShape, genomes: Uint32Array): string {
  const words = genomeWords(shape);
  const bytes = genomeBits(shape) / 8;
  let text = "";
  for (let at = 0; at < genomes.length; at += words)
    for (let b = 0; b < bytes; b++) text += DIGITS[(genomes[at + (b >>> 2)] >>> ((b & 3) * 8)) & 255];
  return text;
}

/** Reads what `formatGenome` writes, of one genome or several; undefined for any other text. */
export function parseGenome(shape: RingShape, text: string): Uint32Array<ArrayBuffer> | undefined {
  const bytes = genomeBits(shape) / 8;
  if (text === "" || text.length % (2 * bytes) !== 0 || /[^0-9a-f]/.test(text)) return undefined;
  const words = genomeWords(shape);
  const genomes = new Uint32Array((text.length / (2 * bytes)) * words);
  for (let n = 0; n < text.length / 2; n++) {
    const byte = reversed(Number.parseInt(text.slice(2 * n, 2 * n + 2), 16), 8);
    const b = n % bytes;
    genomes[Math.floor(n / bytes) * words + (b >>> 2)] |= byte << ((b & 3) * 8);
  }
  return genomes;
}

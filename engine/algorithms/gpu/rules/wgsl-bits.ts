/** Functions of bits as lines of WGSL, 32 cells a word, for a `BitWriter`. */

import type { BitProgram, Bits } from "../../bit-writer.ts";

const SYMBOLS = { and: "&", or: "|", xor: "^", andnot: "& ~" } as const;

export class WgslBits implements BitProgram<string> {
  readonly #lines: string[] = [];
  #made = 0;

  /** The lines so far. */
  get text(): string {
    return this.#lines.join("\n");
  }

  line(text: string): void {
    this.#lines.push(`  ${text}`);
  }

  /** A new value. */
  value(expression: string): string {
    const name = `t${this.#made++}`;
    this.line(`let ${name} = ${expression};`);
    return name;
  }

  v128(op: keyof typeof SYMBOLS, a: string, b: string): string {
    return this.value(`${a} ${SYMBOLS[op]}${op === "andnot" ? "" : " "}${b}`);
  }

  v128Not(a: string): string {
    return this.value(`~${a}`);
  }

  v128Select(mask: string, yes: string, no: string): string {
    return this.value(`(${yes} & ${mask}) | (${no} & ~${mask})`);
  }

  /** Two functions of three bits, each of which is one operation on a GPU. */
  fullAdder(a: string, b: string, c: string): readonly [sum: string, carry: string] {
    return [this.value(`${a} ^ ${b} ^ ${c}`), this.value(`(${a} & ${b}) | (${c} & (${a} | ${b}))`)];
  }

  shift(low: string, high: string | null, by: number): string {
    return this.value(high === null ? `${low} >> ${by}u` : `(${low} >> ${by}u) | (${high} << ${32 - by}u)`);
  }
}

export function wgslOf(bits: Bits<string>): string {
  return typeof bits === "string" ? bits : bits ? "0xffffffffu" : "0u";
}

/**
 * Boolean functions of whole vectors, written into a WASM function and simplified on the way: the writer folds
 * constants, writes the same operation on the same operands once, and shrinks a multiplexer to what its branches
 * leave of it. A rule given as the plain table of births and survivals then comes out as some ten operations.
 */

import type { FunctionWriter, Local } from "../wasm/emit.ts";

/** A vector of bits: a local, or a constant (all 0 or all 1). */
export type Bits = Local | boolean;

export class BitWriter {
  readonly #f: FunctionWriter;
  readonly #known = new Map<string, Local>();
  readonly #negated = new Map<Bits, Local>();

  /** Straight-line code only: the writer assumes that every computed value stays available. */
  constructor(f: FunctionWriter) {
    this.#f = f;
  }

  #once(key: string, write: () => Local): Local {
    let local = this.#known.get(key);
    if (local === undefined) this.#known.set(key, (local = write()));
    return local;
  }

  not(a: Bits): Bits {
    if (typeof a === "boolean") return !a;
    const known = this.#negated.get(a);
    if (known !== undefined) return known;
    const negated = this.#f.v128Not(a);
    this.#negated.set(a, negated);
    this.#negated.set(negated, a);
    return negated;
  }

  and(a: Bits, b: Bits): Bits {
    if (typeof a === "boolean") return a && b;
    if (typeof b === "boolean") return b && a;
    return a === b ? a : this.#symmetric("and", a, b);
  }

  or(a: Bits, b: Bits): Bits {
    if (typeof a === "boolean") return a || b;
    if (typeof b === "boolean") return b || a;
    return a === b ? a : this.#symmetric("or", a, b);
  }

  xor(a: Bits, b: Bits): Bits {
    if (typeof a === "boolean") return a ? this.not(b) : b;
    if (typeof b === "boolean") return b ? this.not(a) : a;
    return a === b ? false : this.#symmetric("xor", a, b);
  }

  #symmetric(op: "and" | "or" | "xor", a: Local, b: Local): Local {
    const [low, high] = a < b ? [a, b] : [b, a];
    return this.#once(`${op} ${low} ${high}`, () => this.#f.v128(op, low, high));
  }

  /** a & ~b. */
  andNot(a: Bits, b: Bits): Bits {
    if (typeof b === "boolean") return b ? false : a;
    if (a === true) return this.not(b);
    if (a === false || a === b) return false;
    return this.#once(`andnot ${a} ${b}`, () => this.#f.v128("andnot", a, b));
  }

  /** `yes` where the mask is set, `no` elsewhere. */
  select(mask: Bits, yes: Bits, no: Bits): Bits {
    if (typeof mask === "boolean") return mask ? yes : no;
    if (yes === no) return yes;
    if (yes === true || yes === mask) return this.or(mask, no);
    if (no === false || no === mask) return this.and(mask, yes);
    if (yes === false) return this.andNot(no, mask);
    if (no === true) return this.not(this.andNot(mask, yes));
    if (this.#negated.get(no) === yes) return this.xor(mask, no);
    return this.#once(`select ${mask} ${yes} ${no}`, () => this.#f.v128Select(mask, yes, no));
  }

  /** Digits of a sum of three bits. */
  fullAdder(a: Bits, b: Bits, c: Bits): readonly [sum: Bits, carry: Bits] {
    const ab = this.xor(a, b);
    return [this.xor(ab, c), this.select(ab, c, a)];
  }

  /** `table(x, y)` of two vectors. */
  ofTwo(x: Bits, y: Bits, table: (x: boolean, y: boolean) => boolean): Bits {
    const of = (value: boolean): Bits => this.select(y, table(value, true), table(value, false));
    return this.select(x, of(true), of(false));
  }
}

/**
 * Boolean functions of whole vectors, written into a program and simplified on the way: the writer folds constants, writes the
 * same operation on the same operands once, and shrinks a multiplexer to what its branches leave of it. A rule given as the plain
 * table of births and survivals then comes out as some ten operations. The program is a WASM function (wasm/emit.ts) or the text of a
 * shader (gpu/rules/wgsl-bits.ts).
 */

import type { Local } from "./wasm/emit.ts";

/** What values are written as: a local's number, or a name. */
export type BitValue = number | string;

/** A vector of bits: a value, or a constant (all 0 or all 1). */
export type Bits<T extends BitValue = Local> = T | boolean;

/** What a program computes with. Each operation makes a new value. */
export interface BitProgram<T extends BitValue> {
  v128(op: "and" | "andnot" | "or" | "xor", a: T, b: T): T;
  v128Not(a: T): T;
  /** Bits of `yes` where the mask is set, of `no` elsewhere. */
  v128Select(mask: T, yes: T, no: T): T;
  /** Digits of a sum of three bits, where there is a shorter way than by the operations above. */
  fullAdder?(a: T, b: T, c: T): readonly [sum: T, carry: T];
}

export class BitWriter<T extends BitValue = Local> {
  readonly #f: BitProgram<T>;
  readonly #known = new Map<string, T>();
  readonly #negated = new Map<Bits<T>, T>();

  /** Straight-line code only: the writer assumes that every computed value stays available. */
  constructor(f: BitProgram<T>) {
    this.#f = f;
  }

  #once(key: string, write: () => T): T {
    let local = this.#known.get(key);
    if (local === undefined) this.#known.set(key, (local = write()));
    return local;
  }

  not(a: Bits<T>): Bits<T> {
    if (typeof a === "boolean") return !a;
    const known = this.#negated.get(a);
    if (known !== undefined) return known;
    const negated = this.#f.v128Not(a);
    this.#negated.set(a, negated);
    this.#negated.set(negated, a);
    return negated;
  }

  and(a: Bits<T>, b: Bits<T>): Bits<T> {
    if (typeof a === "boolean") return a && b;
    if (typeof b === "boolean") return b && a;
    return a === b ? a : this.#symmetric("and", a, b);
  }

  or(a: Bits<T>, b: Bits<T>): Bits<T> {
    if (typeof a === "boolean") return a || b;
    if (typeof b === "boolean") return b || a;
    return a === b ? a : this.#symmetric("or", a, b);
  }

  xor(a: Bits<T>, b: Bits<T>): Bits<T> {
    if (typeof a === "boolean") return a ? this.not(b) : b;
    if (typeof b === "boolean") return b ? this.not(a) : a;
    return a === b ? false : this.#symmetric("xor", a, b);
  }

  #symmetric(op: "and" | "or" | "xor", a: T, b: T): T {
    const [low, high]: readonly [T, T] = a < b ? [a, b] : [b, a];
    return this.#once(`${op} ${low} ${high}`, () => this.#f.v128(op, low, high));
  }

  /** a & ~b. */
  andNot(a: Bits<T>, b: Bits<T>): Bits<T> {
    if (typeof b === "boolean") return b ? false : a;
    if (a === true) return this.not(b);
    if (a === false || a === b) return false;
    return this.#once(`andnot ${a} ${b}`, () => this.#f.v128("andnot", a, b));
  }

  /** `yes` where the mask is set, `no` elsewhere. */
  select(mask: Bits<T>, yes: Bits<T>, no: Bits<T>): Bits<T> {
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
  fullAdder(a: Bits<T>, b: Bits<T>, c: Bits<T>): readonly [sum: Bits<T>, carry: Bits<T>] {
    if (typeof a === "boolean" && typeof c !== "boolean") return this.fullAdder(c, b, a);
    if (typeof b === "boolean" && typeof c !== "boolean") return this.fullAdder(a, c, b);
    if (this.#f.fullAdder && typeof a !== "boolean" && typeof b !== "boolean" && typeof c !== "boolean")
      return this.#f.fullAdder(a, b, c);
    const ab = this.xor(a, b);
    return [this.xor(ab, c), this.select(ab, c, a)];
  }

  /** `table(x, y)` of two vectors. */
  ofTwo(x: Bits<T>, y: Bits<T>, table: (x: boolean, y: boolean) => boolean): Bits<T> {
    const of = (value: boolean): Bits<T> => this.select(y, table(value, true), table(value, false));
    return this.select(x, of(true), of(false));
  }
}

/**
 * A small WebAssembly assembler: enough to write one function of i32, i64 and v128 values over an imported memory while
 * the program runs. It emits a stack machine's code but reads like code written by hand: every operation takes locals
 * and returns a new local (`const c = f.i32x4Shl(a, 1)`). The many locals cost nothing, because the engine's compiler
 * sees through them.
 *
 * Binary format: https://webassembly.github.io/spec/core/binary/ (numbers are LEB128; sections are id, length,
 * contents).
 */

/** A local variable of the function under construction. */
export type Local = number;

const I32 = 0x7f;
const I64 = 0x7e;
const V128 = 0x7b;
const EMPTY_BLOCK = 0x40;
const SIMD = 0xfd;
/** Of a memory. */
export const MOST_PAGES = 65536;

/** Opcodes of operations on two operands of one type, by name. */
const I32_BINARY = {
  add: 0x6a,
  sub: 0x6b,
  and: 0x71,
  or: 0x72,
  xor: 0x73,
  shl: 0x74,
  shr: 0x76,
  lt: 0x49,
  le: 0x4d,
} as const;
const I64_BINARY = { add: 0x7c, shr: 0x88 } as const;
/** Loads of so many bytes into an i32, the others 0. */
const I32_LOAD = { 1: 0x2d, 2: 0x2f, 4: 0x28 } as const;
/** Bytes of a lane of a vector. */
export type LaneBytes = 1 | 2 | 4;

/** Opcodes of operations on lanes of one, two and four bytes; there is no product of bytes. `le` is unsigned. */
const LANES = {
  add: { 1: 0x6e, 2: 0x8e, 4: 0xae },
  sub: { 1: 0x71, 2: 0x91, 4: 0xb1 },
  mul: { 1: -1, 2: 0x95, 4: 0xb5 },
  eq: { 1: 0x23, 2: 0x2d, 4: 0x37 },
  le: { 1: 0x2a, 2: 0x34, 4: 0x3e },
} as const;
const SPLAT = { 1: 0x0f, 2: 0x10, 4: 0x11 } as const;
const V128_BINARY = { and: 0x4e, andnot: 0x4f, or: 0x50, xor: 0x51 } as const;

/** Unsigned LEB128. */
function leb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value >>> 0;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** Signed LEB128 of a 32-bit integer. */
function signedLeb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value | 0;
  for (;;) {
    const byte = rest & 0x7f;
    rest >>= 7;
    const last = (rest === 0 && !(byte & 0x40)) || (rest === -1 && (byte & 0x40) !== 0);
    bytes.push(last ? byte : byte | 0x80);
    if (last) return bytes;
  }
}

function vector(items: readonly (readonly number[])[]): number[] {
  return [...leb(items.length), ...items.flat()];
}

function section(id: number, contents: readonly number[]): number[] {
  return [id, ...leb(contents.length), ...contents];
}

function name(text: string): number[] {
  return [...leb(text.length), ...new TextEncoder().encode(text)];
}

/** Writes one function (i32 parameters, an i64 or v128 result) and the module around it. */
export class FunctionWriter {
  readonly #parameters: number;
  readonly #types: number[] = [];
  readonly #code: number[] = [];
  readonly #imports: string[] = [];

  /** The parameters are locals 0 .. parameters - 1. */
  constructor(parameters: number) {
    this.#parameters = parameters;
  }

  i32Local(): Local {
    return this.#local(I32);
  }

  v128Local(): Local {
    return this.#local(V128);
  }

  /** A number that the module is given as `env[name]`. */
  i32Import(name: string): Local {
    this.#code.push(0x23, ...leb(this.#imports.push(name) - 1));
    return this.#into(this.i32Local());
  }

  #local(type: number): Local {
    return this.#parameters + this.#types.push(type) - 1;
  }

  #get(...locals: readonly Local[]): void {
    for (const local of locals) this.#op(0x20, local);
  }

  /** An opcode with a number in unsigned LEB128. */
  #op(opcode: number, value: number): void {
    if (value < 0x80) this.#code.push(opcode, value);
    else if (value < 0x4000) this.#code.push(opcode, (value & 0x7f) | 0x80, value >> 7);
    else this.#code.push(opcode, ...leb(value));
  }

  /** Pops the stack into a local. */
  #into(local: Local): Local {
    this.#op(0x21, local);
    return local;
  }

  #simd(opcode: number, ...immediate: readonly number[]): void {
    this.#op(SIMD, opcode);
    if (immediate.length > 0) this.#code.push(...immediate);
  }

  copy(from: Local, to: Local): void {
    this.#get(from);
    this.#into(to);
  }

  /** A local of its own with the number of another. */
  i32Copy(from: Local): Local {
    const to = this.i32Local();
    this.copy(from, to);
    return to;
  }

  i32Const(value: number, to = this.i32Local()): Local {
    this.#code.push(0x41, ...signedLeb(value));
    return this.#into(to);
  }

  i32(op: keyof typeof I32_BINARY, a: Local, b: Local, to = this.i32Local()): Local {
    this.#get(a, b);
    this.#code.push(I32_BINARY[op]);
    return this.#into(to);
  }

  /** How many bits below the lowest that is set are clear (`ctz`), or above the highest (`clz`). */
  i32Zeros(op: "ctz" | "clz", a: Local, to = this.i32Local()): Local {
    this.#get(a);
    this.#code.push(op === "clz" ? 0x67 : 0x68);
    return this.#into(to);
  }

  i64Local(): Local {
    return this.#local(I64);
  }

  i64Const(value: number): Local {
    this.#code.push(0x42, ...signedLeb(value));
    return this.#into(this.i64Local());
  }

  i64(op: keyof typeof I64_BINARY, a: Local, b: Local, to = this.i64Local()): Local {
    this.#get(a, b);
    this.#code.push(I64_BINARY[op]);
    return this.#into(to);
  }

  /** The lower half. */
  i32Wrap(a: Local): Local {
    this.#get(a);
    this.#code.push(0xa7);
    return this.#into(this.i32Local());
  }

  /** A number of so many bytes. */
  i32Load(bytes: keyof typeof I32_LOAD, address: Local, offset = 0): Local {
    this.#get(address);
    this.#code.push(I32_LOAD[bytes], 0, ...leb(offset));
    return this.#into(this.i32Local());
  }

  i32Store(address: Local, value: Local, offset = 0): void {
    this.#get(address, value);
    this.#code.push(0x36, 0, ...leb(offset));
  }

  i64Load(address: Local, offset = 0, to = this.i64Local()): Local {
    this.#get(address);
    this.#code.push(0x29, 0, ...leb(offset));
    return this.#into(to);
  }

  /** Stores the lowest byte. */
  i32Store8(address: Local, value: Local, offset = 0): void {
    this.#get(address, value);
    this.#code.push(0x3a, 0, ...leb(offset));
  }

  v128(op: keyof typeof V128_BINARY, a: Local, b: Local, to = this.v128Local()): Local {
    this.#get(a, b);
    this.#simd(V128_BINARY[op]);
    return this.#into(to);
  }

  v128Not(a: Local): Local {
    this.#get(a);
    this.#simd(0x4d);
    return this.#into(this.v128Local());
  }

  /** Bits of `yes` where the mask is set, of `no` elsewhere. */
  v128Select(mask: Local, yes: Local, no: Local): Local {
    this.#get(yes, no, mask);
    this.#simd(0x52);
    return this.#into(this.v128Local());
  }

  v128Zero(): Local {
    return this.bytes(0);
  }

  /** A constant: these bytes over and over. */
  bytes(...values: readonly number[]): Local {
    this.#simd(0x0c, ...Array.from({ length: 16 }, (_, i) => values[i % values.length] as number));
    return this.#into(this.v128Local());
  }

  /** An operation on the lanes of both. */
  lanes(op: keyof typeof LANES, lane: LaneBytes, a: Local, b: Local): Local {
    this.#get(a, b);
    this.#simd(LANES[op][lane]);
    return this.#into(this.v128Local());
  }

  /** The integer's lowest bytes in all lanes. */
  splat(lane: LaneBytes, a: Local, to = this.v128Local()): Local {
    this.#get(a);
    this.#simd(SPLAT[lane]);
    return this.#into(to);
  }

  /** Half of the lanes as lanes of so many bytes, twice as many as they had. */
  widen(lane: 2 | 4, a: Local, half: "low" | "high"): Local {
    this.#get(a);
    this.#simd((lane === 2 ? 0x89 : 0xa9) + (half === "low" ? 0 : 1));
    return this.#into(this.v128Local());
  }

  /** The lanes of both, of so many bytes, in half as many; they are signed, and what is too large becomes the largest. */
  narrow(lane: 2 | 4, a: Local, b: Local): Local {
    this.#get(a, b);
    this.#simd(lane === 2 ? 0x65 : 0x85);
    return this.#into(this.v128Local());
  }

  /** Sixteen bytes of the thirty-two in (a, b). */
  shuffle(a: Local, b: Local, bytes: readonly number[], to = this.v128Local()): Local {
    this.#get(a, b);
    this.#simd(0x0d, ...bytes);
    return this.#into(to);
  }

  /** Of sixteen bytes those with the numbers of `which`; 0 for a number above 15. */
  swizzle(bytes: Local, which: Local): Local {
    this.#get(bytes, which);
    this.#simd(0x0e);
    return this.#into(this.v128Local());
  }

  v128Load(address: Local, offset = 0, to = this.v128Local()): Local {
    this.#get(address);
    this.#simd(0x00, 4, ...leb(offset));
    return this.#into(to);
  }

  /** The word at the address in all four lanes. */
  i32x4LoadSplat(address: Local, offset = 0): Local {
    this.#get(address);
    this.#simd(0x09, 2, ...leb(offset));
    return this.#into(this.v128Local());
  }

  v128Store(address: Local, value: Local, offset = 0): void {
    this.#get(address, value);
    this.#simd(0x0b, 4, ...leb(offset));
  }

  /** Stores one lane of four bytes. */
  storeLane(address: Local, value: Local, lane: number, offset = 0): void {
    this.#get(address, value);
    this.#simd(0x5a, 0, ...leb(offset), lane);
  }

  /** Both lanes of eight bytes shifted by a constant: left where it is positive, right (unsigned) where it is negative. */
  i64x2Shift(a: Local, left: number): Local {
    this.#get(a);
    this.#code.push(0x41, ...signedLeb(Math.abs(left)));
    this.#simd(left > 0 ? 0xcb : 0xcd);
    return this.#into(this.v128Local());
  }

  /** The top bits of sixteen bytes as an integer. */
  bytesBitmask(a: Local): Local {
    this.#get(a);
    this.#simd(0x64);
    return this.#into(this.i32Local());
  }

  /** Stores the lowest two bytes of an integer. */
  i32Store16(address: Local, value: Local, offset = 0): void {
    this.#get(address, value);
    this.#code.push(0x3b, 1, ...leb(offset));
  }

  /** Each lane shifted by a constant: left where it is positive, right (unsigned) where it is negative. */
  i32x4Shift(a: Local, left: number): Local {
    this.#get(a);
    this.#code.push(0x41, ...signedLeb(Math.abs(left)));
    this.#simd(left > 0 ? 0xab : 0xad);
    return this.#into(this.v128Local());
  }

  /** The same for lanes of two bytes. */
  i16x8Shift(a: Local, left: number): Local {
    this.#get(a);
    this.#code.push(0x41, ...signedLeb(Math.abs(left)));
    this.#simd(left > 0 ? 0x8b : 0x8d);
    return this.#into(this.v128Local());
  }

  /** Four lanes of the eight in (a, b). */
  i32x4Shuffle(a: Local, b: Local, lanes: readonly [number, number, number, number]): Local {
    this.#get(a, b);
    this.#simd(0x0d, ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)));
    return this.#into(this.v128Local());
  }

  /** The four lanes' top bits as an integer. */
  i32x4Bitmask(a: Local): Local {
    this.#get(a);
    this.#simd(0xa4);
    return this.#into(this.i32Local());
  }

  /** A lane of four bytes. */
  i32x4Lane(a: Local, lane: number): Local {
    this.#get(a);
    this.#simd(0x1b, lane);
    return this.#into(this.i32Local());
  }

  /** The sixteen bytes' top bits as an integer. */
  i8x16Bitmask(a: Local): Local {
    this.#get(a);
    this.#simd(0x64);
    return this.#into(this.i32Local());
  }

  /** The vector with a lane of four bytes replaced. */
  i32x4Replace(vector: Local, value: Local, lane = 0): Local {
    this.#get(vector, value);
    this.#simd(0x1c, lane);
    return this.#into(this.v128Local());
  }

  if(condition: Local, then: () => void, otherwise: () => void): void {
    this.#get(condition);
    this.#code.push(0x04, EMPTY_BLOCK);
    then();
    this.#code.push(0x05);
    otherwise();
    this.#code.push(0x0b);
  }

  /** Repeats the body as long as the condition that it returns is not 0. */
  loop(body: () => Local): void {
    this.#code.push(0x03, EMPTY_BLOCK);
    this.#get(body());
    this.#code.push(0x0d, 0, 0x0b);
  }

  /**
   * The module: imports `env.memory` and the numbers of `i32Import`, exports the function as `run`, which returns the first two lanes of `result` as one number, or
   * with `whole` all four (a vector, for callers in WASM). `shared`: the memory is shared, of 2^32 bytes at most.
   */
  module(result: Local, shared = false, whole = false): Uint8Array<ArrayBuffer> {
    this.#get(result);
    if (!whole) this.#simd(0x1d, 0);
    return this.#module([[whole ? V128 : I64]], shared);
  }

  /** The same for a function that returns nothing. */
  procedure(shared = false): Uint8Array<ArrayBuffer> {
    return this.#module([], shared);
  }

  /** The locals' types, those that follow each other as one number of them. */
  #locals(): number[] {
    const groups: number[] = [];
    let count = 0;
    for (let first = 0, at = 0; at < this.#types.length; first = at) {
      while (this.#types[at] === this.#types[first]) at++;
      groups.push(...leb(at - first), this.#types[first] as number);
      count++;
    }
    return [...leb(count), ...groups];
  }

  #module(results: readonly (readonly number[])[], shared: boolean): Uint8Array<ArrayBuffer> {
    const type = [0x60, ...vector(new Array(this.#parameters).fill([I32])), ...vector(results)];
    const limits = shared ? [0x03, 0, ...leb(MOST_PAGES)] : [0x00, 0];
    const imported = (each: string, ...description: readonly number[]): number[] => [
      ...name("env"),
      ...name(each),
      ...description,
    ];
    const imports = [
      imported("memory", 0x02, ...limits),
      ...this.#imports.map((each) => imported(each, 0x03, I32, 0)),
    ];
    const locals = this.#locals();
    const bodyBytes = locals.length + this.#code.length + 1;
    const size = leb(bodyBytes);
    const parts: readonly (readonly number[])[] = [
      [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      section(1, vector([type])),
      section(2, vector(imports)),
      section(3, vector([[0]])),
      section(7, vector([[...name("run"), 0x00, 0]])),
      [10, ...leb(1 + size.length + bodyBytes), 1, ...size],
      locals,
      this.#code,
      [0x0b],
    ];
    const bytes = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      bytes.set(part, at);
      at += part.length;
    }
    return bytes;
  }
}

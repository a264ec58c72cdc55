/**
 * The HashLife core as the host calls it: nodes, their results and their collection in one linear memory, computed by a
 * WASM kernel (wasm/assembly/hashlife.ts explains the algorithm). Squares are addresses of slots (unsigned 32-bit numbers,
 * 0 = empty).
 */

import kernelUrl from "../wasm/build/hashlife.wasm?url&inline";
import { compileInline } from "../wasm/load.ts";
import { BASE, HEAP } from "./layout.ts";

export interface HashLifeCore {
  /**
   * The memory as words. Growing detaches it, or leaves it too short: read it anew after `grow`, and never keep it across
   * calls that may grow.
   */
  readonly words: Uint32Array;
  /** Bits of a cell (leaf-planes.ts): 1 for two states. */
  readonly planes: number;
  /** Whether threads share the memory, which emitted code has to know. */
  readonly shared: boolean;
  /** How many threads there may be, the host's among them. */
  readonly threads: number;
  /** Makes the memory at least this large. Errors: a RangeError where the machine has no more. */
  grow(bytes: number): void;

  initTable(marks: number, kinds: number, index: number, slots: number): void;
  setCapacity(slots: number): void;
  /** Makes the index 2^bits words and empty; the caller enters everything again (`indexUsed`). */
  clearIndex(bits: number): void;
  /** Before that: gets so many bytes of the memory that it takes from the system, and returns how many are left to get. */
  touchSome(most: number): number;
  indexUsed(from: number, to: number): void;
  getLive(): number;
  getUsed(): number;
  /** Slots left to hand out before the host must make room. */
  getRoom(): number;

  setRule(kind: number, twoPhases: number): void;
  setStep(baseResidue: number, parity: number): void;
  /** Cells have so many bits from here on, in all trees that the core is told of. */
  setPlanes(planes: number): void;
  /** What steps cells of more than two states (base-kernel.ts). */
  setBase(module: WebAssembly.Module): void;
  /** Forgets the `part` results, with `all` 1 the full ones too, and with 2 also the counts, of the slots in [from, to). */
  forgetResults(from: number, to: number, all: number): void;

  /** Both find or make; the caller has checked `getRoom` first. */
  node(nw: number, ne: number, sw: number, se: number): number;
  /** Of the 32 bytes at LEAF. */
  leaf(): number;
  /** Add or cut off empty borders: both return the level, and getSquare() is the square. */
  pad(square: number, level: number, least: number): number;
  trim(square: number, level: number, least: number): number;
  getSquare(): number;

  begin(square: number, level: number, part: number): void;
  /**
   * Continues, and when the step is finished goes on with up to `more` like it (the lowest level of their roots, and
   * the full one).
   */
  run(fuel: number, more: number, least: number, full: number): number;
  /** Steps that `run` finished before the present one: getSquare() is that one's root, getRootLevel() its level. */
  getSteps(): number;
  getRootLevel(): number;
  cancel(): void;
  getAnswer(): number;

  beginCollection(keepResults: number): void;
  markRoot(square: number, level: number): void;
  markSome(most: number): number;
  sweepSome(most: number): number;

  /** Live cells of a square of level 31 or less, of two states. */
  population(square: number, level: number): bigint;
  /** Of more states, and of a square of level 27 or less: their number in the low 56 bits, and above these their lowest state. */
  census(square: number, level: number): bigint;

  /** How far the nearest cell of a small square of more than two states, which is not empty, lies from its side: 0 left, 1 right, 2 top, 3 bottom. */
  edgeOf(square: number, level: number, side: number): number;
  /**
   * The square of level 4 to 8 whose rows are at DESK_PARTS, of more than two states: a word a part of a row in one state, which has
   * the row, its first column, its last one and the state, from the lowest byte on. Needs room for PLANT_SLOTS.
   */
  plant(count: number, level: number): number;
  /** Takes the factors of the state hash that are at HASHES (tree-hash.ts). */
  beginHash(): void;
  /** Then the state hash of a square of level 4 to 40 whose corner is (0, 0). Of one above level 8 it is -1 where there are too many of them. */
  hashOf(square: number, level: number): bigint;

  /** Ends what it has started; it must not be used again. */
  close(): void;
}

const PAGE = 65536;

export type CoreExports = Omit<
  HashLifeCore,
  "words" | "planes" | "shared" | "threads" | "grow" | "setBase" | "close"
>;
type Exports = CoreExports;

/** Exports return signed numbers; addresses are unsigned. */
export class WasmCore implements HashLifeCore {
  readonly #memory: WebAssembly.Memory;
  readonly #kernel: Exports;
  readonly #table: WebAssembly.Table;
  #words: Uint32Array;
  #planes = 1;

  /** `close`: what to end besides. */
  constructor({ memory, kernel, table }: StartedKernel<Exports>, close: () => void = () => undefined) {
    this.close = close;
    this.#memory = memory;
    this.#kernel = kernel;
    this.#table = table;
    this.#words = new Uint32Array(memory.buffer);
    this.initTable = kernel.initTable;
    this.setCapacity = kernel.setCapacity;
    this.clearIndex = kernel.clearIndex;
    this.touchSome = kernel.touchSome;
    this.indexUsed = kernel.indexUsed;
    this.getLive = kernel.getLive;
    this.getUsed = kernel.getUsed;
    this.getRoom = kernel.getRoom;
    this.setRule = kernel.setRule;
    this.setStep = kernel.setStep;
    this.forgetResults = kernel.forgetResults;
    this.pad = kernel.pad;
    this.trim = kernel.trim;
    this.begin = kernel.begin;
    this.run = kernel.run;
    this.getSteps = kernel.getSteps;
    this.getRootLevel = kernel.getRootLevel;
    this.cancel = kernel.cancel;
    this.beginCollection = kernel.beginCollection;
    this.markRoot = kernel.markRoot;
    this.markSome = kernel.markSome;
    this.sweepSome = kernel.sweepSome;
    this.edgeOf = kernel.edgeOf;
    this.beginHash = kernel.beginHash;
  }

  readonly close: () => void;
  readonly initTable: Exports["initTable"];
  readonly setCapacity: Exports["setCapacity"];
  readonly clearIndex: Exports["clearIndex"];
  readonly touchSome: Exports["touchSome"];
  readonly indexUsed: Exports["indexUsed"];
  readonly getLive: Exports["getLive"];
  readonly getUsed: Exports["getUsed"];
  readonly getRoom: Exports["getRoom"];
  readonly setRule: Exports["setRule"];
  readonly setStep: Exports["setStep"];
  readonly forgetResults: Exports["forgetResults"];
  readonly pad: Exports["pad"];
  readonly trim: Exports["trim"];
  readonly begin: Exports["begin"];
  readonly run: Exports["run"];
  readonly getSteps: Exports["getSteps"];
  readonly getRootLevel: Exports["getRootLevel"];
  readonly cancel: Exports["cancel"];
  readonly beginCollection: Exports["beginCollection"];
  readonly markRoot: Exports["markRoot"];
  readonly markSome: Exports["markSome"];
  readonly sweepSome: Exports["sweepSome"];
  readonly edgeOf: Exports["edgeOf"];
  readonly beginHash: Exports["beginHash"];

  get threads(): number {
    return 1;
  }

  get words(): Uint32Array {
    return this.#words;
  }

  get planes(): number {
    return this.#planes;
  }

  get shared(): boolean {
    return !(this.#memory.buffer instanceof ArrayBuffer);
  }

  setPlanes(planes: number): void {
    this.#planes = planes;
    this.#kernel.setPlanes(planes);
  }

  setBase(module: WebAssembly.Module): void {
    const { exports } = new WebAssembly.Instance(module, { env: { memory: this.#memory, thread: 0 } });
    this.#table.set(BASE, exports.run);
  }

  grow(bytes: number): void {
    const pages = Math.ceil(bytes / PAGE) - this.#memory.buffer.byteLength / PAGE;
    if (pages <= 0) return;
    this.#memory.grow(pages);
    // Of a shared memory the former view stays as it is, and too short.
    this.#words = new Uint32Array(this.#memory.buffer);
  }

  node(nw: number, ne: number, sw: number, se: number): number {
    return this.#kernel.node(nw, ne, sw, se) >>> 0;
  }

  leaf(): number {
    return this.#kernel.leaf() >>> 0;
  }

  getSquare(): number {
    return this.#kernel.getSquare() >>> 0;
  }

  getAnswer(): number {
    return this.#kernel.getAnswer() >>> 0;
  }

  population(square: number, level: number): bigint {
    return BigInt.asUintN(64, this.#kernel.population(square, level));
  }

  census(square: number, level: number): bigint {
    return BigInt.asUintN(64, this.#kernel.census(square, level));
  }

  plant(count: number, level: number): number {
    return this.#kernel.plant(count, level) >>> 0;
  }

  hashOf(square: number, level: number): bigint {
    return this.#kernel.hashOf(square, level);
  }
}

/** Errors: `unsupported-operation` where WebAssembly or its SIMD instructions are missing or forbidden. */
export async function startCore(): Promise<HashLifeCore> {
  const module = await compileInline(kernelUrl, "HashLife");
  return new WasmCore(await startKernel<Exports>(module, newMemory(false)));
}

/** A kernel over its memory, and its table of functions. */
export interface StartedKernel<Kernel> {
  readonly kernel: Kernel;
  readonly memory: WebAssembly.Memory;
  readonly table: WebAssembly.Table;
}

export async function startKernel<Kernel>(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<StartedKernel<Kernel>> {
  const table = new WebAssembly.Table({ element: "anyfunc", initial: BASE + 1 });
  const instance = await WebAssembly.instantiate(module, { env: { memory, table } });
  return { kernel: instance.exports as unknown as Kernel, memory, table };
}

/** A memory of the kernel's least size. Errors: a RangeError where the machine has none to reserve. */
export function newMemory(shared: boolean): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: Math.ceil(HEAP / PAGE), maximum: 65536, shared });
}

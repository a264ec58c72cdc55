/**
 * The twin of wasm/assembly/_hashlife-table.ts, which explains slots, index and the handing out. Only the hash is another
 * one, made of 32-bit products: where a slot's word lies in the index differs, which slot comes next does not.
 */

import { LEAF, NONE, SLOT_BYTES } from "../../../engine/algorithms/hashlife/layout.ts";
import type { TwinMemory } from "./twin-memory.ts";

/** The low bits of an index word: four of the hash, and one that tells leaves from nodes. */
const TAG = SLOT_BYTES - 1;

/** One more word into a hash. */
function mix(h: number, word: number): number {
  const m = Math.imul(h ^ word, 0x9e3779b1);
  return m ^ (m >>> 15);
}

/** Spreads a hash over all its bits. */
function finish(h: number): number {
  const m = Math.imul(h, 0x85ebca6b);
  const n = Math.imul(m ^ (m >>> 13), 0xc2b2ae35);
  return n ^ (n >>> 16);
}

function hashNode(nw: number, ne: number, sw: number, se: number): number {
  return finish(mix(mix(mix(mix(0, nw), ne), sw), se));
}

function hashLeaf(words: Uint32Array, at: number): number {
  let h = 0;
  for (let k = 0; k < 8; k++) h = mix(h, words[at + k]);
  return finish(h);
}

function nodeTag(h: number): number {
  return (h >>> 27) & 30;
}

function leafTag(h: number): number {
  return nodeTag(h) | 1;
}

export class TwinTable {
  readonly #memory: TwinMemory;
  // Where things begin, in words, but the slots in bytes: they are addresses.
  #marks = 0;
  #kinds = 0;
  #index = 0;
  #slots = 0;
  #mask = 0;
  #capacity = 0;
  #live = 0;
  /** How many slots were ever used: the numbers below. */
  #used = 0;
  #room = 0;
  /** The allocator's place: a word of marks, and which of its 32 slots are vacant. */
  #group = 0;
  #vacant = 0;

  constructor(memory: TwinMemory) {
    this.#memory = memory;
  }

  get live(): number {
    return this.#live;
  }

  get used(): number {
    return this.#used;
  }

  get room(): number {
    return this.#room;
  }

  init(marks: number, kinds: number, index: number, slots: number): void {
    this.#marks = marks >>> 2;
    this.#kinds = kinds >>> 2;
    this.#index = index >>> 2;
    this.#slots = slots;
    this.#used = 0;
    this.#live = 0;
    this.#group = 0;
    this.#vacant = -1;
  }

  /** The index is at most five eighths full: beyond, probes get long. */
  #setRoom(): void {
    const most = (this.#mask >>> 1) + (this.#mask >>> 3);
    this.#room = Math.min(most, this.#capacity) - this.#live;
  }

  setCapacity(slots: number): void {
    this.#capacity = slots;
    this.#setRoom();
  }

  #allocate(): number {
    while (this.#vacant === 0) {
      this.#group++;
      this.#vacant = ~this.#memory.words[this.#marks + this.#group];
    }
    const lowest = this.#vacant & -this.#vacant;
    this.#vacant ^= lowest;
    this.#room--;
    this.#live++;
    const number = this.#group * 32 + (31 - Math.clz32(lowest));
    if (number >= this.#used) this.#used = number + 1;
    return this.slotOf(number);
  }

  /** The node with these children, found or made. Needs room for one. */
  node(nw: number, ne: number, sw: number, se: number): number {
    if ((nw | ne | sw | se) === 0) return 0;
    const words = this.#memory.words;
    const h = hashNode(nw, ne, sw, se);
    const tag = nodeTag(h);
    for (let place = h & this.#mask; ; place = (place + 1) & this.#mask) {
      const entry = words[this.#index + place];
      if (entry === 0) {
        const made = this.#allocate();
        const at = made >>> 2;
        words[at] = nw;
        words[at + 1] = ne;
        words[at + 2] = sw;
        words[at + 3] = se;
        words[at + 4] = NONE;
        words[at + 5] = NONE;
        words[at + 6] = 0;
        words[at + 7] = 0;
        words[this.#index + place] = made | tag;
        return made;
      }
      if ((entry & TAG) === tag) {
        const at = (entry & ~TAG) >>> 2;
        if (words[at] === nw && words[at + 1] === ne && words[at + 2] === sw && words[at + 3] === se)
          return (entry & ~TAG) >>> 0;
      }
    }
  }

  /** The leaf whose words lie at LEAF, found or made. Needs room for one. */
  leaf(): number {
    const words = this.#memory.words;
    const from = LEAF >>> 2;
    if (isEmpty(words, from)) return 0;
    const h = hashLeaf(words, from);
    const tag = leafTag(h);
    for (let place = h & this.#mask; ; place = (place + 1) & this.#mask) {
      const entry = words[this.#index + place];
      if (entry === 0) {
        const made = this.#allocate();
        words.copyWithin(made >>> 2, from, from + 8);
        words[this.#index + place] = made | tag;
        this.#setBit(this.#kinds, this.numberOf(made));
        return made;
      }
      if ((entry & TAG) === tag && sameLeaf(words, (entry & ~TAG) >>> 2, from)) return (entry & ~TAG) >>> 0;
    }
  }

  /** The leaf in the middle of four (addresses). Needs room for one. */
  centreLeaf(nw: number, ne: number, sw: number, se: number): number {
    const words = this.#memory.words;
    const between = (west: number, east: number, k: number): number =>
      ((words[(west >>> 2) + k] >>> 8) & 0x00ff00ff) | ((words[(east >>> 2) + k] << 8) & 0xff00ff00);
    const to = LEAF >>> 2;
    for (let k = 0; k < 4; k++) {
      words[to + k] = between(nw, ne, k + 4);
      words[to + k + 4] = between(sw, se, k);
    }
    return this.leaf();
  }

  numberOf(slot: number): number {
    return (slot - this.#slots) / SLOT_BYTES;
  }

  slotOf(number: number): number {
    return this.#slots + number * SLOT_BYTES;
  }

  #getBit(bitmap: number, number: number): number {
    return (this.#memory.words[bitmap + (number >>> 5)] >>> (number & 31)) & 1;
  }

  #setBit(bitmap: number, number: number): void {
    this.#memory.words[bitmap + (number >>> 5)] |= 1 << (number & 31);
  }

  isLeaf(number: number): boolean {
    return this.#getBit(this.#kinds, number) !== 0;
  }

  isMarked(slot: number): boolean {
    return this.#getBit(this.#marks, this.numberOf(slot)) !== 0;
  }

  /** Marks a slot; false when it was marked already. */
  setMark(slot: number): boolean {
    const number = this.numberOf(slot);
    if (this.#getBit(this.#marks, number)) return false;
    this.#setBit(this.#marks, number);
    return true;
  }

  clearMarks(): void {
    this.#memory.words.fill(0, this.#marks, this.#marks + (this.#used >>> 5) + 1);
  }

  /** Whether a slot is in use: handed out since the last collection, or marked by it. */
  #isUsed(number: number): boolean {
    const first = this.#group * 32;
    if (number < first) return true;
    if (number < first + 32) return ((this.#vacant >>> (number & 31)) & 1) === 0;
    return this.#getBit(this.#marks, number) !== 0;
  }

  /** Makes the index one of 2^bits words, with nothing in it. */
  clearIndex(bits: number): void {
    const size = 2 ** bits;
    this.#mask = size - 1;
    this.#memory.words.fill(0, this.#index, this.#index + size);
    this.#setRoom();
  }

  /** Puts a slot that is not in the index into it. */
  #enter(number: number): void {
    const words = this.#memory.words;
    const slot = this.slotOf(number);
    const at = slot >>> 2;
    const isLeaf = this.isLeaf(number);
    const h = isLeaf ? hashLeaf(words, at) : hashNode(words[at], words[at + 1], words[at + 2], words[at + 3]);
    let place = h & this.#mask;
    while (words[this.#index + place] !== 0) place = (place + 1) & this.#mask;
    words[this.#index + place] = slot | (isLeaf ? leafTag(h) : nodeTag(h));
  }

  /** Enters every used slot of [from, to) into the index. */
  indexUsed(from: number, to: number): void {
    for (let number = from; number < to; number++) if (this.#isUsed(number)) this.#enter(number);
  }

  // The second half of a collection: nobody is there; then every slot is kept or dropped; then handing out begins anew.

  forgetLive(): void {
    this.#live = 0;
  }

  keepSlot(number: number): void {
    this.#live++;
    this.#enter(number);
  }

  dropSlot(number: number): void {
    this.#memory.words[this.#kinds + (number >>> 5)] &= ~(1 << (number & 31));
  }

  restart(): void {
    this.#group = 0;
    this.#vacant = ~this.#memory.words[this.#marks];
    this.#setRoom();
  }
}

function isEmpty(words: Uint32Array, at: number): boolean {
  for (let k = 0; k < 8; k++) if (words[at + k] !== 0) return false;
  return true;
}

function sameLeaf(words: Uint32Array, a: number, b: number): boolean {
  for (let k = 0; k < 8; k++) if (words[a + k] !== words[b + k]) return false;
  return true;
}

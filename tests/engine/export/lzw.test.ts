// The kernel that packs GIFs, against the same compression written plainly.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadLzw } from "../../../engine/algorithms/wasm/lzw.ts";

interface Picture {
  readonly own: Uint8Array;
  readonly former: Uint8Array | null;
  /** Colours, without the transparent one. */
  readonly size: number;
}

const bitsFor = (colours: number): number => Math.max(2, 32 - Math.clz32(colours - 1));

/** The codes of GIF as the specification has them: strings are texts, and codes a list that is packed at the end. */
function codesOf(pixels: Uint8Array, bits: number): Uint8Array {
  const clear = 1 << bits;
  const written: { readonly code: number; readonly size: number }[] = [];
  let known = new Map<string, number>();
  let size = bits + 1;
  const code = (text: string): number | undefined =>
    text.length === 1 ? text.charCodeAt(0) : known.get(text);
  const restart = (): void => {
    written.push({ code: clear, size });
    known = new Map();
    size = bits + 1;
  };
  restart();
  let text = "";
  let learnt = 0;
  let window = { codes: 0, pixels: 0, best: 0 };
  const write = (): void => {
    while (size < 12 && clear + 1 + learnt >= 2 ** size) size++;
    written.push({ code: code(text) as number, size });
  };
  for (const pixel of pixels) {
    const longer = text + String.fromCharCode(pixel);
    if (code(longer) !== undefined) {
      text = longer;
      continue;
    }
    write();
    const full = clear + 2 + learnt === 4096;
    if (!full) {
      known.set(longer, clear + 2 + learnt++);
      window = { codes: 0, pixels: 0, best: 0 };
    }
    // The first code of a full table is the one behind its last string.
    else window = { ...window, codes: window.codes + 1, pixels: window.pixels + text.length };
    if (window.codes === 256) {
      if (window.pixels < 0.95 * window.best) {
        restart();
        learnt = 0;
      }
      window = { codes: 0, pixels: 0, best: Math.max(window.best, window.pixels) };
    }
    text = String.fromCharCode(pixel);
  }
  write();
  if (size < 12 && clear + 2 + learnt >= 2 ** size) size++;
  written.push({ code: clear + 1, size });
  const bytes = new Uint8Array(Math.ceil(written.reduce((sum, each) => sum + each.size, 0) / 8));
  let at = 0;
  for (const each of written)
    for (let k = 0; k < each.size; k++, at++) bytes[at >> 3] |= ((each.code >> k) & 1) << (at & 7);
  return bytes;
}

function plainly({ own, former, size }: Picture): { readonly data: Uint8Array; readonly sparse: boolean } {
  const plain = codesOf(own, bitsFor(size));
  if (!former) return { data: plain, sparse: false };
  const sparse = codesOf(
    own.map((pixel, k) => (pixel === former[k] ? size : pixel)),
    bitsFor(size + 1),
  );
  return sparse.length < plain.length ? { data: sparse, sparse: true } : { data: plain, sparse: false };
}

/** Of rows this long each is drawn four times where pictures are `tall`, as cells of four pixels are. */
const WIDTH = 96;

/** Pixels in runs, so that strings grow; what changes between two pictures comes in runs too. */
function painted(
  length: number,
  size: number,
  run: number,
  share: number,
  seed: number,
  tall = false,
): Picture {
  let state = seed || 1;
  const chance = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  const fill = (to: Uint8Array, changed: number): Uint8Array => {
    for (let at = 0; at < length; ) {
      const end = at + 1 + Math.floor(chance() * run);
      const colour = Math.floor(chance() * size);
      if (chance() < changed) to.fill(colour, at, end);
      at = end;
    }
    return to;
  };
  const former = fill(new Uint8Array(length), 1);
  const own = fill(former.slice(), share);
  if (!tall) return { own, former, size };
  const stretched = (pixels: Uint8Array): Uint8Array =>
    pixels.map((_, k) => pixels[WIDTH * Math.floor(k / (4 * WIDTH)) + (k % WIDTH)]);
  return { own: stretched(own), former: stretched(former), size };
}

describe("pictures packed for GIF", () => {
  it("are what the plain coder makes of them, one after another in one memory", async () => {
    const packer = await loadLzw();
    const pictures = fc.record({
      length: fc.oneof(fc.integer({ min: 1, max: 70 }), fc.integer({ min: 71, max: 40_000 })),
      size: fc.constantFrom(1, 2, 3, 4, 7, 16, 100, 255, 256),
      run: fc.constantFrom(1, 3, 9, 200),
      share: fc.constantFrom(0, 0.05, 0.5, 1),
      seed: fc.integer({ min: 1, max: 2 ** 31 }),
      first: fc.boolean(),
      tall: fc.boolean(),
    });
    const won = new Set<boolean>();
    await fc.assert(
      fc.asyncProperty(pictures, async ({ length, size, run, share, seed, first, tall }) => {
        const made = painted(length, size, run, share, seed, tall);
        const picture = first || size === 256 ? { ...made, former: null } : made;
        const { own, former } = packer.begin(length);
        own.set(picture.own);
        if (picture.former) former.set(picture.former);
        const free = picture.former && { transparent: size, bits: bitsFor(size + 1) };
        const packed = packer.pack(length, bitsFor(size), free);
        const expected = plainly(picture);
        won.add(packed.sparse);
        expect(packed.sparse).toBe(expected.sparse);
        expect(packed.data).toEqual(expected.data);
      }),
      { numRuns: 60, seed: 4 },
    );
    expect(won.size).toBe(2);
  });

  it("make the memory grow as they need it", async () => {
    const packer = await loadLzw();
    // Noise in all colours becomes longer than it was.
    const { own } = painted(300_000, 256, 1, 1, 7);
    packer.begin(own.length).own.set(own);
    const { data } = packer.pack(own.length, 8, null);
    expect(data.length).toBeGreaterThan(own.length);
    expect(data).toEqual(codesOf(own, 8));
  });
});

/**
 * GIF (89a). After the first picture each frame holds the box of pixels that changed; the unchanged pixels within it are
 * written as transparent or as themselves, whichever is shorter. Frames without changes lengthen the one before.
 * Time counts in hundredths of a second and is rounded so that the film has the right total length.
 */

import type { LzwPacker, Transparency } from "../algorithms/wasm/lzw.ts";
import { loadLzw } from "../algorithms/wasm/lzw.ts";
import { TessellaError } from "../core/errors.ts";
import type { PictureExporter } from "./exporter.ts";
import { checkHold } from "./exporter.ts";
import { parseFrameName } from "./frame-name.ts";
import type { Palette, PixelBox } from "./picture.ts";
import { changedBox } from "./picture.ts";
import { openCounted } from "./target.ts";

const MOST_DELAY = 65_535;

interface Waiting {
  /** The packer's array: valid until the next frame is packed. */
  readonly image: Uint8Array;
  delay: number;
}

export const GIF: PictureExporter = {
  id: "gif",
  name: "GIF",
  summary: "One file that moves, every pixel exact; plays everywhere.",
  extensions: [".gif"],
  takes: "pictures",
  sequence: false,
  lossless: true,
  mostFps: 50,
  mostSeconds: MOST_DELAY / 100,
  async run(source, target, options) {
    const { width, height, palette, fps } = source;
    checkHold(GIF, source.framesShown - source.frames, fps);
    const name = parseFrameName(options.name).of(0);
    const packer = new ImagePacker(await loadLzw(), width, palette);
    const file = await openCounted(target, name);
    try {
      let waiting: Waiting | null = null;
      let last: Uint8Array | null = null;
      let time = 0;
      await file.write(header(width, height, palette));
      for await (const { pixels, shown } of source.read(options)) {
        const delay = Math.round((100 * (time + shown)) / fps) - Math.round((100 * time) / fps);
        time += shown;
        const changed: PixelBox | null = last
          ? changedBox(last, pixels, width, height)
          : { x: 0, y: 0, w: width, h: height };
        if (!changed && waiting && waiting.delay + delay <= MOST_DELAY) {
          waiting.delay += delay;
          continue;
        }
        if (waiting) await file.write(withDelay(waiting));
        const box = changed ?? { x: 0, y: 0, w: 1, h: 1 };
        waiting = { image: packer.pack(pixels, last, box), delay };
        last = last ?? new Uint8Array(pixels.length);
        last.set(pixels);
      }
      if (!waiting) throw new TessellaError("bad-argument", "An animation needs at least one frame.");
      await file.write(withDelay(waiting));
      await file.write(Uint8Array.of(0x3b));
      await file.commit();
      return { frames: source.frames, first: name, last: name, bytes: file.length };
    } catch (error) {
      await file.abort();
      throw error;
    }
  },
};

function bitsFor(colours: number): number {
  return Math.max(1, 32 - Math.clz32(colours - 1));
}

/**
 * Screen, colours (the transparent one among them), and the extension that makes it play for ever. Sixteen bits hold each side: a
 * film's are shorter (`checkPictureSize`).
 */
function header(width: number, height: number, palette: Palette): Uint8Array {
  const bits = bitsFor(Math.min(256, palette.size + 1));
  const bytes = new Uint8Array(13 + 3 * (1 << bits) + 19);
  bytes.set([0x47, 0x49, 0x46, 0x38, 0x39, 0x61, width & 255, width >> 8, height & 255, height >> 8]);
  bytes[10] = 0x80 | ((bits - 1) << 4) | (bits - 1);
  bytes.set(palette.rgb, 13);
  const loop = [0x21, 0xff, 11, ...[..."NETSCAPE2.0"].map((c) => c.charCodeAt(0)), 3, 1, 0, 0, 0];
  bytes.set(loop, 13 + 3 * (1 << bits));
  return bytes;
}

/** Bytes before a picture's data: its control and its descriptor. */
const CONTROL_BYTES = 8;
const HEAD_BYTES = CONTROL_BYTES + 11;

/** Packs frames one after another in the same memory. */
class ImagePacker {
  readonly #width: number;
  readonly #bits: number;
  /** The index past the palette's colours and the bits that hold it; null if all 256 are taken. */
  readonly #free: Transparency | null;
  readonly #lzw: LzwPacker;
  #image = new Uint8Array(0);

  constructor(lzw: LzwPacker, width: number, { size }: Palette) {
    this.#lzw = lzw;
    this.#width = width;
    this.#bits = Math.max(2, bitsFor(size));
    this.#free = size < 256 ? { transparent: size, bits: Math.max(2, bitsFor(size + 1)) } : null;
  }

  /**
   * A control and a descriptor with its pixels, the unchanged ones among them transparent or not, whichever is shorter.
   * The next call reuses the array.
   */
  pack(pixels: Uint8Array, last: Uint8Array | null, box: PixelBox): Uint8Array {
    const area = box.w * box.h;
    const { own, former } = this.#lzw.begin(area);
    cutOut(pixels, this.#width, box, own);
    if (last) cutOut(last, this.#width, box, former);
    const free = last && this.#free;
    const { data, sparse } = this.#lzw.pack(area, this.#bits, free);
    return sparse && free
      ? this.#imageOf(box, data, free.bits, free.transparent)
      : this.#imageOf(box, data, this.#bits, null);
  }

  /** The control says that the picture stays and which colour is transparent; the duration is filled in later. */
  #imageOf({ x, y, w, h }: PixelBox, data: Uint8Array, bits: number, transparent: number | null): Uint8Array {
    const length = HEAD_BYTES + data.length + Math.ceil(data.length / 255) + 1;
    if (this.#image.length < length) this.#image = new Uint8Array(2 * length);
    const image = this.#image;
    image.set([0x21, 0xf9, 4, (1 << 2) | (transparent === null ? 0 : 1), 0, 0, transparent ?? 0, 0]);
    image.set(
      [0x2c, x & 255, x >> 8, y & 255, y >> 8, w & 255, w >> 8, h & 255, h >> 8, 0, bits],
      CONTROL_BYTES,
    );
    let at = HEAD_BYTES;
    for (let from = 0; from < data.length; from += 255) {
      const size = Math.min(255, data.length - from);
      image[at++] = size;
      image.set(data.subarray(from, from + size), at);
      at += size;
    }
    image[at++] = 0;
    return image.subarray(0, at);
  }
}

function cutOut(pixels: Uint8Array, width: number, { x, y, w, h }: PixelBox, to: Uint8Array): void {
  if (w === width) {
    to.set(pixels.subarray(y * width, (y + h) * width));
    return;
  }
  for (let j = 0; j < h; j++) {
    const from = (y + j) * width + x;
    to.set(pixels.subarray(from, from + w), j * w);
  }
}

function withDelay({ image, delay }: Waiting): Uint8Array {
  image[4] = delay & 255;
  image[5] = delay >> 8;
  return image;
}

/**
 * GIF (89a). After the first picture each frame holds the box of pixels that changed; a pixel in it that did not change may be
 * written as transparent or as itself, whichever the compression likes better. Frames in which nothing changed lengthen the
 * one before. Time is counted in hundredths of a second; it is rounded so that a film is as long as it should be.
 */

import { TessellaError } from "../core/errors.ts";
import type { PictureExporter } from "./exporter.ts";
import { parseFrameName } from "./frame-name.ts";
import { lzwEncode } from "./lzw.ts";
import type { Palette, PixelBox } from "./picture.ts";
import { changedBox } from "./picture.ts";
import { openCounted } from "./target.ts";

const MOST_DELAY = 65_535;
const LONGEST_SIDE = 65_535;

interface Waiting {
  readonly picture: Uint8Array;
  readonly transparent: number | null;
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
  async run(source, target, options) {
    const { width, height, palette, fps } = source;
    if (width > LONGEST_SIDE || height > LONGEST_SIDE)
      throw new TessellaError("too-large", `A GIF cannot be ${width} x ${height} pixels.`);
    const name = parseFrameName(options.name).of(0);
    const transparent = palette.size < 256 ? palette.size : null;
    const file = await openCounted(target, name);
    try {
      let waiting: Waiting | null = null;
      let last: Uint8Array | null = null;
      let time = 0;
      await file.write(header(width, height, palette));
      for await (const { pixels, shown } of source.read(options)) {
        const delay = Math.round((100 * (time + shown)) / fps) - Math.round((100 * time) / fps);
        if (delay > MOST_DELAY)
          throw new TessellaError("too-large", "A GIF cannot hold a picture for more than 655 seconds.");
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
        waiting = { ...imageOf(pixels, last, width, box, palette, transparent), delay };
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

/** Screen, colours (the transparent one among them), and the extension that makes it play for ever. */
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

/** An image descriptor with its pixels, the shortest of three: with no, some and all of those that did not change left transparent. */
function imageOf(
  pixels: Uint8Array,
  last: Uint8Array | null,
  width: number,
  box: PixelBox,
  palette: Palette,
  transparent: number | null,
): Omit<Waiting, "delay"> {
  const { x, y, w, h } = box;
  const own = new Uint8Array(w * h);
  const free = last && transparent !== null ? new Uint8Array(w * h) : null;
  for (let j = 0; j < h; j++) {
    const from = (y + j) * width + x;
    own.set(pixels.subarray(from, from + w), j * w);
    if (!free || !last) continue;
    for (let i = 0; i < w; i++) free[j * w + i] = pixels[from + i] === last[from + i] ? 1 : 0;
  }
  const plainBits = Math.max(2, bitsFor(palette.size));
  const plain = lzwEncode({ pixels: own, free: null, transparent: 0, bits: plainBits });
  let [data, bits, seeThrough] = [plain, plainBits, false];
  if (free && transparent !== null) {
    const freeBits = Math.max(2, bitsFor(palette.size + 1));
    const either = lzwEncode({ pixels: own, free, transparent, bits: freeBits });
    for (let k = 0; k < own.length; k++) if (free[k] !== 0) own[k] = transparent;
    const sparse = lzwEncode({ pixels: own, free: null, transparent, bits: freeBits });
    const best = either.length < sparse.length ? either : sparse;
    if (best.length < plain.length) [data, bits, seeThrough] = [best, freeBits, true];
  }
  const head = [0x2c, x & 255, x >> 8, y & 255, y >> 8, w & 255, w >> 8, h & 255, h >> 8, 0, bits];
  const picture = new Uint8Array(head.length + data.length + Math.ceil(data.length / 255) + 1);
  picture.set(head);
  let at = head.length;
  for (let from = 0; from < data.length; from += 255) {
    const piece = data.subarray(from, from + 255);
    picture[at++] = piece.length;
    picture.set(piece, at);
    at += piece.length;
  }
  return { picture, transparent: seeThrough ? transparent : null };
}

/** The picture behind its control: how long it is shown, that it stays, and which colour is none. */
function withDelay({ picture, transparent, delay }: Waiting): Uint8Array {
  const bytes = new Uint8Array(8 + picture.length);
  const flags = (1 << 2) | (transparent === null ? 0 : 1);
  bytes.set([0x21, 0xf9, 4, flags, delay & 255, delay >> 8, transparent ?? 0, 0]);
  bytes.set(picture, 8);
  return bytes;
}

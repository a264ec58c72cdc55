/**
 * PNG with a palette (W3C, "Portable Network Graphics", third edition). Pixels take 1, 2, 4 or 8 bits, as the palette
 * requires. Rows are stored without PNG's filters, which pay for photographs but not for cells.
 */

import { joined } from "../formats/bytes.ts";
import { crc32 } from "../formats/crc32.ts";
import type { Effort } from "./deflate.ts";
import { ZlibPacker } from "./deflate.ts";
import type { PictureExporter } from "./exporter.ts";
import { frameNames } from "./frame-name.ts";
import type { Palette, PictureSource, PixelBox } from "./picture.ts";
import { bitsFor } from "./picture.ts";
import { runSequence } from "./run-sequence.ts";

export const PNG_SIGNATURE = Uint8Array.of(137, 80, 78, 71, 13, 10, 26, 10);

/** A chunk: length, name, data, checksum. */
export function pngChunk(name: string, data: Uint8Array): Uint8Array {
  const chunk = new Uint8Array(data.length + 12);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, data.length);
  for (let i = 0; i < 4; i++) chunk[4 + i] = name.charCodeAt(i);
  chunk.set(data, 8);
  view.setUint32(8 + data.length, crc32(chunk.subarray(4, 8 + data.length)));
  return chunk;
}

export function pngHeader(width: number, height: number, palette: Palette): Uint8Array {
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header[8] = bitsFor(palette.size);
  header[9] = 3;
  return joined([pngChunk("IHDR", header), pngChunk("PLTE", palette.rgb)]);
}

/** Packs pictures, or boxes of them, one after another in the same memory. */
export class PicturePacker {
  readonly bits: 1 | 2 | 4 | 8;
  readonly #width: number;
  readonly #zlib: ZlibPacker;
  #rows = new Uint8Array(0);

  constructor({ width, palette }: Pick<PictureSource, "width" | "palette">, effort: Effort) {
    this.bits = bitsFor(palette.size);
    this.#width = width;
    this.#zlib = new ZlibPacker(effort);
  }

  /** The data of a chunk. The next call reuses the array. */
  pack(pixels: Uint8Array, box: PixelBox): Uint8Array {
    const length = (Math.ceil((box.w * this.bits) / 8) + 1) * box.h;
    if (this.#rows.length < length) this.#rows = new Uint8Array(length);
    const rows = this.#rows.subarray(0, length);
    packRows(pixels, this.#width, box, this.bits, rows);
    return this.#zlib.pack(rows);
  }
}

/** The rows of a box of a picture, packed, each after the byte for "no filter". */
function packRows(
  pixels: Uint8Array,
  width: number,
  box: PixelBox,
  bits: 1 | 2 | 4 | 8,
  packed: Uint8Array,
): void {
  const perByte = 8 / bits;
  let to = 0;
  for (let j = 0; j < box.h; j++) {
    const from = (box.y + j) * width + box.x;
    packed[to++] = 0;
    if (bits === 8) {
      packed.set(pixels.subarray(from, from + box.w), to);
      to += box.w;
      continue;
    }
    for (let i = 0; i < box.w; i += perByte) {
      const end = Math.min(perByte, box.w - i);
      let byte = 0;
      for (let k = 0; k < end; k++) byte |= pixels[from + i + k] << (8 - bits * (k + 1));
      packed[to++] = byte;
    }
  }
}

export const PNG: PictureExporter = {
  id: "png",
  name: "PNG pictures",
  summary: "One picture, or one a frame under numbered names.",
  extensions: [".png"],
  takes: "pictures",
  sequence: true,
  lossless: true,
  run: (source, target, options) => {
    const { width, height, palette } = source;
    const packer = new PicturePacker(source, 6);
    const whole = { x: 0, y: 0, w: width, h: height };
    const begin = joined([PNG_SIGNATURE, pngHeader(width, height, palette)]);
    const end = pngChunk("IEND", new Uint8Array(0));
    return runSequence(source, target, options, frameNames(options.name, source.frames), ({ pixels }) =>
      joined([begin, pngChunk("IDAT", packer.pack(pixels, whole)), end]),
    );
  },
};

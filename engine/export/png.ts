/**
 * PNG with a palette (W3C, "Portable Network Graphics", third edition). Pixels take 1, 2, 4 or 8 bits, as many as the
 * palette asks for. Rows are stored as they are: the filters of PNG pay for photographs, and cells are none.
 */

import { zlibSync } from "fflate";
import { joined } from "../formats/bytes.ts";
import { crc32 } from "../formats/gzip.ts";
import type { PictureExporter } from "./exporter.ts";
import { frameNames } from "./frame-name.ts";
import type { Palette, PixelBox } from "./picture.ts";
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

/** The rows of a box of a picture, packed and each behind the byte that says "no filter". */
export function packRows(pixels: Uint8Array, width: number, box: PixelBox, bits: 1 | 2 | 4 | 8): Uint8Array {
  const perByte = 8 / bits;
  const rowBytes = Math.ceil(box.w / perByte);
  const packed = new Uint8Array((rowBytes + 1) * box.h);
  for (let j = 0; j < box.h; j++) {
    const from = (box.y + j) * width + box.x;
    let to = j * (rowBytes + 1) + 1;
    if (bits === 8) {
      packed.set(pixels.subarray(from, from + box.w), to);
      continue;
    }
    for (let i = 0; i < box.w; i += perByte) {
      const end = Math.min(perByte, box.w - i);
      let byte = 0;
      for (let k = 0; k < end; k++) byte |= pixels[from + i + k] << (8 - bits * (k + 1));
      packed[to++] = byte;
    }
  }
  return packed;
}

/** How hard deflate looks: a picture that is written once and shown often may take its time. */
export type Effort = 6 | 9;

export function deflateRows(rows: Uint8Array, level: Effort): Uint8Array {
  return zlibSync(rows, { level, mem: level === 9 ? 12 : 8 });
}

export function pngPicture(pixels: Uint8Array, width: number, height: number, palette: Palette): Uint8Array {
  const rows = packRows(pixels, width, { x: 0, y: 0, w: width, h: height }, bitsFor(palette.size));
  return joined([
    PNG_SIGNATURE,
    pngHeader(width, height, palette),
    pngChunk("IDAT", deflateRows(rows, 6)),
    pngChunk("IEND", new Uint8Array(0)),
  ]);
}

export const PNG: PictureExporter = {
  id: "png",
  name: "PNG pictures",
  summary: "One picture, or one a frame under numbered names.",
  extensions: [".png"],
  takes: "pictures",
  sequence: true,
  lossless: true,
  run: (source, target, options) =>
    runSequence(source, target, options, frameNames(options.name, source.frames), (frame) =>
      pngPicture(frame.pixels, source.width, source.height, source.palette),
    ),
};

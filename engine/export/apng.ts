/**
 * Animated PNG. After the first picture each frame holds only the box of pixels that changed, at one bit or a few a
 * pixel, and leaves the rest as it was. A frame without changes lengthens the one before.
 *
 * A box of plain pixels at the palette's depth beats the usual encoders, which leave unchanged pixels out as
 * transparent: that takes one more colour, which doubles the bits for two states, and breaks up the repeated rows that
 * deflate finds.
 */

import { TessellaError } from "../core/errors.ts";
import type { PictureExporter } from "./exporter.ts";
import { parseFrameName } from "./frame-name.ts";
import type { PixelBox } from "./picture.ts";
import { changedBox } from "./picture.ts";
import { PicturePacker, PNG_SIGNATURE, pngChunk, pngHeader } from "./png.ts";
import { openCounted } from "./target.ts";

/** A frame control has sixteen bits for each part of the fraction. */
const MOST = 65_535;

interface Delay {
  readonly numerator: number;
  readonly denominator: number;
}

/**
 * The duration of `shown` frames, as the last convergent of its continued fraction whose two numbers both fit sixteen
 * bits.
 */
export function delayOf(shown: number, fps: number): Delay {
  const exact = { numerator: shown, denominator: fps };
  if (Math.floor(fps) === fps && shown <= MOST) return exact;
  let best: Delay = { numerator: MOST, denominator: 1 };
  let [before, last] = [
    { numerator: 0, denominator: 1 },
    { numerator: 1, denominator: 0 },
  ];
  for (let rest = shown / fps; ; ) {
    const whole = Math.floor(rest);
    const next = {
      numerator: whole * last.numerator + before.numerator,
      denominator: whole * last.denominator + before.denominator,
    };
    if (next.numerator > MOST || next.denominator > MOST) return best;
    if (next.numerator > 0) best = next;
    // The remainder below which a quotient of doubles was an exact fraction.
    if (rest - whole < 1e-6) return best;
    [before, last] = [last, next];
    rest = 1 / (rest - whole);
  }
}

/** A pending frame: the next one may lengthen it. */
interface Waiting {
  readonly box: PixelBox;
  /** The packer's array: valid until the next frame is packed. */
  readonly data: Uint8Array;
  shown: number;
}

export const APNG: PictureExporter = {
  id: "apng",
  name: "Animated PNG",
  summary: "One file that moves, every pixel exact; browsers and chat programs play it.",
  extensions: [".apng"],
  takes: "pictures",
  sequence: false,
  lossless: true,
  async run(source, target, options) {
    const { width, height, palette, fps } = source;
    const name = parseFrameName(options.name).of(0);
    const packer = new PicturePacker(source, 9);
    const file = await openCounted(target, name);
    try {
      let [written, sequence] = [0, 0];
      let waiting: Waiting | null = null;
      let last: Uint8Array | null = null;
      await file.write(PNG_SIGNATURE);
      await file.write(pngHeader(width, height, palette));
      const countAt = file.length;
      await file.write(animationControl(source.frames));

      const flush = async ({ box, data, shown }: Waiting): Promise<void> => {
        await file.write(pngChunk("fcTL", frameControl(sequence++, box, delayOf(shown, fps))));
        if (written === 0) {
          await file.write(pngChunk("IDAT", data));
        } else {
          const numbered = new Uint8Array(data.length + 4);
          new DataView(numbered.buffer).setUint32(0, sequence++);
          numbered.set(data, 4);
          await file.write(pngChunk("fdAT", numbered));
        }
        written++;
      };
      for await (const { pixels, shown } of source.read(options)) {
        let box: PixelBox = { x: 0, y: 0, w: width, h: height };
        if (last && waiting) {
          const changed = changedBox(last, pixels, width, height);
          if (!changed && file.canRewrite && (waiting.shown + shown) / fps < MOST) {
            waiting.shown += shown;
            continue;
          }
          // If the number of frames cannot be changed afterwards, a frame of one pixel stands for no change.
          box = decodable(changed ?? { x: 0, y: 0, w: 1, h: 1 }, packer.bits);
          await flush(waiting);
        }
        waiting = { box, data: packer.pack(pixels, box), shown };
        last = last ?? new Uint8Array(pixels.length);
        last.set(pixels);
      }
      if (!waiting) throw new TessellaError("bad-argument", "An animation needs at least one frame.");
      await flush(waiting);
      await file.write(pngChunk("IEND", new Uint8Array(0)));
      if (written !== source.frames) await file.rewrite(countAt, animationControl(written));
      await file.commit();
      return { frames: source.frames, first: name, last: name, bytes: file.length };
    } catch (error) {
      await file.abort();
      throw error;
    }
  },
};

/** ffmpeg (5.1, at least) misreads boxes of less than a byte a pixel unless they begin at the left edge. */
function decodable({ x, y, w, h }: PixelBox, bits: number): PixelBox {
  return bits === 8 ? { x, y, w, h } : { x: 0, y, w: x + w, h };
}

/** Number of frames, played for ever. */
function animationControl(frames: number): Uint8Array {
  const data = new Uint8Array(8);
  new DataView(data.buffer).setUint32(0, frames);
  return pngChunk("acTL", data);
}

function frameControl(sequence: number, { x, y, w, h }: PixelBox, delay: Delay): Uint8Array {
  const data = new Uint8Array(26);
  const view = new DataView(data.buffer);
  for (const [i, value] of [sequence, w, h, x, y].entries()) view.setUint32(i * 4, value);
  view.setUint16(20, delay.numerator);
  view.setUint16(22, delay.denominator);
  // The frame stays (0) and replaces its box (0).
  return data;
}

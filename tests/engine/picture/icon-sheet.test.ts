// The sheet of icons that a GPU reads, read here as the shader reads it, against the icons themselves.

import fc from "fast-check";
import { expect, it } from "vitest";
import { CellIcons } from "../../../engine/picture/cell-icons.ts";
import type { StateIcons } from "../../../engine/rules/rule.ts";

const pixels = (states: number, colour: (at: number) => number): StateIcons => ({
  size: 7,
  pixels: Uint32Array.from({ length: states * 49 }, (_, at) => colour(at)),
});
const ICONS: Readonly<Record<string, readonly StateIcons[]>> = {
  grey: [pixels(3, (at) => (at % 5) * 0x333333)],
  coloured: [pixels(3, (at) => (at * 2654435761) & 0xffffff)],
  drawn: [{ glyphs: ["arrow east", "bar down", ""] as never }],
};

it.each(Object.entries(ICONS))("%s: every pixel of every state and size", (_, icons) => {
  const sizes = fc.uniqueArray(fc.integer({ min: 7, max: 12 }), { minLength: 1, maxLength: 3 });
  fc.assert(
    fc.property(sizes, sizes, fc.integer({ min: 1, max: 4 }), (widths, heights, last) => {
      const made = new CellIcons(icons);
      const words = made.sheet(widths, heights, last);
      expect(made.sheet(widths, heights, last)).toBe(words);
      expect([...words.slice(0, 2 + widths.length)]).toEqual([widths.length, last, ...widths]);
      let entry = 2 + widths.length;
      for (const height of heights)
        for (const width of widths)
          for (let state = 1; state <= last; state++) {
            const start = words[entry++] as number;
            const icon = made.at(state, width, height);
            if (!icon) {
              expect(start).toBe(0);
              continue;
            }
            const { shares, colours } = icon;
            expect(words[start]).toBe(colours ? 1 : 0);
            const read = Array.from(shares, (_, at) =>
              colours
                ? (words[start + 1 + at] as number) >>> 24
                : ((words[start + 1 + (at >> 2)] as number) >>> (8 * (at & 3))) & 255,
            );
            expect(read).toEqual([...shares]);
            if (colours)
              expect(Array.from(shares, (_, at) => (words[start + 1 + at] as number) & 0xffffff)).toEqual(
                Array.from(colours, (colour) => colour & 0xffffff),
              );
          }
      expect(Math.max(...words.slice(2 + widths.length, entry), 0)).toBeLessThan(words.length);
    }),
    { numRuns: 30 },
  );
});

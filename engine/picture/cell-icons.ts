/**
 * Small pictures for the states of a rule's cells. A picture is a share of the state's colour for each pixel, or has colours of its
 * own; either is made once for each size of a cell, by the mean of what lies under a pixel.
 */

import type { IconSize, StateIcons } from "../rules/rule.ts";
import type { Pixel } from "./colours.ts";
import { pixel } from "./colours.ts";
import { shareOfGlyph } from "./glyphs.ts";

/** The picture of a state for cells of one size, row by row. */
export interface CellIcon {
  /** How much of a pixel is not the ground: 0..255. */
  readonly shares: Uint8Array;
  /** Colours that are not the state's. */
  readonly colours: Uint32Array | null;
}

/** Pixels a side from which on a cell has room for its picture. */
export const LEAST_ICON = 7;

/** Pictures that are kept: of all states of most rules at some sizes. */
const MOST_MADE = 2048;

type Drawn = Extract<StateIcons, { readonly size: IconSize }>;

export class CellIcons {
  readonly #drawn: readonly Drawn[];
  readonly #glyphs: (state: number) => string | undefined;
  readonly #made = new Map<string, CellIcon | null>();
  #sheet: { readonly key: string; readonly words: Uint32Array } | null = null;
  /** Whether the pictures have colours, by their size: then black alone is the ground, and grey is grey. */
  readonly #coloured: ReadonlySet<Drawn>;

  constructor(icons: readonly StateIcons[]) {
    this.#drawn = icons.filter((each): each is Drawn => "size" in each).sort((a, b) => a.size - b.size);
    this.#coloured = new Set(this.#drawn.filter(({ pixels }) => pixels.some(isColour)));
    const plain = icons.find((each) => !("size" in each));
    this.#glyphs = (state) => {
      if (!plain || "size" in plain) return undefined;
      return "shape" in plain ? plain.shape : plain.glyphs[state - 1];
    };
  }

  /** null where the state has no picture. `width`, `height`: of a cell without its gap, in pixels. */
  at(state: number, width: number, height: number): CellIcon | null {
    const source = this.#drawn.find(({ size }) => size >= Math.max(width, height)) ?? this.#drawn.at(-1);
    // States that look the same share a picture.
    const look = source ? Math.min(state, source.pixels.length / source.size ** 2) : this.#glyphs(state);
    if (!look) return null;
    const key = `${look} ${width} ${height}`;
    const known = this.#made.get(key);
    if (known !== undefined) return known;
    if (this.#made.size >= MOST_MADE) this.#made.clear();
    const icon = source
      ? scaled(source, state, width, height, this.#coloured.has(source))
      : glyphIcon(String(look), width, height);
    this.#made.set(key, icon);
    return icon;
  }

  /**
   * The pictures of states 1 to `last` for cells of each of the widths and heights, as a GPU reads them (shaders/draw/icons.wgsl). The
   * same array as long as the same is asked for.
   */
  sheet(widths: readonly number[], heights: readonly number[], last: number): Uint32Array {
    const key = `${widths} ${heights} ${last}`;
    if (this.#sheet?.key !== key) this.#sheet = { key, words: this.#makeSheet(widths, heights, last) };
    return this.#sheet.words;
  }

  #makeSheet(widths: readonly number[], heights: readonly number[], last: number): Uint32Array {
    const head = [widths.length, last, ...widths];
    const starts: number[] = [];
    const begun = new Map<CellIcon, number>();
    let end = head.length + heights.length * widths.length * last;
    for (const height of heights)
      for (const width of widths)
        for (let state = 1; state <= last; state++) {
          const icon = this.at(state, width, height);
          if (icon && !begun.has(icon)) {
            begun.set(icon, end);
            end += 1 + (icon.colours?.length ?? Math.ceil(icon.shares.length / 4));
          }
          starts.push(icon ? (begun.get(icon) as number) : 0);
        }
    const words = new Uint32Array(end);
    words.set([...head, ...starts]);
    for (const [{ shares, colours }, start] of begun) {
      words[start] = colours ? 1 : 0;
      shares.forEach((share, at) => {
        const place = start + 1 + (colours ? at : at >> 2);
        if (colours) words[place] = ((share << 24) | ((colours[at] as number) & 0xffffff)) >>> 0;
        else words[place] = ((words[place] as number) | (share << (8 * (at & 3)))) >>> 0;
      });
    }
    return words;
  }
}

function glyphIcon(name: string, width: number, height: number): CellIcon | null {
  const share = shareOfGlyph(name);
  if (!share) return null;
  const shares = Uint8Array.from({ length: width * height }, (_, at) =>
    Math.round(255 * share(at % width, Math.floor(at / width), width, height)),
  );
  return { shares, colours: null };
}

function isColour(rgb: number): boolean {
  return rgb >>> 16 !== (rgb & 255) || ((rgb >>> 8) & 255) !== (rgb & 255);
}

function scaled(
  { size, pixels }: Drawn,
  state: number,
  width: number,
  height: number,
  coloured: boolean,
): CellIcon | null {
  const last = pixels.length / (size * size);
  if (last === 0) return null;
  const start = (Math.min(state, last) - 1) * size * size;
  const [across, down] = [partsOf(size, width), partsOf(size, height)];
  const shares = new Uint8Array(width * height);
  const colours = coloured ? new Uint32Array(width * height) : null;
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      let [share, red, green, blue] = [0, 0, 0, 0];
      for (const [row, tall] of down[y] as Parts)
        for (const [column, wide] of across[x] as Parts) {
          const rgb = pixels[start + row * size + column] as number;
          if (rgb === 0) continue;
          const part = tall * wide;
          share += coloured ? part : (part * (rgb & 255)) / 255;
          red += part * (rgb >>> 16);
          green += part * ((rgb >>> 8) & 255);
          blue += part * (rgb & 255);
        }
      shares[y * width + x] = Math.round(255 * share);
      if (colours && share > 0) colours[y * width + x] = meanColour(red / share, green / share, blue / share);
    }
  return { shares, colours };
}

function meanColour(red: number, green: number, blue: number): Pixel {
  return pixel((Math.round(red) << 16) | (Math.round(green) << 8) | Math.round(blue));
}

type Parts = readonly (readonly [index: number, share: number])[];

/** For each of `to` pixels the pixels of `from` under it, and their shares of it. */
function partsOf(from: number, to: number): readonly Parts[] {
  return Array.from({ length: to }, (_, at) => {
    const [begin, end] = [(at * from) / to, ((at + 1) * from) / to];
    const parts: [number, number][] = [];
    for (let i = Math.floor(begin); i < Math.min(from, Math.ceil(end - 1e-9)); i++)
      parts.push([i, ((Math.min(end, i + 1) - Math.max(begin, i)) * to) / from]);
    return parts;
  });
}

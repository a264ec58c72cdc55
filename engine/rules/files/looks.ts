/** What a rule file says about the appearance of its states: `@COLORS`, `@ICONS` and `@NAMES`. Lines that say nothing are passed over, as in Golly. */

import type { IconSize, RuleLooks, StateIcons } from "../rule.ts";
import { ICON_SIZES } from "../rule.ts";
import type { FileLine } from "./file-lines.ts";

type Section = readonly FileLine[] | undefined;

export function readLooks(
  states: number,
  sections: { readonly colours: Section; readonly icons: Section; readonly names: Section },
): RuleLooks {
  const colours = sections.colours && coloursOf(sections.colours, states);
  const icons = sections.icons && iconsOf(sections.icons, states);
  return {
    names: namesOf(sections.names ?? [], states),
    ...(colours && { colours }),
    ...(icons && icons.length > 0 && { icons }),
  };
}

/** A line is a state and its name. */
function namesOf(lines: readonly FileLine[], states: number): string[] {
  const names = Array.from({ length: states }, (_, state) => (state === 0 ? "empty" : `state ${state}`));
  for (const { text } of lines) {
    const [, state, name] = /^\s*(\d+)[\s:=,]+(.*?)\s*$/.exec(text) ?? [];
    if (name && Number(state) < states) names[Number(state)] = name.slice(0, 100);
  }
  return names;
}

/** `state r g b`, or `r g b r g b`: a gradient from state 1 to the last one. What has no colour gets Golly's, from red to yellow. */
function coloursOf(lines: readonly FileLine[], states: number): readonly number[] | undefined {
  const colours = [0x303030, ...gradient([255, 0, 0], [255, 255, 0], states)];
  let any = false;
  for (const { text } of lines) {
    const numbers = (/^[\s\d,]*/.exec(text) as RegExpExecArray)[0].match(/\d+/g)?.map(Number) ?? [];
    if (numbers.length >= 6 && numbers.slice(0, 6).every((n) => n < 256)) {
      const [a, b, c, d, e, f] = numbers as [number, number, number, number, number, number];
      colours.splice(1, states - 1, ...gradient([a, b, c], [d, e, f], states));
    } else if (numbers.length >= 4 && numbers[0] < states && numbers.slice(1, 4).every((n) => n < 256)) {
      const [state, r, g, b] = numbers as [number, number, number, number];
      colours[state] = rgb(r, g, b);
    } else continue;
    any = true;
  }
  return any ? colours : undefined;
}

const rgb = (r: number, g: number, b: number): number => (r << 16) | (g << 8) | b;

function gradient(from: readonly number[], to: readonly number[], states: number): number[] {
  return Array.from({ length: states - 1 }, (_, i) => {
    const share = states === 2 ? 0 : i / (states - 2);
    const [r, g, b] = from.map((start, k) => Math.round(start + ((to[k] as number) - start) * share));
    return rgb(r as number, g as number, b as number);
  });
}

/** XPM pictures: `"width height colours characters"`, the colours' keys, and rows of pixels, icon under icon; or a word for shapes. */
function iconsOf(lines: readonly FileLine[], states: number): StateIcons[] {
  const found: StateIcons[] = [];
  for (let i = 0; i < lines.length; i++) {
    const text = (lines[i] as FileLine).text.trim().toLowerCase();
    if (text === "circles" || text === "diamonds" || text === "hexagons" || text === "triangles") {
      if (text !== "triangles" || states === 4) found.push({ shape: text });
    } else if (text === "xpm") {
      const strings: string[] = [];
      for (i++; i < lines.length; i++) {
        const line = (lines[i] as FileLine).text.trim();
        if (line === "" || line.startsWith("#") || line.startsWith("/*")) continue;
        const quoted = /^"(.*)",?$/.exec(line);
        if (!quoted) break;
        strings.push(quoted[1] as string);
      }
      i--;
      const icons = pictureOf(strings, states);
      if (icons && "size" in icons && !found.some((other) => "size" in other && other.size === icons.size))
        found.push(icons);
    }
  }
  return found;
}

/** null for pictures that Golly passes over. */
function pictureOf(strings: readonly string[], states: number): StateIcons | null {
  const [width, height, count, characters] = (strings[0]?.match(/\d+/g) ?? []).map(Number);
  const size = ICON_SIZES.find((each): each is IconSize => each === width);
  if (!size || !height || !count || !(characters === 1 || characters === 2) || height % size > 0) return null;
  const colours = new Map<string, number>();
  for (const line of strings.slice(1, 1 + count)) {
    const colour = /c\s*#([0-9a-f]{6})/i.exec(line.slice(characters));
    colours.set(line.slice(0, characters), colour ? Number.parseInt(colour[1] as string, 16) : 0);
  }
  const rows = strings.slice(1 + count, 1 + count + height);
  if (rows.length < height) return null;
  const icons = Math.min(states - 1, height / size);
  const pixels = new Uint32Array(icons * size * size);
  for (let at = 0; at < pixels.length; at++) {
    const row = rows[Math.floor(at / size)] as string;
    const column = (at % size) * characters;
    pixels[at] = colours.get(row.slice(column, column + characters)) ?? 0;
  }
  return { size, pixels };
}

// A film looks like what was on the screen: the exported themes have the colours of the studio's.

import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { AGE_STEPS, ageColour } from "../../../engine/picture/age-colours.ts";
import { THEMES, themeNamed } from "../../../engine/picture/themes.ts";

const css = readFileSync(new URL("../../../renderer/window/theme.css", import.meta.url), "utf8");

/** The tokens of one block as numbers. */
function tokensOf(theme: string): ReadonlyMap<string, number> {
  const block = css.split(`[data-theme="${theme}"] {`)[1]?.split("}")[0] ?? "";
  const found = [...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return new Map(found.map(([, name, digits]) => [name as string, Number.parseInt(digits as string, 16)]));
}

/** Channels as linear light, 0..1. */
function linear(colour: number): readonly [number, number, number] {
  const [r, g, b] = [16, 8, 0]
    .map((shift) => ((colour >>> shift) & 255) / 255)
    .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
  return [r as number, g as number, b as number];
}

type Light = readonly [number, number, number];

function luminance([r, g, b]: Light): number {
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** WCAG's ratio. */
function contrast(a: number, b: number): number {
  const [light, dark] = [luminance(linear(a)), luminance(linear(b))].sort((p, q) => q - p);
  return ((light as number) + 0.05) / ((dark as number) + 0.05);
}

/** CIE lightness, 0..100: how bright it looks. */
function lightnessOf(light: Light): number {
  const y = Math.max(0, luminance(light));
  return y > 0.008856 ? 116 * Math.cbrt(y) - 16 : 903.3 * y;
}

const through =
  (matrix: readonly Light[]) =>
  (colour: number): Light => {
    const [r, g, b] = linear(colour);
    const [red, green, blue] = matrix.map(([x, y, z]) => x * r + y * g + z * b);
    return [red as number, green as number, blue as number];
  };

/** Complete colour blindness of three kinds on linear light, after Machado, Oliveira and Fernandes (2009), severity 1. */
const VISION = {
  full: linear,
  protanopia: through([
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ]),
  deuteranopia: through([
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ]),
  tritanopia: through([
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ]),
} as const;

const TOKENS = {
  ground: "ground",
  cell: "cell",
  grid: "grid",
  grid10: "grid-10",
  outside: "panel",
  edge: "faint",
  text: "dim",
} as const;

describe("themes", () => {
  it.each(["dark", "light"])("%s is the studio's", (id) => {
    const tokens = tokensOf(id);
    const theme = themeNamed(id);
    for (const [colour, token] of Object.entries(TOKENS))
      expect(theme[colour as keyof typeof TOKENS], colour).toBe(tokens.get(token));
  });

  it.each(["dark", "light"])("%s: cells stand out more than text, and all text can be read", (id) => {
    const token = (name: string): number => tokensOf(id).get(name) as number;
    for (const surface of ["ground", "panel", "raised"]) {
      for (const text of ["ink", "dim", "faint", "danger"])
        expect(contrast(token(text), token(surface)), `${text} on ${surface}`).toBeGreaterThan(4.5);
    }
    for (const text of ["ink", "accent"])
      expect(contrast(token(text), token("ground")), text).toBeLessThan(
        contrast(token("cell"), token("ground")),
      );
    expect(contrast(token("accent-ink"), token("accent"))).toBeGreaterThan(4.5);
  });

  it("keep the accent for what acts", () => {
    const users = readdirSync("renderer", { recursive: true, encoding: "utf8" })
      .map((file) => `renderer/${file.replaceAll("\\", "/")}`)
      .filter((file) => /\.(css|tsx?)$/.test(file))
      .filter((file) => /(var\(|")--accent[")]/.test(readFileSync(file, "utf8")));
    expect(users.toSorted()).toEqual([
      // The mark of what was searched for.
      "renderer/guide/guide.css",
      "renderer/ui/button.css",
      // Periods of cells need more hues than one.
      "renderer/window/dialogs/cell-periods.ts",
      "renderer/window/dock/scrubber.css",
      "renderer/window/file-drop.css",
      // What a rule is made of, to be clicked: counts, letters and cells that count.
      "renderer/window/inspector/rule-counts.css",
      "renderer/window/inspector/rule-reach.css",
      // Where a tab that is dragged would be shown.
      "renderer/window/stage/stage-area.css",
      // What the tool in hand is about to do.
      "renderer/window/stage/stage-surface.ts",
      // The focus.
      "renderer/window/theme.css",
    ]);
  });

  it("each have at least two ages, and text that can be read on their ground", () => {
    expect(THEMES.list().length).toBeGreaterThanOrEqual(6);
    for (const theme of THEMES.list()) {
      expect(theme.ages.length, theme.id).toBeGreaterThan(1);
      expect(contrast(theme.text, theme.ground), theme.id).toBeGreaterThan(4.5);
    }
  });

  it("show cells of every age three to one against the ground, and plain ones more", () => {
    for (const theme of THEMES.list()) {
      expect(contrast(theme.cell, theme.ground), theme.id).toBeGreaterThan(7);
      for (let step = 0; step < AGE_STEPS; step++)
        expect(contrast(ageColour(theme, step), theme.ground), `${theme.id} ${step}`).toBeGreaterThan(3);
    }
  });

  it("have over them what goes with their shade, at three to one", () => {
    for (const theme of THEMES.list()) {
      const tokens = tokensOf(theme.shade);
      for (const token of ["accent", "ink"])
        expect(contrast(tokens.get(token) as number, theme.ground), `${theme.id} ${token}`).toBeGreaterThan(
          3,
        );
    }
  });

  it("that are safe show ages to every kind of colour vision: they rise or fall in brightness, and stay apart", () => {
    const safe = THEMES.list().filter((theme) => theme.safe);
    expect(safe.map(({ id }) => id)).toEqual(["ink", "contrast", "blue-orange", "viridis", "cividis"]);
    for (const theme of safe) {
      const ages = Array.from({ length: AGE_STEPS }, (_, step) => ageColour(theme, step));
      for (const [name, see] of Object.entries(VISION)) {
        const bright = ages.map((colour) => lightnessOf(see(colour)));
        const ground = lightnessOf(see(theme.ground));
        const down = (bright[0] as number) > (bright[AGE_STEPS - 1] as number);
        for (let i = 1; i < AGE_STEPS; i++) {
          const fell = (bright[i - 1] as number) - (bright[i] as number);
          expect(down ? fell : -fell, `${theme.id}, ${name}, step ${i}`).toBeGreaterThan(0);
        }
        for (const one of bright) expect(Math.abs(one - ground), `${theme.id}, ${name}`).toBeGreaterThan(25);
        const ends = Math.abs((bright[0] as number) - (bright[AGE_STEPS - 1] as number));
        expect(ends, `${theme.id}, ${name}`).toBeGreaterThan(25);
      }
    }
  });
});

// A film looks like what was on the screen: the exported themes have the colours of the studio's.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { THEMES, themeNamed } from "../../../engine/export/themes.ts";

const css = readFileSync(new URL("../../../renderer/app/tokens.css", import.meta.url), "utf8");

/** The tokens of one block as numbers. */
function tokensOf(theme: string): ReadonlyMap<string, number> {
  const block = css.split(`[data-theme="${theme}"] {`)[1]?.split("}")[0] ?? "";
  const found = [...block.matchAll(/--([\w-]+): #([0-9a-f]{6});/g)];
  return new Map(found.map(([, name, digits]) => [name as string, Number.parseInt(digits as string, 16)]));
}

const TOKENS = {
  ground: "ground",
  cell: "cell",
  grid: "grid",
  grid10: "grid-10",
  outside: "panel",
  text: "dim",
} as const;

describe("themes", () => {
  it.each(["dark", "light"])("%s is the studio's", (id) => {
    const tokens = tokensOf(id);
    const theme = themeNamed(id);
    for (const [colour, token] of Object.entries(TOKENS))
      expect(theme[colour as keyof typeof TOKENS], colour).toBe(tokens.get(token));
  });

  it("each have at least two ages, and text that can be read on their ground", () => {
    const light = (colour: number): number =>
      [16, 8, 0]
        .map((shift) => ((colour >>> shift) & 255) / 255)
        .map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4))
        .reduce((sum, share, i) => sum + share * ([0.2126, 0.7152, 0.0722][i] as number), 0);
    for (const theme of THEMES.list()) {
      expect(theme.ages.length, theme.id).toBeGreaterThan(1);
      const [a, b] = [light(theme.text), light(theme.ground)].sort((p, q) => q - p) as [number, number];
      expect((a + 0.05) / (b + 0.05), theme.id).toBeGreaterThan(4.5);
    }
  });
});

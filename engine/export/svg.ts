/**
 * SVG of a small region: shapes that people can edit and print at any size. All numbers are whole: squares count in
 * cells, and hexagons in half cells across and in halves of a side down, which one transformation makes regular.
 */

import { blockPopulation, forEachBlockRun } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { encodeText } from "../formats/bytes.ts";
import { stateColour } from "../picture/age-colours.ts";
import { cssColour, themeNamed } from "../picture/themes.ts";
import type { Rule } from "../rules/rule.ts";
import type { CellExporter } from "./exporter.ts";
import { frameNames } from "./frame-name.ts";
import type { Frame } from "./frame-source.ts";
import type { FilmLook } from "./look.ts";
import { latticeFor } from "./look.ts";
import { runSequence } from "./run-sequence.ts";

const MOST_CELLS = 100_000;
/** Default points a cell is wide. */
const CELL = 8;

const PLAIN: FilmLook = {
  theme: themeNamed("ink"),
  squares: true,
  gap: 0,
  gridLines: false,
  ages: false,
  caption: false,
};

export const SVG: CellExporter = {
  id: "svg",
  name: "SVG drawing",
  summary: "Shapes of a small region, for print and for drawing programs.",
  extensions: [".svg"],
  takes: "cells",
  sequence: true,
  lossless: true,
  drawsCells: true,
  async run(source, target, options) {
    const names = frameNames(options.name, source.frames);
    const { w, h } = source.region;
    if (w > 1n << 20n || h > 1n << 20n) throw tooMany();
    return runSequence(source, target, options, names, (frame) =>
      encodeText(svgOf(frame, options.look ?? PLAIN, source.rule)),
    );
  },
};

function tooMany(): TessellaError {
  return new TessellaError(
    "too-large",
    `A drawing of more than ${MOST_CELLS.toLocaleString("en")} live cells is more than drawing programs bear.`,
    { hint: "Choose a smaller region, or write a picture (.png)." },
  );
}

/** The paths of each state that occurs, with its colour. */
class Paths {
  readonly #parts = new Map<number, string[]>();

  add(state: number, part: string): void {
    const parts = this.#parts.get(state);
    if (parts) parts.push(part);
    else this.#parts.set(state, [part]);
  }

  /** `<path>` elements; one without parts where nothing lives. `rest`: their other attributes. */
  elements(colourOf: (state: number) => number, rest: string): readonly string[] {
    const states = [...this.#parts.keys()].sort((a, b) => a - b);
    return (states.length === 0 ? [1] : states).map(
      (state) =>
        `<path fill="${cssColour(colourOf(state))}"${rest} d="${(this.#parts.get(state) ?? []).join("")}"/>`,
    );
  }
}

function svgOf({ block, generation }: Frame, look: FilmLook, rule: Rule): string {
  if (blockPopulation(block) > MOST_CELLS) throw tooMany();
  const { theme, gridLines } = look;
  const { w, h } = block;
  const paths = new Paths();
  const colourOf = (state: number): number =>
    rule.states > 2 ? stateColour(theme, state, rule) : theme.cell;
  const stroke = gridLines ? ` stroke="${cssColour(theme.grid)}" stroke-width="0.1"` : "";
  const title = `<title>Generation ${generation}</title>`;
  if (latticeFor(look, { rule }).shape === "square") {
    forEachBlockRun(block, (i, j, length, state) => {
      if (!gridLines) paths.add(state, `M${i} ${j}h${length}v1h-${length}z`);
      else for (let k = 0; k < length; k++) paths.add(state, `M${i + k} ${j}h1v1h-1z`);
    });
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" width="${w * CELL}" height="${h * CELL}" viewBox="0 0 ${w} ${h}">`,
      title,
      `<rect width="${w}" height="${h}" fill="${cssColour(theme.ground)}"/>`,
      ...paths.elements(colourOf, stroke),
      "</svg>\n",
    ].join("\n");
  }
  // Half cells across; a side of a hexagon is two units down; the lowest row is furthest to the left.
  forEachBlockRun(block, (i, j, length, state) => {
    for (let k = 0; k < length; k++) {
      const [x, y] = [2 * (i + k) - j + h, 3 * j + 2];
      paths.add(state, `M${x} ${y - 2}l1 1v2l-1 1l-1 -1v-2z`);
    }
  });
  const [across, down] = [2 * w + h - 1, 3 * h + 1];
  // 1 / (2 sqrt(3)): a unit down, in cells.
  const unit = 0.288675;
  const size = `width="${(across * CELL) / 2}" height="${Math.ceil(down * CELL * unit)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${across / 2} ${(down * unit).toFixed(4)}">`,
    title,
    `<rect width="100%" height="100%" fill="${cssColour(theme.ground)}"/>`,
    ...paths.elements(colourOf, `${stroke} transform="scale(0.5 ${unit})"`),
    "</svg>\n",
  ].join("\n");
}

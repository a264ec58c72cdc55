/**
 * SVG of a small region: shapes that people can edit and print at any size. All numbers are whole: squares count in
 * cells, hexagons in half cells across and in halves of a side down, and triangles in cells across and rows down. One
 * transformation makes the latter two regular.
 */

import { blockPopulation, forEachBlockRun } from "../core/block.ts";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { encodeText } from "../formats/bytes.ts";
import { pointsUp } from "../grids/grid-kind.ts";
import { stateColour } from "../picture/age-colours.ts";
import { cssColour, themeNamed } from "../picture/themes.ts";
import type { CellExporter } from "./exporter.ts";
import { frameNames } from "./frame-name.ts";
import type { Frame, FrameSource } from "./frame-source.ts";
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
      encodeText(svgOf(frame, options.look ?? PLAIN, source)),
    );
  },
};

function tooMany(): TessellaError {
  return new TessellaError(
    "too-large",
    `A drawing of more than ${grouped(MOST_CELLS)} live cells is more than drawing programs bear.`,
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

/** Shapes in whole units: their size in cells, how many the page has, and the path of a cell, given the block's height and whether it points up. */
interface Units {
  readonly x: number;
  readonly y: number;
  readonly page: (w: number, h: number) => readonly [across: number, down: number];
  readonly path: (i: number, j: number, h: number, up: boolean) => string;
}

/** Half cells across; a side is two units down, 1 / (2 sqrt(3)) each; the lowest row is furthest to the left. */
const HEXAGONS: Units = {
  x: 0.5,
  y: 0.288675,
  page: (w, h) => [2 * w + h - 1, 3 * h + 1],
  path: (i, j, h) => `M${2 * i - j + h} ${3 * j}l1 1v2l-1 1l-1 -1v-2z`,
};

/** Cells across, and rows down: sqrt(3) each. */
const TRIANGLES: Units = {
  x: 1,
  y: 1.73205,
  page: (w, h) => [w + 1, h],
  path: (i, j, _, up) => (up ? `M${i + 1} ${j}l1 1h-2z` : `M${i} ${j}h2l-1 1z`),
};

function svgOf({ block, generation }: Frame, look: FilmLook, source: FrameSource): string {
  if (blockPopulation(block) > MOST_CELLS) throw tooMany();
  const { theme, gridLines } = look;
  const { rule } = source;
  const lattice = latticeFor(look, source);
  const { w, h } = block;
  const paths = new Paths();
  const colourOf = (state: number): number =>
    rule.states > 2 ? stateColour(theme, state, rule) : theme.cell;
  const stroke = gridLines ? ` stroke="${cssColour(theme.grid)}" stroke-width="0.1"` : "";
  const title = `<title>Generation ${generation}</title>`;
  if (lattice.shape === "square") {
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
  const units = lattice.shape === "hexagon" ? HEXAGONS : TRIANGLES;
  const up = pointsUp(lattice, block);
  forEachBlockRun(block, (i, j, length, state) => {
    for (let k = 0; k < length; k++)
      paths.add(state, units.path(i + k, j, h, (((i + k + j) & 1) === 1) !== up));
  });
  const { x, y } = units;
  const [across, down] = units.page(w, h);
  const size = `width="${across * CELL * x}" height="${Math.ceil(down * CELL * y)}"`;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} viewBox="0 0 ${across * x} ${(down * y).toFixed(4)}">`,
    title,
    `<rect width="100%" height="100%" fill="${cssColour(theme.ground)}"/>`,
    ...paths.elements(colourOf, `${stroke} transform="scale(${x} ${y})"`),
    "</svg>\n",
  ].join("\n");
}

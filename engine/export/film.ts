/**
 * Films: pictures of a universe at every k-th generation, drawn from cells and never from a screen. The same cells make
 * the same pictures with every algorithm and on every machine, and only one picture is in memory at a time.
 */

import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import type { Rect } from "../core/rect.ts";
import { intersectRects } from "../core/rect.ts";
import { gridRect } from "../core/topology.ts";
import { CellAges } from "../picture/cell-ages.ts";
import { paintedBlock } from "../picture/cells.ts";
import { FilmCells, SHADES } from "../picture/film-style.ts";
import type { CellPalette } from "../picture/palette.ts";
import type { View } from "../picture/view.ts";
import { cellsWanted, checkAcross } from "../picture/view.ts";
import { captionDot, captionHeight, drawCaption } from "./caption.ts";
import type { FilmedUniverse } from "./film-universe.ts";
import type { ExportControl, FrameRange, RegionChoice } from "./frame-source.ts";
import { countFrames, openRange, RegionWatch } from "./frame-source.ts";
import type { Framing } from "./framing.ts";
import { lensFor } from "./framing.ts";
import type { FilmLook, Inks } from "./look.ts";
import { iconsFor, inksFor, latticeFor, paletteOf } from "./look.ts";
import type { FoundLoop } from "./loop.ts";
import { findLoop } from "./loop.ts";
import type { PictureFrame, PictureSource } from "./picture.ts";

export interface FilmSpec {
  readonly range: FrameRange;
  readonly framing: Framing;
  readonly look: FilmLook;
  readonly fps: number;
  /** Number of extra frames that show the last one. */
  readonly hold: number;
  /** Finds the first seamless loop in the range, and films that. */
  readonly loop: boolean;
  /** Sides are rounded up to multiples of this. */
  readonly sizeStep?: number;
}

export interface Film extends PictureSource {
  /** The filmed range: less than requested if a loop was found. */
  readonly range: FrameRange;
  /** The cells shown throughout; null if the view moves. */
  readonly region: Rect | null;
  /** Whether live cells were found outside a region that was chosen automatically. Known after reading. */
  readonly cellsLeft: boolean;
}

/** Stands for a region that needs none settled. */
const ANYWHERE: Rect = { x: 0n, y: 0n, w: 1n, h: 1n };

/** The largest picture: twice as many pixels as 8K has. */
const MOST_PIXELS = 2 ** 26;
const LONGEST_SIDE = 32_768;

/**
 * Settles everything common to all frames. Errors: `bad-argument`, `too-large`, `not-found` if there is no loop,
 * `aborted`, and those of stepping.
 */
export async function openFilm(
  universe: FilmedUniverse,
  spec: FilmSpec,
  control: ExportControl = {},
): Promise<Film> {
  const { framing, look, sizeStep = 1 } = spec;
  const wanted = "region" in framing ? framing.region : ANYWHERE;
  // A given box is known before any step.
  if (typeof wanted === "object") checkSpan(wanted);
  const loop = spec.loop ? await loopOf(universe, spec, wanted, control) : null;
  const range = loop?.range ?? spec.range;
  const { region, pacer } = await openRange(universe, range, wanted, control);
  if ("region" in framing) checkSpan(region);
  const frames = countFrames(range);

  const drift = loop && { dx: loop.dx, dy: loop.dy, frames };
  const lens = await lensFor(universe, framing, region, look, drift);
  const dot = look.caption ? captionDot(lens.width, lens.height) : 0;
  const strip = look.caption ? captionHeight(dot) : 0;
  const up = (n: number): number => Math.ceil(n / sizeStep) * sizeStep;
  const width = up(lens.width);
  const height = up(lens.fixedSize ? lens.height : lens.height + strip);
  const cellsHeight = height - strip;
  checkPictureSize(width, height, strip);

  const grid = gridRect(universe.topology);
  const shown = "region" in framing && framing.kind === "region" ? region : null;
  const whole = shown !== null && lens.exact && width === lens.width && cellsHeight === lens.height;
  const within = grid && shown && intersectRects(grid, shown);
  const inside = whole && within !== null && within?.w === shown.w && within?.h === shown.h;
  const inks = inksFor(look, {
    soft:
      !lens.sharp || latticeFor(look, universe).shape !== "square" || iconsFor(look, universe.rule) !== null,
    outside: universe.topology.kind !== "unbounded" && !inside,
    rule: universe.rule,
  });
  const watch = new RegionWatch(universe, region, wanted === "first" && framing.kind === "region");
  const painter = new FilmPainter(universe, spec, inks, { width, height, cellsHeight, dot });

  async function* read(inner: ExportControl = {}): AsyncGenerator<PictureFrame> {
    const first = inner.first ?? 0;
    lens.begin();
    painter.begin();
    for (let index = lens.remembers || look.ages ? 0 : first; index < frames; index++) {
      const generation = range.from + BigInt(index) * range.every;
      await pacer.stepTo(generation, inner.signal, (at) =>
        inner.onProgress?.({ done: index, frames, generation: at }),
      );
      throwIfAborted(inner.signal);
      const view = await lens.viewAt(index, generation, width, cellsHeight);
      const pixels = await painter.paint(view, generation);
      await watch.look(index, index === frames - 1);
      if (index < first) continue;
      yield { index, generation, pixels, shown: index === frames - 1 ? 1 + spec.hold : 1 };
      inner.onProgress?.({ done: index + 1, frames, generation });
    }
  }
  return {
    frames,
    framesShown: frames + spec.hold,
    width,
    height,
    palette: inks.palette,
    fps: spec.fps,
    range,
    region: shown,
    read,
    get cellsLeft() {
      return watch.cellsLeft;
    },
  };
}

/** A looping film takes its region from the first frame: without a fixed region, the whole state has to return. */
async function loopOf(
  universe: FilmedUniverse,
  { range, framing }: FilmSpec,
  wanted: RegionChoice,
  control: ExportControl,
): Promise<FoundLoop> {
  const { region } = await openRange(universe, range, wanted, control);
  return findLoop(
    universe,
    range,
    { moving: framing.kind === "follow", region: "region" in framing ? region : null },
    control,
  );
}

function checkSpan({ w, h }: Rect): void {
  checkAcross(w > h ? w : h);
}

/** Errors: `too-large` with the hint. */
export function checkPictureSize(
  width: number,
  height: number,
  strip = 0,
  hint = "Choose a smaller region or a smaller scale, such as 1/4.",
): void {
  const cellsHeight = height - strip;
  const fits =
    width >= 1 &&
    cellsHeight >= 1 &&
    width <= LONGEST_SIDE &&
    height <= LONGEST_SIDE &&
    width * height <= MOST_PIXELS;
  if (fits) return;
  throw new TessellaError(
    "too-large",
    strip > 0 && cellsHeight < 1
      ? `A picture ${height} pixels high has no room for cells above its caption.`
      : `Pictures of ${groupedSize(width, height)} pixels cannot be made.`,
    { hint },
  );
}

interface Sheet {
  readonly width: number;
  readonly height: number;
  /** The part above the caption. */
  readonly cellsHeight: number;
  readonly dot: number;
}

class FilmPainter {
  readonly #universe: FilmedUniverse;
  readonly #look: FilmLook;
  readonly #inks: Inks;
  readonly #sheet: Sheet;
  readonly #pixels: Uint8Array;
  readonly #cells: FilmCells<Uint8Array>;
  #ages: CellAges | null = null;

  constructor(universe: FilmedUniverse, { look }: FilmSpec, inks: Inks, sheet: Sheet) {
    this.#universe = universe;
    this.#look = look;
    this.#inks = inks;
    this.#sheet = sheet;
    const { width, height, cellsHeight } = sheet;
    this.#pixels = new Uint8Array(width * height);
    const topology = inks.outside === inks.ground ? null : universe.topology;
    const palettes = new Map([1, SHADES].map((points) => [points, paletteOf(inks, points)]));
    this.#cells = new FilmCells(
      { width, height: cellsHeight, pixels: this.#pixels },
      { topology, gridLines: look.gridLines, gap: look.gap, icons: iconsFor(look, universe.rule) },
      (points) => palettes.get(points) as CellPalette<Uint8Array>,
    );
  }

  begin(): void {
    // Where there are more than two states their colours leave none for ages.
    this.#ages = this.#look.ages && this.#universe.rule.states === 2 ? new CellAges() : null;
  }

  async paint(view: View, generation: bigint): Promise<Uint8Array> {
    const { width, cellsHeight, dot } = this.#sheet;
    const wanted = cellsWanted(view, width, cellsHeight);
    if (wanted.kind === "block") {
      const block = await this.#universe.readBlock(wanted.region);
      this.#cells.paint(view, this.#ages?.next(block, generation, false) ?? paintedBlock(block));
    } else {
      this.#ages?.forget();
      this.#cells.paint(view, await this.#universe.raster(wanted.request));
    }
    if (this.#look.caption) {
      const population = await this.#universe.population();
      drawCaption(this.#pixels, width, cellsHeight, dot, this.#inks, { generation, population });
    }
    return this.#pixels;
  }
}

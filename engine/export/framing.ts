/** The view of a film: one place throughout, or a camera that moves. Each kind is a lens that returns a view for a frame. */

import { TessellaError } from "../core/errors.ts";
import type { Rect } from "../core/rect.ts";
import { unionRects } from "../core/rect.ts";
import type { Lattice } from "../grids/grid-kind.ts";
import { latticeFrame } from "../picture/lattice-frame.ts";
import type { View } from "../picture/view.ts";
import { extentOf, viewOf } from "../picture/view.ts";
import type { CameraPath, Stand } from "./camera-path.ts";
import { moved, standAt } from "./camera-path.ts";
import { captionDot, captionHeight } from "./caption.ts";
import type { FilmedUniverse } from "./film-universe.ts";
import type { RegionChoice } from "./frame-source.ts";
import type { FilmLook } from "./look.ts";
import { latticeFor } from "./look.ts";

/** Pixels a cell, as a fraction. */
export interface Scale {
  readonly pixels: number;
  readonly cells: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/**
 *   region   a region, every cell so many pixels wide (`auto`: what makes a picture to be posted); the picture is as large
 *            as that takes
 *   fit      a region, as large as fits into a picture of that size
 *   growing  every cell so far, in a picture of that size: it draws back as the pattern grows
 *   camera   keyframes
 *   follow   the pattern's middle, at that zoom, or at the one that shows it all at the first frame
 */
export type Framing =
  | { readonly kind: "region"; readonly region: RegionChoice; readonly scale: Scale | "auto" }
  | ({ readonly kind: "fit"; readonly region: RegionChoice } & Size)
  | ({ readonly kind: "growing" } & Size)
  | ({ readonly kind: "camera"; readonly path: CameraPath } & Size)
  | ({ readonly kind: "follow"; readonly zoom: number | null } & Size);

interface Lens extends Size {
  /** Whether width and height are those of the whole picture, caption and all. */
  readonly fixedSize: boolean;
  /** Whether the picture ends exactly where the region does. */
  readonly exact: boolean;
  /** Whether every cell is a whole number of pixels in every view. */
  readonly sharp: boolean;
  /** Whether a view depends on those before it. */
  readonly remembers: boolean;
  /** Called before the first frame of a reading. */
  begin(): void;
  viewAt(index: number, generation: bigint, width: number, height: number): Promise<View>;
}

/** A loop that moves the pattern this far in this many frames. */
interface Drift {
  readonly dx: bigint;
  readonly dy: bigint;
  readonly frames: number;
}

/** Room around a pattern when a lens finds its own view: a tenth on each side. */
const MARGIN = 0.8;
/** The share of the way to its goal that a lens covers between two frames. */
const PACE = 0.12;
/** Automatic lenses do not show cells larger than this. */
const LARGEST = 32;

export async function lensFor(
  universe: FilmedUniverse,
  framing: Framing,
  region: Rect,
  look: FilmLook,
  drift: Drift | null,
): Promise<Lens> {
  const lattice = latticeFor(look, universe);
  const squares = lattice.shape === "square";
  switch (framing.kind) {
    case "region": {
      const { pixels, cells } = framing.scale === "auto" ? scaleFor(region) : framing.scale;
      const zoom = pixels / cells;
      const extent = extentOf(region, lattice);
      const width = Math.max(1, Math.ceil(extent.width * zoom - 1e-9));
      const height = Math.max(1, Math.ceil(extent.height * zoom - 1e-9));
      const whole = squares && Math.floor(zoom) === zoom;
      // Counted from the region's corner, also if the picture is made a pixel larger.
      const view = viewOf(region, zoom, width, height, lattice);
      return fixed({ width, height, exact: whole, sharp: whole }, () => view);
    }
    case "fit": {
      const { width, height } = framing;
      const strip = look.caption ? captionHeight(captionDot(width, height)) : 0;
      const sharp = squares && zoomToFit(region, width, height - strip, lattice, 1) >= 1;
      const lens = { width, height, exact: false, sharp, fixedSize: true };
      return fixed(lens, (w, h) => fitted(region, w, h, lattice, 1));
    }
    case "growing":
      return new GrowingLens(universe, framing, lattice);
    case "camera": {
      const { width, height, path } = framing;
      const lens = { width, height, exact: false, sharp: false, fixedSize: true };
      return fixed(lens, (w, h, generation) => viewFrom(standAt(path, generation), w, h, lattice));
    }
    case "follow":
      return new FollowingLens(universe, framing, lattice, drift);
  }
}

/** Pictures get as near to this size as whole pixels a cell, or whole cells a pixel, allow. */
const USUAL_SIDE = 720;
const LARGEST_CELL = 16;

/** The default scale of a region. */
function scaleFor({ w, h }: Pick<Rect, "w" | "h">): Scale {
  const longest = Number(w > h ? w : h);
  const pixels = Math.min(LARGEST_CELL, Math.floor(USUAL_SIDE / longest));
  if (pixels >= 1) return { pixels, cells: 1 };
  let cells = 1;
  while (longest / cells > 2 * USUAL_SIDE) cells *= 2;
  return { pixels: 1, cells };
}

type FixedFacts = Size & Pick<Lens, "exact" | "sharp"> & { readonly fixedSize?: boolean };

function fixed(facts: FixedFacts, view: (width: number, height: number, generation: bigint) => View): Lens {
  return {
    fixedSize: false,
    ...facts,
    remembers: false,
    begin: () => {},
    viewAt: async (_, generation, width, height) => view(width, height, generation),
  };
}

/** The largest view of the whole region; whole pixels a cell if a cell has room for one. */
function fitted(region: Rect, width: number, height: number, lattice: Lattice, share: number): View {
  const zoom = zoomToFit(region, width, height, lattice, share);
  return snapped(viewOf(region, zoom, width, height, lattice));
}

function zoomToFit(region: Rect, width: number, height: number, lattice: Lattice, share: number): number {
  const extent = extentOf(region, lattice);
  const zoom = share * Math.min(width / extent.width, height / extent.height);
  return zoom >= 1 && lattice.shape === "square" ? Math.floor(zoom) : zoom;
}

/** Squares of whole pixels are aligned to whole pixels. */
function snapped(view: View): View {
  const { zoom, left, top, lattice } = view;
  if (lattice.shape !== "square" || Math.floor(zoom) !== zoom) return view;
  const snap = (at: number): number => Math.floor((at + 0.5) * zoom + 0.5) / zoom - 0.5;
  return { ...view, left: snap(left), top: snap(top) };
}

/** The view whose middle is at a camera's position. */
function viewFrom(stand: Stand, width: number, height: number, lattice: Lattice): View {
  const { x, y, dx, dy, zoom } = stand;
  const { alongY } = latticeFrame(lattice);
  const [middleX, middleY] = [dx + dy * alongY.x, dy * alongY.y];
  const view = { x, y, left: middleX - width / zoom / 2, top: middleY - height / zoom / 2, zoom, lattice };
  return snapped(view);
}

function standOver(box: Rect, zoom: number): Stand {
  const half = (n: bigint): number => (n % 2n === 0n ? 0.5 : 0);
  return {
    x: box.x + (box.w - 1n) / 2n,
    y: box.y + (box.h - 1n) / 2n,
    dx: half(box.w),
    dy: half(box.h),
    zoom,
  };
}

const ONE_CELL: Rect = { x: 0n, y: 0n, w: 1n, h: 1n };

class GrowingLens implements Lens {
  readonly width: number;
  readonly height: number;
  readonly fixedSize = true;
  readonly exact = false;
  readonly sharp = false;
  readonly remembers = true;
  readonly #universe: FilmedUniverse;
  readonly #lattice: Lattice;
  #box: Rect | null = null;
  #stand: Stand | null = null;

  constructor(universe: FilmedUniverse, { width, height }: Size, lattice: Lattice) {
    this.#universe = universe;
    this.#lattice = lattice;
    this.width = width;
    this.height = height;
  }

  begin(): void {
    this.#box = null;
    this.#stand = null;
  }

  async viewAt(_: number, __: bigint, width: number, height: number): Promise<View> {
    this.#box = unionRects(this.#box, await this.#universe.bounds());
    const box = this.#box ?? ONE_CELL;
    const extent = extentOf(box, this.#lattice);
    const zoom = Math.min(LARGEST, MARGIN * Math.min(width / extent.width, height / extent.height));
    const goal = standOver(box, zoom);
    this.#stand = this.#stand ? towards(this.#stand, goal) : goal;
    return viewFrom(this.#stand, width, height, this.#lattice);
  }
}

/** A part of the way, for the position and for the size of the visible part. */
function towards(from: Stand, goal: Stand): Stand {
  const across = 1 / from.zoom + (1 / goal.zoom - 1 / from.zoom) * PACE;
  const byX = Number(goal.x - from.x) + goal.dx - from.dx;
  const byY = Number(goal.y - from.y) + goal.dy - from.dy;
  return moved({ ...from, zoom: 1 / across }, byX * PACE, byY * PACE);
}

class FollowingLens implements Lens {
  readonly width: number;
  readonly height: number;
  readonly fixedSize = true;
  readonly exact = false;
  readonly sharp = false;
  readonly remembers: boolean;
  readonly #universe: FilmedUniverse;
  readonly #zoom: number | null;
  readonly #lattice: Lattice;
  readonly #drift: Drift | null;
  #stand: Stand | null = null;

  constructor(
    universe: FilmedUniverse,
    { width, height, zoom }: Size & { readonly zoom: number | null },
    lattice: Lattice,
    drift: Drift | null,
  ) {
    this.#universe = universe;
    this.#zoom = zoom;
    this.#lattice = lattice;
    this.#drift = drift;
    this.width = width;
    this.height = height;
    this.remembers = true;
  }

  begin(): void {
    this.#stand = null;
  }

  async viewAt(index: number, _: bigint, width: number, height: number): Promise<View> {
    const first = this.#stand;
    if (first && this.#drift) {
      // In a loop the camera moves evenly, so that its end leads back to its beginning too.
      const { dx, dy, frames } = this.#drift;
      const share = index / frames;
      const stand = moved(first, Number(dx) * share, Number(dy) * share);
      return viewFrom(stand, width, height, this.#lattice);
    }
    const box = await this.#universe.bounds();
    if (!first) {
      if (!box) {
        throw new TessellaError("bad-argument", "There are no live cells to follow.", {
          hint: "Say which region to export.",
        });
      }
      const fit = Math.min(LARGEST, zoomToFit(box, width, height, this.#lattice, MARGIN));
      this.#stand = standOver(box, this.#zoom ?? fit);
    } else if (box) {
      this.#stand = towards(first, standOver(box, first.zoom));
    }
    return viewFrom(this.#stand as Stand, width, height, this.#lattice);
  }
}

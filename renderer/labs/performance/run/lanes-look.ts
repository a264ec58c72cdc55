/** What of the lanes is seen, and where the cursor stands: how the wheel, drags, pointers and keys change it. Pure. */

import type { RankTrack } from "../../../../engine/cluster/record.ts";
import { ABOVE, AXIS, GUTTER, laneHeight } from "./lanes-painter.ts";
import type { TimeView } from "./timeline.ts";
import { blockAt, panned, revealing, stretchOf, wholeView, zoomed } from "./timeline.ts";

/** Of a key or a button. */
const STEP = 2;
const WHEEL = 0.002;
/** Pixels of a wheel that counts in lines. */
const LINE = 16;
/** Blocks of an arrow with Shift. */
const FAR = 10;

export interface LanesLook {
  /** Null for the whole record, also as it grows. */
  readonly view: TimeView | null;
  readonly top: number;
  readonly cursor: { readonly rank: number; readonly block: number } | null;
}

export const FIRST_LOOK: LanesLook = { view: null, top: 0, cursor: null };

/** The lanes on the page. Points are in pixels from its upper left corner. */
export class LanesPlace {
  readonly #tracks: readonly RankTrack[];
  readonly #whole: TimeView;
  /** The height of a lane, with the gap below it. */
  readonly lane: number;
  /** How far lanes can be scrolled. */
  readonly mostTop: number;
  /** The height in which lanes are seen, and the width for time. */
  readonly #tall: number;
  readonly #room: number;

  constructor(
    tracks: readonly RankTrack[],
    { width, height }: { readonly width: number; readonly height: number },
  ) {
    this.#tracks = tracks;
    this.#whole = wholeView(tracks);
    this.lane = laneHeight(tracks.length, height);
    this.#tall = height - AXIS - ABOVE;
    this.mostTop = Math.max(0, tracks.length * this.lane - this.#tall);
    this.#room = Math.max(1, width - GUTTER);
  }

  viewOf({ view }: LanesLook): TimeView {
    return view ?? this.#whole;
  }

  all(look: LanesLook): LanesLook {
    return { ...look, view: null };
  }

  /** Times `factor` as long, about a point at `share` of the width. */
  zoom(look: LanesLook, factor: number, share = 0.5): LanesLook {
    return this.#showing(look, zoomed(this.viewOf(look), this.#whole, share, factor));
  }

  /** Of a button: closer, or further away. */
  step(look: LanesLook, closer: boolean, share?: number): LanesLook {
    return this.zoom(look, closer ? 1 / STEP : STEP, share);
  }

  wheel(look: LanesLook, x: number, { deltaX, deltaY, inLines, shiftKey }: LanesWheel): LanesLook {
    const turned = inLines ? LINE : 1;
    if (shiftKey || Math.abs(deltaX) > Math.abs(deltaY))
      return this.#showing(
        look,
        panned(this.viewOf(look), this.#whole, (turned * (deltaX || deltaY)) / this.#room),
      );
    return this.zoom(look, Math.exp(turned * deltaY * WHEEL), shareWithin((x - GUTTER) / this.#room));
  }

  /** `from`: as the drag found it. */
  drag(look: LanesLook, from: LanesLook, right: number, down: number): LanesLook {
    const moved = panned(this.viewOf(from), this.#whole, -right / this.#room);
    return { ...look, view: look.view && moved, top: this.#scrolled(from.top - down) };
  }

  /** The same look where the cursor stays on its block. */
  point(look: LanesLook, x: number, y: number): LanesLook {
    const rank = Math.floor((y - ABOVE + look.top) / this.lane);
    const track = this.#tracks[rank];
    if (!track || x < GUTTER) return look;
    const { start, end } = this.viewOf(look);
    const block = blockAt(track, start + ((x - GUTTER) / this.#room) * (end - start));
    if (look.cursor?.rank === rank && look.cursor.block === block) return look;
    return { ...look, cursor: { rank, block } };
  }

  /** Null for a key that does nothing here. `far`: with Shift. */
  press(look: LanesLook, key: string, far: boolean): LanesLook | null {
    const { rank, block } = look.cursor ?? { rank: 0, block: 0 };
    const track = this.#tracks[rank];
    if (!track) return null;
    const { start, end } = this.viewOf(look);
    const begun = track.blocks > 0 ? stretchOf(track, Math.max(0, block)).start : start;
    const share = shareWithin((begun - start) / (end - start));
    const step = far ? FAR : 1;
    const beside = (other: number): LanesLook =>
      this.#moved(look, other, blockAt(this.#tracks[other] ?? track, begun));
    switch (key) {
      case "ArrowLeft":
        return this.#moved(look, rank, block - step);
      case "ArrowRight":
        return this.#moved(look, rank, look.cursor ? block + step : 0);
      case "ArrowUp":
        return beside(Math.max(0, rank - 1));
      case "ArrowDown":
        return beside(rank + 1);
      case "Home":
        return this.#moved(look, rank, 0);
      case "End":
        return this.#moved(look, rank, track.blocks - 1);
      case "+":
      case "=":
        return this.step(look, true, share);
      case "-":
        return this.step(look, false, share);
      case "0":
        return this.all(look);
      default:
        return null;
    }
  }

  #showing(look: LanesLook, view: TimeView): LanesLook {
    const isWhole = view.start <= this.#whole.start && view.end >= this.#whole.end;
    return { ...look, view: isWhole ? null : view };
  }

  /** With the cursor on the nearest block that there is, which is then seen. */
  #moved(look: LanesLook, rank: number, block: number): LanesLook {
    const to = Math.min(this.#tracks.length - 1, rank);
    const track = this.#tracks[to];
    if (!track || track.blocks === 0) return look;
    const at = Math.max(0, Math.min(track.blocks - 1, block));
    const { start, end } = stretchOf(track, at);
    const next = revealing(this.viewOf(look), this.#whole, start, end);
    const [above, below] = [to * this.lane, (to + 1) * this.lane - this.#tall];
    return {
      view: look.view && next,
      top: this.#scrolled(Math.max(below, Math.min(above, look.top))),
      cursor: { rank: to, block: at },
    };
  }

  #scrolled(top: number): number {
    return Math.max(0, Math.min(this.mostTop, top));
  }
}

/** The part of a wheel's event that counts. */
export interface LanesWheel {
  readonly deltaX: number;
  readonly deltaY: number;
  readonly inLines: boolean;
  readonly shiftKey: boolean;
}

function shareWithin(share: number): number {
  return Math.max(0, Math.min(1, share));
}

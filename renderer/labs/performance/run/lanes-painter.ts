/** The one painter of lanes: shares of time as shades, row by row, with the ranks' numbers at the left and the time below. */

import type { RankTrack } from "../../../../engine/cluster/record.ts";
import { SPAN_KINDS } from "../../../../engine/cluster/record.ts";
import type { TimeView } from "./timeline.ts";
import { momentText, sharesOf, stretchOf, ticksOf } from "./timeline.ts";

/** In pixels of the page. */
export const GUTTER = 44;
export const AXIS = 22;
/** Above the first lane. */
export const ABOVE = 4;
const LEAST_LANE = 26;
const MOST_LANE = 72;
const LANE_GAP = 6;
const TICK_ROOM = 100;

/** The colours of SPAN_KINDS, as tokens of the theme. Waiting is what one looks for. */
export const KIND_TOKENS = ["--cell", "--faint", "--danger", "--faint", "--faint"] as const;
/** Parts of a lane's height for each of SPAN_KINDS. */
const ROW_PARTS = [4, 1, 2, 1, 1] as const;
/** What is there for a moment stays visible. */
const LEAST_SHADE = 0.15;

export interface LanesScene {
  readonly tracks: readonly RankTrack[];
  readonly view: TimeView;
  /** In pixels of the page. */
  readonly width: number;
  readonly height: number;
  /** Of a lane, with the gap below it. */
  readonly lane: number;
  /** How far the lanes are scrolled. */
  readonly top: number;
  readonly cursor: { readonly rank: number; readonly block: number } | null;
  /** Pixels of the screen for one of the page. */
  readonly ratio: number;
}

/** The height in which lanes are as tall as they get. */
export function tallestLanes(ranks: number): number {
  return ABOVE + ranks * MOST_LANE + AXIS;
}

/** The height of a lane, so that all ranks are seen if they can be. */
export function laneHeight(ranks: number, height: number): number {
  return Math.max(LEAST_LANE, Math.min(MOST_LANE, Math.floor((height - AXIS - ABOVE) / Math.max(1, ranks))));
}

/** `place` gives colours and font. */
export function paintLanes(canvas: HTMLCanvasElement, place: HTMLElement, scene: LanesScene): void {
  const { tracks, view, width, height, lane, top, cursor, ratio } = scene;
  const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  const context = canvas.getContext("2d");
  if (!context || width <= GUTTER) return;
  const style = getComputedStyle(place);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, width, height);
  context.font = `${Math.round(parseFloat(style.fontSize) * 0.9)}px ${style.fontFamily}`;
  context.textBaseline = "middle";
  const room = { left: GUTTER, right: width, bottom: height - AXIS };
  const moments = (room.right - room.left) / (view.end - view.start);
  const xOf = (moment: number): number => room.left + (moment - view.start) * moments;

  context.fillStyle = token("--grid-10");
  const ticks = ticksOf(view, (room.right - room.left) / TICK_ROOM);
  for (const tick of ticks) context.fillRect(Math.round(xOf(tick)), 0, 1, room.bottom);

  context.save();
  context.beginPath();
  context.rect(0, 0, width, room.bottom);
  context.clip();
  const columns = Math.max(1, Math.round((room.right - room.left) * ratio));
  const colours = KIND_TOKENS.map((name) => rgbOf(token(name)));
  const first = Math.max(0, Math.floor((top - ABOVE) / lane));
  const last = Math.min(tracks.length - 1, Math.floor((top - ABOVE + room.bottom) / lane));
  for (let rank = first; rank <= last; rank++) {
    const y = ABOVE + rank * lane - top;
    context.fillStyle = token(cursor?.rank === rank ? "--ink" : "--dim");
    context.textAlign = "right";
    context.fillText(String(rank), GUTTER - 10, y + (lane - LANE_GAP) / 2);
    const strip = stripOf(sharesOf(tracks[rank] as RankTrack, view, columns), columns, colours);
    const tall = lane - LANE_GAP;
    const parts = ROW_PARTS.reduce((sum, part) => sum + part, 0);
    let above = 0;
    context.imageSmoothingEnabled = false;
    for (const [row, part] of ROW_PARTS.entries()) {
      const from = y + Math.round((above / parts) * tall);
      above += part;
      const to = y + Math.round((above / parts) * tall);
      context.drawImage(strip, 0, row, columns, 1, room.left, from, room.right - room.left, to - from - 1);
    }
    context.fillStyle = token("--grid-10");
    context.fillRect(room.left, y + tall + LANE_GAP / 2 - 1, room.right - room.left, 1);
    const track = tracks[rank] as RankTrack;
    if (cursor?.rank === rank && cursor.block >= 0 && cursor.block < track.blocks) {
      const { start, end } = stretchOf(track, cursor.block);
      const [from, to] = [xOf(start), xOf(end)];
      context.strokeStyle = token("--ink");
      context.strokeRect(
        Math.max(room.left, from) - 0.5,
        y - 1.5,
        Math.max(2, Math.min(room.right, to) - Math.max(room.left, from)) + 1,
        tall + 2,
      );
    }
  }
  context.restore();

  context.fillStyle = token("--dim");
  context.textAlign = "center";
  for (const tick of ticks) {
    const text = momentText(tick, ticks);
    const half = context.measureText(text).width / 2;
    const x = Math.max(room.left + half, Math.min(room.right - half, xOf(tick)));
    context.fillText(text, x, height - AXIS / 2);
  }
}

/** A row of pixels for each kind, as opaque as its share is large. */
function stripOf(shares: Float32Array, columns: number, colours: readonly Rgb[]): HTMLCanvasElement {
  const strip = stripCanvas(columns);
  const context = strip.getContext("2d") as CanvasRenderingContext2D;
  const image = new ImageData(columns, SPAN_KINDS.length);
  for (const [row, [red, green, blue]] of colours.entries()) {
    for (let column = 0; column < columns; column++) {
      const share = shares[row * columns + column] as number;
      if (share === 0) continue;
      const shade = LEAST_SHADE + (1 - LEAST_SHADE) * share;
      image.data.set([red, green, blue, 255 * shade], 4 * (row * columns + column));
    }
  }
  context.putImageData(image, 0, 0);
  return strip;
}

let kept: HTMLCanvasElement | null = null;

function stripCanvas(columns: number): HTMLCanvasElement {
  kept ??= document.createElement("canvas");
  if (kept.width !== columns || kept.height !== SPAN_KINDS.length) {
    kept.width = columns;
    kept.height = SPAN_KINDS.length;
  }
  return kept;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** Of "#rrggbb", which is how themes write them. */
function rgbOf(colour: string): Rgb {
  const value = Number.parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}

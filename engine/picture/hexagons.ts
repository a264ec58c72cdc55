/**
 * Hexagons of a pixel and more, a line of pixels at a time.
 *
 * A horizontal line through hexagons with a tip on top crosses them in one of two ways. Through the upright sides, a third
 * of the way, it meets the cells of one row only, each a whole unit wide, like bricks. Through the tips it meets the cells
 * of two neighbouring rows in turn; those whose middle is nearer are crossed where they are wider, and a pair of
 * neighbours is one unit wide together. Either way the line is a sequence of stretches whose ends are known beforehand, so
 * no pixel has to be asked which hexagon it lies on.
 *
 * Within its stretch a cell looks the same to the left and to the right of its centre. Seen along one of the directions
 * in which its six neighbours lie a hexagon is one unit wide, so its distance from the rim is a half less the largest of
 * the three distances from its centre, and on a line at height d (measured along a slanted direction) these are |x| and
 * |x|/2 + |d|. Solved for x, that gives the part of the stretch that is wholly inside, which is filled; only the few
 * pixels at its ends are reckoned one by one.
 *
 * Large cells leave a seam between them, softened over one pixel, in which the grid's lines run. Small ones have no seam;
 * there a pixel is sampled at four or nine points, which keeps slanted edges calm. The points of one height are such a
 * line again, only the live cells' stretches are counted, and dead ones are skipped thirty-two at a time.
 */

import type { Block } from "../core/block.ts";
import { blockStride } from "../core/block.ts";
import type { AgedCells } from "./cell-ages.ts";
import { latticeFrame } from "./lattice-frame.ts";
import type { GridSpan, PaintScene, Palette, Picture } from "./scene.ts";
import { boldPhase, EDGE, FULL, GROUND, gapOf, gridSpan, isBold, LINE, LINE_BOLD, OUTSIDE } from "./scene.ts";

/** From this size on, in CSS pixels, there is a seam. */
export const SEAM_FROM = 6;
/** From a hexagon's centre to its tip, in units of its width. */
const TIP = 1 / Math.sqrt(3);

export function paintHexagons(picture: Picture, scene: PaintScene, palette: Palette): void {
  const size = 2 ** scene.camera.zoom;
  if (size / scene.ratio >= SEAM_FROM) paintSeamed(picture, scene, palette, size);
  else paintSampled(picture, scene, palette, size);
}

/** A row of cells on a line: which, how far below their centres the line is, and half of what it crosses of each. */
interface Crossing {
  readonly y: number;
  readonly below: number;
  readonly half: number;
}

/** The row or the two rows that a line at height `py` (in units from the camera's cell) crosses, the upper one first. */
function crossingsAt(py: number, row: number): readonly [Crossing, Crossing | null] {
  const upper = Math.floor(py / row);
  const below = py - upper * row;
  const halfUpper = Math.min(0.5, (TIP - below) / TIP);
  if (halfUpper === 0.5) return [{ y: upper, below, half: 0.5 }, null];
  const halfLower = Math.min(0.5, (TIP - row + below) / TIP);
  const lower = { y: upper + 1, below: below - row, half: halfLower };
  if (halfLower === 0.5) return [lower, null];
  return [{ y: upper, below, half: halfUpper }, lower];
}

/** A frame's cells, counted from the camera's. */
interface Cells {
  readonly left: number;
  readonly top: number;
  readonly w: number;
  readonly h: number;
  readonly stride: number;
  readonly words: Block["words"];
}

const NO_CELLS: Cells = { left: 0, top: 0, w: 0, h: 0, stride: 0, words: new Uint32Array(0) };

/** The same with a byte a cell, for ages; and which bytes show something. */
interface States {
  readonly left: number;
  readonly top: number;
  readonly cells: AgedCells;
  readonly shown: Uint8Array;
  /** An even and an odd one. */
  readonly rows: readonly [ShownRow, ShownRow];
}

/** The cells of a row that show something, from left to right. */
interface ShownRow {
  y: number;
  count: number;
  readonly cells: Int32Array;
  readonly states: Uint8Array;
}

function statesOf({ aged, camera }: PaintScene, { byState }: Palette): States | null {
  if (!aged) return null;
  const shown = Uint8Array.from(byState, (colours) => (colours ? 1 : 0));
  const empty = (): ShownRow => ({
    y: Number.NaN,
    count: 0,
    cells: new Int32Array(aged.w),
    states: new Uint8Array(aged.w),
  });
  const [left, top] = [Number(aged.x - camera.x), Number(aged.y - camera.y)];
  return { left, top, cells: aged, shown, rows: [empty(), empty()] };
}

function cellsOf({ frame, camera }: PaintScene): Cells {
  if (frame?.kind !== "block") return NO_CELLS;
  const { x, y, w, h, words } = frame.block;
  return { left: Number(x - camera.x), top: Number(y - camera.y), w, h, stride: blockStride(w), words };
}

function paintSampled({ width, height, pixels }: Picture, scene: PaintScene, palette: Palette, size: number) {
  const { camera, kind } = scene;
  const span = gridSpan(scene.topology, camera);
  const bounded = Number.isFinite(span.left) || Number.isFinite(span.top);
  const cells = cellsOf(scene);
  const row = latticeFrame(kind).alongY.y;
  const samples = size < 2 ? 3 : 2;
  const most = samples * samples;
  const shares = Uint16Array.from({ length: most + 1 }, (_, k) => Math.round((FULL * k) / most));
  const line: SampleLine = {
    samples,
    length: width * samples,
    perUnit: samples * size,
    // Where the unit 0 of the camera's row lies, counted in sample points.
    zero: (width / 2 - camera.dx * size) * samples - 0.5,
    pixelOf: Uint16Array.from({ length: width * samples }, (_, a) => Math.floor(a / samples)),
  };
  /** How many sample points of each pixel are on live cells; by age, with the state of the cell counted last (`MARK`). */
  const live = new Uint16Array(width);
  const inside = new Uint16Array(width);
  const states = statesOf(scene, palette);
  const bricks = { y: Number.NaN, live: new Uint16Array(width), any: false };
  const count = (into: Uint16Array, crossing: Crossing): boolean =>
    states ? countStates(into, line, states, crossing) : countLive(into, line, cells, crossing);
  const over = (layer: number): Uint32Array => {
    const plain = Uint32Array.from(shares, (share) => palette.live[layer * (FULL + 1) + share] as number);
    return states ? byMark(palette, layer, shares, plain) : plain;
  };
  const [onGround, onOutside] = [over(GROUND), over(OUTSIDE)];
  for (let j = 0; j < height; j++) {
    let any = false;
    live.fill(0);
    if (bounded) inside.fill(0);
    for (let b = 0; b < samples; b++) {
      const py = (j + (b + 0.5) / samples - height / 2) / size + camera.dy;
      const [first, second] = crossingsAt(py, row);
      if (second === null) {
        // Every line through the upright sides of a row is the same: counted once, added often.
        if (bricks.y !== first.y) {
          bricks.y = first.y;
          bricks.live.fill(0);
          bricks.any = count(bricks.live, first);
        }
        if (bricks.any && states) {
          for (let i = 0; i < width; i++) {
            const brick = bricks.live[i] as number;
            if (brick !== 0) live[i] = brick + ((live[i] as number) & (MARK - 1));
          }
        } else if (bricks.any) {
          for (let i = 0; i < width; i++) live[i] = (live[i] as number) + (bricks.live[i] as number);
        }
        any ||= bricks.any;
      } else {
        const upper = count(live, first);
        any = count(live, second) || upper || any;
      }
      if (bounded) countInside(inside, line, span, first, second);
    }
    const base = j * width;
    if (!bounded && !any) pixels.fill(onGround[0] as number, base, base + width);
    else if (!bounded)
      for (let i = 0; i < width; i++) pixels[base + i] = onGround[live[i] as number] as number;
    else {
      for (let i = 0; i < width; i++) {
        const colours = 2 * (most - (inside[i] as number)) > most ? onOutside : onGround;
        pixels[base + i] = colours[live[i] as number] as number;
      }
    }
  }
}

interface SampleLine {
  /** Sample points of a pixel along the line. */
  readonly samples: number;
  readonly length: number;
  readonly perUnit: number;
  readonly zero: number;
  /** The pixel that a sample point lies in. */
  readonly pixelOf: Uint16Array;
}

/** Adds one to the pixels of the sample points of a stretch, its ends given in units. */
function addStretch(counts: Uint16Array, line: SampleLine, from: number, to: number): void {
  const { pixelOf, zero, perUnit, length } = line;
  const end = Math.min(length, Math.ceil(zero + to * perUnit));
  for (let a = Math.max(0, Math.ceil(zero + from * perUnit)); a < end; a++) {
    const i = pixelOf[a] as number;
    counts[i] = (counts[i] as number) + 1;
  }
}

/** Counts the sample points on live cells of one row; false when there are no live cells. */
function countLive(counts: Uint16Array, line: SampleLine, cells: Cells, { y, half }: Crossing): boolean {
  const j = y - cells.top;
  if (j < 0 || j >= cells.h) return false;
  let any = false;
  // Centre of the frame's first cell; then the cells that can be seen at all.
  const centre = cells.left - y / 2;
  const first = Math.max(0, Math.floor(-line.zero / line.perUnit - centre - 0.5));
  const last = Math.min(cells.w, Math.ceil((line.length - line.zero) / line.perUnit - centre + 0.5));
  const base = j * cells.stride;
  for (let k = first >>> 5; k << 5 < last; k++) {
    let word = cells.words[base + k] as number;
    if (first > k << 5) word &= 0xffffffff << (first - (k << 5));
    any ||= word !== 0;
    while (word !== 0) {
      const bit = 31 - Math.clz32(word & -word);
      let end = bit + 1;
      // Bricks that touch are one stretch.
      if (half === 0.5) while (end < 32 && (word >>> end) & 1) end++;
      const at = centre + (k << 5);
      addStretch(counts, line, at + bit - half, at + end - 1 + half);
      word = end === 32 ? 0 : word & (0xffffffff << end);
    }
  }
  return any;
}

/** Above the count of a pixel's sample points, which are nine at most: what its cell's state is counted in. */
const MARK = 16;

/** The colours over a layer for each count, and each state times `MARK` above it. */
function byMark({ byState }: Palette, layer: number, shares: Uint16Array, plain: Uint32Array): Uint32Array {
  const most = shares.length - 1;
  return Uint32Array.from({ length: 256 * MARK }, (_, i) => {
    const sum = Math.min(i % MARK, most);
    const colours = sum > 0 ? byState[Math.floor(i / MARK)] : null;
    return (colours ? colours[layer * (FULL + 1) + (shares[sum] as number)] : plain[sum]) as number;
  });
}

/** The same as `countLive` of cells that show something, noting their states. */
function countStates(counts: Uint16Array, line: SampleLine, states: States, crossing: Crossing): boolean {
  const { y, half } = crossing;
  const row = rowOf(states, line, y);
  const centre = states.left - y / 2;
  const { pixelOf, samples, zero, perUnit, length } = line;
  for (let k = 0; k < row.count; k++) {
    const x = centre + (row.cells[k] as number);
    const mark = (row.states[k] as number) * MARK;
    const end = Math.min(length, Math.ceil(zero + (x + half) * perUnit));
    let a = Math.max(0, Math.ceil(zero + (x - half) * perUnit));
    if (a >= end) continue;
    // From pixel to pixel, with all its points at once.
    for (let pixel = pixelOf[a] as number; a < end; pixel++) {
      const next = Math.min(end, (pixel + 1) * samples);
      counts[pixel] = mark + ((counts[pixel] as number) & (MARK - 1)) + next - a;
      a = next;
    }
  }
  return row.count > 0;
}

/** What shows of a row on a line. Several lines cross the same row, two rows by turns: those looked at last are kept. */
function rowOf({ left, top, cells, shown, rows }: States, line: SampleLine, y: number): ShownRow {
  const row = rows[y & 1] as ShownRow;
  if (row.y === y) return row;
  row.y = y;
  row.count = 0;
  const j = y - top;
  if (j < 0 || j >= cells.h) return row;
  const centre = left - y / 2;
  const first = Math.max(0, Math.floor(-line.zero / line.perUnit - centre - 0.5));
  const last = Math.min(cells.w, Math.ceil((line.length - line.zero) / line.perUnit - centre + 0.5));
  const base = j * cells.w;
  let count = 0;
  for (let i = first; i < last; i++) {
    const state = cells.states[base + i] as number;
    if (shown[state] === 0) continue;
    row.cells[count] = i;
    row.states[count++] = state;
  }
  row.count = count;
  return row;
}

/** Counts the sample points on cells of a bounded grid. */
function countInside(
  counts: Uint16Array,
  line: SampleLine,
  span: GridSpan,
  first: Crossing,
  second: Crossing | null,
): void {
  const within = ({ y }: Crossing): boolean => y >= span.top && y < span.bottom;
  const both = second !== null && within(first) && within(second);
  // Whole cells at the edges of the screen stand for the ends of a grid that has none.
  const seen = { left: -line.zero / line.perUnit - 1, right: (line.length - line.zero) / line.perUnit + 1 };
  for (const { y, half } of second ? [first, second] : [first]) {
    if (!within({ y, half, below: 0 })) continue;
    const left = Math.max(span.left, Math.floor(seen.left + y / 2));
    const right = Math.min(span.right, Math.ceil(seen.right + y / 2));
    if (left >= right) continue;
    if (second === null) addStretch(counts, line, left - y / 2 - half, right - 1 - y / 2 + half);
    else if (!both)
      for (let x = left; x < right; x++) addStretch(counts, line, x - y / 2 - half, x - y / 2 + half);
  }
  if (!both || second === null) return;
  // Two rows in turn, without a gap: it begins with the lower one's first cell, which is further left.
  const begin = Math.max(span.left - second.y / 2 - second.half, seen.left);
  const end = Math.min(span.right - 1 - first.y / 2 + first.half, seen.right);
  addStretch(counts, line, begin, end);
}

function paintSeamed({ width, height, pixels }: Picture, scene: PaintScene, palette: Palette, size: number) {
  const { camera, kind, ratio, boldEvery } = scene;
  const span = gridSpan(scene.topology, camera);
  const bounded = Number.isFinite(span.left) || Number.isFinite(span.top);
  const { words, stride, left, top, w, h } = cellsOf(scene);
  const states = statesOf(scene, palette);
  const row = latticeFrame(kind).alongY.y;
  // From the centre to where the seam begins, in pixels.
  const rim = 0.5 * size - Math.max(0.5 * ratio, gapOf(size, ratio)) / 2;
  const phaseX = boldPhase(camera.x, boldEvery);
  const phaseY = boldPhase(camera.y, boldEvery);
  const { live, dead } = palette;
  // Index of the pixel (a fraction) at unit 0 of the camera's row.
  const zero = width / 2 - camera.dx * size - 0.5;
  const beyond: Beyond = { left: 0, right: 0, slantLeft: 0, slantRight: 0, middle: 0 };
  for (let j = 0; j < height; j++) {
    const [first, second] = crossingsAt((j + 0.5 - height / 2) / size + camera.dy, row);
    const line = j * width;
    // The cell at the line's left end, or one before it.
    let now = first;
    let x = Math.floor(-zero / size + first.y / 2) - 1;
    let i = 0;
    while (i < width) {
      const { y, below, half } = now;
      const centre = zero + (x - y / 2) * size;
      const end = Math.min(width, Math.ceil(centre + half * size));
      if (end > i) {
        const cx = x - left;
        const cy = y - top;
        const alive =
          cx >= 0 && cx < w && cy >= 0 && cy < h
            ? ((words[cy * stride + (cx >>> 5)] as number) >>> (cx & 31)) & 1
            : 0;
        // Upright sides lead to the same row, slanted ones to the next, above or below.
        const next = below < 0 ? -1 : 1;
        const bold = isBold(x, phaseX, boldEvery);
        const boldRight = isBold(x + 1, phaseX, boldEvery);
        const boldRow = isBold(next < 0 ? y : y + 1, phaseY, boldEvery);
        beyond.left = bold ? BOLD : THIN;
        beyond.right = boldRight ? BOLD : THIN;
        beyond.slantLeft = boldRow || (next < 0 && bold) ? BOLD : THIN;
        beyond.slantRight = boldRow || (next > 0 && boldRight) ? BOLD : THIN;
        beyond.middle = FULL;
        if (bounded) limit(beyond, span, x, y, next);
        const table = states ? (tableAt(states, palette, x, y) ?? dead) : alive === 1 ? live : dead;
        const height = Math.abs(below) * row * size;
        paintStretch(pixels, line, table, beyond, i, end, centre, height, rim);
        i = end;
      }
      // To the right of a cell of the upper row comes one of the lower, and the other way round.
      if (second === null) x++;
      else if (now === first) {
        now = second;
        x++;
      } else now = first;
    }
  }
}

function tableAt(
  { left, top, cells }: States,
  { byState }: Palette,
  x: number,
  y: number,
): Uint32Array | null {
  const [i, j] = [x - left, y - top];
  if (i < 0 || i >= cells.w || j < 0 || j >= cells.h) return null;
  return byState[cells.states[j * cells.w + i] as number] as Uint32Array | null;
}

/** Where in a palette's table the colours of a stretch are: of its middle, and over what lies beyond each side. */
interface Beyond {
  left: number;
  right: number;
  slantLeft: number;
  slantRight: number;
  middle: number;
}

const THIN = LINE * (FULL + 1);
const BOLD = LINE_BOLD * (FULL + 1);
const RIM = EDGE * (FULL + 1);
const OUT = OUTSIDE * (FULL + 1);

/** Where a bounded grid ends. */
function limit(beyond: Beyond, span: GridSpan, x: number, y: number, next: number): void {
  if (isOutside(span, x, y)) {
    beyond.left = beyond.right = beyond.slantLeft = beyond.slantRight = OUT;
    beyond.middle = OUT + FULL;
    return;
  }
  if (isOutside(span, x - 1, y)) beyond.left = RIM;
  if (isOutside(span, x + 1, y)) beyond.right = RIM;
  if (isOutside(span, next < 0 ? x - 1 : x, y + next)) beyond.slantLeft = RIM;
  if (isOutside(span, next < 0 ? x : x + 1, y + next)) beyond.slantRight = RIM;
}

/** Pixels i to end of a line, which one cell has; `centre`, `height` and `rim` in pixels too. */
function paintStretch(
  pixels: Uint32Array,
  line: number,
  table: Uint32Array,
  beyond: Beyond,
  i: number,
  end: number,
  centre: number,
  height: number,
  rim: number,
): void {
  const deep = Math.min(rim - 0.5, 2 * (rim - 0.5 - height));
  const middle = Math.min(end, Math.max(i, Math.ceil(centre)));
  const from = deep < 0 ? middle : Math.min(middle, Math.max(i, Math.ceil(centre - deep)));
  const to = deep < 0 ? middle : Math.max(middle, Math.min(end, Math.floor(centre + deep) + 1));
  for (let k = i; k < from; k++) {
    const away = centre - k;
    const slanted = away / 2 + height;
    const inside = FULL * (rim + 0.5 - (away >= slanted ? away : slanted));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= slanted ? beyond.left : beyond.slantLeft) + share] as number;
  }
  const full = table[beyond.middle] as number;
  for (let k = from; k < to; k++) pixels[line + k] = full;
  for (let k = to; k < end; k++) {
    const away = k - centre;
    const slanted = away / 2 + height;
    const inside = FULL * (rim + 0.5 - (away >= slanted ? away : slanted));
    const share = inside <= 0 ? 0 : inside >= FULL ? FULL : (inside + 0.5) | 0;
    pixels[line + k] = table[(away >= slanted ? beyond.right : beyond.slantRight) + share] as number;
  }
}

function isOutside({ left, right, top, bottom }: GridSpan, x: number, y: number): boolean {
  return x < left || x >= right || y < top || y >= bottom;
}

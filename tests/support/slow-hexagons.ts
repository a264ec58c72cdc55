/** Hexagons pixel by pixel: whose hexagon it is and how near the rim, asked of each by itself. What the painter has to match. */

import { blockStride } from "../../engine/core/block.ts";
import { latticeFrame } from "../../engine/picture/lattice-frame.ts";
import type { GridSpan } from "../../engine/picture/layers.ts";
import { boldPhase, EDGE, GROUND, gridSpan, LINE, LINE_BOLD, OUTSIDE } from "../../engine/picture/layers.ts";
import type { ScreenPalette } from "../../engine/picture/palette.ts";
import { FULL, gapOf } from "../../engine/picture/palette.ts";
import type { PaintScene, Picture } from "../../engine/picture/scene.ts";

/** From this size on, in CSS pixels, there is a seam. */
const SEAM_FROM = 6;

export function paintHexagonsSlowly(picture: Picture, scene: PaintScene, palette: ScreenPalette): void {
  const size = 2 ** scene.camera.zoom;
  if (size / scene.ratio >= SEAM_FROM) paintSeamed(picture, scene, palette, size);
  else paintSampled(picture, scene, palette, size);
}

/** The frame's cells with a byte each; the corner is counted from the camera's cell. */
function bytesOf({ frame, camera }: PaintScene): {
  readonly cells: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly w: number;
  readonly h: number;
} {
  if (frame?.kind !== "block") return { cells: new Uint8Array(0), left: 0, top: 0, w: 0, h: 0 };
  const { x, y, w, h, words } = frame.block;
  const cells = new Uint8Array(w * h);
  const stride = blockStride(w);
  for (let j = 0; j < h; j++) {
    for (let i = 0; i < w; i++)
      cells[j * w + i] = ((words[j * stride + (i >>> 5)] as number) >>> (i & 31)) & 1;
  }
  return { cells, left: Number(x - camera.x), top: Number(y - camera.y), w, h };
}

function isOutside({ left, right, top, bottom }: GridSpan, x: number, y: number): boolean {
  return x < left || x >= right || y < top || y >= bottom;
}

function paintSampled(
  { width, height, pixels }: Picture,
  scene: PaintScene,
  palette: ScreenPalette,
  size: number,
): void {
  const { camera, kind } = scene;
  const span = gridSpan(scene.topology, camera);
  const { cells, left, top, w, h } = bytesOf(scene);
  const row = latticeFrame(kind).alongY.y;
  const samples = size < 2 ? 3 : 2;
  const across = width * samples;
  const step = 1 / (samples * size);
  const shares = new Uint16Array(samples * samples + 1);
  for (let k = 0; k < shares.length; k++) shares[k] = Math.round((FULL * k) / (samples * samples));
  const live = new Uint8Array(width);
  const outside = new Uint8Array(width);
  const bounded = Number.isFinite(span.left) || Number.isFinite(span.top);
  for (let j = 0; j < height; j++) {
    live.fill(0);
    outside.fill(0);
    for (let b = 0; b < samples; b++) {
      const fy = ((j + (b + 0.5) / samples - height / 2) / size + camera.dy) / row;
      const first = (0.5 / samples - width / 2) / size + camera.dx + fy / 2;
      const nearY = Math.ceil(fy - 0.5);
      const ey = Math.abs(nearY - fy);
      for (let a = 0, i = 0, part = 0; a < across; a++) {
        // Cube rounding, as in grids/hex.ts, with what is the same along the row taken out.
        const fx = first + a * step;
        let x = Math.floor(fx + 0.5);
        let y = nearY;
        const z = Math.floor(fy - fx + 0.5);
        const ex = Math.abs(x - fx);
        const ez = Math.abs(z - (fy - fx));
        if (ex > ey && ex > ez) x = y - z;
        else if (ey > ez) y = x + z;
        const cx = x - left;
        const cy = y - top;
        if (cx >= 0 && cx < w && cy >= 0 && cy < h)
          live[i] = (live[i] as number) + (cells[cy * w + cx] as number);
        if (bounded && isOutside(span, x, y)) outside[i] = (outside[i] as number) + 1;
        if (++part === samples) {
          part = 0;
          i++;
        }
      }
    }
    for (let i = 0; i < width; i++) {
      const layer = 2 * (outside[i] as number) > samples * samples ? OUTSIDE : GROUND;
      pixels[j * width + i] = palette.live[
        layer * (FULL + 1) + (shares[live[i] as number] as number)
      ] as number;
    }
  }
}

function paintSeamed(
  { width, height, pixels }: Picture,
  scene: PaintScene,
  palette: ScreenPalette,
  size: number,
): void {
  const { camera, kind, ratio } = scene;
  const span = gridSpan(scene.topology, camera);
  const { cells, left, top, w, h } = bytesOf(scene);
  const row = latticeFrame(kind).alongY.y;
  const half = 0.5 * size - Math.max(0.5 * ratio, gapOf(size, ratio)) / 2;
  const phaseX = boldPhase(camera.x, scene.boldEvery);
  const phaseY = boldPhase(camera.y, scene.boldEvery);
  const { live, dead } = palette;
  const every = scene.boldEvery;
  const groupOf = (cell: number): number => (every > 0 ? Math.floor(cell / every) : 0);
  for (let j = 0; j < height; j++) {
    const py = (j + 0.5 - height / 2) / size + camera.dy;
    const fy = py / row;
    for (let i = 0; i < width; i++) {
      const px = (i + 0.5 - width / 2) / size + camera.dx;
      const fx = px + fy / 2;
      let x = Math.floor(fx + 0.5);
      let y = Math.ceil(fy - 0.5);
      const z = Math.floor(fy - fx + 0.5);
      const ex = Math.abs(x - fx);
      const ey = Math.abs(y - fy);
      const ez = Math.abs(z - (fy - fx));
      if (ex > ey && ex > ez) x = y - z;
      else if (ey > ez) y = x + z;
      // From the centre, towards E, SE (0.5 right, a row down) and S (0.5 left, a row down).
      const dx = px - (x - y / 2);
      const dy = py - y * row;
      const east = dx;
      const southEast = dx / 2 + dy * row;
      const south = -dx / 2 + dy * row;
      const ae = Math.abs(east);
      const ase = Math.abs(southEast);
      const as = Math.abs(south);
      const away = Math.max(ae, ase, as);
      const inside = Math.round(FULL * Math.max(0, Math.min(1, half - away * size + 0.5)));
      let layer = GROUND;
      if (isOutside(span, x, y)) layer = OUTSIDE;
      else if (inside < FULL) {
        const toward = away === ae ? east : away === ase ? southEast : south;
        const sign = toward < 0 ? -1 : 1;
        const nx = x + (away === as ? 0 : sign);
        const ny = y + (away === ae ? 0 : sign);
        if (isOutside(span, nx, ny)) layer = EDGE;
        else
          layer =
            groupOf(x + phaseX) !== groupOf(nx + phaseX) || groupOf(y + phaseY) !== groupOf(ny + phaseY)
              ? LINE_BOLD
              : LINE;
      }
      const cx = x - left;
      const cy = y - top;
      const alive = cx >= 0 && cx < w && cy >= 0 && cy < h && cells[cy * w + cx] === 1;
      const table = alive ? live : dead;
      pixels[j * width + i] = table[layer * (FULL + 1) + inside] as number;
    }
  }
}

/**
 * Hexagons of a pixel and more.
 *
 * Which hexagon a pixel lies on is the lattice's nearest centre. How near the rim it lies needs only the three directions
 * in which the six neighbours lie: seen along one of them a hexagon is 1 wide (neighbouring centres are 1 apart), so the
 * largest of the three distances from its centre, subtracted from a half, is the distance to the nearest side, and the
 * direction names the neighbour beyond it.
 *
 * Large cells leave a seam between them, softened over one pixel, in which the grid's lines run. Small ones have no seam;
 * there a pixel is sampled at four or nine points, which is what keeps slanted edges calm.
 */

import { blockStride } from "../../engine/core/block.ts";
import { latticeFrame } from "./lattice-frame.ts";
import type { GridSpan, PaintScene, Palette, Picture } from "./paint-scene.ts";
import { EDGE, FULL, GROUND, gapOf, gridSpan, LINE, LINE_10, OUTSIDE, phase10 } from "./paint-scene.ts";

/** From this size on, in CSS pixels, there is a seam. */
const SEAM_FROM = 6;

export function paintHexagons(picture: Picture, scene: PaintScene, palette: Palette): void {
  const size = 2 ** scene.camera.zoom;
  if (size / scene.ratio >= SEAM_FROM) paintSeamed(picture, scene, palette, size);
  else paintSampled(picture, scene, palette, size);
}

/** Reads cells counted from the camera's. */
function cellReader({ frame, camera }: PaintScene): (x: number, y: number) => number {
  if (frame?.kind !== "block") return () => 0;
  const { x, y, w, h, words } = frame.block;
  const left = Number(x - camera.x);
  const top = Number(y - camera.y);
  const stride = blockStride(w);
  return (cx, cy) => {
    const i = cx - left;
    const j = cy - top;
    if (i < 0 || i >= w || j < 0 || j >= h) return 0;
    return ((words[j * stride + (i >>> 5)] as number) >>> (i & 31)) & 1;
  };
}

function isOutside({ left, right, top, bottom }: GridSpan, x: number, y: number): boolean {
  return x < left || x >= right || y < top || y >= bottom;
}

function paintSampled(
  { width, height, pixels }: Picture,
  scene: PaintScene,
  palette: Palette,
  size: number,
): void {
  const { camera, kind } = scene;
  const span = gridSpan(scene.topology, camera);
  const alive = cellReader(scene);
  const row = latticeFrame(kind).alongY.y;
  const samples = size < 3 ? 3 : 2;
  const weight = FULL / (samples * samples);
  for (let j = 0; j < height; j++) {
    for (let i = 0; i < width; i++) {
      let live = 0;
      let outside = 0;
      for (let b = 0; b < samples; b++) {
        const fy = ((j + (b + 0.5) / samples - height / 2) / size + camera.dy) / row;
        for (let a = 0; a < samples; a++) {
          const px = (i + (a + 0.5) / samples - width / 2) / size + camera.dx;
          const fx = px + fy / 2;
          // Cube rounding, as in grids/hex.ts but without making an object a sample.
          let x = Math.round(fx);
          let y = Math.round(fy);
          const z = Math.round(fy - fx);
          const ex = Math.abs(x - fx);
          const ey = Math.abs(y - fy);
          const ez = Math.abs(z - (fy - fx));
          if (ex > ey && ex > ez) x = y - z;
          else if (ey > ez) y = x + z;
          live += alive(x, y);
          if (isOutside(span, x, y)) outside++;
        }
      }
      const layer = 2 * outside > samples * samples ? OUTSIDE : GROUND;
      pixels[j * width + i] = palette.live[layer * (FULL + 1) + Math.round(live * weight)] as number;
    }
  }
}

function paintSeamed(
  { width, height, pixels }: Picture,
  scene: PaintScene,
  palette: Palette,
  size: number,
): void {
  const { camera, kind, ratio } = scene;
  const span = gridSpan(scene.topology, camera);
  const alive = cellReader(scene);
  const row = latticeFrame(kind).alongY.y;
  const half = 0.5 * size - Math.max(0.5 * ratio, gapOf(size, ratio)) / 2;
  const phaseX = phase10(camera.x);
  const phaseY = phase10(camera.y);
  const { live, dead } = palette;
  for (let j = 0; j < height; j++) {
    const py = (j + 0.5 - height / 2) / size + camera.dy;
    const fy = py / row;
    for (let i = 0; i < width; i++) {
      const px = (i + 0.5 - width / 2) / size + camera.dx;
      const fx = px + fy / 2;
      let x = Math.round(fx);
      let y = Math.round(fy);
      const z = Math.round(fy - fx);
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
      const [ae, ase, as] = [Math.abs(east), Math.abs(southEast), Math.abs(south)];
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
            tenOf(x + phaseX) !== tenOf(nx + phaseX) || tenOf(y + phaseY) !== tenOf(ny + phaseY)
              ? LINE_10
              : LINE;
      }
      const table = alive(x, y) === 1 ? live : dead;
      pixels[j * width + i] = table[layer * (FULL + 1) + inside] as number;
    }
  }
}

function tenOf(cell: number): number {
  return Math.floor(cell / 10);
}

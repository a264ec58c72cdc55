/**
 * Square cells by their age: as paint-squares.ts paints them, but each with the colours of its state. Where several cells share
 * a pixel the one that covers most of it gives the colour, and all of them together the coverage.
 */

import type { AgedCells } from "./cell-ages.ts";
import type { PaintScene, Palette, Picture } from "./scene.ts";
import { FULL } from "./scene.ts";
import { cornerRadius, cornerTable, layOutSquares } from "./squares.ts";

export function paintAgedSquares(
  picture: Picture,
  scene: Omit<PaintScene, "frame">,
  palette: Palette,
  cells: AgedCells,
): void {
  const { width, height, pixels } = picture;
  const { across, down } = layOutSquares(picture, scene, cells);
  const radius = cornerRadius(2 ** scene.camera.zoom, scene.ratio);
  const corner = cornerTable(radius);
  const { live, byState } = palette;
  const shown = Uint8Array.from(byState, (colours) => (colours ? 1 : 0));
  const nothing = new Uint8Array(cells.w);
  const rowOf = (row: number, share: number): Uint8Array =>
    row === 0 || share === 0 ? nothing : cells.states.subarray((row - 1) * cells.w, row * cells.w);
  const { cell, share, nextCell, nextShare, layer, depth } = across;
  for (let j = 0; j < height; j++) {
    const shareY = down.share[j] as number;
    const nextY = down.nextShare[j] as number;
    const above = rowOf(down.cell[j] as number, shareY);
    const below = rowOf(down.nextCell[j] as number, nextY);
    const layerY = down.layer[j] as number;
    const depthY = down.depth[j] as number;
    for (let i = 0; i < width; i++) {
      const c = cell[i] as number;
      const wx = share[i] as number;
      const nx = nextShare[i] as number;
      let state = wx > 0 && c > 0 ? (above[c - 1] as number) : 0;
      let most = shown[state] === 0 ? 0 : shareY * wx;
      let covered = most;
      // Rarely: an edge runs through the pixel.
      if (nx > 0 || nextY > 0) {
        for (let corner = 1; corner < 4; corner++) {
          const weight = (corner & 1 ? nx : wx) * (corner & 2 ? nextY : shareY);
          const column = (corner & 1 ? (nextCell[i] as number) : c) - 1;
          if (weight === 0 || column < 0) continue;
          const found = (corner & 2 ? below : above)[column] as number;
          if (shown[found] === 0) continue;
          covered += weight;
          if (weight <= most) continue;
          most = weight;
          state = found;
        }
      }
      let coverage = (covered + 128) >>> 8;
      if (coverage > 0 && depthY < radius && (depth[i] as number) < radius) {
        coverage = corner[depthY * radius + (depth[i] as number)] as number;
      }
      const layerX = layer[i] as number;
      const under = layerX > layerY ? layerX : layerY;
      const colours = most > 0 ? (byState[state] as Uint32Array) : live;
      pixels[j * width + i] = colours[under * (FULL + 1) + coverage] as number;
    }
  }
}

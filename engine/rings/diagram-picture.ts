/** A space-time diagram as a picture, a pixel a cell. */

import type { Block } from "../core/block.ts";
import { UNBOUNDED } from "../core/topology.ts";
import { SQUARE } from "../grids/square.ts";
import { paintColours } from "../picture/colours.ts";
import { createPicture, paint } from "../picture/painter.ts";
import type { Picture } from "../picture/scene.ts";
import { THEMES } from "../picture/themes.ts";

/** `rows`: of the picture; it has ground below the block's last row. `theme`: an id of `THEMES`. */
export function diagramPicture(block: Block, rows: number, theme: string): Picture {
  const picture = createPicture(block.w, rows);
  const camera = { x: 0n, y: 0n, dx: block.w / 2, dy: rows / 2, zoom: 0 };
  paint(picture, {
    frame: { kind: "block", generation: 0n, camera, block },
    ...{ camera, kind: SQUARE, topology: UNBOUNDED, gridLines: false, boldEvery: 0, ratio: 1 },
    colours: paintColours(THEMES.get(theme)),
  });
  return picture;
}

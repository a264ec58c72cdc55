/** A cell with its neighbours, some of them live, as a small drawing; and the shape over which a rule counts. */

import type { Lattice } from "../../../engine/grids/grid-kind.ts";
import { HEX_ROW, outlinesOf, pointsUp } from "../../../engine/grids/grid-kind.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import { TRIANGLE } from "../../../engine/grids/triangle.ts";
import { latticeFrame } from "../../../engine/picture/lattice-frame.ts";
import { isTriangular, mostRange, weightsOf } from "../../../engine/rules/counted-shapes.ts";
import { exampleOf } from "../../../engine/rules/neighbourhood-classes.ts";
import type { Neighbourhood } from "../../../engine/rules/rule.ts";
import { NEIGHBOURS } from "../../../engine/rules/rule.ts";

/** Half the width of a cell. */
const HALF = 0.44;

export function NeighbourhoodPicture({
  neighbourhood,
  name,
  isAlive,
}: {
  readonly neighbourhood: Neighbourhood;
  /** A count and a letter. */
  readonly name: string;
  /** Whether the cell in the middle lives. */
  readonly isAlive: boolean;
}) {
  const live = exampleOf(neighbourhood, name);
  const isLive = (dx: number, dy: number): boolean => live.some(([x, y]) => x === dx && y === dy);
  return (
    <svg viewBox="-1.5 -1.5 3 3" width={22} height={22} aria-hidden>
      {NEIGHBOURS[neighbourhood].map(([dx, dy]) => (
        <path
          key={`${dx},${dy}`}
          d={outline(neighbourhood, dx, dy, HALF)}
          className={isLive(dx, dy) ? "live" : "dead"}
        />
      ))}
      <path d={outline(neighbourhood, 0, 0, 0.26)} className={isAlive ? "live middle" : "middle"} />
    </svg>
  );
}

function outline(neighbourhood: Neighbourhood, dx: number, dy: number, half: number): string {
  if (neighbourhood !== "hex") return `M${dx - half} ${dy - half}h${2 * half}v${2 * half}h${-2 * half}z`;
  const [x, y] = [dx - dy / 2, dy * HEX_ROW];
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = ((2 * i + 1) * Math.PI) / 6;
    return `${(x + 1.14 * half * Math.cos(angle)).toFixed(3)} ${(y + 1.14 * half * Math.sin(angle)).toFixed(3)}`;
  });
  return `M${corners.join("L")}z`;
}

/** A range at which every shape can be told apart, and beyond which more cells show nothing more. */
const DRAWN_RANGE = 30;
/** Letters whose digits fit one range only. */
const OWN_DIGITS = /^[W@]/;

/** The path of so many neighbouring cells of a row. */
function cellsPath(lattice: Lattice, x: number, y: number, length: number): string {
  if (lattice.shape === "square") return `M${x} ${y}h${length}v1h${-length}z`;
  const { down, up } = outlinesOf(lattice);
  return Array.from({ length }, (_, i) => {
    const centre = lattice.centreOf(x + i, y);
    const outline = pointsUp(lattice, { x: BigInt(x + i), y: BigInt(y) }) ? up : down;
    const corners = outline.map((at) => `${(centre.x + at.x).toFixed(2)} ${(centre.y + at.y).toFixed(2)}`);
    return `M${corners.join("L")}z`;
  }).join("");
}

/** The cells that a cell counts, around it; of triangles around one that points down. Nothing for shapes of so many digits that nobody would see them. */
export function ShapePicture({ shape, range }: { readonly shape: string; readonly range: number }) {
  if (OWN_DIGITS.test(shape) && range > DRAWN_RANGE) return null;
  const drawn = Math.min(range, mostRange(shape), DRAWN_RANGE);
  const [{ dx, dy, weight }] = weightsOf({ kind: "counted", range: drawn, shape, birth: [], survival: [] });
  const lattice = isTriangular({ shape }) ? TRIANGLE : SQUARE;
  const { alongY, cell, centre } = latticeFrame(lattice);
  const wide = 2 * Math.max(drawn, ...dx) + cell.x;
  // With a margin, so that a square is seen as one.
  const side = Math.max(wide, 2 * drawn * alongY.y + cell.y) * 1.25;
  const path: string[] = [];
  for (let i = 0; i < dx.length; ) {
    let length = 1;
    while (dx[i + length] === (dx[i] as number) + length && dy[i + length] === dy[i]) length++;
    if (weight[i] !== 0) path.push(cellsPath(lattice, dx[i] as number, dy[i] as number, length));
    i += length;
  }
  return (
    <svg
      className="shape-picture"
      viewBox={`${centre.x - side / 2} ${centre.y - side / 2} ${side} ${side}`}
      role="img"
      aria-label={`The shape: ${dx.length} cells${drawn < range ? ` at range ${drawn}` : ""}`}
    >
      <path d={path.join("")} />
      <path d={cellsPath(lattice, 0, 0, 1)} className="middle" />
    </svg>
  );
}

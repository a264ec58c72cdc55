/** Plain shapes in a cell, as the share of each pixel that they cover. */

/** Whether a point is inside; from the cell's middle, whose edges lie at -1 and 1, y downward. */
type Shape = (x: number, y: number) => boolean;

const arrow: Shape = (x, y) =>
  (x >= -0.85 && x <= 0.05 && Math.abs(y) <= 0.16) ||
  (x >= 0 && x <= 0.88 && Math.abs(y) <= 0.62 * (1 - x / 0.88));
const doubleArrow: Shape = (x, y) =>
  (x >= -0.88 && x <= 0 && Math.abs(y) <= 0.7 * (-x / 0.88)) ||
  (x >= 0 && x <= 0.88 && Math.abs(y) <= 0.7 * (1 - x / 0.88));
const barAcross: Shape = (x, y) => Math.abs(y) <= 0.2 && Math.abs(x) <= 0.88;

/** A shape that looks east, turned so that it looks another way. */
const TURNS: Readonly<Record<string, (shape: Shape) => Shape>> = {
  east: (shape) => shape,
  north: (shape) => (x, y) => shape(-y, x),
  west: (shape) => (x, y) => shape(-x, -y),
  south: (shape) => (x, y) => shape(y, -x),
};

const SHAPES: Readonly<Record<string, Shape>> = {
  circles: (x, y) => x * x + y * y <= 0.85,
  diamonds: (x, y) => Math.abs(x) + Math.abs(y) <= 0.95,
  hexagons: (x, y) => Math.abs(x) <= 0.82 && Math.abs(y) + Math.abs(x) / 2 <= 0.95,
  ring: (x, y) => x * x + y * y <= 0.6 && x * x + y * y >= 0.22,
  "bar across": barAcross,
  "bar down": (x, y) => barAcross(y, x),
  cross: (x, y) => barAcross(x, y) || barAcross(y, x),
  ...Object.fromEntries(
    Object.entries(TURNS).flatMap(([way, turn]) => [
      [`arrow ${way}`, turn(arrow)],
      [`double arrow ${way}`, turn(doubleArrow)],
    ]),
  ),
};

/** Points along a side of a pixel that are asked. */
const POINTS = 4;

/** The share (0..1) of a pixel of a cell that the shape covers; null for a shape that is none of these. */
export function shareOfGlyph(
  name: string,
): ((x: number, y: number, width: number, height: number) => number) | null {
  const shape = SHAPES[name];
  if (!shape) return null;
  return (x, y, width, height) => {
    let inside = 0;
    for (let j = 0.5; j < POINTS; j++)
      for (let i = 0.5; i < POINTS; i++) {
        const [u, v] = [(2 * (x + i / POINTS)) / width - 1, (2 * (y + j / POINTS)) / height - 1];
        if (shape(u, v)) inside++;
      }
    return inside / (POINTS * POINTS);
  };
}

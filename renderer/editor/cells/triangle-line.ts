/**
 * A straight stroke on triangles: those that the line between the middles of its ends runs through, each of which shares a side with
 * the one before.
 *
 * With X = x and V = 6y + s (s is -1 for a triangle that points down, 1 for one that points up) the middles and the corners have
 * whole coordinates (grids/triangle-turn.ts): the corners of cell (x, y) lie at X = x - 1, x and x + 1 and V = 6y - 3 or 6y + 3.
 * A line leaves a triangle by the side between a corner that lies to its left and the next one clockwise, which does not. All
 * products stay below 2^53, so the answer is exact; a line through a corner goes round it.
 */

interface Step {
  readonly x: number;
  readonly y: number;
}

/** Steps from the first cell, which is (0, 0), to (dx, dy), both included. `down`: x + y modulo 2 of those that point down. */
export function* triangleSteps(dx: number, dy: number, down: 0 | 1): Generator<Step, void> {
  const pointsDown = (x: number, y: number): boolean => ((x + y) & 1) === down;
  const middle = (x: number, y: number): number => 6 * y + (pointsDown(x, y) ? -1 : 1);
  const [from, to] = [middle(0, 0), middle(dx, dy)];
  const isLeft = (x: number, v: number): boolean => dx * (v - from) - (to - from) * x < 0;
  let [x, y] = [0, 0];
  yield { x, y };
  while (x !== dx || y !== dy) {
    const [top, bottom] = [6 * y - 3, 6 * y + 3];
    // Clockwise, and the neighbour behind the side that begins there.
    const corners = pointsDown(x, y)
      ? ([
          [x - 1, top, x, y - 1],
          [x + 1, top, x + 1, y],
          [x, bottom, x - 1, y],
        ] as const)
      : ([
          [x, top, x + 1, y],
          [x + 1, bottom, x, y + 1],
          [x - 1, bottom, x - 1, y],
        ] as const);
    const left = corners.map(([cx, cv]) => isLeft(cx, cv));
    const at = left.findIndex((is, i) => is && !left[(i + 1) % 3]);
    const [, , nextX, nextY] = corners[at] as (typeof corners)[number];
    [x, y] = [nextX, nextY];
    yield { x, y };
  }
}

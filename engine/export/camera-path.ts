/**
 * A camera that moves: keyframes of position and zoom with eased motion between them.
 *
 * Zoom changes by equal factors in equal times, as the eye expects. Meanwhile the position cannot simply move evenly:
 * that would swing past the goal on the screen. It moves as 1 / zoom does, so that one point of the picture stays in
 * place and all others grow or shrink around it.
 */

export interface Keyframe {
  readonly generation: bigint;
  /** The cell in the picture's middle, and the distance of the middle from its centre, in cells. */
  readonly x: bigint;
  readonly y: bigint;
  readonly dx: number;
  readonly dy: number;
  /** Pixels a cell is wide. */
  readonly zoom: number;
}

export interface CameraPath {
  readonly keyframes: readonly Keyframe[];
  readonly ease: "smooth" | "linear";
}

/** A camera's position: like a keyframe without its time. */
export type Stand = Omit<Keyframe, "generation">;

/** The camera's position at a generation: before the first keyframe it is the first, after the last it is the last. */
export function standAt({ keyframes, ease }: CameraPath, generation: bigint): Stand {
  const next = keyframes.findIndex((key) => key.generation > generation);
  if (next === 0) return keyframes[0];
  if (next < 0) return keyframes[keyframes.length - 1];
  const [a, b] = [keyframes[next - 1], keyframes[next]];
  const t = Number(generation - a.generation) / Number(b.generation - a.generation);
  return between(a, b, ease === "smooth" ? t * t * (3 - 2 * t) : t);
}

function between(a: Stand, b: Stand, t: number): Stand {
  const zoom = a.zoom * rootPower(b.zoom / a.zoom, t);
  const even = Math.abs(b.zoom / a.zoom - 1) < 1e-9;
  const share = even ? t : (1 / zoom - 1 / a.zoom) / (1 / b.zoom - 1 / a.zoom);
  return moved(
    { ...a, zoom },
    (Number(b.x - a.x) + b.dx - a.dx) * share,
    (Number(b.y - a.y) + b.dy - a.dy) * share,
  );
}

/** The position moved by a number of cells, its offsets kept small. */
export function moved(stand: Stand, byX: number, byY: number): Stand {
  const [x, y] = [stand.dx + byX, stand.dy + byY];
  const [wholeX, wholeY] = [Math.floor(x), Math.floor(y)];
  return {
    ...stand,
    x: stand.x + BigInt(wholeX),
    y: stand.y + BigInt(wholeY),
    dx: x - wholeX,
    dy: y - wholeY,
  };
}

/**
 * base^t for t from 0 to 1, from square roots alone, which every machine rounds alike: t's binary digits select the
 * factors base^(1/2), base^(1/4), ...
 */
function rootPower(base: number, t: number): number {
  if (t >= 1) return base;
  let result = 1;
  let root = base;
  let rest = t;
  for (let bit = 0; bit < 40 && rest > 0; bit++) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest >= 1) {
      result *= root;
      rest -= 1;
    }
  }
  return result;
}

/**
 * The speed of a film: generations a second, made of whole generations a frame and frames a second. A film keeps close
 * to the wanted frames a second, and exactly the speed.
 */

export interface FilmPace {
  /** Generations from frame to frame. */
  readonly every: bigint;
  readonly fps: number;
}

/**
 * The pace for a speed in generations a second: as near as possible to `fps` frames a second, and never more than
 * `mostFps`. Below one generation a frame, there are fewer frames a second.
 */
export function paceForSpeed(speed: number, fps: number, mostFps: number): FilmPace {
  const every = Math.max(1, Math.round(speed / fps), Math.ceil(speed / mostFps));
  return { every: BigInt(every), fps: speed / every };
}

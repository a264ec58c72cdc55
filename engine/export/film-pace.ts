/**
 * How fast the universe passes in a film: generations a second, made of whole generations a frame and frames a second. A
 * film keeps about the frames a second that are wanted, and exactly the speed.
 */

export interface FilmPace {
  /** Generations from frame to frame. */
  readonly every: bigint;
  readonly fps: number;
}

/**
 * The pace for a speed in generations a second: as near as can be to `fps` frames a second, and never more than `mostFps`. Slower
 * than a generation a frame, there are fewer frames a second.
 */
export function paceForSpeed(speed: number, fps: number, mostFps: number): FilmPace {
  const every = Math.max(1, Math.round(speed / fps), Math.ceil(speed / mostFps));
  return { every: BigInt(every), fps: speed / every };
}

/** The command line's options for pictures: their size, look and pace. */

import { describeError, TessellaError } from "../core/errors.ts";
import { parseCamera } from "../export/camera-file.ts";
import type { CameraPath } from "../export/camera-path.ts";
import type { FilmPace } from "../export/film-pace.ts";
import { paceForSpeed } from "../export/film-pace.ts";
import type { RegionChoice } from "../export/frame-source.ts";
import type { Framing, Scale } from "../export/framing.ts";
import type { FilmLook } from "../export/look.ts";
import { readInput } from "../node/input.ts";
import { THEMES, themeNamed } from "../picture/themes.ts";
import type { Arguments, OptionSpec } from "./command.ts";
import { parseRegion, parseStep } from "./numbers.ts";
import { oneOf } from "./one-of.ts";
import { UsageError } from "./usage-error.ts";

export const FILM_OPTIONS: readonly OptionSpec[] = [
  { name: "scale", value: "N", help: "pixels a cell: 4, 2.5, 1/8 (default: a picture of about 720 pixels)" },
  { name: "size", value: "WxH", help: "pixels of the picture, and the region as large as fits" },
  { name: "fps", value: "F", help: "frames a second (default: 25)" },
  {
    name: "speed",
    value: "G",
    help: "generations a second, in place of --every: frames are chosen to come as near to --fps as can be",
  },
  { name: "hold", value: "SECONDS", help: "how long a film's last frame stays" },
  { name: "loop", help: "find a seamless loop among the frames, and film that" },
  { name: "camera", value: "FILE.json", help: "keyframes of position and zoom; see below" },
  {
    name: "theme",
    value: "NAME",
    help: `${THEMES.list()
      .map(({ id }) => id)
      .join(", ")} (default: dark)`,
  },
  { name: "gap", value: "PIXELS", help: "space between cells (default: 0)" },
  { name: "icons", help: "pictures of states, where the rule brings them, in cells of 8 pixels and more" },
  { name: "grid-lines", help: "lines between cells of 6 pixels and more" },
  { name: "ages", help: "colour cells by how many frames they have lived" },
  { name: "caption", help: "generation and population under the picture" },
  { name: "squares", help: "squares, also for cells that are hexagons or triangles" },
  { name: "codec", value: "NAME", help: "h264 or av1 in .mp4, vp9 or av1 in .webm (default: the first)" },
];

/** The source of frames, or the movement of the view. */
export type RegionWish = RegionChoice | "grow" | "follow";

/** The checked options for pictures. */
export interface FilmWish {
  readonly framing: Framing;
  readonly look: FilmLook;
  readonly fps: number;
  readonly hold: number;
  readonly loop: boolean;
}

const DEFAULT_FPS = 25;
const MOST_FPS = 1000;
const MOST_SPEED = 1e15;
const USUAL_SIZE = { width: 1280, height: 720 };

export function regionWish(text: string | undefined): RegionWish {
  if (text === undefined) return "first";
  return text === "all" || text === "grow" || text === "follow" ? text : parseRegion(text);
}

/** The options of pictures that were given, with their dashes. */
export function filmOptionsGiven(args: Arguments): readonly string[] {
  return FILM_OPTIONS.filter(({ name }) => args.has(name)).map(({ name }) => `--${name}`);
}

/** Generations from frame to frame and frames a second. Errors: UsageError. */
export function paceOf(args: Arguments, mostFps = MOST_FPS): FilmPace {
  const fps = numberOf(args, "fps", "frames a second", 0.001, MOST_FPS) ?? DEFAULT_FPS;
  const speed = numberOf(args, "speed", "generations a second", 0.001, MOST_SPEED);
  const every = args.value("every");
  if (speed === undefined) return { every: every === undefined ? 1n : parseStep(every, "--every"), fps };
  if (every === undefined) return paceForSpeed(speed, Math.min(fps, mostFps), mostFps);
  throw new UsageError("--speed and --every both say how fast it goes.", "Leave one of them out.");
}

/** Errors: UsageError, and those of reading the camera file. */
export async function filmWish(args: Arguments, region: RegionWish, fps: number): Promise<FilmWish> {
  const hold = numberOf(args, "hold", "seconds", 0, 3600) ?? 0;
  const gap = numberOf(args, "gap", "pixels", 0, 64) ?? 0;
  if (Math.floor(gap) !== gap) throw new UsageError(`--gap wants whole pixels, not ${gap}.`);
  return {
    framing: await framingOf(args, region),
    look: {
      theme: themeOf(args.value("theme") ?? "dark"),
      gap,
      gridLines: args.has("grid-lines"),
      ages: args.has("ages"),
      icons: args.has("icons"),
      caption: args.has("caption"),
      squares: args.has("squares"),
    },
    fps,
    hold: Math.round(hold * fps),
    loop: args.has("loop"),
  };
}

async function framingOf(args: Arguments, region: RegionWish): Promise<Framing> {
  const size = sizeOf(args.value("size"));
  const scale = scaleOf(args.value("scale"));
  const camera = args.value("camera");
  if (camera !== undefined) {
    if (scale) throw new UsageError("--camera brings its own zoom; leave --scale out.");
    if (args.has("region")) throw new UsageError("--camera says what is shown; leave --region out.");
    return { kind: "camera", path: await cameraFrom(camera), ...(size ?? USUAL_SIZE) };
  }
  if (region === "follow") {
    const zoom = scale ? scale.pixels / scale.cells : null;
    return { kind: "follow", zoom, ...(size ?? USUAL_SIZE) };
  }
  if (region === "grow") {
    if (scale) throw new UsageError("--region grow finds the scale by itself; leave --scale out.");
    return { kind: "growing", ...(size ?? USUAL_SIZE) };
  }
  if (!size) return { kind: "region", region, scale: scale ?? "auto" };
  if (scale) throw new UsageError("Give either --scale or --size, not both.");
  return { kind: "fit", region, ...size };
}

async function cameraFrom(path: string): Promise<CameraPath> {
  const bytes = await readInput(path, 2 ** 20);
  try {
    return parseCamera(new TextDecoder().decode(bytes));
  } catch (error) {
    if (error instanceof TessellaError) throw new UsageError(`${path}: ${describeError(error)}`);
    throw error;
  }
}

function themeOf(name: string): FilmLook["theme"] {
  const ids = THEMES.list().map(({ id }) => id);
  return themeNamed(oneOf(name, ids, "There is no theme"));
}

function numberOf(
  args: Arguments,
  name: string,
  what: string,
  least: number,
  most: number,
): number | undefined {
  const text = args.value(name);
  if (text === undefined) return undefined;
  const value = /^\d+(\.\d*)?$|^\.\d+$/.test(text.trim()) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new UsageError(`--${name} wants ${what}, a number from ${least} to ${most}, not "${text}".`);
}

/** `4`, `2.5` or `1/8`. Errors: UsageError. */
function scaleOf(text: string | undefined): Scale | null {
  if (text === undefined) return null;
  const parts = /^(\d+(?:\.\d+)?)(?:\/(\d+))?$/.exec(text.trim());
  const [pixels, cells] = parts ? [Number(parts[1]), Number(parts[2] ?? 1)] : [0, 1];
  if (pixels > 0 && cells > 0 && pixels / cells <= 256 && cells <= 2 ** 40) return { pixels, cells };
  throw new UsageError(
    `--scale wants pixels a cell, up to 256, not "${text}".`,
    "For example 4, 2.5, or 1/8 for eight cells a pixel.",
  );
}

function sizeOf(text: string | undefined): { readonly width: number; readonly height: number } | null {
  if (text === undefined) return null;
  const sides = /^(\d{1,5})x(\d{1,5})$/i.exec(text.trim());
  const [width, height] = sides ? [Number(sides[1]), Number(sides[2])] : [0, 0];
  if (width > 0 && height > 0) return { width, height };
  throw new UsageError(
    `--size wants WIDTHxHEIGHT in pixels, not "${text}".`,
    "For example --size 1920x1080.",
  );
}

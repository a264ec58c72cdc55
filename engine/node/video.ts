/**
 * Video through ffmpeg, as exporters like any other: one entry a container and codec, and one for every other ending that
 * ffmpeg knows.
 */

import { dirname, extname, join } from "node:path";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { Registry } from "../core/registry.ts";
import type { Exporter, ExportOptions, ExportReport, PictureExporter } from "../export/exporter.ts";
import { parseFrameName } from "../export/frame-name.ts";
import type { Palette, PictureSource } from "../export/picture.ts";
import { EXPORTERS } from "../export/registry.ts";
import type { Target } from "../export/target.ts";
import type { YuvMatrix } from "../export/yuv.ts";
import { toYuv, yuvLength, yuvTable } from "../export/yuv.ts";
import type { FfmpegEncoder } from "./ffmpeg.ts";
import { chooseEncoder, FfmpegPipe, findFfmpeg, rawInput, triedFilm } from "./ffmpeg.ts";
import { findProgram } from "./find-program.ts";

interface VideoKind {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly extensions: readonly string[];
  readonly codec: string;
  readonly codecName: string;
  /** ffmpeg's name of the container. */
  readonly container: string;
  /** The encoders that may do, the best first. */
  readonly encoders: readonly FfmpegEncoder[];
  /** ffmpeg's name of the pixels of a format that keeps each one exactly. Default: planes at half the colours. */
  readonly exact?: string;
  /** What players assume of a film that cannot name its matrix. Default: BT.709, and the film says so. */
  readonly matrix?: YuvMatrix;
  /** Arguments for the container. */
  readonly wrapping?: readonly string[];
}

// Cells are flat areas with hard edges: quality is set high enough that these stay clean, and speed where more of it would
// save little.
//
// What x264 does for photographs is left out: bits moved towards smooth areas, noise kept for its look, a wide search for movement.
// Against the preset with -crf 18 -tune animation, 600 frames of a soup in 1080p took 17.7 s of CPU instead of 28.2, side by side, in
// 14 % more bytes, with an error of 46.2 dB instead of 46.3 (of brightness alone 53.7 instead of 56.2).
const X264 = [
  ...["-preset", "veryfast", "-crf", "22"],
  ...["-x264-params", "aq-mode=0:no-psy=1:deblock=1,1:me=dia:subme=1"],
];
const SVT = ["-preset", "8", "-crf", "30"];
const AOM = ["-cpu-used", "6", "-crf", "28", "-b:v", "0", "-row-mt", "1"];
const VP9 = ["-crf", "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "4", "-row-mt", "1"];
const AV1: readonly FfmpegEncoder[] = [
  { name: "libsvtav1", args: SVT, least: 64, most: 8704 },
  { name: "libaom-av1", args: AOM },
];

const KINDS: readonly VideoKind[] = [
  {
    id: "mp4",
    name: "MP4 (H.264)",
    summary: "Video that plays everywhere and can be posted anywhere.",
    extensions: [".mp4", ".m4v", ".mov"],
    codec: "h264",
    codecName: "H.264",
    container: "mp4",
    wrapping: ["-movflags", "+faststart"],
    encoders: [
      { name: "libx264", args: X264 },
      { name: "libopenh264", args: ["-b:v", "8M"] },
      { name: "h264_videotoolbox", args: ["-q:v", "65"] },
    ],
  },
  {
    id: "mp4-av1",
    name: "MP4 (AV1)",
    summary: "Smaller video for new players.",
    extensions: [".mp4"],
    codec: "av1",
    codecName: "AV1",
    container: "mp4",
    wrapping: ["-movflags", "+faststart"],
    encoders: AV1,
  },
  {
    id: "webm",
    name: "WebM (VP9)",
    summary: "Video for web pages.",
    extensions: [".webm"],
    codec: "vp9",
    codecName: "VP9",
    container: "webm",
    encoders: [{ name: "libvpx-vp9", args: VP9 }],
  },
  {
    id: "webm-av1",
    name: "WebM (AV1)",
    summary: "Smaller video for web pages.",
    extensions: [".webm"],
    codec: "av1",
    codecName: "AV1",
    container: "webm",
    encoders: AV1,
  },
  {
    id: "avi",
    name: "AVI (MPEG-4)",
    summary: "Video for old players.",
    extensions: [".avi"],
    codec: "mpeg4",
    codecName: "MPEG-4",
    container: "avi",
    encoders: [{ name: "mpeg4", args: ["-q:v", "2"] }],
    matrix: "bt601",
  },
  {
    id: "mkv",
    name: "Matroska (FFV1)",
    summary: "Video with every pixel exact, to be cut and packed again.",
    extensions: [".mkv"],
    codec: "ffv1",
    codecName: "FFV1",
    container: "matroska",
    encoders: [{ name: "ffv1", args: ["-level", "3", "-g", "1"] }],
    exact: "bgr0",
  },
  {
    id: "webp",
    name: "WebP (lossless)",
    summary: "A loop with every pixel exact, for web pages and messengers.",
    extensions: [".webp"],
    codec: "webp",
    codecName: "WebP",
    container: "webp",
    wrapping: ["-loop", "0"],
    encoders: [
      { name: "libwebp_anim", args: ["-lossless", "1", "-compression_level", "2", "-quality", "50"] },
    ],
    exact: "bgra",
  },
  {
    id: "avif",
    name: "AVIF (AV1)",
    summary: "A small loop for new browsers.",
    extensions: [".avif"],
    codec: "avif",
    codecName: "AV1",
    container: "avif",
    encoders: AV1,
  },
];

function exporterOf(kind: VideoKind): PictureExporter {
  const { id, name, summary, extensions, codec, exact, matrix = "bt709", wrapping = [] } = kind;
  const lossless = exact !== undefined;
  return {
    id,
    name,
    summary,
    extensions,
    codec,
    lossless,
    takes: "pictures",
    sequence: false,
    sizeStep: lossless ? 1 : 2,
    run: (source, target, options) =>
      writeFilm(source, target, options, lossless ? null : matrix, async (program) => {
        const encoder = await chooseEncoder(program, kind.encoders, kind.codecName, source);
        return [
          ...["-c:v", encoder.name, ...encoder.args, "-pix_fmt", exact ?? "yuv420p"],
          ...[...wrapping, "-f", kind.container],
        ];
      }),
  };
}

/**
 * Bits a pixel for unknown encoders, whose own default suits a small photograph. A soup at four pixels a cell is off by
 * 71 of 255 at most after a dozen frames with 1 (flv1, mpeg4, mpeg2video, theora), by 38 with 2, by 24 with 4.
 */
const OTHER_BITS = 2;

const OTHER: PictureExporter = {
  id: "film",
  name: "Film by ffmpeg",
  summary: "Video in any other format that ffmpeg writes: .ogv, .mpg, .flv, .wmv, .ts and many more.",
  extensions: [],
  refusesName: (name) => {
    const program = findProgram("ffmpeg");
    if (!program) return "With ffmpeg on PATH there are more.";
    const failure = triedFilm(program, extname(name));
    return failure === null ? null : `As a film ffmpeg cannot write it either: ${failure}.`;
  },
  lossless: false,
  takes: "pictures",
  sequence: false,
  sizeStep: 2,
  run: (source, target, options) =>
    writeFilm(source, target, options, "bt601", async () => {
      const { width, height, fps } = source;
      return ["-b:v", `${Math.ceil(width * height * fps * OTHER_BITS)}`];
    }),
};

/** `matrix`: null for exact pixels. `output`: ffmpeg's arguments for the file. */
async function writeFilm(
  source: PictureSource,
  target: Target,
  options: ExportOptions,
  matrix: YuvMatrix | null,
  output: (program: string) => Promise<readonly string[]>,
): Promise<ExportReport> {
  const file = parseFrameName(options.name).of(0);
  if (!target.beginPath) {
    throw new TessellaError("unsupported-operation", "Video can only be written to a file.", {
      hint: "Name a file with -o, or pipe PBM frames into ffmpeg.",
    });
  }
  const program = findFfmpeg();
  const told = await output(program);
  const { width, height, fps, palette } = source;
  const packer = matrix ? yuvPacker(palette, width, height, matrix) : rgbPacker(palette);
  const place = await target.beginPath(file);
  const args = [
    ...rawInput(packer.format, width, height, fps),
    ...(matrix ? COLOURS[matrix] : []),
    ...told,
    // Without a scheme of its own a name with a colon would be taken for an address.
    `file:${place.path}`,
  ];
  const pipe = new FfmpegPipe(program, args, join(dirname(place.path), file));
  try {
    const length = packer.length(width * height);
    // Two pictures take turns: one is drawn while the other is still on its way.
    const buffers = [new Uint8Array(length), new Uint8Array(length)];
    let sending: Promise<void> = Promise.resolve();
    for await (const { index, pixels, shown } of source.read(options)) {
      const buffer = buffers[index & 1];
      packer.pack(pixels, width, height, buffer);
      await sending;
      sending = send(pipe, buffer, shown);
      // The next await rethrows its error; until then it counts as handled.
      sending.catch(() => {});
    }
    await sending;
    await pipe.end();
    const bytes = await place.commit();
    return { frames: source.frames, first: file, last: file, bytes };
  } catch (error) {
    await pipe.kill();
    await place.abort();
    // Ctrl-C reaches ffmpeg too, and its message about that is not the cause of the failure.
    throwIfAborted(options.signal);
    throw error;
  }
}

async function send(pipe: FfmpegPipe, buffer: Uint8Array, times: number): Promise<void> {
  for (let k = 0; k < times; k++) await pipe.write(buffer);
}

/** Said in every file that has a place for it. */
const COLOURS: Readonly<Record<YuvMatrix, readonly string[]>> = {
  bt709: ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"],
  bt601: [
    ...["-colorspace", "smpte170m", "-color_primaries", "smpte170m", "-color_trc", "smpte170m"],
    ...["-color_range", "tv"],
  ],
};

interface Packer {
  readonly format: string;
  readonly length: (pixels: number) => number;
  readonly pack: (pixels: Uint8Array, width: number, height: number, out: Uint8Array) => void;
}

function yuvPacker(palette: Palette, width: number, height: number, matrix: YuvMatrix): Packer {
  const table = yuvTable(palette, matrix);
  return {
    format: "yuv420p",
    length: () => yuvLength(width, height),
    pack: (pixels, w, h, out) => toYuv(pixels, w, h, table, out),
  };
}

function rgbPacker({ rgb }: Palette): Packer {
  return {
    format: "rgb24",
    length: (pixels) => pixels * 3,
    pack: (pixels, _, __, out) => {
      let at = 0;
      for (const pixel of pixels) {
        out[at++] = rgb[pixel * 3];
        out[at++] = rgb[pixel * 3 + 1];
        out[at++] = rgb[pixel * 3 + 2];
      }
    },
  };
}

/** Whether it is made by ffmpeg. */
export function isVideo({ id }: Exporter): boolean {
  return id === OTHER.id || KINDS.some((kind) => kind.id === id);
}

/** Whether an exporter's needs are met on this computer, checked before hours of work. Errors: those of a missing ffmpeg. */
export async function checkProgram({ id }: Exporter): Promise<void> {
  const kind = KINDS.find((entry) => entry.id === id);
  if (kind) await chooseEncoder(findFfmpeg(), kind.encoders, kind.codecName);
}

/** The exporters of a computer with files and programs. */
export const NODE_EXPORTERS = new Registry<Exporter>("exporter", [
  ...EXPORTERS.list(),
  ...KINDS.map(exporterOf),
  OTHER,
]);

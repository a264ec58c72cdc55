/**
 * Video by the browser's own encoders (WebCodecs), put into WebM and MP4 by mediabunny: one exporter a container and
 * codec, in the engine's registry like any other. Pictures go to the encoder as 4:2:0 planes in the colours of
 * high-definition television, just as the command line passes them to ffmpeg. The file is streamed: an MP4's index gets
 * room at the beginning, so that playback starts before the whole file has loaded, and is filled in at the end.
 */

import type { VideoCodec } from "mediabunny";
import { TessellaError } from "../../engine/core/errors.ts";
import { groupedSize } from "../../engine/core/integers.ts";
import type { PictureExporter } from "../../engine/export/exporter.ts";
import { parseFrameName } from "../../engine/export/frame-name.ts";
import type { PictureSource } from "../../engine/export/picture.ts";
import type { CountedFile } from "../../engine/export/target.ts";
import { openCounted } from "../../engine/export/target.ts";
import { toYuv, yuvLength, yuvTable } from "../../engine/export/yuv.ts";
import type { ExtraExporter } from "../../engine/worker/export-handlers.ts";

interface VideoKind {
  readonly id: string;
  readonly name: string;
  readonly summary: string;
  readonly extension: ".mp4" | ".webm";
  readonly codec: string;
  readonly codecName: string;
  /** mediabunny's name of the codec. */
  readonly packing: VideoCodec;
}

const KINDS: readonly VideoKind[] = [
  {
    id: "mp4",
    name: "MP4 (H.264)",
    summary: "Video that plays everywhere and can be posted anywhere.",
    extension: ".mp4",
    codec: "h264",
    codecName: "H.264",
    packing: "avc",
  },
  {
    id: "mp4-av1",
    name: "MP4 (AV1)",
    summary: "Smaller video for new players.",
    extension: ".mp4",
    codec: "av1",
    codecName: "AV1",
    packing: "av1",
  },
  {
    id: "webm",
    name: "WebM (VP9)",
    summary: "Video for web pages.",
    extension: ".webm",
    codec: "vp9",
    codecName: "VP9",
    packing: "vp9",
  },
  {
    id: "webm-av1",
    name: "WebM (AV1)",
    summary: "Smaller video for web pages.",
    extension: ".webm",
    codec: "av1",
    codecName: "AV1",
    packing: "av1",
  },
];

/** Flat areas with hard edges: high enough that these stay clean. */
const QUALITY = 0.8;
const KEY_FRAME_SECONDS = 4;

/** Every kind, with the reason if this browser cannot write it. */
export function videoExporters(): Promise<readonly ExtraExporter[]> {
  return Promise.all(
    KINDS.map(async (kind) => ({
      exporter: exporterOf(kind),
      refuses: (await canEncode(kind, 1280, 720))
        ? null
        : `This browser cannot encode ${kind.codecName} video.`,
    })),
  );
}

async function canEncode({ packing }: VideoKind, width: number, height: number): Promise<boolean> {
  if (typeof VideoEncoder === "undefined") return false;
  const { canEncodeVideo, Quality } = await import("mediabunny");
  return canEncodeVideo(packing, { width, height, quality: new Quality(QUALITY) });
}

function exporterOf(kind: VideoKind): PictureExporter {
  const { id, name, summary, extension, codec } = kind;
  return {
    id,
    name,
    summary,
    extensions: [extension],
    codec,
    takes: "pictures",
    sequence: false,
    lossless: false,
    sizeStep: 2,
    async run(source, target, options) {
      const { width, height } = source;
      if (!(await canEncode(kind, width, height))) {
        throw new TessellaError(
          "unsupported-format",
          `This browser cannot encode ${kind.codecName} video of ${groupedSize(width, height)} pixels.`,
          { hint: "Choose another size, another format, or GIF." },
        );
      }
      const fileName = parseFrameName(options.name).of(0);
      const file = await openCounted(target, fileName);
      try {
        const bytes = await encode(kind, source, file, options);
        await file.commit();
        return { frames: source.frames, first: fileName, last: fileName, bytes };
      } catch (error) {
        await file.abort();
        throw error;
      }
    },
  };
}

/** Returns the file's length. */
async function encode(
  kind: VideoKind,
  source: PictureSource,
  file: CountedFile,
  options: Parameters<PictureSource["read"]>[0],
): Promise<number> {
  const media = await import("mediabunny");
  const { width, height, fps, framesShown } = source;
  const format =
    kind.extension === ".mp4"
      ? new media.Mp4OutputFormat({ fastStart: "reserve" })
      : new media.WebMOutputFormat();
  let failure: unknown = null;
  const written = new WritableStream<{ readonly data: Uint8Array; readonly position: number }>({
    write: async ({ data, position }) => {
      try {
        await writeAt(file, data, position);
      } catch (error) {
        failure = error;
        throw error;
      }
    },
  });
  const output = new media.Output({ format, target: new media.StreamTarget(written) });
  const track = new media.VideoSampleSource({
    codec: kind.packing,
    quality: new media.Quality(QUALITY),
    keyFrameInterval: KEY_FRAME_SECONDS,
    latencyMode: "quality",
  });
  output.addVideoTrack(track, { frameRate: fps, maximumPacketCount: framesShown });
  try {
    await output.start();
    const table = yuvTable(source.palette);
    const planes = new Uint8Array(yuvLength(width, height));
    let shownBefore = 0;
    for await (const { pixels, shown } of source.read(options)) {
      toYuv(pixels, width, height, table, planes);
      for (let k = 0; k < shown; k++) {
        const sample = new media.VideoSample(frameOf(planes, source, shownBefore + k));
        try {
          await track.add(sample);
        } finally {
          sample.close();
        }
      }
      shownBefore += shown;
    }
    await output.finalize();
    return file.length;
  } catch (error) {
    await output.cancel().catch(() => {});
    const cause = failure ?? error;
    if (cause instanceof TessellaError) throw cause;
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new TessellaError("io", `The browser's ${kind.codecName} encoder failed: ${said}`, {
      hint: "Choose a smaller size or another format.",
      cause,
    });
  }
}

const SECOND = 1_000_000;

/** The encoder copies the planes. */
function frameOf(
  planes: Uint8Array<ArrayBuffer>,
  { width, height, fps }: PictureSource,
  at: number,
): VideoFrame {
  const begins = Math.round((at * SECOND) / fps);
  return new VideoFrame(planes, {
    format: "I420",
    codedWidth: width,
    codedHeight: height,
    timestamp: begins,
    duration: Math.round(((at + 1) * SECOND) / fps) - begins,
    colorSpace: { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false },
  });
}

/** Appends, or overwrites: the container returns to its beginning when it knows its length. */
async function writeAt(file: CountedFile, data: Uint8Array, position: number): Promise<void> {
  const inside = Math.min(data.length, file.length - position);
  if (inside < 0) throw new Error("The container left a gap.");
  if (inside > 0) await file.rewrite(position, data.subarray(0, inside));
  if (inside < data.length) await file.write(data.subarray(inside));
}

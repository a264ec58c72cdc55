/** The picture as it will be written, pixel for pixel, and the facts about the whole export. */

import { useLayoutEffect, useRef } from "react";
import { grouped } from "../../engine/core/integers.ts";
import type { ExportWish, OfferedFormat, PreviewPicture } from "../../engine/worker/protocol/export.ts";
import type { Foreseen } from "./use-preview.ts";
import { bytesText, secondsText } from "./words.ts";

export function PreviewPane({
  foreseen,
  format,
  wish,
  index,
  paused,
  onIndex,
}: {
  readonly foreseen: Foreseen;
  readonly format: OfferedFormat | null;
  readonly wish: ExportWish | null;
  readonly index: number;
  /** The preview pauses while frames are written. */
  readonly paused: boolean;
  readonly onIndex: (index: number) => void;
}) {
  const { preview, busy, problem } = foreseen;
  const frames = preview?.frames ?? 1;
  const at = preview ? Math.min(paused ? preview.index : index, frames - 1) : 0;
  const generation = preview ? preview.range.from + BigInt(at) * preview.range.every : 0n;
  return (
    <section className="export-preview" aria-label="Preview" aria-busy={busy}>
      <div className="export-picture">
        {preview?.picture ? (
          <Picture picture={preview.picture} label={`Frame ${preview.index + 1}, as it will be written`} />
        ) : (
          <p className="dim">{problem ? "" : paused && !preview ? PAUSED : noPicture(foreseen, format)}</p>
        )}
      </div>
      <label className="export-slider">
        <span className="visually-hidden">Frame shown</span>
        <input
          type="range"
          min={0}
          max={Math.max(0, frames - 1)}
          value={at}
          disabled={frames < 2 || paused}
          aria-valuetext={preview ? `Frame ${at + 1}, generation ${generation}` : undefined}
          onChange={(event) => onIndex(event.target.valueAsNumber)}
        />
        <span className="number dim" data-testid="export-frame">
          {preview ? `${grouped(at + 1)} / ${grouped(frames)} · gen ${grouped(generation)}` : "\u00a0"}
        </span>
      </label>
      <Facts foreseen={foreseen} format={format} wish={wish} />
    </section>
  );
}

const PAUSED = "Pictures are shown here again when the export is over.";

function noPicture({ preview, busy }: Foreseen, format: OfferedFormat | null): string {
  if (!preview) return busy || !format ? "Drawing the first frame …" : "";
  if (format?.takes === "patterns") return "The whole universe as a pattern file; nothing is drawn.";
  return "The picture is too large to be shown here; it is written all the same.";
}

function Facts({
  foreseen: { preview, estimate, problem },
  format,
  wish,
}: {
  readonly foreseen: Foreseen;
  readonly format: OfferedFormat | null;
  readonly wish: ExportWish | null;
}) {
  if (!preview || problem || !wish || !format)
    return <dl className="export-facts" data-testid="export-size" />;
  const { frames, framesShown, size, region, range } = preview;
  const moves = format.takes === "pictures" && !format.sequence;
  const looped = wish.loop && (range.from !== wish.range.from || range.to !== wish.range.to);
  const facts: [string, string][] = [
    ["Frames", `${grouped(frames)}${moves ? `, ${secondsText(framesShown / wish.fps)}` : ""}`],
    ...(looped
      ? [["Loop", `generations ${grouped(range.from)} to ${grouped(range.to)}`] as [string, string]]
      : []),
    ...(size ? [["Pixels", `${grouped(size.width)} × ${grouped(size.height)}`] as [string, string]] : []),
    ...(region ? [["Cells", `${grouped(region.w)} × ${grouped(region.h)}`] as [string, string]] : []),
    ["Takes", estimate ? `about ${secondsText(estimate.seconds)}, ${bytesText(estimate.bytes)}` : "…"],
  ];
  return (
    <dl className="export-facts" data-testid="export-size">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd className="number">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Picture({ picture, label }: { readonly picture: PreviewPicture; readonly label: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const { width, height, pixels, rgb } = picture;
  // With the facts about it: an effect that waits would leave the canvas blank for a moment, or as it was.
  useLayoutEffect(() => {
    const context = canvas.current?.getContext("2d");
    if (!context) return;
    const image = context.createImageData(width, height);
    const out = new Uint32Array(image.data.buffer);
    // Bytes R, G, B, A in memory, on every machine that a browser runs on.
    const colours = Uint32Array.from(
      { length: rgb.length / 3 },
      (_, i) => (0xff000000 | (rgb[3 * i + 2] << 16) | (rgb[3 * i + 1] << 8) | rgb[3 * i]) >>> 0,
    );
    for (let i = 0; i < pixels.length; i++) out[i] = colours[pixels[i]];
    context.putImageData(image, 0, 0);
  }, [width, height, pixels, rgb]);
  return (
    <canvas
      ref={canvas}
      width={width}
      height={height}
      role="img"
      aria-label={label}
      // Small pictures are shown in whole pixels, very small ones enlarged; large ones shrink as in a player.
      style={{
        imageRendering: width <= 480 && height <= 320 ? "pixelated" : "auto",
        aspectRatio: `${width} / ${height}`,
        width: enlarged(width, height),
      }}
    />
  );
}

/** At a pixel a cell a small pattern is an invisible dot. */
const LEAST_SEEN = 160;
const MOST_ENLARGED = 16;

/** The width that it is then shown at; undefined if it is large enough. */
function enlarged(width: number, height: number): number | undefined {
  const times = Math.min(MOST_ENLARGED, Math.floor(LEAST_SEEN / Math.max(width, height)));
  return times > 1 ? times * width : undefined;
}

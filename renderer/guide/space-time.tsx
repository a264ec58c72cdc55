/** A space-time diagram in the page. It stands still: there is nothing to stop. */

import { useEffect, useRef } from "react";
import type { Block } from "../../engine/core/block.ts";
import { diagramPicture } from "../../engine/rings/diagram-picture.ts";
import { outsideDomains } from "../../engine/rings/domains.ts";
import { spaceTime } from "../../engine/rings/run-ring.ts";
import { useCellTheme } from "../studio/hooks.ts";
import type { RingFigure } from "./ring-figure.ts";

/** Both of `most` and the space between: CSS pixels. */
const GAP = 8;

export function SpaceTime({ figure, most }: { readonly figure: RingFigure; readonly most: number }) {
  const { ring, steps, particles, caption } = figure;
  const widths = particles ? (most - GAP) / 2 : most;
  const side = Math.max(1, Math.floor(widths / ring.cells));
  const size = { width: side * ring.cells, height: side * (steps + 1) };
  return (
    <figure className="example space-time">
      <div>
        <Diagram figure={figure} size={size} name={caption} filtered={false} />
        {particles ? (
          <Diagram figure={figure} size={size} name="The same without its regular domains" filtered />
        ) : null}
      </div>
      <figcaption>
        <span className="caption">{caption}</span>
      </figcaption>
    </figure>
  );
}

function Diagram({
  figure: { ring, start, steps },
  size,
  name,
  filtered,
}: {
  readonly figure: RingFigure;
  readonly size: { readonly width: number; readonly height: number };
  readonly name: string;
  readonly filtered: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const theme = useCellTheme();
  useEffect(() => {
    let wanted = true;
    const show = (block: Block): void => {
      const context = canvas.current?.getContext("2d");
      if (!wanted || !context) return;
      const words = filtered ? outsideDomains(block.words, ring.cells, ring.boundary) : block.words;
      const { width, pixels } = diagramPicture({ ...block, words }, block.h, theme);
      context.putImageData(new ImageData(new Uint8ClampedArray(pixels.buffer as ArrayBuffer), width), 0, 0);
    };
    void spaceTime(ring, start, steps).then(show);
    return () => {
      wanted = false;
    };
  }, [ring, start, steps, filtered, theme]);
  return (
    <canvas ref={canvas} role="img" aria-label={name} width={ring.cells} height={steps + 1} style={size} />
  );
}

/** A plot with its legend. The picture is for sighted people; a table beside it holds the figures. */

import type { Ref } from "react";
import { useImperativeHandle, useRef } from "react";
import { PlotLegend } from "./plot-legend.tsx";
import type { PlotPicture } from "./plot-options.ts";
import { dataOf, optionsFor } from "./plot-options.ts";
import { plotPng } from "./plot-png.ts";
import { useUplot } from "./use-uplot.ts";
import "./plot.css";

export interface PlotHandle {
  /** Null while nothing is drawn. */
  png(title: string): Promise<Uint8Array | null>;
}

export interface PlotProps {
  readonly label: string;
  readonly picture: PlotPicture;
  /** Changes when the colours do. */
  readonly theme: string;
  readonly ref?: Ref<PlotHandle>;
}

export function Plot({ label, picture, theme, ref }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  const plot = useUplot({
    place,
    picture,
    theme,
    make: (UPlot, element, now) => new UPlot(optionsFor(now, element), dataOf(now), element),
  });
  useImperativeHandle(ref, () => ({
    png: async (title) =>
      plot.current && place.current
        ? plotPng(plot.current.ctx.canvas, place.current, title, picture.series)
        : null,
  }));
  return (
    <figure className="plot">
      <div ref={place} role="img" aria-label={label} style={{ height: picture.height }} />
      <figcaption>
        <PlotLegend series={picture.series} />
      </figcaption>
    </figure>
  );
}

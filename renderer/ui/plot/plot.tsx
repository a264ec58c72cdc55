/** A plot with its legend. The picture is for sighted people; a table beside it holds the figures. */

import { useRef } from "react";
import { PlotLegend } from "./plot-legend.tsx";
import type { PlotPicture } from "./plot-options.ts";
import { dataOf, optionsFor } from "./plot-options.ts";
import { useUplot } from "./use-uplot.ts";
import "./plot.css";

export interface PlotProps {
  readonly label: string;
  /** Another object rebuilds the plot. */
  readonly picture: PlotPicture;
  /** Changes when the colours do. */
  readonly theme: string;
}

export function Plot({ label, picture, theme }: PlotProps) {
  const place = useRef<HTMLDivElement>(null);
  useUplot(place, (UPlot, element) => new UPlot(optionsFor(picture, element), dataOf(picture), element), [
    picture,
    theme,
  ]);
  return (
    <figure className="plot">
      <div ref={place} role="img" aria-label={label} style={{ height: picture.height }} />
      <figcaption>
        <PlotLegend series={picture.series} />
      </figcaption>
    </figure>
  );
}

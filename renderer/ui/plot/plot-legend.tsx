/** The names of a plot's series beside samples of their strokes. */

import type { PlotSeries } from "./series.ts";
import { strokeColour } from "./series.ts";

export function PlotLegend({ series }: { readonly series: readonly Pick<PlotSeries, "label" | "stroke">[] }) {
  return series.map(({ label, stroke }) => (
    <span key={label}>
      <svg width="22" height="8" aria-hidden>
        <path
          d="M0 4h22"
          fill="none"
          strokeWidth={2}
          style={{ stroke: strokeColour(stroke, (name) => `var(${name})`) }}
          strokeDasharray={stroke.dash.join(" ")}
        />
      </svg>
      {label}
    </span>
  ));
}

/** The names of a plot's series beside samples of their strokes. */

import type { PlotSeries } from "./series.ts";

export function PlotLegend({ series }: { readonly series: readonly Pick<PlotSeries, "label" | "stroke">[] }) {
  return series.map(({ label, stroke: { token, dash } }) => (
    <span key={label}>
      <svg width="22" height="8" aria-hidden>
        <path
          d="M0 4h22"
          fill="none"
          strokeWidth={2}
          style={{ stroke: `var(${token})` }}
          strokeDasharray={dash.join(" ")}
        />
      </svg>
      {label}
    </span>
  ));
}

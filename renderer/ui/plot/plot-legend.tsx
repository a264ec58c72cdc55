/** The names of a plot's series beside samples of how they are drawn. */

import type { PlotKey } from "./series.ts";
import { DOT_SIZE, SAMPLE_WIDTH, sampleOf, strokeColour } from "./series.ts";

const MIDDLE = 4;

export function PlotLegend({ series }: { readonly series: readonly PlotKey[] }) {
  return series.map((one) => (
    <span key={one.label}>
      <Sample of={one} />
      {one.label}
    </span>
  ));
}

function Sample({ of }: { readonly of: PlotKey }) {
  const { stroke } = of;
  const { line, dot } = sampleOf(of);
  const colour = strokeColour(stroke, (name) => `var(${name})`);
  return (
    <svg width={SAMPLE_WIDTH} height={2 * MIDDLE} aria-hidden>
      {line ? (
        <path
          d={`M0 ${MIDDLE}h${SAMPLE_WIDTH}`}
          fill="none"
          strokeWidth={2}
          style={{ stroke: colour }}
          strokeDasharray={stroke.dash.join(" ")}
        />
      ) : null}
      {dot ? <circle cx={SAMPLE_WIDTH / 2} cy={MIDDLE} r={DOT_SIZE / 2} style={{ fill: colour }} /> : null}
    </svg>
  );
}

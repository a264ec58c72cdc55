import { useMemo } from "react";
import { grouped } from "../../../../engine/core/integers.ts";
import type { PerformanceModel } from "../../../../engine/model/model-file.ts";
import { percentText, timeText } from "../../../../engine/model/words.ts";
import { useThemeName } from "../../../studio/hooks.ts";
import { FiguresTable } from "../../../ui/figures-table.tsx";
import { Plot } from "../../../ui/plot/plot.tsx";
import { fitPoints, residualPicture } from "./fit-pictures.ts";

const PLOT_HEIGHT = 150;
const COLUMNS = ["kernel", "cells", "measured", "fastest", "slowest", "model", "residual"];

/** What a model was fitted to, point by point. `line`: the fit in a line; null where it was not fitted here. */
export function FitDetails({
  model,
  line,
}: {
  readonly model: PerformanceModel;
  readonly line: string | null;
}) {
  const theme = useThemeName();
  const points = useMemo(() => fitPoints(model), [model]);
  const residuals = useMemo(() => residualPicture(model, PLOT_HEIGHT), [model]);
  return (
    <>
      {line ? <p className="dim">{line}.</p> : null}
      <details>
        <summary>Points and residuals</summary>
        {residuals ? (
          <Plot
            label="Residuals against cells; the figures are in the table below."
            picture={residuals}
            theme={theme}
          />
        ) : null}
        <FiguresTable label="Points" columns={COLUMNS}>
          {points.map(({ kernel, cells, measured, fastest, slowest, modelled, residual }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the points stay where they are.
            <tr key={at}>
              <th scope="row">{kernel}</th>
              <td>{grouped(cells)}</td>
              {[measured, fastest, slowest, modelled].map((seconds, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the columns stay where they are.
                <td key={column}>{seconds === null ? "" : timeText(seconds)}</td>
              ))}
              <td>{percentText(residual)}</td>
            </tr>
          ))}
        </FiguresTable>
      </details>
    </>
  );
}

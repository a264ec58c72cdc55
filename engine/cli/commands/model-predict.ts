/** `tessella model predict`: what a grid takes on many ranks, in closed form. */

import { formatTable } from "../../bench/report.ts";
import { grouped, groupedSize } from "../../core/integers.ts";
import type { Forecast } from "../../model/predict.ts";
import { forecast } from "../../model/predict.ts";
import { timeText } from "../../model/words.ts";
import type { CommandCall, OptionSpec } from "../command.ts";
import { jsonText } from "../json.ts";
import { DIVISION_OPTIONS, divisionPlan, jsonTransfer } from "../model-options.ts";

export const PREDICT_OPTIONS: readonly OptionSpec[] = DIVISION_OPTIONS;

export const PREDICT_NOTES: readonly string[] = [
  "predict: a rank takes the time of its part with a halo of K rows, and every K generations T_lat and bytes over bandwidth for an " +
    "exchange; all wait for the largest part. A shrinking halo is computed only as far as it is needed, a whole one to its end, " +
    "and with overlap strips at the borders go first, so that the rest is computed while they travel. Of several kernels the fastest " +
    "counts. Speed-up is over one rank with the same grid or, with --weak, over as many as there are, each with its part alone.",
];

export async function predictModel(call: CommandCall): Promise<void> {
  const { args, terminal } = call;
  const { model, machine, divisions, generations, form, halo, weak } = await divisionPlan(call);
  const points = divisions.map((division) => ({
    division,
    point: forecast(machine, division, { form, halo, weak }),
  }));
  if (args.has("json")) {
    const { transfer } = machine;
    const rows = points.map(({ division, point }) => {
      const { seconds, part, ...rest } = point;
      const { width, height } = division;
      const own = { width: part.width, height: part.height };
      return {
        ...rest,
        width,
        height,
        part: own,
        secondsAGeneration: seconds,
        seconds: generations * seconds,
      };
    });
    terminal.print(
      jsonText({
        machine: model.machine,
        ...{ form, split: divisions[0].split, weak, generations },
        ...jsonTransfer(transfer),
        points: rows,
      }),
    );
    return;
  }
  terminal.print(
    `${model.machine}, ${divisions[0].split}, halo ${form}, ${grouped(generations)} generations.`,
  );
  terminal.print(
    formatTable(
      COLUMNS,
      points.map(({ point }) => rowOf(point, generations)),
    ),
  );
}

const COLUMNS = [
  "ranks",
  "part",
  "k",
  "generation",
  "seconds",
  "speed-up",
  "efficiency",
  "Amdahl",
  "Gustafson",
];

function rowOf(point: Forecast, generations: number): readonly string[] {
  const { ranks, part, halo, seconds, speedUp, efficiency, amdahl, gustafson } = point;
  return [
    grouped(ranks),
    groupedSize(part.width, part.height),
    halo === 0 ? "" : grouped(halo),
    timeText(seconds),
    `${Number((generations * seconds).toPrecision(5))}`,
    speedUp.toPrecision(4),
    efficiency.toFixed(3),
    amdahl?.toPrecision(3) ?? "",
    gustafson?.toPrecision(3) ?? "",
  ];
}

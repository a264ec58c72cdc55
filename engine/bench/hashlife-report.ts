/** The results of the HashLife bench, for people and as JSON. */

import type { CaseFigures, ContenderFigures } from "./hashlife-bench.ts";
import { complaintsOf, meanRatio, OURS, timedRatios } from "./hashlife-bench.ts";
import { formatTable } from "./report.ts";

const UNKNOWN = "?";

/** A Markdown table, a row a case, and the mean ratios below it. */
export function formatHashLifeBench(list: readonly CaseFigures[]): string {
  const withGolly = list.some((each) => each.golly !== null);
  const head = [
    "case",
    "generations",
    "step",
    "population",
    ...["stepped, CPU s", "MB", "leap, CPU s", "MB"],
    ...(withGolly ? ["bgolly, CPU s", "MB", "stepped / bgolly", "leap / bgolly"] : []),
  ];
  const rows = list.map((each) => [
    each.case.timed ? each.case.name : `(${each.case.name})`,
    `${each.case.generations}`,
    `${each.case.step}`,
    verdict(each),
    ...cost(each.stepped),
    ...cost(each.leap),
    ...(withGolly ? [...cost(each.golly), ratioText(each.stepped.ratio), ratioText(each.leap.ratio)] : []),
  ]);
  const notes = withGolly ? ["", means(list)] : [];
  return [formatTable(head, rows), ...notes].join("\n");
}

/** "1432547841", or its fault. */
function verdict(each: CaseFigures): string {
  const wrong = OURS.filter((contender) => {
    const { failure, population } = each[contender];
    return failure === null && population !== each.case.population;
  });
  const failed = OURS.filter((contender) => each[contender].failure !== null);
  const said = [
    ...wrong.map((contender) => `WRONG ${contender} ${each[contender].population}`),
    ...failed.map((contender) => `${contender} FAILED`),
  ];
  return said.length > 0 ? said.join(", ") : `${each.case.population} right`;
}

function cost(figures: ContenderFigures | null): readonly [string, string] {
  if (figures === null) return ["", ""];
  if (figures.failure !== null) return ["failed", ""];
  const { cpuSeconds, peakBytes } = figures;
  return [
    cpuSeconds === null ? UNKNOWN : cpuSeconds.toFixed(2),
    peakBytes === null ? UNKNOWN : (peakBytes / 2 ** 20).toFixed(0),
  ];
}

function ratioText(ratio: number | null): string {
  return ratio === null ? UNKNOWN : `${ratio.toFixed(2)}x`;
}

function means(list: readonly CaseFigures[]): string {
  const parts = OURS.map((contender) => {
    const cases = timedRatios(list, contender).length;
    return `${contender} ${ratioText(meanRatio(list, contender))} (${cases} ${cases === 1 ? "case" : "cases"})`;
  });
  return `Geometric mean of CPU time over bgolly's, cases in brackets left out: ${parts.join(", ")}.`;
}

interface BenchSettings {
  readonly repeats: number;
  readonly memoryMegabytes: number;
  /** The program that was compared with, or null. */
  readonly golly: string | null;
}

/** Populations and generations are bigints: they may be of any size. */
export function hashLifeBenchJson(list: readonly CaseFigures[], settings: BenchSettings): object {
  const figures = ({ population, cpuSeconds, ...rest }: ContenderFigures): object => ({
    population,
    cpuSeconds: cpuSeconds === null ? null : Number(cpuSeconds.toFixed(3)),
    ...rest,
  });
  return {
    ...settings,
    cases: list.map((each) => ({
      name: each.case.name,
      rule: each.case.rule,
      generations: each.case.generations,
      step: each.case.step,
      population: each.case.population,
      timed: each.case.timed,
      right: complaintsOf(each).length === 0,
      stepped: figures(each.stepped),
      leap: figures(each.leap),
      golly: each.golly && figures(each.golly),
    })),
    geometricMean: { stepped: meanRatio(list, "stepped"), leap: meanRatio(list, "leap") },
  };
}

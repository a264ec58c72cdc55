/**
 * `npm run bench -- seeds [options]`: the methods of the works behind Tessella, from the serial program to the kernels of
 * today, against iterations and against the size of the grid.
 *
 *   --json FILE            keep the figures
 *   --render FILE FOLDER   no run: tables (README.md) and plots (SVG) from kept figures
 *   --small                small grids, to see that it works
 *   --only hex,anneal,life some of the subjects
 *   --budget SECONDS       for everything (default 340); what does not fit is left out and said so
 *   --patience TIMES       multiplies the time that each contender may take (default 1)
 *   --adapter NAME         which GPU
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { AlgorithmEnvironment } from "../../engine/algorithms/algorithm.ts";
import { dawnIfAny, numberAbove0, renderAsked } from "./pages/options.ts";
import { casesOf, FULL, SMALL } from "./seeds/cases.ts";
import { compareSeeds } from "./seeds/compare.ts";
import { lineup } from "./seeds/contenders.ts";
import { renderSeeds } from "./seeds/render.ts";
import { parseSeedsResult } from "./seeds/result.ts";

const MEGABYTES = 32_000;
const ROUNDS = 3;

export async function benchSeeds(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      json: { type: "string" },
      render: { type: "string" },
      small: { type: "boolean", default: false },
      only: { type: "string" },
      budget: { type: "string", default: "340" },
      patience: { type: "string", default: "1" },
      adapter: { type: "string" },
    },
  });
  if (renderAsked("seeds", { values, positionals }, (text) => renderSeeds(parseSeedsResult(text)))) return;
  const subjects = values.only?.split(",") ?? null;
  const cases = casesOf(values.small ? SMALL : FULL).filter(
    ({ subject }) => subjects?.includes(subject) ?? true,
  );
  if (cases.length === 0) throw new Error(`There is none of --only ${values.only}: hex, anneal, life.`);
  const result = await compareSeeds(cases, lineup(), await environmentOf(values.adapter), {
    budget: numberAbove0(values.budget, "--budget"),
    patience: numberAbove0(values.patience, "--patience"),
    rounds: ROUNDS,
    onProgress: (what) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}`),
  });
  if (values.json === undefined) console.log(renderSeeds(result).get("README.md"));
  else writeFileSync(values.json, `${JSON.stringify(result, null, 1)}\n`);
}

async function environmentOf(adapterName: string | undefined): Promise<AlgorithmEnvironment> {
  const gpu = await dawnIfAny(adapterName);
  return { memoryMegabytes: MEGABYTES, ...(gpu && { gpu }) };
}

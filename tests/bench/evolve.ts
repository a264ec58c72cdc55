/**
 * `npm run bench -- evolve [options]`: the tables of a paper of 2010 that bred rules of rings on graphics cards, by its own three
 * ways and by ours, beside a serial program and the CPU.
 *
 *   --json FILE           keep the figures
 *   --render FILE FOLDER  no run: tables (README.md) and plots (SVG) from kept figures
 *   --adapter NAME        which GPU
 *   --only PARTS          some of searches, simulation, methods, counters, long, sweep, blocks
 *   --small               small searches, which are usual where a CPU imitates the GPU or there is none
 *   --full                those of the paper there too
 *   --cap SECONDS         for each figure (default 30); what is stopped there says how far it came
 *   --budget SECONDS      for everything (default 540)
 *   --euros N, --watts N  what the GPU costs and takes, for figures a euro and a watt
 */

import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { findGpu } from "../../engine/gpu/device.ts";
import type { Part } from "./evolve/bench.ts";
import { PARTS } from "./evolve/bench.ts";
import { compareEvolve } from "./evolve/compare.ts";
import { renderEvolve } from "./evolve/render.ts";
import { parseEvolveResult } from "./evolve/result.ts";
import { FULL, SMALL } from "./evolve/scale.ts";
import { dawnIfAny, numberAbove0, renderAsked } from "./pages/options.ts";

export async function benchEvolve(words: readonly string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: [...words],
    allowPositionals: true,
    options: {
      json: { type: "string" },
      render: { type: "string" },
      adapter: { type: "string" },
      only: { type: "string" },
      small: { type: "boolean", default: false },
      full: { type: "boolean", default: false },
      cap: { type: "string", default: "30" },
      budget: { type: "string", default: "540" },
      euros: { type: "string" },
      watts: { type: "string" },
    },
  });
  if (renderAsked("evolve", { values, positionals }, (text) => renderEvolve(parseEvolveResult(text)))) return;
  const parts = (values.only?.split(",") ?? PARTS) as readonly Part[];
  const unknown = parts.find((part) => !PARTS.includes(part));
  if (unknown !== undefined) throw new Error(`There is no part "${unknown}": ${PARTS.join(", ")}.`);
  const dawn = await dawnIfAny(values.adapter);
  const found = await findGpu(dawn);
  const real = found.adapter !== null && !found.software;
  const result = await compareEvolve(dawn, {
    parts,
    scale: values.small || !(real || values.full) ? SMALL : FULL,
    budget: numberAbove0(values.budget, "--budget"),
    cap: numberAbove0(values.cap, "--cap"),
    euros: values.euros === undefined ? null : numberAbove0(values.euros, "--euros"),
    watts: values.watts === undefined ? null : numberAbove0(values.watts, "--watts"),
    onProgress: (what) => console.error(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}`),
  });
  if (values.json === undefined) console.log(renderEvolve(result).get("README.md"));
  else writeFileSync(values.json, `${JSON.stringify(result, null, 1)}\n`);
}

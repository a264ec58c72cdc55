/** Which mutants are tried: chosen by chance from the wished places, or those of an earlier report. */

import { readFileSync } from "node:fs";
import type { Compiled } from "./compilers.ts";
import { Compilers } from "./compilers.ts";
import { mutantsOf } from "./mutants.ts";
import type { Candidate, Entry } from "./report.ts";
import { entryOf } from "./report.ts";
import type { Wish } from "./wish.ts";
import type { WorkingCopy } from "./working-copy.ts";

export interface Choice {
  /** What the compilers let pass, and what they refuse. */
  readonly chosen: readonly Candidate[];
  readonly refused: readonly Candidate[];
  /** How many there were to choose from. */
  readonly all: number;
  /** How many of those that chance took were the same program once compiled: others were taken for them. */
  readonly same: number;
}

export async function choose(wish: Wish, copy: WorkingCopy): Promise<Choice> {
  if (wish.again !== null) return fromReport(wish.again, copy);
  const all = await candidates(wish.places, copy);
  const compilers = new Compilers(copy);
  const sorted: Record<Compiled, Candidate[]> = { another: [], refused: [], same: [] };
  for (const mutant of shuffled(all, wish.seed)) {
    if (sorted.another.length + sorted.refused.length >= wish.count) break;
    sorted[await compilers.ask(mutant)].push(mutant);
  }
  const { another: chosen, refused, same } = sorted;
  return { chosen, refused, all: all.length, same: same.length };
}

async function candidates(places: readonly string[], copy: WorkingCopy): Promise<readonly Candidate[]> {
  const found: Candidate[] = [];
  for (const place of places) {
    const [path = "", line] = place.split(":");
    const files = copy.files.filter(
      (file) =>
        (file === path || file.startsWith(`${path}/`)) &&
        /\.tsx?$/.test(file) &&
        !/\.d\.ts$|^tests\//.test(file),
    );
    if (files.length === 0) console.error(`There are no sources in "${path}".`);
    for (const file of files) {
      for (const mutant of await mutantsIn(file, copy)) {
        if (line === undefined || mutant.line === Number(line)) found.push(mutant);
      }
    }
  }
  return found;
}

async function mutantsIn(file: string, copy: WorkingCopy): Promise<readonly Candidate[]> {
  const source = await copy.read(file);
  return mutantsOf(file, source).map((mutant) => ({ ...mutant, file, source }));
}

/** Those that nobody noticed and that can still be made: the line is as it was, wherever it is now. */
async function fromReport(path: string, copy: WorkingCopy): Promise<Choice> {
  const entries = (JSON.parse(readFileSync(path, "utf8")) as readonly Entry[]).filter(
    ({ fate }) => fate === "survived" || fate === "untested",
  );
  const chosen: Candidate[] = [];
  for (const entry of entries) {
    const found = copy.files.includes(entry.file) ? await mutantsIn(entry.file, copy) : [];
    const alike = found.filter((mutant) => {
      const { before, after } = entryOf(mutant);
      return before === entry.before && after === entry.after;
    });
    const far = ({ line }: Candidate): number => Math.abs(line - entry.line);
    const [nearest] = alike.sort((a, b) => far(a) - far(b));
    if (nearest) chosen.push(nearest);
    else console.log(`gone      ${entry.file}:${entry.line}  ${entry.before.trim()}`);
  }
  return { chosen, refused: [], all: entries.length, same: 0 };
}

/** By chance, the same for the same seed (a Fisher-Yates shuffle over a small generator), and no further than it is read. */
export function* shuffled<T>(all: readonly T[], seed: number): Generator<T> {
  const pool = [...all];
  let state = seed >>> 0;
  for (let i = 0; i < pool.length; i++) {
    // Mulberry32.
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    const random = ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    const j = i + Math.floor(random * (pool.length - i));
    [pool[i], pool[j]] = [pool[j] as T, pool[i] as T];
    yield pool[i] as T;
  }
}

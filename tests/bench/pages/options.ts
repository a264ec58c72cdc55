/** What the benches that make pages take from the command line alike. */

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describeError } from "../../../engine/core/errors.ts";
import { openDawn } from "../../../engine/node/dawn.ts";

/** Errors: Error for what is no number above 0. */
export function numberAbove0(text: string, option: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`${option} wants a number above 0, not "${text}".`);
}

interface Asked {
  readonly values: { readonly render?: string | undefined };
  readonly positionals: readonly string[];
}

/** Renders pages instead of measuring where `--render FILE FOLDER` asks for that. Errors: Error for words that are too many or missing. */
export function renderAsked(
  bench: string,
  { values: { render }, positionals }: Asked,
  pagesOf: (text: string) => ReadonlyMap<string, string>,
): boolean {
  if (render === undefined) {
    if (positionals.length === 0) return false;
    throw new Error(`"${positionals[0]}" is one argument too many for ${bench}.`);
  }
  const [folder] = positionals;
  if (folder === undefined) throw new Error(`Say where to: ${bench} --render FILE FOLDER.`);
  writePages(folder, pagesOf(readFileSync(render, "utf8")));
  return true;
}

/** The GPU, or undefined where there is none and none was asked for by name. Errors: those of `openDawn` for one that was. */
export function dawnIfAny(adapterName: string | undefined): Promise<GPU | undefined> {
  return openDawn({ adapterName }).catch((error: unknown) => {
    if (adapterName !== undefined) throw error;
    console.error(`Without a GPU: ${describeError(error)}`);
    return undefined;
  });
}

/** Files by their names, into a folder that need not be there. */
export function writePages(folder: string, pages: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
}

/** What the benches that make pages take from the command line alike. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Errors: Error for what is no number above 0. */
export function numberAbove0(text: string, option: string): number {
  const value = Number(text);
  if (value > 0) return value;
  throw new Error(`${option} wants a number above 0, not "${text}".`);
}

/** Files by their names, into a folder that need not be there. */
export function writePages(folder: string, pages: ReadonlyMap<string, string>): void {
  mkdirSync(folder, { recursive: true });
  for (const [name, text] of pages) writeFileSync(join(folder, name), text);
}

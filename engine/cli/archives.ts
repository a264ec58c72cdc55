/** Patterns in ZIP archives, as the commands name them: the archive's path, then the pattern's path in it. */

import type { Stats } from "node:fs";
import { readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { TessellaError } from "../core/errors.ts";
import { isZip } from "../formats/bytes.ts";

export interface ArchivedFile {
  readonly archive: string;
  /** Slashes between its parts, as in the archive. */
  readonly member: string;
}

/** `Flow6.zip/Demo/arm.mc` where Flow6.zip is a file; null for every other path. */
export function archivedFile(path: string): ArchivedFile | null {
  const parts: string[] = [];
  for (let archive = path; ; archive = dirname(archive)) {
    const found = statOf(archive);
    if (found) return found.isFile() && parts.length > 0 ? { archive, member: parts.join("/") } : null;
    if (dirname(archive) === archive) return null;
    parts.unshift(basename(archive));
  }
}

/** null where nothing is, or nothing that may be looked at: whoever opens it says why. */
function statOf(path: string): Stats | null {
  try {
    return statSync(path);
  } catch {
    return null;
  }
}

/** The file beside which something that belongs to this one is written: for a pattern in an archive, one beside the archive. */
export function placeOf(path: string): string {
  const found = archivedFile(path);
  return found ? join(dirname(found.archive), basename(found.member)) : path;
}

/** Each pattern of an archive of several in its place; other files as they are. */
export async function withMembers(files: readonly string[]): Promise<readonly string[]> {
  const all: string[] = [];
  for (const file of files) all.push(...(await membersOf(file)));
  return all;
}

async function membersOf(file: string): Promise<readonly string[]> {
  if (!/\.zip$/i.test(file) || !statOf(file)?.isFile()) return [file];
  try {
    const bytes = readFileSync(file);
    if (!isZip(bytes)) return [file];
    const members = (await import("../formats/zip.ts")).patternsInside(bytes);
    return members.length > 1 ? members.map((member) => join(file, member)) : [file];
  } catch {
    // Whoever reads it says why it cannot be read.
    return [file];
  }
}

/** Names told in a sentence; the others are counted. */
const MOST_TOLD = 20;

/** The error of an archive in which a pattern has to be chosen, with the patterns and how one is named; others as they are. */
export function withChoice(archive: string, error: unknown): unknown {
  if (!(error instanceof TessellaError) || !error.members) return error;
  const { code, members } = error;
  const [first] = members;
  const told = members.slice(0, MOST_TOLD).map((member) => `"${member}"`);
  const more = members.length > MOST_TOLD ? [`${members.length - MOST_TOLD} more`] : [];
  return new TessellaError(code, `${error.message} There are ${[...told, ...more].join(", ")}.`, {
    hint: first && `Name one behind the archive: "${join(archive, first)}".`,
    members,
  });
}

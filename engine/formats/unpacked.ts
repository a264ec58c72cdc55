/**
 * Every pattern format, and the one way in and out of them: bytes to a pattern and back. The format is told by the
 * content, never by the name; a name only decides what is written.
 *
 * Here bytes are as they come out of gzip; pattern-file.ts packs and unpacks them. Most files are not packed, and a command
 * that is over in a tenth of a second should not load what it does not need.
 */

import { isRuns, isTree } from "../core/cells.ts";
import { shorten, TessellaError } from "../core/errors.ts";
import type { Pattern } from "../core/pattern.ts";
import { withRuns } from "../core/pattern.ts";
import { Registry } from "../core/registry.ts";
import { LIFE } from "../rules/universe-rule.ts";
import {
  decodeText,
  encodeText,
  isBlank,
  isLineBreak,
  joined,
  lineEnd,
  placeOf,
  SPACE,
  standsAt,
} from "./bytes.ts";
import { foreignKind, looksBinary } from "./foreign.ts";
import type { FormatField, PatternFormat, ReadOptions, WriteOptions } from "./format.ts";
import { LIFE_105 } from "./life-105.ts";
import { LIFE_106 } from "./life-106.ts";
import { MACROCELL } from "./macrocell.ts";
import { MCELL } from "./mcell.ts";
import { PBM } from "./pbm.ts";
import { PLAINTEXT } from "./plaintext.ts";
import { RLE } from "./rle.ts";

/** In the order of detection: formats with clear marks first, the forgiving ones last. */
export const FORMATS = new Registry<PatternFormat>("pattern format", [
  PBM,
  MCELL,
  LIFE_106,
  LIFE_105,
  MACROCELL,
  PLAINTEXT,
  RLE,
]);

export interface ReadResult {
  readonly pattern: Pattern;
  readonly format: PatternFormat;
  readonly gzipped: boolean;
}

/** Reads the bytes of a pattern in any format; `gzipped` is whether they were packed. Errors: those of `readPattern`. */
export function readUnpacked(unpacked: Uint8Array, options: ReadOptions = {}, gzipped = false): ReadResult {
  if (unpacked.length === 0 && !gzipped) throw new TessellaError("unsupported-format", "The file is empty.");
  const text = textOf(unpacked);
  const content = withoutForumTags(text);
  if (isBlankText(content)) {
    throw new TessellaError(
      "unsupported-format",
      gzipped ? "The gzip data hold nothing." : "The file holds nothing but blanks.",
    );
  }
  const foreign = foreignKind(content);
  if (foreign)
    throw new TessellaError("unsupported-format", `This is ${foreign.what}.`, { hint: foreign.hint });
  const format = FORMATS.list().find((f) => f.read && f.sniff(content));
  const read = format?.read
    ? { pattern: format.read(content, options), format, gzipped }
    : { pattern: readUnmarked(content, options), format: PLAINTEXT, gzipped };
  if (content === text) return read;
  const warnings = ["The tags of a forum post around the pattern were left out.", ...read.pattern.warnings];
  return { ...read, pattern: { ...read.pattern, warnings } };
}

/** Longer than any opening tag. */
const TAG_BYTES = 80;

/**
 * Patterns are copied from forum posts with the tags around them: `[code]` ... `[/code]`, also `[rle]`, `[viewer]` and `[code=...]`.
 * Blanks replace the tags, so that lines and columns of messages stay right. Returns the bytes themselves without tags.
 */
function withoutForumTags(bytes: Uint8Array): Uint8Array {
  let start = 0;
  while (isBlank(bytes[start]) || isLineBreak(bytes[start])) start++;
  if (bytes[start] !== 0x5b) return bytes;
  const opening = /^\[(code|rle|viewer)\b[^\]\r\n]*\]/i.exec(
    decodeText(bytes.subarray(start, start + TAG_BYTES)),
  );
  if (!opening) return bytes;
  const blanked = bytes.slice();
  blanked.fill(SPACE, start, start + encodeText(opening[0]).length);
  const closing = `[/${opening[1]}]`;
  for (let at = blanked.lastIndexOf(0x5b); at >= 0; at = at > 0 ? blanked.lastIndexOf(0x5b, at - 1) : -1) {
    if (!standsAt(blanked, at, closing)) continue;
    blanked.fill(SPACE, at, at + closing.length);
    break;
  }
  return blanked;
}

/** Text without any mark can only be a picture of cells; if it is not, it is no pattern at all. */
function readUnmarked(content: Uint8Array, options: ReadOptions): Pattern {
  const hint = knownFormats();
  if (looksBinary(content))
    throw new TessellaError(
      "unknown-format",
      "These are binary data of no pattern format that is known here.",
      {
        hint,
      },
    );
  try {
    return (PLAINTEXT.read as NonNullable<PatternFormat["read"]>)(content, options);
  } catch (error) {
    if (!(error instanceof TessellaError) || error.code !== "syntax") throw error;
    const first = firstLine(content);
    // Rows of cells come before it: a place in a picture.
    const place = (error.line ?? 1) > first.line ? { line: error.line, column: error.column } : null;
    const what = place
      ? "This is no pattern in a format that is known here."
      : `This looks like ${first.isJson ? "JSON" : "ordinary text"} and not like a pattern: it begins with "${shorten(first.text)}".`;
    throw new TessellaError("unknown-format", what, { ...place, hint, cause: error });
  }
}

/** The first line with anything on it, its number, and whether JSON begins there, which may go on below. */
function firstLine(text: Uint8Array): {
  readonly line: number;
  readonly text: string;
  readonly isJson: boolean;
} {
  const start = text.findIndex((byte) => !isBlank(byte) && !isLineBreak(byte));
  return {
    line: placeOf(text, start).line,
    text: decodeText(text.subarray(start, lineEnd(text, start))).trim(),
    isJson: /^[[{]\s*["[{]/.test(decodeText(text.subarray(start, start + 200))),
  };
}

/** Without the mark of UTF-8 at the beginning and the end mark of DOS (0x1a) at the end. */
function textOf(bytes: Uint8Array): Uint8Array {
  const start = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  let end = bytes.length;
  const isPacked = standsAt(bytes, 0, "P4");
  while (!isPacked && end > start && bytes[end - 1] === 0x1a) end--;
  return start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end);
}

function isBlankText(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 32 || byte === 9 || isLineBreak(byte));
}

/** Errors: those of `writePattern`. */
export function writeUnpacked(pattern: Pattern, formatId: string, options: WriteOptions = {}): Uint8Array {
  const format = FORMATS.get(formatId);
  if (!format.write)
    throw new TessellaError("unsupported-operation", `${format.name} files are only read here.`);
  const { cells } = pattern;
  return format.writeTree && isTree(cells)
    ? joined([...format.writeTree(pattern, cells)])
    : format.write(withRuns(pattern), options);
}

/**
 * The format of a file name: `gun.rle.gz` is RLE, gzipped. `_106.lif` means Life 1.06, as the wiki names such files.
 * Errors: `unsupported-format` with the list of known extensions.
 */
export function formatForPath(path: string): { readonly format: PatternFormat; readonly gzip: boolean } {
  const lower = path.toLowerCase();
  const zipped = lower.endsWith(".gz");
  const name = zipped ? lower.slice(0, -3) : lower;
  if (name.endsWith("_106.lif")) return { format: LIFE_106, gzip: zipped };
  const format = FORMATS.list().find((f) => f.extensions.some((ending) => name.endsWith(ending)));
  if (format) return { format, gzip: zipped };
  throw new TessellaError("unsupported-format", `The name "${path}" has no ending of a pattern format.`, {
    hint: knownFormats(),
  });
}

/** "Known: .rle (RLE), ..." */
function knownFormats(): string {
  const list = FORMATS.list().map((f) => `${f.extensions.join(" ")} (${f.name})`);
  return `Known: ${list.join(", ")}, each also as .gz.`;
}

const NAMES: Readonly<Record<FormatField, (pattern: Pattern) => string | null>> = {
  // A file without a rule is opened as Life.
  rule: (p) => (p.rule === LIFE.text ? null : p.rule && `the rule ${p.rule}`),
  // One that came in the pattern's own file or archive.
  "rule file": ({ ruleFile }) => (ruleFile?.enclosed ? `the file of its rule, ${ruleFile.name}.rule` : null),
  position: (p) => (p.positioned ? "the position" : null),
  generation: (p) => (p.generation === 0n ? null : `the generation ${p.generation}`),
  states: ({ cells }) =>
    (isRuns(cells) ? cells.states : cells.planes) ? "states above 1 (what is not 0 is live in it)" : null,
  notes: (p) => (p.name || p.author || p.comments.length > 0 ? "the name and comments" : null),
};

/** The facts of the pattern that a file in that format drops, for a warning: ["the rule B36/S23", ...]. */
export function lostIn(pattern: Pattern, format: PatternFormat): readonly string[] {
  const all = Object.keys(NAMES) as FormatField[];
  return all.flatMap((c) => (format.carries.includes(c) ? [] : (NAMES[c](pattern) ?? [])));
}

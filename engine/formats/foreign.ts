/** Recognises files that are no pattern, or an unsupported one, so that the refusal can name them. */

import { decodeText, isBlank, isLineBreak, standsAt } from "./bytes.ts";

interface Foreign {
  readonly what: string;
  readonly hint?: string;
  readonly magic: readonly (string | readonly number[])[];
  /** Where the magic stands. Default 0. */
  readonly at?: number;
}

const CONVERT = "Convert it to PBM (P1 or P4) first.";
const UNPACK = "Unpack it and open the pattern file inside.";

const FOREIGN: readonly Foreign[] = [
  {
    // Met inside gzip only: by itself an archive is unpacked before.
    what: "a ZIP archive",
    magic: [
      [0x50, 0x4b, 3, 4],
      [0x50, 0x4b, 5, 6],
    ],
    hint: UNPACK,
  },
  { what: "a 7z archive", magic: [[0x37, 0x7a, 0xbc, 0xaf]], hint: UNPACK },
  { what: "a tar archive", magic: ["ustar"], at: 257, hint: UNPACK },
  { what: "bzip2 data", magic: ["BZh"], hint: UNPACK },
  { what: "xz data", magic: [[0xfd, 0x37, 0x7a, 0x58, 0x5a, 0]], hint: UNPACK },
  { what: "Zstandard data", magic: [[0x28, 0xb5, 0x2f, 0xfd]], hint: UNPACK },
  { what: "gzip data inside gzip data", magic: [[0x1f, 0x8b]], hint: UNPACK },
  { what: "a PNG picture", magic: [[0x89, 0x50, 0x4e, 0x47]], hint: CONVERT },
  { what: "a GIF picture", magic: ["GIF87a", "GIF89a"], hint: CONVERT },
  { what: "a JPEG picture", magic: [[0xff, 0xd8, 0xff]], hint: CONVERT },
  {
    what: "a TIFF picture",
    magic: [
      [0x49, 0x49, 0x2a, 0],
      [0x4d, 0x4d, 0, 0x2a],
    ],
    hint: CONVERT,
  },
  { what: "a RIFF file (WebP, WAV or AVI)", magic: ["RIFF"] },
  {
    what: "a grey or colour picture (PGM, PPM or PAM)",
    magic: ["P2", "P3", "P5", "P6", "P7"],
    hint: CONVERT,
  },
  { what: "a PDF document", magic: ["%PDF"] },
  {
    what: "a program",
    magic: [
      [0x7f, 0x45, 0x4c, 0x46],
      [0xcf, 0xfa, 0xed, 0xfe],
    ],
  },
  { what: "a database", magic: ["SQLite format"] },
  {
    what: "a web page",
    magic: ["<!doctype", "<html", "<head"],
    hint: "Save the pattern's own file instead of the page that shows it.",
  },
  { what: "an XML or SVG document", magic: ["<?xml", "<svg"] },
  {
    what: "a Macrocell pattern of the first kind ([M1]), which is not read here",
    magic: ["[M1]"],
    hint: "Golly saves the second kind.",
  },
  { what: "a rule table (.rule) and not a pattern", magic: ["@RULE"] },
];

const matches = (bytes: Uint8Array, at: number, magic: string | readonly number[]): boolean =>
  typeof magic === "string" ? standsAt(bytes, at, magic) : magic.every((byte, i) => bytes[at + i] === byte);

/** The kind of the bytes, as a sentence's end ("a ZIP archive"), or undefined. */
export function foreignKind(
  bytes: Uint8Array,
): { readonly what: string; readonly hint: string | undefined } | undefined {
  const script = scriptKind(bytes);
  if (script)
    return {
      what: script,
      hint: "Scripts are not run here; the patterns that Golly makes with them are read.",
    };
  if (isUtf16(bytes)) {
    return { what: "text in UTF-16, which is not read here", hint: "Save it as UTF-8 or plain ASCII text." };
  }
  for (const { what, hint, magic, at } of FOREIGN) {
    if (magic.some((m) => matches(bytes, at ?? 0, m) && !isProse(bytes, m))) {
      return { what, hint };
    }
  }
  return undefined;
}

/** Golly's scripts, by the line with which each language loads Golly. */
function scriptKind(bytes: Uint8Array): string | null {
  const head = decodeText(bytes.subarray(0, 4096));
  if (/^[ \t]*local \w+ *= *golly\(\)/m.test(head)) return "a Lua script for Golly";
  if (/^[ \t]*(import golly\b|from (golly|glife)\b.* import\b)/m.test(head))
    return "a Python script for Golly";
  return null;
}

/** Two-letter magics (P2, P5) also begin words; a real header goes on with a blank. */
function isProse(bytes: Uint8Array, magic: string | readonly number[]): boolean {
  if (magic.length !== 2 || typeof magic !== "string") return false;
  const next = bytes[2];
  return !isBlank(next) && !isLineBreak(next);
}

function isUtf16(bytes: Uint8Array): boolean {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) return true;
  // Without a mark: ASCII characters with a zero beside each.
  if (bytes.length < 8) return false;
  const zeros = (from: number): boolean => [0, 2, 4, 6].every((i) => bytes[from + i] === 0);
  const text = (from: number): boolean => [0, 2, 4, 6].every((i) => isTextByte(bytes[from + i]));
  return (zeros(1) && text(0)) || (zeros(0) && text(1));
}

function isTextByte(byte: number): boolean {
  return byte === 9 || byte === 10 || byte === 13 || (byte >= 32 && byte < 127);
}

/** Whether the beginning holds bytes that text does not: zeros, or more than a few control bytes. */
export function looksBinary(bytes: Uint8Array): boolean {
  const length = Math.min(bytes.length, 4096);
  let odd = 0;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i];
    if (byte === 0) return true;
    if (byte < 32 && !(byte >= 9 && byte <= 13) && byte !== 26) odd++;
  }
  return odd * 50 > length;
}

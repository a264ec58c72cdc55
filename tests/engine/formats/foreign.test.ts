// Files that are no pattern are called by what they are, from the first bytes that each kind of file has.

import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { foreignKind, looksBinary } from "../../../engine/formats/foreign.ts";

const bytesOf = (hex: string, text = ""): Uint8Array =>
  Buffer.concat([Buffer.from(hex.replaceAll(" ", ""), "hex"), Buffer.from(text, "latin1")]);
const text = (start: string): Uint8Array => bytesOf("", start);

test.each<[string, Uint8Array]>([
  ["a ZIP archive", bytesOf("50 4b 03 04 14 00 00 00 08 00")],
  ["a ZIP archive", bytesOf("50 4b 05 06 00 00 00 00 00 00")],
  ["a 7z archive", bytesOf("37 7a bc af 27 1c 00 04")],
  ["a tar archive", text(`pattern.rle${"\0".repeat(246)}ustar  \0`)],
  ["bzip2 data", bytesOf("42 5a 68 39 31 41 59 26 53 59")],
  ["xz data", bytesOf("fd 37 7a 58 5a 00 00 04")],
  ["Zstandard data", bytesOf("28 b5 2f fd 04 58")],
  ["gzip data inside gzip data", gzipSync("bo$2bo$3o!")],
  ["a PNG picture", bytesOf("89 50 4e 47 0d 0a 1a 0a 00 00 00 0d")],
  ["a GIF picture", text("GIF89a\x10\0\x10\0")],
  ["a GIF picture", text("GIF87a\x10\0\x10\0")],
  ["a JPEG picture", bytesOf("ff d8 ff e0 00 10", "JFIF")],
  ["a TIFF picture", bytesOf("49 49 2a 00 08 00 00 00")],
  ["a TIFF picture", bytesOf("4d 4d 00 2a 00 00 00 08")],
  ["a RIFF file (WebP, WAV or AVI)", text("RIFF\x24\0\0\0WEBPVP8 ")],
  ...["P2", "P3", "P5", "P6", "P7"].map((magic): [string, Uint8Array] => [
    "a grey or colour picture (PGM, PPM or PAM)",
    text(`${magic}\n4 4\n255\n`),
  ]),
  ["a PDF document", text("%PDF-1.7\n")],
  ["a program", bytesOf("7f 45 4c 46 02 01 01 00")],
  ["a program", bytesOf("cf fa ed fe 0c 00 00 01")],
  ["a database", text("SQLite format 3\0")],
  ["a web page", text("<!DOCTYPE html><title>Life</title>")],
  ["a web page", text("<html><body>")],
  ["an XML or SVG document", text('<?xml version="1.0"?>')],
  ["an XML or SVG document", text('<svg xmlns="http://www.w3.org/2000/svg">')],
  ["a Macrocell pattern of the first kind ([M1]), which is not read here", text("[M1] (golly 0.9)\n")],
  ["a rule table (.rule) and not a pattern", text("@RULE WireWorld\n")],
  ["a Lua script for Golly", text("-- Goes on.\nlocal g = golly()\ng.new('x')\n")],
  ["a Python script for Golly", text("# Goes on.\nimport golly as g\n")],
  ["a Python script for Golly", text("from glife.base import *\n")],
  ["text in UTF-16, which is not read here", bytesOf("ff fe 78 00 20 00")],
  ["text in UTF-16, which is not read here", bytesOf("fe ff 00 78 00 20")],
  ["text in UTF-16, which is not read here", Buffer.from("x = 3, y = 3", "utf16le")],
  ["text in UTF-16, which is not read here", Buffer.from("x = 3, y = 3", "utf16le").swap16()],
])("%s is called so", (what, bytes) => {
  expect(foreignKind(bytes)?.what).toBe(what);
});

test.each([
  "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n",
  "bo$2bo$3o!",
  ".O.\n..O\nOOO\n",
  "[M2] (golly 2.0)\n#R B3/S23\n",
  "P4\n8 1\n",
  "P1 8 1 ",
  "#Life 1.06\n0 -1\n",
  "P53 is a gun.\n",
  "PK 5 is a name.\n",
  "BZ reaction\n",
  "local golly",
  // Latin-1: half of UTF-16's marks.
  "\xfeorn",
  "\xffx",
  "x\xff",
  "x\xfe",
  "",
])("%j is for the readers", (start) => {
  expect(foreignKind(text(start))).toBeUndefined();
});

test("says what helps", () => {
  const hint = (bytes: Uint8Array) => foreignKind(bytes)?.hint;
  expect(hint(bytesOf("89 50 4e 47 0d 0a"))).toMatch(/PBM/);
  expect(hint(text("P5 4 4 255 "))).toMatch(/PBM/);
  expect(hint(gzipSync("x"))).toMatch(/Unpack/);
  expect(hint(text("<html>"))).toMatch(/pattern's own file/);
  expect(hint(text("import golly as g"))).toMatch(/not run here/);
  expect(hint(Buffer.from("\ufeffx = 3", "utf16le"))).toMatch(/UTF-8/);
});

test("takes zeros and many control bytes for no text", () => {
  const line = "bo$2bo$3o!\r\n\t";
  expect(looksBinary(text(line.repeat(600)))).toBe(false);
  expect(looksBinary(text(`${line}\x1a`))).toBe(false);
  expect(looksBinary(text(`${line}\0`))).toBe(true);
  expect(looksBinary(text(`${"o".repeat(98)}\x01\x02`))).toBe(false);
  expect(looksBinary(text(`${"o".repeat(97)}\x01\x02\x03`))).toBe(true);
  // Only the beginning is looked at.
  expect(looksBinary(text(`${"o".repeat(4096)}\0`))).toBe(false);
  expect(looksBinary(text(`${"o".repeat(4095)}\0`))).toBe(true);
});

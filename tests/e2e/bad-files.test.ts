// Files that are no use, dropped on the studio: one clear message each, with what and where, and the universe that is open
// stays as it was.

import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { OpenStudio, Rig } from "./studio.ts";
import { dropFile, focusCells, openPattern, openStudio, reading, startRig, stateHash } from "./studio.ts";

const GLIDER = "x = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n";
const MINE = "#CXRLE Pos=7,-3 Gen=41\nx = 3, y = 3, rule = B36/S23\nb2o$2o$bo!";
let rig: Rig;
let studio: OpenStudio;
let page: Page;

beforeAll(async () => {
  rig = await startRig();
  studio = await openStudio(rig);
  page = studio.page;
});
afterAll(() => rig.close());

const latin1 = (text: string): Uint8Array => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

type Case = readonly [name: string, content: string | Uint8Array, message: string | RegExp];

async function refuses(cases: readonly Case[]): Promise<void> {
  if (!(await page.locator(".tab", { hasText: "mine.rle" }).isVisible()))
    await openPattern(page, "mine.rle", MINE);
  const hash = await stateHash(page);
  const tabs = await page.locator(".tab").count();
  const alerts = page.getByRole("alert");
  for (const [name, content, message] of cases) {
    await dropFile(page, name, content);
    await alerts.waitFor();
    const text = (await alerts.innerText()).trim();
    expect(text).toMatch(/^[^\n]+$/);
    expect(text.slice(0, name.length + 2)).toBe(`${name}: `);
    if (typeof message === "string") expect(text).toContain(message);
    else expect(text).toMatch(message);
    expect(text).not.toMatch(/undefined|\bat \w+ \(|Error:/);
    expect(await page.locator(".tab").count()).toBe(tabs);
    await page.getByRole("button", { name: "Close the message" }).click();
    await alerts.waitFor({ state: "detached" });
  }
  await focusCells(page);
  expect(await stateHash(page)).toBe(hash);
  expect([await reading(page, "generation"), await reading(page, "population")]).toEqual([41, 5]);
  expect(studio.complaints).toEqual([]);
}

test("wrong RLE", () =>
  refuses([
    [
      "b9.rle",
      "#C hello\nx = 3, y = 3, rule = B9/S\nbo$2bo$3o!\n",
      /line 2, column 23: .*counts 9 live neighbours/,
    ],
    ["h7.rle", "x = 3, y = 1, rule = B2/S78H\n3o!", /line 1, column 26: .*counts 7 live neighbours/],
    ["grid.rle", "x = 3, y = 1, rule = B3/S23:Q3\n3o!", /line 1, column 22: .*cannot be read/],
    ["header.rle", "x = 3, y = 1, ruel B3/S23\n3o!", /line 1, column 15: .*header cannot be read/],
    ["x.rle", "x = three, y = 1\n3o!", /line 1, column 5: The header's x is not a whole number/],
    ["twice.rle", "x = 3, y = 1\n3o\nx = 3, y = 1\n3o!", /line 3, column 1: .*second header/],
    ["truncated.rle", "x = 3, y = 3\nbo$2bo$3", /line 2, column 9: .*ends without/],
    ["headless.rle", "x = 3, y = 1, rule = B3/S23", /line 1, column 28: .*ends without/],
    ["token.rle", "x = 3, y = 1\n3o$\n2oz!", /line 3, column 3: .*cannot hold "z"/],
    ["wide.rle", "x = 1, y = 1\n99999999999999999999o!", /line 2, column 1: .*larger than 2\^53/],
    ["states.rle", "x = 3, y = 1, rule = B3/S23\n2oB!", /line 2, column 3: B3\/S23 has the states 0 to 1/],
    ["long.rle", `x = 3, y = 1, rule = ${"3".repeat(15_000)}\n3o!`, /line 1, column 22: The rule is longer/],
    ["huge.rle", "x = 999999999, y = 1\n999999999o!", /needs [\d,]+ MB, more than the limit/],
  ]));

test("wrong pictures and lists", () =>
  refuses([
    ["short.pbm", "P1\n3 2\n010\n11", /line 4, column 3: .*ends in row 2 of 2/],
    ["grey.pbm", "P1\n3 2\n012", /line 3, column 3: .*A pixel is 0 or 1/],
    ["size.pbm", "P4\n999999999 999999999\n\0", /line 2, column 1: .*but only 1 follow/],
    ["none.pbm", "P4\n0 5\n", /line 2, column 1: .*width is 0/],
    ["colour.pbm", "P6\n1 1\n255\nabc", "This is a grey or colour picture"],
    ["pair.lif", "#Life 1.06\n1 2\n3\n", /line 3, column 2: .*row of the cell is missing/],
    ["word.lif", "#Life 1.06\n1 2\nx 3\n", /line 3, column 1: .*expected, not "x"/],
    ["cells.cells", ".O\n.P", /line 2, column 2: This is no pattern/],
  ]));

test("no patterns at all", () =>
  refuses([
    ["empty.rle", "", "The file is empty."],
    ["blank.rle", " \r\n\t\n", "The file holds nothing but blanks."],
    [
      "letter.txt",
      "Dear all,\nsee below",
      'This looks like ordinary text and not like a pattern: it begins with "Dear',
    ],
    ["page.rle", "<!DOCTYPE html><html>", "This is a web page."],
    ["photo.png", latin1("\x89PNG\r\n\x1a\n"), "This is a PNG picture."],
    ["bytes.bin", latin1("\x01\x02\x00\x03\xfe"), "These are binary data"],
    ["wide.txt", latin1("\xff\xfex\x00 \x00=\x00"), "This is text in UTF-16"],
    ["noise.rle", Uint8Array.from({ length: 300_000 }, (_, i) => (i * 2654435761) >>> 13), /./],
  ]));

test("damaged archives and bombs", () =>
  refuses([
    ["broken.rle.gz", gzipSync(GLIDER.repeat(20)).subarray(0, 40), "The gzip data are damaged or cut off"],
    ["twice.rle.gz", gzipSync(gzipSync(GLIDER)), "This is gzip data inside gzip data."],
    ["bomb.rle.gz", gzipSync(new Uint8Array(80 * 2 ** 20)), /./],
  ]));

import { expect, test } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { notOpened, summaryOf } from "../../../renderer/studio/open-summary.ts";

const failure = (name: string) => ({
  name,
  error: new TessellaError("syntax", "The file is cut off.", { line: 3, hint: "Ask for it again." }),
});

test("several files that failed are said once, the first few by name", () => {
  expect(summaryOf(3, [])).toBeNull();
  expect(summaryOf(2, [failure("a.rle")])).toBe(
    "1 of 2 files were opened. Not opened: a.rle (The file is cut off).",
  );
  expect(summaryOf(9, ["a", "b", "c", "d", "e"].map(failure))).toBe(
    "4 of 9 files were opened. Not opened: a (The file is cut off), b (The file is cut off), c (The file is cut off), and 2 more.",
  );
});

test("an end in the middle says what has not come", () => {
  expect(notOpened(["a.rle"])).toBe("a.rle was not opened.");
  expect(notOpened(["a.rle", "b.rle", "c.rle"])).toBe("a.rle and 2 more were not opened.");
});

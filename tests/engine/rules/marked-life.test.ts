// The signals of Super: which of them a cell takes over from a neighbour, and which leave it as it is.

import { expect, it } from "vitest";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { equalRuns } from "../../support/runs.ts";

/** By the letters of RLE: N 14, P 16, R 18, T 20, V 22, X 24. */
it.each([
  ["PN!", "N!"],
  ["TR!", "2R!"],
  ["VT!", "2T!"],
  ["RV!", "2V!"],
  ["XR!", "2R!"],
  ["XN!", "R!"],
  ["XT!", "XT!"],
  ["VRTV!", "2VRT!"],
])("%s of Super becomes %s", async (before, after) => {
  const rule = parseRule("B3/S23Super");
  const { universe } = await createUniverse(
    { rule, topology: UNBOUNDED, cells: cellsFromRle(before), algorithm: "reference" },
    {},
  );
  await universe.step(1n);
  expect(equalRuns(await universe.readRuns(), cellsFromRle(after))).toBe(true);
  universe.dispose();
});

// Where the rows of a list of cards lie, and which of them are on the page.

import { expect, test } from "vitest";
import { rowsOf, shownRows } from "../../../renderer/library/card-rows.ts";

const entries = Array.from({ length: 200 }, (_, n) => ({ id: `p${n}`, group: n < 10 ? "Few" : "" }));
const ids = (rows: ReturnType<typeof shownRows<{ readonly id: string }>>) =>
  rows.map((row) => (row.entry ? row.entry.id : row.heading));

test("rows follow one another without a gap, with a heading before each group", () => {
  const { rows, height } = rowsOf(entries, ({ group }) => group);
  expect(rows).toHaveLength(202);
  let top = 0;
  for (const [at, row] of rows.entries()) {
    expect(row).toMatchObject({ at, top });
    top += row.height;
  }
  expect(height).toBe(top);
  expect(ids(rows.slice(0, 2))).toEqual(["Few", "p0"]);
  expect(ids(rows.slice(11, 13))).toEqual(["No folder", "p10"]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(202);
  expect(rowsOf(entries).rows).toHaveLength(200);
  expect(rowsOf([], () => "")).toEqual({ rows: [], height: 0 });
});

test("only rows near the view are on the page, and with them the first and the reached one", () => {
  const { rows, height } = rowsOf(entries);
  const view = { top: 375, bottom: 412.5 };
  expect(ids(shownRows(rows, view, null))).toEqual(["p0", ...entries.slice(96, 114).map(({ id }) => id)]);
  // In their order, so that a screen reader reads them so.
  expect(ids(shownRows(rows, view, "p50")).slice(0, 3)).toEqual(["p0", "p50", "p96"]);
  expect(ids(shownRows(rows, view, "p199")).at(-1)).toBe("p199");
  expect(ids(shownRows(rows, view, "p100"))).toHaveLength(19);
  expect(ids(shownRows(rows, { top: height - 37.5, bottom: height }, null)).at(-1)).toBe("p199");
  expect(ids(shownRows(rows, { top: 0, bottom: 37.5 }, "p0"))).toEqual(
    entries.slice(0, 14).map(({ id }) => id),
  );
});

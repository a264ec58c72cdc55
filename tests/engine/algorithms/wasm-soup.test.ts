import fc from "fast-check";
import { afterEach, expect, it, vi } from "vitest";
import { loadSoupRows } from "../../../engine/algorithms/wasm/soup.ts";
import { soupRows } from "../../../engine/core/soup.ts";
import { caught } from "../../support/caught.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const anySide = fc.oneof(fc.integer({ min: 0, max: 140 }), fc.integer({ min: 1, max: 3000 }));
const anySoup = fc.record({
  seed: fc.oneof(fc.constantFrom(0, 1, 2 ** 31, 2 ** 32 - 1), fc.nat(2 ** 32 - 1)),
  density: fc.oneof(
    fc.constantFrom(0, 1, 2 ** -32, 1 - 2 ** -32, 0.5, 0.5 + 2 ** -32),
    fc.double({ min: 0, max: 1, noNaN: true }),
  ),
  width: anySide,
  height: anySide,
});

it("makes the cells of soupRows, whatever the soup and the rows", async () => {
  const make = await loadSoupRows();
  expect(make).not.toBe(soupRows);
  const cases = anySoup.chain((soup) =>
    fc.tuple(fc.constant(soup), fc.nat(soup.height), fc.nat(Math.min(soup.height, 200))),
  );
  fc.assert(
    fc.property(cases, ([soup, first, count]) => {
      expect(make(soup, first, count)).toEqual(soupRows(soup, first, count));
    }),
    { numRuns: 150 },
  );
});

it.each([
  // A piece and a bit of rows, and rows of one piece and of more, as far from the origin as soups go.
  [4100, 600, 0, 600],
  [2 ** 21, 4, 1, 2],
  [2 ** 21 + 33, 2 ** 31, 2 ** 31 - 2, 2],
  [2 ** 23 - 31, 3, 0, 3],
])("makes a soup of %d x %d cells in pieces, from row %d on %d", async (width, height, first, count) => {
  const soup = { seed: 7, density: 0.3, width, height };
  expect((await loadSoupRows())(soup, first, count)).toEqual(soupRows(soup, first, count));
});

it("leaves cells in states to soupRows, and refuses a density as it does", async () => {
  const make = await loadSoupRows();
  const soup = { seed: 3, density: 0.4, width: 77, height: 40, states: [1, 4] };
  expect(make(soup, 3, 30)).toEqual(soupRows(soup, 3, 30));
  expect(caught(() => make({ ...soup, states: undefined, density: 2 }, 0, 1)).code).toBe("bad-argument");
});

it("is soupRows where WebAssembly is refused", async () => {
  vi.spyOn(WebAssembly, "instantiate").mockRejectedValue(new WebAssembly.CompileError("refused"));
  vi.resetModules();
  const fresh = await import("../../../engine/algorithms/wasm/soup.ts");
  const core = await import("../../../engine/core/soup.ts");
  expect(await fresh.loadSoupRows()).toBe(core.soupRows);
});

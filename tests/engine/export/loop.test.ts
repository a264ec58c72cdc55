// Films that come round: the first stretch of a run whose end leads back to its beginning.

import { expect, test } from "vitest";
import type { Rect } from "../../../engine/core/rect.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import type { FilmSpec } from "../../../engine/export/film.ts";
import { openFilm } from "../../../engine/export/film.ts";
import type { FrameRange } from "../../../engine/export/frame-source.ts";
import { findLoop } from "../../../engine/export/loop.ts";
import { parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { cellsFromRle } from "../../support/rle-text.ts";
import { cellsOf, GLIDER, universeWith } from "../../support/universes.ts";

const GUN = cellsFromRle(
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
);
const upTo = (to: number, every = 1, from = 0): FrameRange => ({
  from: BigInt(from),
  to: BigInt(to),
  every: BigInt(every),
});

interface Wanted {
  readonly rule?: string;
  readonly moving?: boolean;
  readonly region?: Rect;
}

async function loopIn(
  cells: Runs | undefined,
  range: FrameRange,
  { rule = "B3/S23", moving = false, region }: Wanted = {},
) {
  const universe = await universeWith(cells, { ...parseUniverseRule(rule), algorithm: "bitwise" });
  await universe.step(range.from);
  const { range: round, dx, dy } = await findLoop(universe, range, { moving, region: region ?? null });
  // It stands where it stood.
  expect(universe.generation).toBe(range.from);
  return [round.from, round.to, round.every, dx, dy].map(Number);
}

test.each<[string, Runs, FrameRange, Wanted, readonly number[]]>([
  ["an oscillator", cellsOf(["OOO"]), upTo(9), {}, [0, 1, 1, 0, 0]],
  ["one that is shown from later on", cellsOf(["OOO"]), upTo(9, 1, 5), {}, [5, 6, 1, 0, 0]],
  ["one in other steps", cellsOf(["OOO"]), upTo(30, 3), {}, [0, 3, 3, 0, 0]],
  ["what settles, from there on", cellsOf(["OOOOO"]), upTo(30), {}, [6, 7, 1, 0, 0]],
  ["a spaceship that the camera follows", cellsOf(GLIDER), upTo(30), { moving: true }, [0, 3, 1, 1, 1]],
  ["one in steps of two", cellsOf(GLIDER, 7n, -9n), upTo(30, 2), { moving: true }, [0, 2, 2, 1, 1]],
  ["a spaceship on a torus", cellsOf(GLIDER), upTo(99), { rule: "B3/S23:T10,10" }, [0, 39, 1, 0, 0]],
  ["a background that strobes", cellsOf(["."]), upTo(9), { rule: "B0/S" }, [0, 1, 1, 0, 0]],
])("%s comes round", async (_, cells, range, wanted, loop) => {
  expect(await loopIn(cells, range, wanted)).toEqual(loop);
});

test("a part comes round where the whole never does, once a second round has been the same", async () => {
  const region = rect(0, 0, 36, 9);
  const [from, to, every, dx, dy] = await loopIn(GUN, upTo(200), { region });
  expect([Number(to) + 1 - Number(from), every, dx, dy]).toEqual([30, 1, 0, 0]);
  // The first two rounds have to be among the frames.
  const last = Number(from) + 2 * 30 - 1;
  expect((await loopIn(GUN, upTo(last), { region }))[0]).toBe(from);
  await expect(loopIn(GUN, upTo(last - 1), { region })).rejects.toMatchObject({ code: "not-found" });
});

test.each<[string, Runs, Wanted]>([
  ["a spaceship before a camera that stands", cellsOf(GLIDER), {}],
  ["a place that it has left", cellsOf(GLIDER), { region: rect(0, 0, 4, 4) }],
  ["a place where nothing ever comes", cellsOf(GLIDER), { region: rect(-50, 0, 9, 9) }],
  ["a gun as a whole", GUN, { moving: true }],
])("%s has no loop", async (_, cells, wanted) => {
  await expect(loopIn(cells, upTo(70), wanted)).rejects.toMatchObject({
    code: "not-found",
    message: "No loop was found: from generation 0 to 70 nothing comes round and round again.",
    hint: expect.stringMatching(/later generation/),
  });
});

test("a search that is broken off says so", async () => {
  const universe = await universeWith(GUN);
  const search = findLoop(
    universe,
    upTo(500, 1, 3),
    { moving: false, region: null },
    { signal: AbortSignal.abort() },
  );
  await expect(search).rejects.toMatchObject({ code: "aborted" });
});

test("the camera of a loop moves evenly after a spaceship, so that its last picture leads to its first", async () => {
  const pixels = 8;
  const spec: FilmSpec = {
    range: upTo(30),
    framing: { kind: "follow", zoom: pixels, width: 120, height: 120 },
    look: PLAIN_LOOK,
    ...{ fps: 10, hold: 0, loop: true },
  };
  const film = await openFilm(await universeWith(cellsOf(GLIDER)), spec);
  expect([film.frames, Number(film.range.from), Number(film.range.to)]).toEqual([4, 0, 3]);
  const places: number[][] = [];
  for await (const { pixels: shown } of film.read()) {
    const live = [...shown.keys()].filter((at) => shown[at] !== shown[0]);
    places.push([Math.min(...live.map((at) => at % 120)), Math.floor(Math.min(...live) / 120)]);
  }
  const [first = []] = places;
  const other = await universeWith(cellsOf(GLIDER));
  for (const [index, place] of places.entries()) {
    await other.step(BigInt(index));
    const box = (await other.bounds()) as Rect;
    // By a cell in four generations, in both directions.
    const shift = (index / 4) * pixels;
    expect(place).toEqual([
      Number(box.x) * pixels - shift + (first[0] ?? 0),
      Number(box.y) * pixels - shift + (first[1] ?? 0),
    ]);
  }
});

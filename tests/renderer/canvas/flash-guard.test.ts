// The flash guard against sequences of pictures whose flashes are known, and against a plain count of what it let pass.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { tilesOf } from "../../../engine/picture/picture-tiles.ts";
import { FlashGuard } from "../../../renderer/canvas/flash-guard.ts";
import { evenly } from "../../support/evenly.ts";

const TILES = 160;
const even = (level: number): Float32Array => new Float32Array(TILES).fill(level);

/** One level for the first `share` of the tiles, another for the others. */
function split(share: number, level: number, rest: number): Float32Array {
  return even(rest).fill(level, 0, Math.round(share * TILES));
}

/** Shows pictures at an even pace; answers which were admitted. */
function play(guard: FlashGuard, pictures: readonly Float32Array[], interval: number): boolean[] {
  return pictures.map((tiles, at) => guard.admits(tiles, at * interval));
}

const blinking = (count: number, low: number, high: number): Float32Array[] =>
  Array.from({ length: count }, (_, at) => even(at % 2 === 0 ? low : high));

/** Opposing changes of a tenth and more in a sequence of levels: the obvious way. */
function changesOf(levels: readonly { readonly level: number; readonly at: number }[]): number[] {
  const times: number[] = [];
  let extreme = levels[0]?.level ?? 0;
  let direction = 0;
  for (const { level, at } of levels) {
    if ((level - extreme) * direction > 0) extreme = level;
    else if (Math.abs(level - extreme) >= 0.1 && Math.min(level, extreme) < 0.8) {
      direction = Math.sign(level - extreme);
      extreme = level;
      times.push(at);
    }
  }
  return times;
}

describe("the flash guard", () => {
  test("lets three flashes pass in a second and holds the fourth back", () => {
    const admitted = play(new FlashGuard(), blinking(20, 0.1, 0.6), 1000 / 20);
    // The first picture, then three pairs of changes; of what follows only what changes nothing.
    expect(admitted.slice(0, 7)).toEqual(Array(7).fill(true));
    const shown = blinking(20, 0.1, 0.6).filter((_, at) => admitted[at]);
    expect(new Set(shown.slice(7).map((tiles) => tiles[0]))).toEqual(
      new Set(shown.slice(6, 7).map((t) => t[0])),
    );
    expect(admitted.slice(7)).toContain(false);
  });

  test("goes on when the second is over", () => {
    const guard = new FlashGuard();
    play(guard, blinking(7, 0, 1), 10);
    expect(guard.admits(even(1), 500)).toBe(false);
    expect(guard.admits(even(1), 1009)).toBe(false);
    expect(guard.admits(even(1), 1010)).toBe(true);
  });

  test("three flashes a second go on for ever", () => {
    expect(play(new FlashGuard(), blinking(60, 0, 1), 168)).not.toContain(false);
  });

  test.each([
    ["changes below a tenth", blinking(60, 0.3, 0.39)],
    ["changes between bright pictures", blinking(60, 0.82, 1)],
    ["a slow rise", Array.from({ length: 60 }, (_, at) => even(at / 60))],
    ["a quarter of the view", Array.from({ length: 60 }, (_, at) => split(0.25, at % 2, 0))],
    ["cells that blink within a tile", Array.from({ length: 60 }, (_, at) => even(0.5 + (at % 2) * 0.01))],
  ])("admits %s", (_name, pictures) => {
    expect(play(new FlashGuard(), pictures, 1000 / 60)).not.toContain(false);
  });

  test("more than a quarter of the view is too much, in whatever phase its tiles are", () => {
    const third = Array.from({ length: 20 }, (_, at) => split(0.3, at % 2, 0));
    expect(play(new FlashGuard(), third, 16)).toContain(false);
    const opposed = Array.from({ length: 20 }, (_, at) =>
      Float32Array.from({ length: TILES }, (_, tile) => (tile + at) % 2),
    );
    expect(play(new FlashGuard(), opposed, 16)).toContain(false);
  });

  test("a slow rise in small steps and a fall are one flash", () => {
    const wave = Array.from({ length: 200 }, (_, at) => even(0.5 + 0.4 * Math.sin((at / 20) * 2 * Math.PI)));
    // Ten waves in two seconds: five flashes a second.
    expect(play(new FlashGuard(), wave, 10)).toContain(false);
    expect(play(new FlashGuard(), wave, 20)).not.toContain(false);
  });

  test("no second of what it admits has more than its limit, and what is held back would have", () => {
    const step = fc.tuple(evenly(0, 1), fc.integer({ min: 1, max: 300 }));
    fc.assert(
      fc.property(
        fc.array(step, { minLength: 5, maxLength: 80 }),
        fc.integer({ min: 1, max: 4 }),
        (steps, limit) => {
          const guard = new FlashGuard(limit);
          const shown: { level: number; at: number }[] = [];
          let at = 0;
          for (const [wanted, wait] of steps) {
            at += wait;
            const level = Math.fround(wanted);
            const times = changesOf([...shown, { level, at }]);
            const within = times.filter((time) => at - time < 1000).length;
            const admitted = guard.admits(even(level), at);
            expect(admitted).toBe(within <= 2 * limit || times.at(-1) !== at);
            if (admitted) shown.push({ level, at });
          }
        },
      ),
    );
  });

  test("a window of another size begins anew", () => {
    const guard = new FlashGuard();
    play(guard, blinking(7, 0, 1), 10);
    expect(guard.admits(new Float32Array(40).fill(1), 80)).toBe(true);
  });
});

describe("the brightness of a picture", () => {
  test("is relative luminance, and each tile its own", () => {
    const [width, height] = [160, 100];
    const pixels = new Uint32Array(width * height).fill(0xff000000);
    for (let y = 0; y < 10; y++) pixels.fill(0xffffffff, y * width, y * width + 10);
    for (let y = 90; y < 100; y++) pixels.fill(0xff808080, y * width + 150, (y + 1) * width);
    const tiles = tilesOf({ width, height, pixels }, { across: 16, down: 10 });
    expect(tiles).toHaveLength(160);
    expect(tiles[0]).toBeCloseTo(1, 5);
    // WCAG's example: mid grey has a luminance of 0.216.
    expect(tiles[159]).toBeCloseTo(0.2159, 3);
    expect([...tiles.slice(1, 159)].every((level) => level === 0)).toBe(true);
  });

  test("of pictures too small for the grid is still known", () => {
    const small = { width: 4, height: 3, pixels: new Uint32Array(12).fill(0xffffffff) };
    for (const tile of tilesOf(small, { across: 16, down: 10 })) expect(tile).toBeLessThanOrEqual(1);
  });
});

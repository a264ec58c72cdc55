// Where a camera goes by itself: after a moving pattern, and out and in with one that grows and shrinks.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Rect } from "../../../engine/core/rect.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { Camera } from "../../../engine/picture/camera.ts";
import { fit } from "../../../engine/picture/camera-fit.ts";
import { cameraOn, pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { Autofit, follow, isAt, middleOfBox, showsAll } from "../../../renderer/canvas/piloting.ts";
import { evenly } from "../../support/evenly.ts";

const SIZE = { width: 800, height: 600 };
const kinds = fc.constantFrom(SQUARE, HEX);
const box = (x: bigint, y: bigint, w: number, h: number): Rect => ({ x, y, w: BigInt(w), h: BigInt(h) });

describe("following", () => {
  test("arrives from anywhere near, never overshoots, and by the same path however often it is drawn", () => {
    const places = fc.record({
      kind: kinds,
      at: fc.bigInt({ min: -(2n ** 200n), max: 2n ** 200n }),
      dx: fc.integer({ min: -15, max: 15 }),
      dy: fc.integer({ min: -10, max: 10 }),
      zoom: evenly(-2, 4),
    });
    fc.assert(
      fc.property(places, ({ kind, at, dx, dy, zoom }) => {
        const target = middleOfBox(box(at + BigInt(dx), -at + BigInt(dy), 3, 3), kind);
        const begin = cameraOn({ x: at, y: -at }, zoom, kind);
        const away = (camera: Camera): number => {
          const { x, y } = pointOfCell(camera, SIZE, kind, {
            x: at + BigInt(dx) + 1n,
            y: -at + BigInt(dy) + 1n,
          });
          return Math.hypot(x - SIZE.width / 2, y - SIZE.height / 2);
        };
        const half = 0.5 * 2 ** zoom * 1.5;
        let camera = begin;
        let last = Number.POSITIVE_INFINITY;
        for (let n = 0; n < 100 && !isAt(target, camera, kind); n++) {
          camera = follow(target, camera, SIZE, kind, { elapsed: 16, smooth: true });
          expect(away(camera)).toBeLessThanOrEqual(last + half);
          last = away(camera);
          expect(camera.zoom).toBe(zoom);
        }
        expect(isAt(target, camera, kind)).toBe(true);
        // Once in 48 milliseconds or three times in 16: the same place.
        const coarse = follow(target, begin, SIZE, kind, { elapsed: 48, smooth: true });
        let fine = begin;
        for (let n = 0; n < 3; n++) fine = follow(target, fine, SIZE, kind, { elapsed: 16, smooth: true });
        if (!isAt(target, fine, kind)) {
          const [a, b] = [coarse, fine].map((one) => pointOfCell(one, SIZE, kind, { x: at, y: -at }));
          expect(Math.hypot(a!.x - b!.x, a!.y - b!.y)).toBeLessThan(1);
        }
      }),
      { numRuns: 200 },
    );
  });

  test("is there at once where nothing may move, and where the pattern is far out of view", () => {
    for (const kind of [SQUARE, HEX]) {
      const camera = cameraOn({ x: 0n, y: 0n }, 3, kind);
      const near = middleOfBox(box(9n, 4n, 3, 3), kind);
      expect(isAt(near, follow(near, camera, SIZE, kind, { elapsed: 1, smooth: true }), kind)).toBe(false);
      expect(isAt(near, follow(near, camera, SIZE, kind, { elapsed: 1, smooth: false }), kind)).toBe(true);
      for (const far of [10n ** 3n, 2n ** 90n, 2n ** 2000n]) {
        const target = middleOfBox(box(far, -far, 3, 3), kind);
        const there = follow(target, camera, SIZE, kind, { elapsed: 1, smooth: true });
        expect(isAt(target, there, kind)).toBe(true);
        expect(showsAll(box(far, -far, 3, 3), there, SIZE, kind)).toBe(true);
      }
    }
  });

  test("keeps up with a glider as fast as anybody looks at: it stays in the middle third", () => {
    let camera = cameraOn({ x: 1n, y: 1n }, 4, SQUARE);
    // c/4 at 240 generations a second, and a picture each 16 ms: 60 cells a second.
    for (let n = 0; n < 600; n++) {
      const at = BigInt(Math.floor(n * 0.96));
      camera = follow(middleOfBox(box(at, at, 3, 3), SQUARE), camera, SIZE, SQUARE, {
        elapsed: 16,
        smooth: true,
      });
      const { x, y } = pointOfCell(camera, SIZE, SQUARE, { x: at + 1n, y: at + 1n });
      expect(Math.abs(x - SIZE.width / 2)).toBeLessThan(SIZE.width / 3);
      expect(Math.abs(y - SIZE.height / 2)).toBeLessThan(SIZE.height / 3);
    }
  });
});

describe("autofit", () => {
  const cameraFor = (b: Rect): Camera => fit(b, SIZE, SQUARE, { margin: 0.15 });

  test("goes out at once when something leaves the view, and leaves room to grow", () => {
    const autofit = new Autofit();
    const small = box(0n, 0n, 40, 30);
    const camera = cameraFor(small);
    expect(autofit.next(small, camera, SIZE, SQUARE, 0)).toBeNull();
    const grown = box(-30n, 0n, 100, 30);
    const next = autofit.next(grown, camera, SIZE, SQUARE, 10);
    expect(next && showsAll(grown, next, SIZE, SQUARE)).toBe(true);
    expect(next && showsAll(box(-40n, -5n, 120, 40), next, SIZE, SQUARE)).toBe(true);
    expect(autofit.next(grown, next as Camera, SIZE, SQUARE, 20)).toBeNull();
  });

  test("comes in only when there has been room for a while, and never because of a pulse", () => {
    const autofit = new Autofit();
    const [large, tiny] = [box(0n, 0n, 400, 300), box(190n, 140n, 20, 20)];
    const camera = cameraFor(large);
    expect(autofit.next(tiny, camera, SIZE, SQUARE, 0)).toBeNull();
    expect(autofit.waits(1000)).toBe(500);
    expect(autofit.next(tiny, camera, SIZE, SQUARE, 1400)).toBeNull();
    // It fills the view again: the time begins anew.
    expect(autofit.next(large, camera, SIZE, SQUARE, 1450)).toBeNull();
    expect(autofit.waits(1450)).toBeNull();
    expect(autofit.next(tiny, camera, SIZE, SQUARE, 1600)).toBeNull();
    expect(autofit.next(tiny, camera, SIZE, SQUARE, 3000)).toBeNull();
    const next = autofit.next(tiny, camera, SIZE, SQUARE, 3200);
    expect(next?.zoom).toBeGreaterThan(camera.zoom + 1);
    expect(next && showsAll(tiny, next, SIZE, SQUARE)).toBe(true);
    // A few cells do not fill the screen.
    expect(next?.zoom).toBeLessThanOrEqual(5);
  });

  test("settles: with nothing growing it moves at most once, whatever the pattern", () => {
    const boxes = fc.record({
      x: fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
      y: fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }),
      w: fc.bigInt({ min: 1n, max: 2n ** 70n }),
      h: fc.bigInt({ min: 1n, max: 2n ** 70n }),
    });
    fc.assert(
      fc.property(boxes, kinds, evenly(-60, 6), (rect, kind, zoom) => {
        const autofit = new Autofit();
        let camera = cameraOn({ x: 0n, y: 0n }, zoom, kind);
        let moves = 0;
        for (let now = 0; now < 20_000; now += 500) {
          const next = autofit.next(rect, camera, SIZE, kind, now);
          if (next) {
            camera = next;
            moves++;
          }
        }
        expect(moves).toBeLessThanOrEqual(1);
        expect(showsAll(rect, camera, SIZE, kind)).toBe(true);
      }),
      { numRuns: 150 },
    );
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import type { GridKind } from "../../../engine/grids/grid-kind.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { Camera, ViewSize } from "../../../engine/picture/camera.ts";
import { cellsInView } from "../../../engine/picture/camera.ts";
import { evenZoom, fit, fitScreenBox } from "../../../engine/picture/camera-fit.ts";
import type { Position } from "../../../engine/picture/camera-moves.ts";
import {
  cameraOn,
  cellAtPoint,
  cellOf,
  forDevice,
  middleOf,
  panBy,
  pinch,
  pointOfCell,
  positionAt,
  visibleCells,
  zoomAt,
} from "../../../engine/picture/camera-moves.ts";
import { evenly } from "../../support/evenly.ts";

const size: ViewSize = { width: 1280, height: 800 };
const anyKind = fc.constantFrom(SQUARE, HEX);
const anyCoordinate = fc.oneof(
  fc.bigInt({ min: -1000n, max: 1000n }),
  fc.bigInt({ min: -(10n ** 30n), max: 10n ** 30n }),
);
const anyCell = fc.record({ x: anyCoordinate, y: anyCoordinate });
const anyPoint = fc.record({
  x: evenly(0, 1280),
  y: evenly(0, 800),
});
const anyZoom = fc.oneof(evenly(-60, 6), evenly(0, 6), fc.integer({ min: -100, max: 6 }));
const drawable = evenly(0, 6);

/** a - b in cells; both parts are kept, so nothing is lost far from the origin. */
function apart(a: Position, b: Position): number {
  const x = Number(a.x.whole - b.x.whole) + (a.x.part - b.x.part);
  const y = Number(a.y.whole - b.y.whole) + (a.y.part - b.y.part);
  return Math.max(Math.abs(x), Math.abs(y));
}

function cameraNear(kind: GridKind, cell: { x: bigint; y: bigint }, zoom: number): Camera {
  return cameraOn(cell, zoom, kind);
}

describe("a camera", () => {
  it("finds the cell under the point at which a cell is drawn", () => {
    fc.assert(
      fc.property(anyKind, anyCell, drawable, anyPoint, (kind, cell, zoom, point) => {
        const camera = cameraNear(kind, cell, zoom);
        const hit = cellAtPoint(camera, size, kind, point);
        const drawn = pointOfCell(camera, size, kind, hit);
        expect(cellAtPoint(camera, size, kind, drawn)).toEqual(hit);
        // The point lies in the cell: nearer to its centre than a corner is.
        const reach = Math.max(...kind.outline.map((c) => Math.hypot(c.x, c.y))) * 2 ** zoom;
        expect(Math.hypot(drawn.x - point.x, drawn.y - point.y)).toBeLessThan(reach + 1e-6);
      }),
    );
  });

  it("puts the cell that it looks at into the middle", () => {
    fc.assert(
      fc.property(anyKind, anyCell, anyZoom, (kind, cell, zoom) => {
        const camera = cameraOn(cell, zoom, kind);
        const point = pointOfCell(camera, size, kind, cell);
        expect(point.x).toBeCloseTo(640, 6);
        expect(point.y).toBeCloseTo(400, 6);
        expect(cellOf(middleOf(camera, kind), kind)).toEqual(cell);
      }),
    );
  });

  it("keeps its offset below one step, wherever it goes", () => {
    fc.assert(
      fc.property(anyKind, anyCell, anyZoom, anyPoint, (kind, cell, zoom, point) => {
        const camera = panBy(cameraOn(cell, zoom, kind), kind, point);
        expect(Math.abs(camera.dx)).toBeLessThan(1.0001);
        expect(Math.abs(camera.dy)).toBeLessThan(1.0001);
      }),
    );
  });
});

describe("zooming", () => {
  it("leaves what is under the pointer where it is, at any zoom", () => {
    fc.assert(
      fc.property(anyKind, anyCell, anyZoom, anyZoom, anyPoint, (kind, cell, from, to, point) => {
        const camera = cameraOn(cell, from, kind);
        const before = positionAt(camera, size, kind, point);
        const after = positionAt(zoomAt(camera, size, kind, point, to - from), size, kind, point);
        expect(apart(before, after)).toBeLessThan(1e-9);
      }),
    );
  });

  it("returns to the cell after any number of steps out and in, however far out", () => {
    const steps = fc.array(evenly(0.01, 9), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(anyKind, anyCell, drawable, anyPoint, steps, (kind, cell, zoom, point, changes) => {
        const start = cameraOn(cell, zoom, kind);
        let camera = start;
        for (const change of changes) camera = zoomAt(camera, size, kind, point, -change);
        for (const change of changes) camera = zoomAt(camera, size, kind, point, change);
        // The zoom itself is a sum of doubles; its rounding is all that may be left.
        expect(Math.abs(camera.zoom - start.zoom)).toBeLessThan(1e-9);
        expect(apart(middleOf(camera, kind), middleOf(start, kind))).toBeLessThan(1e-6);
      }),
    );
  });

  it("stops at its limits without moving", () => {
    const camera = cameraOn({ x: 3n, y: -4n }, 6, SQUARE);
    expect(zoomAt(camera, size, SQUARE, { x: 10, y: 20 }, 1)).toBe(camera);
    expect(zoomAt(camera, size, SQUARE, { x: 10, y: 20 }, -5000).zoom).toBe(-900);
  });
});

describe("panning", () => {
  it("moves a cell by the pixels of the hand", () => {
    fc.assert(
      fc.property(anyKind, anyCell, drawable, anyPoint, anyPoint, (kind, cell, zoom, at, to) => {
        const camera = cameraOn(cell, zoom, kind);
        const position = positionAt(camera, size, kind, at);
        const moved = panBy(camera, kind, { x: to.x - at.x, y: to.y - at.y });
        expect(apart(positionAt(moved, size, kind, to), position)).toBeLessThan(1e-9);
      }),
    );
  });

  it("there and back ends where it began, even where a pixel is 2^60 cells", () => {
    fc.assert(
      fc.property(
        anyKind,
        anyCell,
        anyZoom,
        fc.array(anyPoint, { maxLength: 20 }),
        (kind, cell, zoom, way) => {
          const start = cameraOn(cell, zoom, kind);
          let camera = start;
          for (const by of way) camera = panBy(camera, kind, by);
          for (const by of way) camera = panBy(camera, kind, { x: -by.x, y: -by.y });
          expect(apart(middleOf(camera, kind), middleOf(start, kind))).toBeLessThan(1e-12);
        },
      ),
    );
  });
});

describe("two fingers", () => {
  it("carry what is between them along and zoom by their distance", () => {
    fc.assert(
      fc.property(anyKind, anyCell, evenly(-50, 2), (kind, cell, zoom) => {
        const camera = cameraOn(cell, zoom, kind);
        const from = [
          { x: 100, y: 100 },
          { x: 200, y: 100 },
        ] as const;
        const to = [
          { x: 300, y: 500 },
          { x: 300, y: 300 },
        ] as const;
        const moved = pinch(camera, size, kind, from, to);
        expect(moved.zoom).toBeCloseTo(zoom + 1, 9);
        const before = positionAt(camera, size, kind, { x: 150, y: 100 });
        expect(apart(positionAt(moved, size, kind, { x: 300, y: 400 }), before)).toBeLessThan(1e-9);
      }),
    );
  });

  it("on one spot only pan", () => {
    const spot = { x: 5, y: 5 };
    const camera = cameraOn({ x: 0n, y: 0n }, 3, SQUARE);
    expect(pinch(camera, size, SQUARE, [spot, spot], [spot, spot])).toEqual(camera);
  });
});

describe("fitting", () => {
  const anyLength = fc.oneof(
    fc.bigInt({ min: 1n, max: 5000n }),
    fc.bigInt({ min: 1n, max: 10n ** 40n }),
    fc.bigInt({ min: 2n ** 60n, max: 2n ** 200n }),
  );

  it("shows the whole box, in the middle and not smaller than needed", () => {
    fc.assert(
      fc.property(anyKind, anyCell, anyLength, anyLength, (kind, cell, w, h) => {
        const camera = fit({ ...cell, w, h }, size, kind);
        const last = { x: cell.x + w - 1n, y: cell.y + h - 1n };
        const corners = [cell, last, { x: cell.x, y: last.y }, { x: last.x, y: cell.y }].map((c) =>
          pointOfCell(camera, size, kind, c),
        );
        for (const point of corners) {
          expect(point.x).toBeGreaterThan(0);
          expect(point.x).toBeLessThan(size.width);
          expect(point.y).toBeGreaterThan(0);
          expect(point.y).toBeLessThan(size.height);
        }
        const middle = corners.reduce((s, p) => ({ x: s.x + p.x / 4, y: s.y + p.y / 4 }), { x: 0, y: 0 });
        expect(middle.x).toBeCloseTo(size.width / 2, 3);
        expect(middle.y).toBeCloseTo(size.height / 2, 3);
        if (camera.zoom === 6) return;
        const spread = (values: number[]): number => Math.max(...values) - Math.min(...values);
        const pixel = 2 ** camera.zoom;
        const cells = { x: spread(kind.outline.map((c) => c.x)), y: spread(kind.outline.map((c) => c.y)) };
        const width = spread(corners.map((p) => p.x)) + cells.x * pixel;
        const height = spread(corners.map((p) => p.y)) + cells.y * pixel;
        expect(Math.max(width / (size.width * 0.9), height / (size.height * 0.9))).toBeCloseTo(1, 5);
      }),
    );
  });

  it("shows one cell at most 64 pixels wide", () => {
    expect(fit(rect(5, 5, 1, 1), size, SQUARE).zoom).toBe(6);
  });

  it("makes a part of the screen fill it", () => {
    const camera = cameraOn({ x: 0n, y: 0n }, 1, SQUARE);
    const closer = fitScreenBox(camera, size, SQUARE, [
      { x: 300, y: 300 },
      { x: 140, y: 200 },
    ]);
    expect(closer.zoom).toBeCloseTo(4, 9);
    const before = positionAt(camera, size, SQUARE, { x: 220, y: 250 });
    expect(apart(middleOf(closer, SQUARE), before)).toBeLessThan(1e-9);
  });
});

describe("the cells in view", () => {
  it("hold every cell under every point", () => {
    fc.assert(
      fc.property(anyKind, anyCell, anyZoom, anyPoint, (kind, cell, zoom, point) => {
        const camera = cameraOn(cell, zoom, kind);
        const seen = visibleCells(camera, size, kind);
        const { x, y } = cellAtPoint(camera, size, kind, point);
        expect(x >= seen.x && x < seen.x + seen.w && y >= seen.y && y < seen.y + seen.h).toBe(true);
      }),
    );
  });

  it("are those that the engine draws", () => {
    fc.assert(
      fc.property(anyKind, anyCell, evenly(-6, 6), (kind, cell, zoom) => {
        const camera = cameraOn(cell, zoom, kind);
        expect(visibleCells(camera, size, kind)).toEqual(cellsInView(camera, size, kind));
      }),
    );
  });

  it("are the same in the canvas's own pixels", () => {
    const camera = cameraOn({ x: 7n, y: 9n }, 2.3, HEX);
    const device = { width: size.width * 2, height: size.height * 2 };
    expect(visibleCells(forDevice(camera, 2), device, HEX)).toEqual(visibleCells(camera, size, HEX));
  });
});

describe("an even zoom", () => {
  const even = (pixels: number, ratio = 1) => 2 ** evenZoom(Math.log2(pixels), 0.05, ratio);

  it.each([
    [9.4, 9],
    [31.9, 31],
    [4.2, 4],
    [3.7, 3],
    [2.3, 2],
    [1.1, 1],
    [0.95, 1],
    [0.27, 0.25],
    [0.48, 0.5],
  ])("%f pixels a cell become %f", (pixels, wanted) => {
    expect(even(pixels)).toBeCloseTo(wanted, 9);
  });

  it("stays where none is near: 1.6 pixels do not become 1", () => {
    for (const pixels of [1.6, 0.7, 0.35]) expect(even(pixels)).toBe(pixels);
  });

  it("counts the screen's own pixels", () => {
    expect(even(9.4, 1.5)).toBeCloseTo(14 / 1.5, 9);
    expect(even(2.1, 2)).toBeCloseTo(2, 9);
  });

  it("still shows everything, whatever the size of the box", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), fc.integer({ min: 1, max: 5000 }), (w, h) => {
        const size = { width: 704, height: 674 };
        const { zoom } = fit(rect(0, 0, w, h), size, SQUARE, { even: 1 });
        const pixels = 2 ** zoom;
        expect(w * pixels).toBeLessThanOrEqual(size.width + 1e-6);
        expect(h * pixels).toBeLessThanOrEqual(size.height + 1e-6);
        if (pixels >= 4) expect(pixels).toBeCloseTo(Math.round(pixels), 9);
      }),
    );
  });
});

// The painter of hexagons, which works in stretches, against the obvious one, which asks each pixel by itself.

import fc from "fast-check";
import { expect, test } from "vitest";
import { createBlock, setBlockRun } from "../../../engine/core/block.ts";
import type { Topology } from "../../../engine/core/topology.ts";
import { parseTopology, torus, UNBOUNDED } from "../../../engine/core/topology.ts";
import { HEX } from "../../../engine/grids/hex.ts";
import { createPicture, paint } from "../../../engine/picture/painter.ts";
import { screenPalette } from "../../../engine/picture/palette.ts";
import type { PaintScene } from "../../../engine/picture/scene.ts";
import { evenly } from "../../support/evenly.ts";
import { TOLD_COLOURS } from "../../support/paint-colours.ts";
import { paintHexagonsSlowly } from "../../support/slow-hexagons.ts";

const FAR = 10n ** 30n + 7n;

/** Irrational, so that no pixel lies exactly between two cells: whose it is then is nobody's business. */
const offset = evenly(-0.5, 0.5).map((part) => part + Math.SQRT2 / 1000);

const scenes = fc.record({
  width: fc.integer({ min: 1, max: 130 }),
  height: fc.integer({ min: 1, max: 90 }),
  zoom: evenly(0, 6),
  dx: offset,
  dy: offset,
  far: fc.boolean(),
  /** Of a bounded grid, so that its edges are in sight at any zoom. */
  cell: fc.tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -5, max: 5 })),
  ratio: fc.constantFrom(1, 1.25, 2),
  gridLines: fc.boolean(),
  boldEvery: fc.constantFrom(0, 1, 3, 10),
  topology: fc.constantFrom<Topology>(
    UNBOUNDED,
    torus(9, 7),
    torus(60, 40),
    parseTopology("P0,12"),
    parseTopology("T15,0"),
  ),
  /** The frame may be smaller than what is seen, or lie beside it. */
  place: fc.tuple(fc.integer({ min: -70, max: 10 }), fc.integer({ min: -60, max: 10 })),
  size: fc.tuple(fc.integer({ min: 1, max: 140 }), fc.integer({ min: 1, max: 100 })),
  runs: fc.array(fc.tuple(fc.nat(139), fc.nat(99), fc.integer({ min: 1, max: 70 })), { maxLength: 120 }),
});

test("stretches give the picture that pixels give", () => {
  fc.assert(
    fc.property(scenes, ({ width, height, far, cell, place, size, runs, dx, dy, zoom, ...look }) => {
      const at = far && look.topology === UNBOUNDED ? FAR : 0n;
      const block = createBlock(at + BigInt(place[0]), at + BigInt(place[1]), ...size);
      for (const [x, y, length] of runs) {
        if (x < block.w && y < block.h) setBlockRun(block, x, y, Math.min(length, block.w - x));
      }
      const camera = { x: at + BigInt(cell[0]), y: at + BigInt(cell[1]), dx, dy, zoom };
      const frame = { kind: "block", generation: 0n, camera, block } as const;
      const scene: PaintScene = { ...look, frame, camera, kind: HEX, colours: TOLD_COLOURS };
      const palette = screenPalette(scene, 2 ** zoom, false);
      const [fast, slow] = [createPicture(width, height), createPicture(width, height)];
      paint(fast, scene);
      paintHexagonsSlowly(slow, scene, palette);
      expect(fast.pixels).toEqual(slow.pixels);
    }),
    { numRuns: 300 },
  );
});

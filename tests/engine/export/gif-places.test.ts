// Where each frame of a GIF lies in the picture: only what has changed is written.

import { expect, it } from "vitest";
import { plane } from "../../../engine/core/topology.ts";
import { exported } from "../../support/film-worlds.ts";
import { cellsOf } from "../../support/universes.ts";

/** The box of every image of a GIF, as its specification lays them out. */
function boxesOf(bytes: Uint8Array): readonly (readonly [x: number, y: number, w: number, h: number])[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);
  const boxes: [number, number, number, number][] = [];
  let at = 13 + tableBytes(view.getUint8(10));
  while (view.getUint8(at) !== 0x3b) {
    if (view.getUint8(at) === 0x21) at += 2;
    else {
      const [x, y, w, h] = [1, 3, 5, 7].map((offset) => view.getUint16(at + offset, true));
      boxes.push([x, y, w, h] as [number, number, number, number]);
      at += 11 + tableBytes(view.getUint8(at + 9));
    }
    while (view.getUint8(at) !== 0) at += 1 + view.getUint8(at);
    at++;
  }
  return boxes;
}

it.each([
  [5, 9],
  [300, 280],
  [700, 600],
])("a blinker at %d,%d of a large picture turns there", async (x, y) => {
  const [width, height] = [800, 700];
  const world = {
    request: {
      topology: plane(width, height),
      cells: cellsOf(["OOO"], BigInt(x - width / 2), BigInt(y - height / 2)),
    },
    framing: { kind: "region", region: "first", scale: { pixels: 1, cells: 1 } },
    frames: 3,
  } as const;
  expect(boxesOf(await exported(world, "gif", "bitwise"))).toEqual([
    [0, 0, width, height],
    [x, y - 1, 3, 3],
    [x, y - 1, 3, 3],
  ]);
});

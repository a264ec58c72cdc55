/** Two cameras that move together: the same zoom, and the same way in cells. */

import type { GridKind } from "../../engine/grids/grid-kind.ts";
import type { Camera } from "../../engine/picture/camera.ts";
import type { Position } from "../../engine/picture/camera-moves.ts";
import { cameraAt, middleOf } from "../../engine/picture/camera-moves.ts";
import { addOffsets, negateOffset, offsetOf } from "../../engine/picture/exact-offset.ts";
import type { Observed } from "../universe/observed.ts";

export interface LinkedView {
  readonly camera: Camera;
  readonly kind: GridKind;
  setCamera(camera: Camera): void;
  readonly store: Observed<{ readonly camera: Camera }>;
}

const NOWHERE: Position = { x: offsetOf(0), y: offsetOf(0) };

/**
 * The second camera takes the first one's zoom; from then on each follows the other. `apart`: they keep the way between their
 * middles; otherwise both show the same place. The returned function ends it.
 */
export function linkCameras(first: LinkedView, second: LinkedView, apart: boolean): () => void {
  const way = apart
    ? between(middleOf(first.camera, first.kind), middleOf(second.camera, second.kind))
    : NOWHERE;
  let moving = false;
  const follow = (leader: LinkedView, follower: LinkedView, by: Position): void => {
    if (moving) return;
    const middle = moved(middleOf(leader.camera, leader.kind), by);
    moving = true;
    follower.setCamera(cameraAt(middle, leader.camera.zoom, follower.kind));
    moving = false;
  };
  const back = between(way, NOWHERE);
  const ends = [
    first.store.subscribe((now, before) => {
      if (now.camera !== before.camera) follow(first, second, way);
    }),
    second.store.subscribe((now, before) => {
      if (now.camera !== before.camera) follow(second, first, back);
    }),
  ];
  follow(first, second, way);
  return () => ends.forEach((end) => void end());
}

function moved(from: Position, by: Position): Position {
  return { x: addOffsets(from.x, by.x), y: addOffsets(from.y, by.y) };
}

function between(from: Position, to: Position): Position {
  return moved(to, { x: negateOffset(from.x), y: negateOffset(from.y) });
}

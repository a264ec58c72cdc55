/** Cells from one universe into another, empty one of the same grid. */

import type { Rect } from "../../engine/core/rect.ts";
import type { RemoteUniverse } from "../engine-client/remote-universe.ts";

type Source = Pick<RemoteUniverse, "bounds" | "population" | "readRuns" | "readBlock">;
type Target = Pick<RemoteUniverse, "writeRuns" | "writeBlock">;

/** Up to so many cells travel as runs, wherever they lie. */
const MOST_AS_RUNS = 2n ** 20n;
/** More of them, packed, as long as the box around them is no larger than this. */
const MOST_BOX = 2n ** 34n;
/** Cells a band: 4 MB of words. */
const BAND = 2n ** 25n;

/** A dense soup is one bit a cell in bands; few cells far apart are runs. Errors: `too-large`, `memory-limit`. */
export async function copyCells(from: Source, to: Target): Promise<void> {
  const box = await from.bounds();
  if (!box) return;
  if ((await from.population()) <= MOST_AS_RUNS || box.w * box.h > MOST_BOX) {
    await to.writeRuns(await from.readRuns(), "or");
    return;
  }
  for (const band of bandsOf(box)) await to.writeBlock(await from.readBlock(band), "or");
}

function* bandsOf({ x, y, w, h }: Rect): Generator<Rect> {
  const rows = BAND > w ? BAND / w : 1n;
  for (let done = 0n; done < h; done += rows) {
    yield { x, y: y + done, w, h: h - done < rows ? h - done : rows };
  }
}

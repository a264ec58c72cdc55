/**
 * Saves a universe as a pattern file. If the format can be written from the top down, the cells travel in bands and the
 * file in pieces: neither is ever whole in memory, so a running universe can be saved too.
 */

import type { Universe } from "../algorithms/algorithm.ts";
import type { PatternDetails } from "../algorithms/patterns.ts";
import { factsOfUniverse, patternOfUniverse } from "../algorithms/patterns.ts";
import { runBands } from "../algorithms/run-bands.ts";
import { treeOfUniverse } from "../algorithms/universe-tree.ts";
import { TessellaError, throwIfAborted } from "../core/errors.ts";
import { groupedSize } from "../core/integers.ts";
import { yieldToTasks } from "../core/tasks.ts";
import type { PatternFormat } from "../formats/format.ts";

/** Size of the text pieces. */
const PIECE = 2 ** 22;

interface SaveOptions {
  readonly gzip: boolean;
  readonly details?: PatternDetails;
  readonly signal?: AbortSignal;
  /** Called after each piece: the share of the rows that are written (0 .. 1), for formats written row by row. */
  readonly onProgress?: (share: number) => void;
}

/** Whether cells within so large a box can be written row by row: its sides are exact as numbers. */
export function fitsRows({ w, h }: { readonly w: bigint; readonly h: bigint }): boolean {
  return w >> 53n === 0n && h >> 53n === 0n;
}

/**
 * Passes the file to `write`, piece after piece. Errors: `too-large` for cells that span 2^53 or more if the format has
 * no quad-trees, and for cells that the format would blow up, `aborted`, and those of `write`.
 */
export async function saveUniverse(
  universe: Universe,
  format: PatternFormat,
  { gzip, details, signal, onProgress }: SaveOptions,
  write: (bytes: Uint8Array) => Promise<void>,
): Promise<void> {
  // Loaded on demand: only saving needs it.
  const packer = gzip ? new (await import("../formats/gzip.ts")).GzipStream() : null;
  const hand = async (bytes: Uint8Array): Promise<void> => {
    if (bytes.length > 0) await write(bytes);
  };
  if (format.writeTree) {
    const tree = await treeOfUniverse(universe, signal);
    for (const piece of format.writeTree(factsOfUniverse(universe, details), tree)) {
      throwIfAborted(signal);
      await hand(packer ? packer.push(piece) : piece);
    }
    if (packer) await hand(packer.end());
    return;
  }
  if (!format.writer) {
    const { writePattern } = await import("../formats/pattern-file.ts");
    return write(writePattern(await patternOfUniverse(universe, details), format.id, { gzip }));
  }
  const frame = (await universe.bounds()) ?? { x: 0n, y: 0n, w: 0n, h: 0n };
  if (!fitsRows(frame)) {
    throw new TessellaError(
      "too-large",
      `The cells span ${groupedSize(frame.w, frame.h)}, too far apart for ${format.name}.`,
      { hint: "Save the universe as a macrocell file (.mc or .mc.gz)." },
    );
  }
  const writer = format.writer(factsOfUniverse(universe, details), frame);
  for await (const band of runBands(universe, frame)) {
    throwIfAborted(signal);
    writer.add(band);
    if (writer.length < PIECE) continue;
    const text = writer.take();
    await hand(packer ? packer.push(text) : text);
    onProgress?.(Number(((band.y - frame.y) * 1000n) / frame.h) / 1000);
    // Reading and writing may all be synchronous, and then no Stop would be heard.
    await yieldToTasks();
  }
  const rest = writer.end();
  await hand(packer ? packer.push(rest) : rest);
  if (packer) await hand(packer.end());
}

/** The files of checkpoints, in memory. */

import type { ReadPart, SaveFile } from "../../engine/cluster/checkpoint.ts";

export class SavedFiles {
  readonly files = new Map<string, Uint8Array>();

  readonly save: SaveFile = async (path, pieces) => {
    const parts: Uint8Array[] = [];
    for await (const piece of pieces) parts.push(piece.slice());
    this.files.set(path, Uint8Array.from(parts.flatMap((part) => [...part])));
  };

  /** Of the folder `/run`. */
  readonly read: ReadPart = async (file, at, length) =>
    (this.files.get(`/run/${file}`) as Uint8Array).slice(at, at + length);
}

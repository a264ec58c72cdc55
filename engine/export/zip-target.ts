/** Files in one archive. A file enters whole at its commit; the archive appears whole when it is finished. */

import { Zip, ZipDeflate } from "fflate";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { joined } from "../formats/bytes.ts";
import type { Target } from "./target.ts";

/** Archives with more than this need an extension that not every program reads. */
const MOST_FILES = 65_534;
const MOST_BYTES = 2 ** 32 - 2 ** 20;
/** The earliest date that an archive can hold: exports on different days are equal. */
const NO_TIME = new Date(1980, 0, 1);

export interface ZipTarget extends Target {
  /** Completes the archive. Returns its size. Errors: those of the target. */
  finish(): Promise<number>;
  /** Drops it. Never throws; harmless after `finish`. */
  abandon(): Promise<void>;
}

/** Errors: `too-large` for more files than an archive holds. */
export function checkZip(files: number): void {
  if (files <= MOST_FILES) return;
  throw new TessellaError(
    "too-large",
    `A zip archive holds at most ${grouped(MOST_FILES)} files, and these are ${grouped(files)}.`,
    { hint: "Export to a folder, or fewer frames." },
  );
}

/** Errors: as `checkZip`, and those of the target. */
export async function openZip(target: Target, name: string, files: number): Promise<ZipTarget> {
  checkZip(files);
  const file = await target.begin(name);
  const packed: Uint8Array[] = [];
  let bytes = 0;
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    packed.push(piece);
  });
  const drain = async (): Promise<void> => {
    for (const piece of packed.splice(0)) {
      bytes += piece.length;
      await file.write(piece);
    }
    if (bytes <= MOST_BYTES) return;
    throw new TessellaError("too-large", `"${name}" would be larger than a zip archive may be (4 GB).`, {
      hint: "Export to a folder, or fewer frames.",
    });
  };
  return {
    begin: async (entry) => {
      let pieces: Uint8Array[] = [];
      return {
        write: async (piece) => {
          pieces.push(piece.slice());
        },
        commit: async () => {
          const member = new ZipDeflate(entry, { level: 6 });
          member.mtime = NO_TIME;
          zip.add(member);
          member.push(joined(pieces), true);
          pieces = [];
          await drain();
        },
        abort: async () => {
          pieces = [];
        },
      };
    },
    finish: async () => {
      zip.end();
      await drain();
      await file.commit();
      return bytes;
    },
    abandon: () => file.abort(),
  };
}

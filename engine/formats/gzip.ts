/**
 * gzip, recognised by its two magic bytes and never by a file's name. Unpacking is streamed in small pieces, so that a
 * bomb (a kilobyte that unpacks to gigabytes) is refused as soon as it passes the limit. fflate inflates but does not
 * check the checksums; this file does, as a damaged file must not become a damaged pattern.
 *
 * Loading fflate takes as long as reading a small pattern; unpacked.ts is for callers that can do without.
 */

import { Gunzip, Gzip, gzipSync } from "fflate";
import { TessellaError } from "../core/errors.ts";
import { grouped } from "../core/integers.ts";
import { joined } from "./bytes.ts";
import { crc32 } from "./crc32.ts";

/** Deflate expands at most 1032 times, so a piece of this size yields a megabyte at most, and little is held beside the result. */
const PIECE = 1024;

interface Gunzipped {
  readonly unpacked: Uint8Array;
  /** Zeros behind the data: tapes, disk images and some downloads pad files with them. */
  readonly padding: number;
}

/** Errors: `too-large` past `maxBytes`, `syntax` for broken or truncated data. */
export function gunzipBounded(bytes: Uint8Array, maxBytes: number): Gunzipped {
  // The last four bytes give the size (modulo 2^32): right for almost every file, and only a guess to begin with.
  const promised = bytes.length >= 18 ? readU32(bytes, bytes.length - 4) : 0;
  let out = new Uint8Array(Math.min(promised, maxBytes, bytes.length * 1032));
  let length = 0;
  let memberStart = 0;

  const gunzip = new Gunzip((piece) => {
    if (length + piece.length > maxBytes) {
      throw new TessellaError("too-large", `The gzip data unpack to more than ${megabytes(maxBytes)} MB.`, {
        hint: "Unpack the file yourself if you trust it.",
      });
    }
    if (length + piece.length > out.length) {
      const grown = new Uint8Array(Math.min(maxBytes, Math.max(length + piece.length, 2 * out.length)));
      grown.set(out.subarray(0, length));
      out = grown;
    }
    out.set(piece, length);
    length += piece.length;
  });
  const fits = (trailer: number, size: number, checksum: number): boolean =>
    trailer >= 10 && readU32(bytes, trailer + 4) === size && readU32(bytes, trailer) === checksum;
  const memberFits = (trailer: number): boolean => {
    const member = out.subarray(memberStart, length);
    return fits(trailer, member.length >>> 0, crc32(member));
  };
  gunzip.onmember = (offset) => {
    if (!memberFits(offset - 8)) throw damagedSum();
    memberStart = length;
  };
  /** The zeros behind the last member, or -1 if it does not end in zeros. Its own trailer may end in some. */
  const paddingBehind = (): number => {
    let end = bytes.length;
    while (end > 0 && bytes[end - 1] === 0) end--;
    if (end === bytes.length) return -1;
    const member = out.subarray(memberStart, length);
    const checksum = crc32(member);
    const most = Math.min(end + 8, bytes.length - 1);
    for (let at = end; at <= most; at++) {
      if (fits(at - 8, member.length >>> 0, checksum)) return bytes.length - at;
    }
    return -1;
  };
  let failure: unknown = null;
  try {
    for (let i = 0; i < bytes.length; i += PIECE) {
      gunzip.push(bytes.subarray(i, i + PIECE), i + PIECE >= bytes.length);
    }
    if (!memberFits(bytes.length - 8)) failure = damagedSum();
  } catch (error) {
    if (error instanceof TessellaError) throw error;
    failure = new TessellaError("syntax", "The gzip data are damaged or cut off.", { cause: error });
  }
  const padding = failure ? paddingBehind() : 0;
  if (padding < 0) throw failure;
  return { unpacked: out.subarray(0, length), padding };
}

function damagedSum(): TessellaError {
  return new TessellaError("syntax", "The gzip data are damaged or cut off: their checksum does not fit.");
}

/** The same bytes give the same file on every day: no time stamp. */
const PACKING = { level: 6, mtime: 0 } as const;

export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, PACKING);
}

/** Up to here packing waits for the end: the file is then the one that `gzip` makes. */
const HELD_BYTES = 2 ** 26;

/** Packs pieces in bounded memory. A text that is not huge gives the same file as `gzip`. */
export class GzipStream {
  readonly #most: number;
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #stream: Gzip | null = null;
  #packed: Uint8Array[] = [];

  constructor(most: number = HELD_BYTES) {
    this.#most = most;
  }

  /** Returns the finished part of the file, often nothing. */
  push(piece: Uint8Array): Uint8Array {
    if (!this.#stream) {
      this.#held.push(piece);
      this.#heldBytes += piece.length;
      if (this.#heldBytes <= this.#most) return new Uint8Array(0);
      this.#stream = new Gzip(PACKING, (packed) => this.#packed.push(packed));
      for (const held of this.#held.splice(0)) this.#stream.push(held);
    } else {
      this.#stream.push(piece);
    }
    return joined(this.#packed.splice(0));
  }

  /** The rest of the file. */
  end(): Uint8Array {
    if (!this.#stream) return gzip(joined(this.#held.splice(0)));
    this.#stream.push(new Uint8Array(0), true);
    return joined(this.#packed.splice(0));
  }
}

function megabytes(bytes: number): string {
  return grouped(Math.round((bytes / 2 ** 20) * 10) / 10);
}

function readU32(bytes: Uint8Array, at: number): number {
  return (bytes[at] | (bytes[at + 1] << 8) | (bytes[at + 2] << 16) | (bytes[at + 3] << 24)) >>> 0;
}

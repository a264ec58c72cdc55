/**
 * gzip, recognised by its two magic bytes and never by a file's name. Unpacking is streamed in small pieces, so that a
 * bomb (a kilobyte that unpacks to gigabytes) is refused as soon as it passes the limit and never held. fflate inflates
 * but does not look at the checksums; they are checked here, for a damaged file must not become a damaged pattern.
 */

import { Gunzip, gzipSync } from "fflate";
import { TessellaError } from "../core/errors.ts";

/** Deflate expands at most 1032 times, so a piece of this size yields at most 8 MB at once. */
const PIECE = 8192;

export function isGzip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}

/** Errors: `too-large` past `maxBytes`, `syntax` for broken or truncated data. */
export function gunzipBounded(bytes: Uint8Array, maxBytes: number): Uint8Array {
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
  const checkMember = (trailer: number): void => {
    const member = out.subarray(memberStart, length);
    if (trailer < 10 || readU32(bytes, trailer + 4) !== member.length >>> 0 || readU32(bytes, trailer) !== crc32(member)) {
      throw new TessellaError("syntax", "The gzip data are damaged or cut off: their checksum does not fit.");
    }
    memberStart = length;
  };
  gunzip.onmember = (offset) => checkMember(offset - 8);
  try {
    for (let i = 0; i < bytes.length; i += PIECE) {
      gunzip.push(bytes.subarray(i, i + PIECE), i + PIECE >= bytes.length);
    }
  } catch (error) {
    if (error instanceof TessellaError) throw error;
    throw new TessellaError("syntax", "The gzip data are damaged or cut off.", { cause: error });
  }
  checkMember(bytes.length - 8);
  return out.subarray(0, length);
}

/** Packs; the same bytes give the same file on every day (no time stamp). */
export function gzip(bytes: Uint8Array): Uint8Array {
  return gzipSync(bytes, { level: 9, mtime: 0 });
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toLocaleString("en", { maximumFractionDigits: 1 });
}

function readU32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] as number) |
      ((bytes[at + 1] as number) << 8) |
      ((bytes[at + 2] as number) << 16) |
      ((bytes[at + 3] as number) << 24)) >>>
    0
  );
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let c = n;
  for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
  return c;
});

/** The checksum of gzip (RFC 1952, appendix): CRC-32 with the reversed polynomial, a byte at a time. */
export function crc32(bytes: Uint8Array): number {
  let c = 0xffffffff;
  for (let i = 0; i < bytes.length; i++) c = (CRC_TABLE[(c ^ (bytes[i] as number)) & 255] as number) ^ (c >>> 8);
  return ~c >>> 0;
}

/** Pattern files as they occur on disks: in any format, gzipped or not, or in a ZIP archive. */

import type { Pattern } from "../core/pattern.ts";
import { isGzip, isZip } from "./bytes.ts";
import type { ReadOptions, WriteOptions } from "./format.ts";
import { inflatedWithin } from "./format.ts";
import { gunzipBounded, gzip } from "./gzip.ts";
import type { ReadResult } from "./unpacked.ts";
import { readUnpacked, writeUnpacked } from "./unpacked.ts";
import { unzipOne, unzipRules } from "./zip.ts";

/**
 * Reads a pattern in any format, gzipped or not, or one of a ZIP archive (`member`, or the only one), where a file of its rule
 * may lie beside it. Errors: `unknown-format` for bytes of no known kind, `unsupported-format` for an empty file, for other kinds of files and for an archive of several
 * where none is named, `not-found` for one that is not in it, `syntax` and `unsupported-rule` with line and column, `too-large`.
 */
export function readPattern(bytes: Uint8Array, options: ReadOptions = {}): ReadResult {
  const most = options.maxInflatedBytes ?? inflatedWithin(bytes.length);
  if (isZip(bytes)) {
    const beside = unzipRules(bytes, most);
    return readPattern(unzipOne(bytes, most, options.member), {
      ...options,
      files: (name) => beside(name) ?? options.files?.(name),
    });
  }
  if (!isGzip(bytes)) return readUnpacked(bytes, options);
  const { unpacked, padding } = gunzipBounded(bytes, most);
  const result = readUnpacked(unpacked, options, true);
  if (padding === 0) return result;
  const warning = `The gzip data are followed by ${padding === 1 ? "a zero byte" : `${padding} zero bytes`}.`;
  return { ...result, pattern: { ...result.pattern, warnings: [warning, ...result.pattern.warnings] } };
}

/** Errors: `not-found` for an unknown format, `unsupported-operation` for one that is only read, `too-large` (also for a
 * quad-tree that a format of runs cannot hold). */
export function writePattern(
  pattern: Pattern,
  formatId: string,
  options: WriteOptions & { readonly gzip?: boolean } = {},
): Uint8Array {
  const bytes = writeUnpacked(pattern, formatId, options);
  return options.gzip ? gzip(bytes) : bytes;
}

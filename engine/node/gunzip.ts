/** gzip by Node's own zlib: compiled code that is there already, in the place of formats/gzip.ts, which has to be loaded and compiled first. */

import { gunzipSync } from "node:zlib";

/** The types of Node's `info` are missing. */
interface Unpacked {
  readonly buffer: Uint8Array;
  readonly engine: { readonly bytesWritten: number };
}

/** What the data unpack to, or null where there is something to say of them: too many, damaged, or with something behind them. */
export function gunzipWhole(bytes: Uint8Array, maxBytes: number): Uint8Array | null {
  try {
    const unpacked: unknown = gunzipSync(bytes, { maxOutputLength: maxBytes, info: true });
    const { buffer, engine } = unpacked as Unpacked;
    return engine.bytesWritten === bytes.length ? buffer : null;
  } catch {
    return null;
  }
}

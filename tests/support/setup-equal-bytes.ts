// vitest set-up: typed arrays with the same bytes are equal, and found so in one pass.
//
// By itself `toEqual` walks along an iterator, makes an entry with a key of text for each element and compares the entries:
// microseconds an element, where tests compare pictures. Arrays whose bytes differ are still told apart, and described, by
// vitest: 0 and -0 differ there, two spellings of NaN do not.

import { expect } from "vitest";

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** Four bytes at a time where that can be. */
const wordsOf = (view: ArrayBufferView): Uint8Array | Uint32Array =>
  view.byteOffset % 4 === 0 && view.byteLength % 4 === 0
    ? new Uint32Array(view.buffer, view.byteOffset, view.byteLength / 4)
    : bytesOf(view);

function isTypedArray(value: unknown): value is ArrayBufferView & { readonly constructor: unknown } {
  return ArrayBuffer.isView(value) && !(value instanceof DataView);
}

/** True, or undefined to leave the question to vitest. */
export function equalBytes(a: unknown, b: unknown): true | undefined {
  if (!isTypedArray(a) || !isTypedArray(b)) return undefined;
  if (a.constructor !== b.constructor || a.byteLength !== b.byteLength) return undefined;
  const [left, right] =
    a.byteOffset % 4 === b.byteOffset % 4 ? [wordsOf(a), wordsOf(b)] : [bytesOf(a), bytesOf(b)];
  for (let i = 0; i < left.length; i++) if (left[i] !== right[i]) return undefined;
  return true;
}

// The files of a project that shares its modules also share the list of testers.
const HERE = Symbol.for("tessella.equal-bytes");
const known = globalThis as { [HERE]?: true };
if (!known[HERE]) {
  known[HERE] = true;
  expect.addEqualityTesters([equalBytes]);
}

// gzip by Node's zlib: whole data are unpacked, all others left to those who say what is wrong with them.

import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { gunzipWhole } from "../../../engine/node/gunzip.ts";

const text = new TextEncoder().encode("x = 3, y = 1, rule = WireWorld\nABC!\n".repeat(100));
const packed = new Uint8Array(gzipSync(text));

test("unpacks one member, or several one after the other", () => {
  expect(gunzipWhole(packed, 1e6)).toEqual(Buffer.from(text));
  const twice = new Uint8Array([...packed, ...packed]);
  expect(gunzipWhole(twice, 1e6)).toEqual(Buffer.from([...text, ...text]));
  expect(gunzipWhole(packed, text.length)).toEqual(Buffer.from(text));
});

test("leaves alone what is too much, damaged, cut off or followed by something", () => {
  expect(gunzipWhole(packed, text.length - 1)).toBeNull();
  expect(gunzipWhole(packed.with(packed.length - 8, packed[packed.length - 8] ^ 1), 1e6)).toBeNull();
  expect(gunzipWhole(packed.subarray(0, -1), 1e6)).toBeNull();
  expect(gunzipWhole(new Uint8Array([...packed, 0]), 1e6)).toBeNull();
  expect(gunzipWhole(new Uint8Array([...packed, 1, 2, 3]), 1e6)).toBeNull();
});

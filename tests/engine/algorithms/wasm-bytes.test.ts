import { expect, it } from "vitest";
import { loadReverseBits } from "../../../engine/algorithms/wasm/bytes.ts";

it("reverses the bits of every byte, whatever their number", async () => {
  const reverse = await loadReverseBits();
  for (const length of [0, 1, 15, 16, 17, 255, 256, 2 ** 18 - 1, 2 ** 18 + 37]) {
    const from = Uint8Array.from({ length }, (_, i) => (i * 167 + (i >> 8)) & 255);
    const expected = from.map((byte) =>
      Number.parseInt([...byte.toString(2).padStart(8, "0")].reverse().join(""), 2),
    );
    const to = new Uint8Array(length);
    reverse(from, to);
    expect(Buffer.compare(to, expected)).toBe(0);
    reverse(from, from);
    expect(Buffer.compare(from, expected)).toBe(0);
  }
});

import { describe, expect, it } from "vitest";
import { createBlock } from "../../../engine/core/block.ts";
import { pbmFrame } from "../../../engine/formats/pbm.ts";
import { exportSize, pbmBytes } from "../../../engine/formats/pbm-size.ts";

describe("the size of an export", () => {
  it.each(["P1", "P4"] as const)("is that of its pictures (%s)", (variant) => {
    for (const w of [1, 7, 8, 63, 64, 65, 128, 130]) {
      for (const h of [1, 10, 33]) {
        const picture = pbmFrame(createBlock(0n, 0n, w, h), variant);
        expect(pbmBytes({ w: BigInt(w), h: BigInt(h) }, variant)).toBe(BigInt(picture.length));
      }
    }
  });

  it("is said so that one thinks twice", () => {
    expect(exportSize(1, { w: 8n, h: 2n }, "P4")).toBe("1 frame of 8 x 2 cells, 9 bytes");
    expect(exportSize(31, { w: 60n, h: 40n }, "P4")).toBe("31 frames of 60 x 40 cells, 10 kB");
    expect(exportSize(1_000_000, { w: 4000n, h: 4000n }, "P1")).toBe(
      "1,000,000 frames of 4,000 x 4,000 cells, 15 TB",
    );
  });
});

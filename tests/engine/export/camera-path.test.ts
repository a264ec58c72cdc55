import { describe, expect, it } from "vitest";
import { parseCamera } from "../../../engine/export/camera-file.ts";
import { moved, standAt } from "../../../engine/export/camera-path.ts";

const camera = (keyframes: readonly object[], ease?: string) =>
  parseCamera(JSON.stringify({ keyframes, ease }));
const at = ({ x, dx }: { readonly x: bigint; readonly dx: number }): number => Number(x) + dx;

describe("a camera", () => {
  const TWO = [
    { generation: 10, x: 0, y: 0, zoom: 8 },
    { generation: 20, x: 100, y: -40.5, zoom: 8 },
  ];

  it("stands at its keyframes, and still before the first and after the last", () => {
    const path = camera(TWO);
    for (const generation of [0n, 10n])
      expect(standAt(path, generation)).toMatchObject({ x: 0n, y: 0n, zoom: 8 });
    for (const generation of [20n, 10n ** 30n])
      expect(standAt(path, generation)).toMatchObject({ x: 100n, dx: 0, y: -41n, dy: 0.5 });
  });

  it("goes evenly where that is asked for, and else starts and ends slowly", () => {
    const even = camera(TWO, "linear");
    const smooth = camera(TWO);
    for (let i = 0; i <= 10; i++) {
      const t = i / 10;
      expect(at(standAt(even, BigInt(10 + i)))).toBeCloseTo(100 * t, 9);
      expect(at(standAt(smooth, BigInt(10 + i)))).toBeCloseTo(100 * (3 * t * t - 2 * t ** 3), 9);
    }
  });

  it("zooms by equal factors in equal times", () => {
    const path = camera(
      [
        { generation: 0, x: 0, y: 0, zoom: 1 },
        { generation: 4, x: 0, y: 0, zoom: 16 },
      ],
      "linear",
    );
    expect([0n, 1n, 2n, 3n, 4n].map((g) => standAt(path, g).zoom)).toEqual([1, 2, 4, 8, 16]);
  });

  it("keeps one point of the picture in its place while it zooms and moves", () => {
    const path = camera(
      [
        { generation: 0, x: 0, y: 0, zoom: 1 },
        { generation: 100, x: 300, y: 60, zoom: 10 },
      ],
      "linear",
    );
    // The point p with (p - x) * zoom the same at both ends.
    const p = (10 * 300 - 0) / (10 - 1);
    for (let g = 0n; g <= 100n; g += 7n) {
      const stand = standAt(path, g);
      expect((p - at(stand)) * stand.zoom).toBeCloseTo(p, 6);
    }
  });

  it("is as exact far away as near by", () => {
    const far = `${10n ** 40n}`;
    const path = camera(
      [
        { generation: 0, x: far, y: 0, zoom: 4 },
        { generation: 2, x: `${10n ** 40n + 7n}`, y: 0, zoom: 4 },
      ],
      "linear",
    );
    expect(standAt(path, 1n)).toMatchObject({ x: 10n ** 40n + 3n, dx: 0.5 });
    expect(moved({ x: 5n, y: 5n, dx: 0.75, dy: 0.25, zoom: 1 }, 0.5, -0.5)).toEqual({
      ...{ x: 6n, dx: 0.25, y: 4n, dy: 0.75 },
      zoom: 1,
    });
  });
});

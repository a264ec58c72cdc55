// SVG drawings, read as a drawing program reads them: shapes, moved and scaled, on a page.

import { describe, expect, it } from "vitest";
import { rect } from "../../../engine/core/rect.ts";
import { openFrames } from "../../../engine/export/frame-source.ts";
import type { FilmLook } from "../../../engine/export/look.ts";
import { SVG } from "../../../engine/export/svg.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { PLAIN_LOOK } from "../../support/film-worlds.ts";
import { MemoryTarget } from "../../support/memory-target.ts";
import { cellsOf, universeWith } from "../../support/universes.ts";

const ROWS = ["OOO..O", "......", ".O.OO."];
const CELLS = ROWS.flatMap((row, y) => [...row].flatMap((c, x) => (c === "O" ? [[x, y] as const] : [])));

async function drawing(look: Partial<FilmLook>, rule = parseRule("B3/S23")): Promise<string> {
  const universe = await universeWith(cellsOf(ROWS, 4n, -7n), { rule });
  const source = await openFrames(universe, { from: 0n, to: 0n, every: 1n }, "first");
  const target = new MemoryTarget();
  await SVG.run(source, target, { name: "a.svg", look: { ...PLAIN_LOOK, ...look } });
  return new TextDecoder().decode(target.files.get("a.svg"));
}

interface Shape {
  readonly x: number;
  readonly y: number;
  readonly area: number;
}

/** The closed shapes of the path with their middles, in units of the page. */
function shapesOf(svg: string): Shape[] {
  const path = / d="([^"]*)"/.exec(svg)?.[1] ?? "";
  const [sx = 1, sy = 1] = /scale\(([^)]*)\)/.exec(svg)?.[1]?.split(" ").map(Number) ?? [];
  return path
    .split("z")
    .filter(Boolean)
    .map((shape) => {
      const points: [number, number][] = [];
      for (const [, command, numbers = ""] of shape.matchAll(/([MLlhv])([^MLlhv]*)/g)) {
        const [a = 0, b = 0] = (numbers.match(/-?[\d.]+/g) ?? []).map(Number);
        const [x, y] = points.at(-1) ?? [0, 0];
        if (command === "M") points.push([a, b]);
        else if (command === "h") points.push([x + a, y]);
        else if (command === "v") points.push([x, y + a]);
        else points.push([x + a, y + b]);
      }
      const xs = points.map(([x]) => x * sx);
      const ys = points.map(([, y]) => y * sy);
      const area = points.reduce((sum, [x, y], i) => {
        const [nx, ny] = points[(i + 1) % points.length] as [number, number];
        return sum + (x * ny - nx * y) / 2;
      }, 0);
      const middle = (v: number[]): number => (Math.min(...v) + Math.max(...v)) / 2;
      return { x: middle(xs), y: middle(ys), area: Math.abs(area * sx * sy) };
    });
}

function pageOf(svg: string): { width: number; height: number; box: number[] } {
  const size = (name: string): number => Number(new RegExp(`<svg[^>]* ${name}="([^"]*)"`).exec(svg)?.[1]);
  const box = /viewBox="([^"]*)"/.exec(svg)?.[1]?.split(" ").map(Number) ?? [];
  return { width: size("width"), height: size("height"), box };
}

describe("an SVG drawing", () => {
  it.each([false, true])(
    "has each square in its place on a page of eight points a cell (lines: %s)",
    async (gridLines) => {
      const svg = await drawing({ gridLines });
      expect(pageOf(svg)).toEqual({ width: 48, height: 24, box: [0, 0, 6, 3] });
      const shapes = shapesOf(svg);
      // With lines each cell has its own outline, without them neighbours are one shape.
      const expected = gridLines
        ? CELLS.map(([x, y]) => ({ x: x + 0.5, y: y + 0.5, area: 1 }))
        : [
            { x: 1.5, y: 0.5, area: 3 },
            { x: 5.5, y: 0.5, area: 1 },
            { x: 1.5, y: 2.5, area: 1 },
            { x: 4, y: 2.5, area: 2 },
          ];
      expect(shapes).toEqual(expected);
      expect(svg.includes('stroke="#171d26"')).toBe(gridLines);
      expect(svg).toContain('fill="#f4e7c3"');
    },
  );

  it("has regular hexagons, rows leaning, on a page that holds them all", async () => {
    const svg = await drawing({}, parseRule("B2/S34H"));
    const { width, height, box } = pageOf(svg);
    const [, , across = 0, down = 0] = box;
    expect(width).toBe(8 * across);
    expect(Math.abs(height - 8 * down)).toBeLessThan(1);
    const shapes = shapesOf(svg);
    expect(shapes).toHaveLength(CELLS.length);
    const apart = Math.sqrt(3) / 2;
    CELLS.forEach(([x, y], i) => {
      const { x: left, y: top, area } = shapes[i] as Shape;
      const [fromX, fromY] = [left - (shapes[0] as Shape).x, top - (shapes[0] as Shape).y];
      expect(fromX).toBeCloseTo(x - y / 2, 3);
      expect(fromY).toBeCloseTo(y * apart, 3);
      expect(area).toBeCloseTo(apart, 3);
      expect(Math.min(left - 0.5, top - 0.577)).toBeGreaterThan(-0.01);
      expect(left + 0.5).toBeLessThan(across + 0.01);
      expect(top + 0.577).toBeLessThan(down + 0.01);
    });
  });

  it("has triangles of one size, pointing down and up by turns, on a page that holds them all", async () => {
    const svg = await drawing({}, parseRule("R1,C0,S4-6,B4,NL"));
    const { width, height, box } = pageOf(svg);
    const [, , across = 0, down = 0] = box;
    expect([width, across]).toEqual([56, 7]);
    expect(Math.abs(height - 8 * down)).toBeLessThan(1);
    const shapes = shapesOf(svg);
    expect(shapes).toHaveLength(CELLS.length);
    const high = Math.sqrt(3);
    CELLS.forEach(([x, y], i) => {
      const shape = shapes[i] as Shape;
      expect(shape.area).toBeCloseTo(high, 3);
      expect(shape.x).toBeCloseTo(x + 1, 3);
      expect(shape.y).toBeCloseTo((y + 0.5) * high, 3);
    });
    const corners = [...svg.matchAll(/M[^z]*z/g)].map(([path]) => path.replace(/M\d+ \d+/, ""));
    // The pattern begins at (4, -7), and its path at the tip or at the left end of the flat side above.
    expect(corners).toEqual(CELLS.map(([x, y]) => ((4 + x - 7 + y) % 2 === 0 ? "h2l-1 1z" : "l1 1h-2z")));
  });

  it("is refused where it has more cells than drawing programs bear, or a longer side", async () => {
    const universe = await universeWith(cellsOf(Array<string>(317).fill("O".repeat(317))));
    const draw = async (w: bigint, h: bigint): Promise<unknown> => {
      const source = await openFrames(universe, { from: 0n, to: 0n, every: 1n }, rect(0n, 0n, w, h));
      return SVG.run(source, new MemoryTarget(), { name: "a.svg", look: PLAIN_LOOK });
    };
    await expect(draw(317n, 317n)).rejects.toThrow("more than 100,000 live cells");
    await expect(draw(2n ** 20n + 1n, 1n)).rejects.toThrow("more than 100,000 live cells");
    await draw(316n, 316n);
  });
});

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { BoundedTopology } from "../../../engine/core/topology.ts";
import {
  clipToGrid,
  formatTopology,
  ghostLinks,
  gridRect,
  isFinite2d,
  parseTopology,
  plane,
  sourceCell,
  torus,
  UNBOUNDED,
} from "../../../engine/core/topology.ts";
import { expectIs } from "../../support/expect-each.ts";
import { anyTopology } from "../../support/scenario.ts";

describe("the text of a topology", () => {
  it.each([
    ["T30,20", torus(30, 20), ":T30,20"],
    ["t100", torus(100, 100), ":T100,100"],
    ["T 30 , 20", torus(30, 20), ":T30,20"],
    ["T30+5,20", torus(30, 20, 5), ":T30+5,20"],
    ["T30,20-2", torus(30, 20, 0, -2), ":T30,20-2"],
    ["T30+35,20", torus(30, 20, 5), ":T30+5,20"],
    ["T8-11,6", torus(8, 6, -3), ":T8-3,6"],
    ["T8+8,6", torus(8, 6), ":T8,6"],
    ["T8+0,6", torus(8, 6), ":T8,6"],
    ["T0,20", torus(0, 20), ":T0,20"],
    ["T20,0", torus(20, 0), ":T20,0"],
    ["P30,0", plane(30, 0), ":P30,0"],
    ["P1,1", plane(1, 1), ":P1,1"],
    ["P0,0", UNBOUNDED, ""],
    ["T0", UNBOUNDED, ""],
    ["K30*,20", { kind: "klein", width: 30, height: 20, twist: "x", shift: 0 }, ":K30*,20"],
    ["K30,20*", { kind: "klein", width: 30, height: 20, twist: "y", shift: 0 }, ":K30,20*"],
    ["k30*+1,20", { kind: "klein", width: 30, height: 20, twist: "x", shift: 1 }, ":K30*+1,20"],
    ["K6,8*-3", { kind: "klein", width: 6, height: 8, twist: "y", shift: 1 }, ":K6,8*+1"],
    ["K8*+2,6", { kind: "klein", width: 8, height: 6, twist: "x", shift: 1 }, ":K8*+1,6"],
    ["K8*+8,6", { kind: "klein", width: 8, height: 6, twist: "x", shift: 0 }, ":K8*,6"],
    ["C30,20", { kind: "cross", width: 30, height: 20 }, ":C30,20"],
    ["S20", { kind: "sphere", width: 20, height: 20 }, ":S20"],
    ["S20,20", { kind: "sphere", width: 20, height: 20 }, ":S20"],
    ["F22,9", { kind: "frozen", width: 22, height: 9 }, ":F22,9"],
    ["T2000000000,1", torus(2_000_000_000, 1), ":T2000000000,1"],
  ])("%s is read as Golly reads it", (text, topology, canonical) => {
    expect(parseTopology(text)).toEqual(topology);
    expect(formatTopology(parseTopology(text))).toBe(canonical);
  });

  it.each([
    ["", /should look like/],
    ["X30,20", /should look like/],
    ["T", /should look like/],
    ["T-3,4", /should look like/],
    ["T3,4,5", /should look like/],
    ["T1e9,5", /should look like/],
    ["T30*,20", /only a Klein bottle/],
    ["P30+1,20", /can be shifted/],
    ["C30+1,20", /can be shifted/],
    ["T3+1,4+1", /one pair of edges/],
    ["T0+1,20", /infinite side cannot be shifted/],
    ["T20+1,0", /infinite side cannot be shifted/],
    ["K30,20", /exactly one twisted side/],
    ["K30*,20*", /exactly one twisted side/],
    ["K30*,20+1", /only the twisted side/],
    ["K31*+1,20", /even side/],
    ["K0*,20", /infinite side/],
    ["C0,20", /infinite side/],
    ["F0,20", /infinite side/],
    ["S20,30", /must be equal/],
    ["T2000000001,5", /at most 2,000,000,000 cells/],
  ])("%j is refused with the reason", (text, reason) => {
    const parse = (): unknown => parseTopology(text);
    expect(parse).toThrow(TessellaError);
    expect(parse).toThrow(reason);
  });

  it("comes back the same from its own spelling", () => {
    fc.assert(
      fc.property(anyTopology, (topology) => {
        const text = formatTopology(topology);
        if (text === "") return topology.kind === "unbounded";
        return formatTopology(parseTopology(text.slice(1))) === text;
      }),
    );
  });
});

/**
 * How edges are joined, drawn as Golly's help on bounded grids draws it: the grid's cells as letters from A, and around
 * them the cells that stand there. For shifted Klein bottles the drawings in the help and Golly's programs differ; these
 * two are what bgolly 3.3 does (measured with single cells under B12345678/S012345678).
 */
const JOINS: readonly (readonly [suffix: string, picture: string])[] = [
  ["P4,3", "...... .ABCD. .EFGH. .IJKL. ......"],
  ["F4,3", "...... .ABCD. .EFGH. .IJKL. ......"],
  ["T4,3", "LIJKLI DABCDA HEFGHE LIJKLI DABCDA"],
  ["T4+1,3", "KLIJKL DABCDA HEFGHE LIJKLI ABCDAB"],
  ["T4,3+1", "HIJKLA LABCDE DEFGHI HIJKLA LABCDE"],
  ["K4*,3", "ILKJIL DABCDA HEFGHE LIJKLI ADCBAD"],
  ["K4,3*", "DIJKLA LABCDI HEFGHE DIJKLA LABCDI"],
  ["K4*+1,3", "LKJILK DABCDA HEFGHE LIJKLI DCBADC"],
  ["K3,4*+1", "LJKLJ IABCG FDEFD CGHIA LJKLJ IABCG"],
  ["C4,3", "ALKJID LABCDI HEFGHE DIJKLA IDCBAL"],
  ["S3", "AADGC AABCG BDEFH CGHII GCFII"],
  ["T1,1", "AAA AAA AAA"],
  ["T2,1", "BABA BABA BABA"],
  ["S1", "AAA AAA AAA"],
];

describe("the joins of a bounded grid", () => {
  it.each(JOINS)("%s", (suffix, picture) => {
    const topology = parseTopology(suffix) as BoundedTopology;
    expect(drawJoins(topology)).toBe(picture);
  });

  it("fill the ghost ring of a padded array and nothing else", () => {
    fc.assert(
      fc.property(anyTopology, (topology) => {
        if (!isFinite2d(topology)) return;
        const { width: w, height: h } = topology;
        const links = ghostLinks(topology);
        const sources = new Map<number, number>();
        for (let k = 0; k < links.length; k += 2) sources.set(links[k], links[k + 1]);
        expect(sources.size * 2).toBe(links.length);
        for (let j = -1; j <= h; j++) {
          for (let i = -1; i <= w; i++) {
            const ghost = (j + 1) * (w + 2) + i + 1;
            const source = sourceCell(topology, i, j);
            const inside = i >= 0 && i < w && j >= 0 && j < h;
            const padded = (Math.floor(source / w) + 1) * (w + 2) + (source % w) + 1;
            expectIs(sources.get(ghost), inside || source < 0 ? undefined : padded);
          }
        }
      }),
      { numRuns: 20 },
    );
  });
});

function drawJoins(topology: BoundedTopology): string {
  const letter = (n: number): string => (n < 0 ? "." : String.fromCharCode(65 + n));
  const rows: string[] = [];
  for (let j = -1; j <= topology.height; j++) {
    let row = "";
    for (let i = -1; i <= topology.width; i++) row += letter(sourceCell(topology, i, j));
    rows.push(row);
  }
  return rows.join(" ");
}

describe("the place of a grid", () => {
  it("has its top left cell at minus half the size, rounded up", () => {
    expect(gridRect(torus(30, 20))).toEqual(rect(-15, -10, 30, 20));
    expect(gridRect(plane(31, 7))).toEqual(rect(-15, -3, 31, 7));
    expect(gridRect(plane(1, 1))).toEqual(rect(0, 0, 1, 1));
    expect(gridRect(torus(0, 20))).toBeNull();
    expect(gridRect(UNBOUNDED)).toBeNull();
  });

  it("clips boxes on its finite sides only", () => {
    const huge = rect(-(2n ** 90n), -(2n ** 90n), 2n ** 91n, 2n ** 91n);
    expect(clipToGrid(torus(30, 20), huge)).toEqual(rect(-15, -10, 30, 20));
    expect(clipToGrid(torus(0, 20), huge)).toEqual(rect(huge.x, -10, huge.w, 20));
    expect(clipToGrid(plane(30, 0), huge)).toEqual(rect(-15, huge.y, 30, huge.h));
    expect(clipToGrid(UNBOUNDED, huge)).toEqual(huge);
    expect(clipToGrid(plane(30, 20), rect(15, 0, 4, 4))).toBeNull();
    expect(clipToGrid(plane(30, 20), rect(14, 9, 4, 4))).toEqual(rect(14, 9, 1, 1));
  });
});

it("quotes no more of an unreadable grid than its beginning", () => {
  const unreadable = `T64,${"B3/S23:T64,B ".repeat(100)}`;
  expect(() => parseTopology(unreadable)).toThrow(/^The grid ":T64,.{36}\.\.\." cannot be read: .{1,80}$/);
});

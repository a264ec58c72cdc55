// What the page of a run shows: lanes as shares of time, figures of ranks, scaling with both laws, and a command.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseArguments } from "../../../../engine/cli/arguments.ts";
import { RUN } from "../../../../engine/cli/commands/run.ts";
import { RankTrack, readClusterRecord, SPAN_KINDS } from "../../../../engine/cluster/record.ts";
import { plane, torus, UNBOUNDED } from "../../../../engine/core/topology.ts";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import type { OpenRecord } from "../../../../renderer/labs/performance/run/records.ts";
import type { OpenUniverse } from "../../../../renderer/labs/performance/run/run-command.ts";
import {
  FIRST_RUN,
  haloProblem,
  runCommand,
  runOf,
  wishProblem,
} from "../../../../renderer/labs/performance/run/run-command.ts";
import {
  blockText,
  predictedRows,
  rankRows,
  ranksCsv,
  scalingCsv,
  scalingLaws,
  scalingPicture,
  scalingRows,
} from "../../../../renderer/labs/performance/run/run-figures.ts";
import type { TimeView } from "../../../../renderer/labs/performance/run/timeline.ts";
import {
  blockAt,
  momentText,
  panned,
  revealing,
  sharesOf,
  stretchOf,
  ticksOf,
  wholeView,
  zoomed,
} from "../../../../renderer/labs/performance/run/timeline.ts";
import { recordText } from "../../../support/cluster-record.ts";

describe("lanes", () => {
  const rows = fc.array(
    fc.record({
      gap: fc.nat(40),
      length: fc.integer({ min: 1, max: 90 }),
      spans: fc.array(fc.tuple(fc.nat(4), fc.nat(60), fc.nat(120)), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 12 },
  );

  it("are shares of each column's time, as counting moment by moment has them", () => {
    fc.assert(
      fc.property(
        rows,
        fc.nat(300),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 37 }),
        (all, from, length, width) => {
          const track = new RankTrack();
          const spans: { kind: number; start: number; end: number }[] = [];
          let start = 0;
          for (const { gap, length: block, spans: own } of all) {
            start += gap;
            // Within their blocks, as in a file.
            const inside = own.map(([kind, at, long]) => {
              const begun = Math.min(at, block);
              return [kind, begun, Math.min(long, block - begun)];
            });
            track.push([1, 1, start, block, ...inside.flat()]);
            for (const [kind, at, long] of inside)
              spans.push({
                kind: kind as number,
                start: start + (at as number),
                end: start + (at as number) + (long as number),
              });
            start += block;
          }
          const view = { start: from / 1e6, end: (from + length) / 1e6 };
          const shares = sharesOf(track, view, width);
          const column = length / width;
          for (const [kind] of SPAN_KINDS.entries())
            for (let at = 0; at < width; at++) {
              const [low, high] = [from + at * column, from + (at + 1) * column];
              const taken = spans
                .filter((span) => span.kind === kind)
                .reduce(
                  (sum, span) => sum + Math.max(0, Math.min(high, span.end) - Math.max(low, span.start)),
                  0,
                );
              if (Math.abs((shares[kind * width + at] as number) - Math.min(1, taken / column)) > 1e-3)
                return false;
            }
          return true;
        },
      ),
    );
  });

  it("zoom about a point, move, and never leave what is there", () => {
    const whole = { start: 0, end: 8 };
    expect(zoomed(whole, whole, 0.25, 0.5)).toEqual({ start: 1, end: 5 });
    expect(zoomed({ start: 1, end: 5 }, whole, 0.25, 2)).toEqual(whole);
    expect(zoomed(whole, whole, 0.5, 10)).toEqual(whole);
    const close = zoomed(whole, whole, 1, 1e-12);
    expect(close.end - close.start).toBeCloseTo(1e-5, 9);
    expect(panned({ start: 1, end: 3 }, whole, 0.5)).toEqual({ start: 2, end: 4 });
    expect(panned({ start: 1, end: 3 }, whole, -5)).toEqual({ start: 0, end: 2 });
    expect(panned({ start: 1, end: 3 }, whole, 50)).toEqual({ start: 6, end: 8 });
    const view: TimeView = { start: 2, end: 4 };
    expect(revealing(view, whole, 3, 3.5)).toBe(view);
    expect(revealing(view, whole, 5, 5.5)).toEqual({ start: 3.5, end: 5.5 });
    expect(revealing(view, whole, 1, 1.5)).toEqual({ start: 1, end: 3 });
  });

  it("know the block under a moment, and all that is there", () => {
    const { tracks } = readClusterRecord(recordText(2, 100));
    expect(wholeView(tracks)).toEqual({ start: 0, end: expect.closeTo(0.9995, 9) });
    const [track] = tracks as [RankTrack];
    expect([-1, 0, 0.0149, 0.015, 0.0951, 50].map((moment) => blockAt(track, moment))).toEqual([
      -1, 0, 1, 1, 9, 99,
    ]);
    expect(wholeView([new RankTrack()])).toEqual({ start: 0, end: 1e-5 });
  });

  it("of a GPU are those in which it computed, however early it was told of them", () => {
    const computing = SPAN_KINDS.indexOf("computing");
    const track = new RankTrack();
    // Told a second apart, computed for ten seconds each.
    for (let block = 0; block < 5; block++)
      track.push([1, 8, block * 1e6, 1e6, computing, 9e6 * block, 10e6]);
    expect(wholeView([track])).toEqual({ start: 0, end: 50 });
    expect([0, 9, 10, 35, 50].map((moment) => blockAt(track, moment))).toEqual([0, 0, 1, 3, 4]);
    expect([0, 3].map((block) => stretchOf(track, block))).toEqual([
      { start: 0, end: 10 },
      { start: 30, end: 40 },
    ]);
    for (const start of [0, 10, 40])
      expect(sharesOf(track, { start, end: start + 10 }, 1)[computing]).toBeCloseTo(1, 6);
    const record = { ...readClusterRecord(recordText(1, 1)), tracks: [track] };
    expect(blockText(record, 0, 3)).toBe(
      "Rank 0, block 4 of 5, generations 124 to 132: 10 s, of which computing 10 s",
    );
  });

  it("have round moments, told apart at any depth", () => {
    expect(ticksOf({ start: 0.9, end: 9 }, 5)).toEqual([2, 4, 6, 8]);
    const near = ticksOf({ start: 59.148799, end: 59.14881 }, 6);
    const words = near.map((tick) => momentText(tick, near));
    expect(words[0]).toBe("59.148800 s");
    expect(new Set(words).size).toBe(near.length);
    expect([0, 0.002, 0.004].map((tick) => momentText(tick, [0, 0.002, 0.004]))).toEqual([
      "0 ms",
      "2 ms",
      "4 ms",
    ]);
  });
});

const open = (name: string, ranks: number, rows = 1000 / ranks, change = {}): OpenRecord => ({
  ...{ id: name, name, revision: 0, following: false, problem: null },
  record: readClusterRecord(recordText(ranks, 10, { topology: `T1000,${ranks * rows}`, ...change })),
});

describe("the figures of a record", () => {
  it("are those of each rank, beside what was predicted", () => {
    const { record } = open("a", 2);
    const [row] = rankRows(record);
    expect(row).toMatchObject({ rank: 0, rows: 500, where: "node (process 7), a processor" });
    expect(row?.seconds).toBeCloseTo(0.0095 / 8, 9);
    expect(row?.shares[SPAN_KINDS.indexOf("computing")]).toBeCloseTo(7 / 9.5, 6);
    expect(row?.shares[SPAN_KINDS.indexOf("waiting")]).toBeCloseTo(1.5 / 9.5, 6);
    // Of half a millisecond, one, one and a half, and half a one, the second lies beside computing.
    expect(row?.hidden).toBeCloseTo(1 / 3.5, 6);
    const merged = readClusterRecord(recordText(1, 3).replaceAll("[1,8,", "[4,8,"));
    expect(rankRows(merged)[0]).toMatchObject({ hidden: null, seconds: expect.closeTo(0.0095 / 8, 9) });
    const [all, computing, exchange] = predictedRows(record);
    expect(all).toMatchObject({ predicted: 0.001, measured: expect.closeTo(0.0095 / 8, 9) });
    expect(computing).toMatchObject({ predicted: 0.0007, measured: expect.closeTo(0.007 / 8, 9) });
    expect(exchange).toMatchObject({ predicted: 0.0002, measured: expect.closeTo(0.0035 / 8, 9) });
    expect(ranksCsv(record).split("\r\n")[2]).toMatch(/^1,500,"node \(process 7\), a processor",0\.00118/);
    const bare = predictedRows(open("b", 1, 1000, { prediction: null }).record);
    expect(bare.map(({ predicted }) => predicted)).toEqual([null, null, null]);
  });

  it("tell a block in words", () => {
    const { record } = open("a", 2);
    expect(blockText(record, 1, 2)).toBe(
      "Rank 1, block 3 of 10, generations 116 to 124: 9.5 ms, of which computing 7 ms, reading 0.5 ms, waiting 1.5 ms, sending 1 ms, writing 0.5 ms",
    );
    expect([blockText(record, 1, -1), blockText(record, 1, 10), blockText(record, 2, 0)]).toEqual([
      "",
      "",
      "",
    ]);
  });

  it("are compared with those of other records of the same kind, on one grid and on growing ones", () => {
    const one = open("one", 1);
    const records = [
      open("four", 4),
      one,
      open("weak", 3, 1000),
      open("other", 2, 500, { algorithm: "gpu" }),
    ];
    const rows = scalingRows(records, one.record);
    // All take the same time: no gain on one grid, all of it on grids that grow.
    expect(rows.map(({ name, speedUp, sameGrid }) => [name, speedUp, sameGrid])).toEqual([
      ["one", 1, true],
      ["weak", expect.closeTo(3, 9), false],
      ["four", 1, true],
    ]);
    const { amdahl, gustafson } = scalingLaws(rows);
    expect([amdahl, gustafson]).toEqual([expect.closeTo(1, 9), expect.closeTo(0, 9)]);
    const picture = scalingPicture(rows, 100);
    expect(picture?.series.map(({ label }) => label)).toEqual([
      "as many times as ranks",
      "Amdahl, 100.0 % serial",
      "Gustafson, 0.0 % serial",
      "the same grid (strong scaling)",
      "a growing grid (weak scaling)",
    ]);
    expect(picture?.series.at(-2)).toMatchObject({ xs: [1, 4], ys: [1, 1] });
    expect(scalingPicture(scalingRows([one], one.record), 100)).toBeNull();
    expect(scalingCsv(rows).split("\r\n")[1]).toMatch(/^"one",1,1000,1000,8,true,0\.00118\d*,0\.001,1,1$/);
  });
});

describe("the command of a run", () => {
  it("says all that is set, in words that the program takes", () => {
    const wish = {
      ...FIRST_RUN,
      transport: "mpi",
      algorithm: "gpu",
      gpus: "shared",
      halo: "16",
      overlap: false,
    };
    const [program, subject, ...words] = runCommand({ ...wish, record: "two words.jsonl" }).split(" ");
    expect([program, subject, words.slice(-2).join(" ")]).toEqual(["tessella", "run", "'two words.jsonl'"]);
    const args = parseArguments(RUN, [...words.slice(0, -2), "two words.jsonl"]);
    expect(
      ["soup", "rule", "generation", "algorithm", "ranks", "transport", "gpus", "halo", "record"].map(
        (name) => args.value(name),
      ),
    ).toEqual([
      "8192x8192",
      "B3/S23:T8192,8192",
      "1000",
      "gpu",
      "2",
      "mpi",
      "shared",
      "16",
      "two words.jsonl",
    ]);
    expect(args.has("no-overlap")).toBe(true);
    expect(runCommand({ ...FIRST_RUN, record: " " })).toBe(
      "tessella run --soup 8192x8192 -r B3/S23:T8192,8192 -m 1000 -a bitwise --ranks 2",
    );
  });

  it("takes the cells, the rule and the grid of an open universe, as far as ranks and files go", () => {
    const of = (change: Partial<OpenUniverse>) => {
      const { rule } = parseUniverseRule("B36/S23");
      const open = { file: "a gun.rle", dirty: false, rule, topology: torus(300, 200, 17) };
      const { wish, remarks } = runOf({ ...open, ...change });
      const line = runCommand({ ...FIRST_RUN, ...wish, record: "" });
      return [line.replace(/^tessella run (.*) -m 1000 .*$/, "$1"), ...remarks];
    };
    expect(of({})).toEqual(["'a gun.rle' -r B36/S23:T300+17,200"]);
    expect(of({ topology: plane(40, 30), dirty: true })).toEqual([
      "'a gun.rle' -r B36/S23:P40,30",
      "Its file does not have the last changes.",
    ]);
    expect(of({ file: null, dirty: true, topology: { kind: "frozen", width: 8, height: 9 } })).toEqual([
      "--soup 8x9 -r B36/S23:F8,9",
      "Its cells are in no file: the command runs a soup by its rule.",
    ]);
    const onTorus = "Ranks share no grid like its own: the command runs on a torus.";
    for (const topology of [UNBOUNDED, torus(0, 30), torus(30, 30, 0, 5)])
      expect(of({ topology })).toEqual(["'a gun.rle' -r B36/S23:T8192,8192", onTorus]);
    expect(of({ file: "-m.rle" })).toEqual(["./-m.rle -r B36/S23:T300+17,200"]);
  });

  it("is not made of what cannot be", () => {
    expect(wishProblem(FIRST_RUN)).toBeNull();
    expect(["auto", "1", "512", "0", "-1", "", "x"].map((halo) => haloProblem({ halo }) === null)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
    ]);
    for (const name of ["width", "height", "generations", "ranks"])
      for (const value of [0, -1, 0.5, Number.NaN])
        expect(wishProblem({ ...FIRST_RUN, [name]: value })).toBe("The numbers are whole ones from 1 on.");
    expect(wishProblem({ ...FIRST_RUN, halo: "x" })).toMatch(/halo/);
    for (const [text, problem] of [
      ["/2/3", /two states; \/2\/3 has 3/],
      ["R5,C2,S34-58,B34-45", /looks 5 cells far/],
    ] as const)
      expect(wishProblem({ ...FIRST_RUN, rule: parseUniverseRule(text).rule })).toMatch(problem);
    expect(wishProblem({ ...FIRST_RUN, ranks: 129 })).toBe(
      "At most 128 ranks can be threads; more can be processes.",
    );
    expect(wishProblem({ ...FIRST_RUN, ranks: 129, transport: "mpi" })).toBeNull();
    expect(wishProblem({ ...FIRST_RUN, height: 3, ranks: 4 })).toBe("4 ranks are too many for 3 rows.");
    expect(wishProblem({ ...FIRST_RUN, height: 100, ranks: 4, halo: "26" })).toBe(
      "A halo of 26 rows is more than the 25 that a rank has.",
    );
  });
});

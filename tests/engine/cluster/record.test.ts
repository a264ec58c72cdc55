// The record of a run over ranks: what is written is what is read, also in pieces, and what is wrong is said with its line.

import { expect, it } from "vitest";
import type { RecordedBlock, RecordHead } from "../../../engine/cluster/record.ts";
import {
  ClusterRecordReader,
  formatRecordBlocks,
  formatRecordEnd,
  formatRecordHead,
  measuredSeconds,
  readClusterRecord,
} from "../../../engine/cluster/record.ts";

const HEAD: RecordHead = {
  program: "0.1.0",
  started: "2026-01-01T12:00:00.000Z",
  algorithm: "bitwise",
  rule: "B3/S23",
  topology: "T64,100",
  generation: 2n ** 70n,
  transport: "threads",
  halo: 8,
  overlap: true,
  ranks: [0, 1].map((rank) => ({
    first: 50 * rank,
    rows: 50,
    bytes: 128,
    host: "höst",
    process: 1,
    device: "a GPU",
  })),
  prediction: { by: "a guess", secondsAGeneration: 1e-3, computing: 9e-4, exchange: 1e-4 },
};

function block(start: number, more: Partial<RecordedBlock> = {}): RecordedBlock {
  const spans = [
    { kind: "computing", start, seconds: 0.003 },
    { kind: "reading", start: start + 0.001, seconds: 0.0005 },
  ] as const;
  return { merged: 1, generations: 8, start, seconds: 0.004, spans, ...more };
}

const LINES = [
  formatRecordHead(HEAD),
  formatRecordBlocks(0, [block(0.5), block(0.504, { seconds: 0.012, merged: 4, generations: 32 })]),
  formatRecordBlocks(1, [block(0.501)]),
  formatRecordEnd({ generation: 40n, failure: "Rank 1 on b was ended." }),
];

it("is read as it was written", () => {
  const { head, tracks, end } = readClusterRecord(LINES.join(""));
  expect(head).toEqual(HEAD);
  expect(end).toEqual({ generation: 40n, failure: "Rank 1 on b was ended." });
  const [zero, one] = tracks;
  expect([zero.blocks, one.blocks]).toEqual([2, 1]);
  expect([...zero.start]).toEqual([0.5, 0.504]);
  expect([...zero.seconds]).toEqual([0.004, 0.012]);
  expect([...zero.merged]).toEqual([1, 4]);
  expect([...zero.generations]).toEqual([8, 32]);
  expect([...zero.firstSpan]).toEqual([0, 2]);
  expect([...zero.kind]).toEqual([0, 1, 0, 1]);
  expect([...zero.spanStart]).toEqual([0.5, 0.501, 0.504, 0.505]);
  expect([...zero.spanSeconds]).toEqual([0.003, 0.0005, 0.003, 0.0005]);
  expect([...zero.kindSeconds]).toEqual([0.006, 0.001, 0, 0, 0]);
  expect(measuredSeconds(tracks)).toBeCloseTo(0.0005);
});

it("tells a generation's time from when a GPU has computed its blocks, which are told long before, and leaves pauses out", () => {
  const told = (start: number, from: number, to: number): RecordedBlock =>
    block(start, { seconds: 0.001, spans: [{ kind: "computing", start: from, seconds: to - from }] });
  // Three blocks at once, each computed for 8 ms; after a pause of a second a fourth one.
  const blocks = [
    told(0, 0, 0.008),
    told(0.001, 0.008, 0.016),
    told(0.002, 0.016, 0.024),
    told(1.024, 1.024, 1.032),
  ];
  const record = readClusterRecord(
    LINES[0] + formatRecordBlocks(0, blocks) + formatRecordBlocks(1, [block(0)]),
  );
  expect([...record.tracks[0].done]).toEqual([0.008, 0.016, 0.024, 1.032]);
  expect(measuredSeconds(record.tracks)).toBeCloseTo(0.001, 9);
});

it("is read in pieces of any length while it grows, up to its last whole line", () => {
  const text = LINES.join("");
  const reader = new ClusterRecordReader();
  let blocks = 0;
  for (const character of text) {
    reader.add(character);
    const track = reader.record?.tracks[0];
    blocks = Math.max(blocks, track?.blocks ?? 0);
  }
  expect(blocks).toBe(2);
  expect(reader.record).toEqual(readClusterRecord(text));
  const growing = readClusterRecord(text.slice(0, -2));
  expect(growing.end).toBeNull();
  expect(growing.tracks[1].blocks).toBe(1);
  expect(measuredSeconds(readClusterRecord(LINES[0]).tracks)).toBeNull();
});

it("holds as many spans as there are", () => {
  const many = Array.from({ length: 700 }, (_, i) => block(i / 100));
  const [track] = readClusterRecord(LINES[0] + formatRecordBlocks(0, many)).tracks;
  expect([track.blocks, track.kind.length]).toEqual([700, 1400]);
  expect(track.start[699]).toBe(6.99);
});

it.each([
  ["", undefined, "The record has no first line."],
  ["{}\n", 1, "This is no record of a run over ranks."],
  [
    LINES[0].replace('"version":1', '"version":2'),
    1,
    "The record has version 2; this program reads version 1.",
  ],
  [LINES[0].replace('"halo":8', '"halo":0'), 1, 'has no "halo" that is a whole number from 1 on'],
  [LINES[0].replace('"rows":50', '"rows":"x"'), 1, 'Rank 0 has no "rows" that is a whole number from 1 on.'],
  [LINES[0].replace('"computing"', '"comuting"'), 1, 'has a field that is not known, "comuting"'],
  [`${LINES[0]}{"rank":0,"blocks":[[1,2\n`, 2, "The line is no JSON"],
  [`${LINES[0]}{"rank":2,"blocks":[]}\n`, 2, 'The line has no "rank" that is a whole number from 0 to 1.'],
  [`${LINES[0]}null\n`, 2, 'The line has no "rank"'],
  [`${LINES[0]}${LINES[2]}{"rank":0}\n`, 3, 'The line has no list "blocks".'],
  [
    `${LINES[0]}{"rank":0,"blocks":[[1,8,0,9],[1,8,0]]}\n`,
    2,
    "Block 2 of the line has 3 numbers, not 4 and 3",
  ],
  [`${LINES[0]}{"rank":0,"blocks":[[1,8,0,-1]]}\n`, 2, "has a duration that is no whole number from 0 on."],
  [
    `${LINES[0]}{"rank":0,"blocks":[[1,8,0,1,5,0,1]]}\n`,
    2,
    "kind of span 1 that is no whole number from 0 to 4.",
  ],
  [
    `${LINES[0]}{"end":{"generation":"x","failure":null}}\n`,
    2,
    'The record\'s end has no "generation" of digits.',
  ],
])("refuses %j with the line", (text, line, message) => {
  expect(() => readClusterRecord(text)).toThrow(
    expect.objectContaining({ code: "syntax", line, message: expect.stringContaining(message) }),
  );
});

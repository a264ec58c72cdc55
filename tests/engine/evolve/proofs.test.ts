// Proofs by counting: what is known, what a plain enumeration finds, and certificates that cannot be bent.

import { describe, expect, test } from "vitest";
import type { ProofQuestion } from "../../../engine/evolve/certificate.ts";
import { createProof, formatCertificate, parseCertificate } from "../../../engine/evolve/certificate.ts";
import type { CounterEnds } from "../../../engine/evolve/counter-maps.ts";
import { counterMaps } from "../../../engine/evolve/counter-maps.ts";
import { canRun, counterResults, PRINTED_SEQUENCE } from "../../../engine/evolve/counter-proof.ts";
import { majorityResults } from "../../../engine/evolve/majority-proof.ts";
import type { CountedPiece } from "../../../engine/evolve/proof.ts";
import { countPieces } from "../../../engine/evolve/proof.ts";
import { stepReference } from "../../../engine/rings/reference.ts";
import { createRing } from "../../../engine/rings/ring.ts";
import { elementaryRule } from "../../../engine/rings/ring-rule.ts";
import known from "../../fixtures/proofs.json" with { type: "json" };

const countAll = (question: ProofQuestion): CountedPiece[] => {
  const proof = createProof(question);
  return proof.pieces.map((label) => ({ label, counts: proof.count(label) }));
};

const counters = (cells: number, boundary: CounterEnds, starts: readonly number[]) => {
  const question = { task: "counter", cells, boundary, starts } as const;
  return counterResults(question, countAll(question));
};

describe("counters", () => {
  const { best5 } = known;

  // Four cyclic cells take a second a start, and these two starts are searched as one.
  test.each(known.counters)("of $cells cells, $boundary", (row) => {
    const boundary = row.boundary as CounterEnds;
    const all = row.best.map((_, start) => start);
    const starts = row.cells === 4 && boundary === "cyclic" ? [5, 13] : all;
    const results = counters(row.cells, boundary, starts);
    expect(2 ** counterMaps(row.cells, boundary).entries).toBe(row.candidates);
    for (const { start, best, optimal, mapsByFitness, sequences, rules } of results) {
      expect([best, optimal]).toEqual([row.best[start], row.optimal[start]]);
      expect(mapsByFitness.reduce((sum, count) => sum + count)).toBe(row.candidates);
      expect(rules).toHaveLength(optimal);
      const known5 = best5.find((one) => start === 5 && row.cells === 4 && one.boundary === boundary);
      if (known5) {
        expect([best, sequences]).toEqual([known5.fitness, expect.arrayContaining([known5.sequence])]);
        expect(rules).toContainEqual(known5.rules);
      }
      if (!("mapsByFitness" in row)) continue;
      expect(mapsByFitness).toEqual(row.mapsByFitness?.[start]);
      expect([...sequences].sort()).toEqual([...(row.optimalSequences?.[start] ?? [])].sort());
    }
  });

  test("of three static cells, tried one by one on the ring itself", () => {
    // What each elementary rule makes of each value: bit 2 is the first cell.
    const outcomes = Array.from({ length: 256 }, (_, number) => {
      const ring = createRing(3, [elementaryRule(number)], "fixed00");
      return Array.from({ length: 8 }, (_, value) => {
        const [a, b, c] = stepReference(ring, Uint8Array.of(value >> 2, (value >> 1) & 1, value & 1));
        return a * 4 + b * 2 + c;
      });
    });
    // The first cell never sees a live left neighbour, the last one no right one: 16 rules each make a difference.
    const firsts = Array.from({ length: 16 }, (_, number) => number);
    const lasts = firsts.map((n) => (n & 1) | ((n & 2) << 1) | ((n & 4) << 2) | ((n & 8) << 3));
    const counts = Array.from({ length: 8 }, () => new Array<number>(9).fill(0));
    for (const first of firsts)
      for (let middle = 0; middle < 256; middle++)
        for (const last of lasts) {
          const next = (value: number): number =>
            (outcomes[first][value] & 4) | (outcomes[middle][value] & 2) | (outcomes[last][value] & 1);
          for (let start = 0; start < 8; start++) {
            let fitness = 1;
            for (let t = 1, value = next(start); t < 8; t++, value = next(value))
              if (value === (start + t) % 8) fitness++;
            counts[start][fitness]++;
          }
        }
    const proved = counters(3, "static", [0, 1, 2, 3, 4, 5, 6, 7]);
    expect(counts).toEqual(proved.map(({ mapsByFitness }) => mapsByFitness));
  });

  test("the sequence in print needs a ring", () => {
    expect(canRun(counterMaps(4, "cyclic"), PRINTED_SEQUENCE)).toBe(true);
    expect(canRun(counterMaps(4, "static"), PRINTED_SEQUENCE)).toBe(false);
  });
});

test.each(known.majority)("the majority on $cells cells", ({ cells, configurations, best, rules }) => {
  const question = { task: "majority", radius: 1, cells } as const;
  expect(majorityResults(question, countAll(question))).toEqual({ configurations, best, rules });
});

describe("a certificate", () => {
  const question: ProofQuestion = { task: "counter", cells: 3, boundary: "static", starts: [0, 6] };
  const proof = createProof(question);
  const whole = formatCertificate({ proof, counts: countAll(question).map(({ counts }) => counts) });

  test("opens as it was written, finished or not", () => {
    const { proof: read, counts } = parseCertificate(whole);
    expect(read.question).toEqual(question);
    expect(formatCertificate({ proof: read, counts })).toBe(whole);
    const half = counts.map((own, place) => (place % 2 ? own : undefined));
    expect(parseCertificate(formatCertificate({ proof, counts: half })).counts).toEqual(half);
    const majority = createProof({ task: "majority", radius: 1, cells: 5 });
    const one = majority.pieces.map((label, place) => (place < 2 ? majority.count(label) : undefined));
    expect(parseCertificate(formatCertificate({ proof: majority, counts: one })).counts).toEqual(one);
  });

  test.each([
    ["cut short", (text: string) => text.slice(0, 300), /^The certificate is no JSON/],
    ["of another format", (text: string) => text.replace("-proof", "-evolve"), /no certificate of a proof/],
    ["of another version", (text: string) => text.replace('version":1', 'version":2'), /has version 2/],
    ["with a field too many", (text: string) => text.replace('"cells":3', '"cells":3,"cell":3'), /"cell"/],
    [
      "about five cells",
      (text: string) => text.replace('"cells":3', '"cells":5'),
      /"cells" that is .* 3 to 4/,
    ],
    [
      "with a start too far",
      (text: string) => text.replace("[0,6]", "[0,8]"),
      /^Start 2 .* no value of 3 cells/,
    ],
    ["with a start twice", (text: string) => text.replace("[0,6]", "[6,6]"), /no list of different starts/],
    [
      "with a foreign piece",
      (text: string) => text.replace('"start":2,"first":7', '"start":3,"first":7'),
      /no start 3/,
    ],
    [
      "with a piece twice",
      (text: string) => text.replace('"start":2,"first":7', '"start":2,"first":6'),
      /twice/,
    ],
    [
      "with a count lost",
      (text: string) => text.replace(/,\d+\]\}\n\]/, "]}\n]"),
      /has 8 counts where there are 9/,
    ],
    [
      "with a count changed",
      (text: string) => text.replace(/"counts":\[0,(\d+)/, '"counts":[1,$1'),
      /8193 maps/,
    ],
    [
      "with half a count",
      (text: string) => text.replace('"counts":[0,', '"counts":[0.5,'),
      /no whole number/,
    ],
  ])("%s is refused with its place", (_, bend, sentence) => {
    const bent = bend(whole);
    expect(bent).not.toBe(whole);
    expect(() => parseCertificate(bent)).toThrow(
      expect.objectContaining({
        code: "syntax",
        message: expect.stringMatching(sentence),
        line: expect.any(Number),
      }),
    );
  });
});

test("counting hears its signal between two pieces", async () => {
  const stop = new AbortController();
  const proof = createProof({ task: "counter", cells: 3, boundary: "static", starts: [0] });
  const places: number[] = [];
  const onPiece = (place: number): void => {
    places.push(place);
    if (places.length === 3) stop.abort();
  };
  await expect(countPieces(proof, [0, 1, 2, 3], { signal: stop.signal, onPiece })).rejects.toMatchObject({
    code: "aborted",
  });
  expect(places).toEqual([0, 1, 2]);
});

// A document under rules of more and of fewer states: which universe it has then, what becomes of its cells, and the way back.

import { afterAll, afterEach, expect, it } from "vitest";
import { UNBOUNDED } from "../../../engine/core/topology.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { StudioDocument } from "../../../renderer/document/document.ts";
import { passingSettings } from "../../../renderer/tools/option.ts";
import type { Engines } from "../../../renderer/universe/engines.ts";
import { enginePair } from "../../support/engine-pair.ts";
import { cellsFromRle, rleFromCells } from "../../support/rle-text.ts";

const pair = enginePair();
afterAll(() => pair.close());
const engines = {
  place: async (request: Parameters<typeof pair.client.createUniverse>[0]) => ({
    universe: await pair.client.createUniverse(request),
    reason: "",
  }),
} as unknown as Engines;

let document: StudioDocument;
afterEach(() => document.close());
let told: string[] = [];

async function open(rle: string, rule: string, algorithm?: string): Promise<StudioDocument> {
  told = [];
  const wanted = {
    title: "",
    rule: parseRule(rule),
    topology: UNBOUNDED,
    cells: cellsFromRle(rle),
    algorithm,
  };
  document = await StudioDocument.open(
    { ...wanted, memoryMegabytes: 64 },
    {
      engines,
      tool: "draw",
      toolSettings: passingSettings(),
      onTool: () => {},
      hint: () => {},
      report: (error) => {
        throw error;
      },
      ended: () => {},
      changed: (text) => void told.push(text),
    },
  );
  return document;
}

/** The rule, who runs it, and the cells. */
async function now(): Promise<readonly [rule: string, algorithm: string, rle: string]> {
  const { present } = document.universe;
  return [
    present.rule.text,
    present.algorithm,
    rleFromCells(await present.readRuns(), { x: 0n, y: 0n }).trim(),
  ];
}

/** HashLife refuses it. */
const WIDE = parseRule("R2,C2,S6-9,B7-8");

it("keeps its cells, and has an algorithm that takes its rule", async () => {
  const { editor } = await open("3o!", "B3/S23", "hashlife");
  const before = await now();
  await editor.setRule(WIDE);
  expect(await now()).toEqual([WIDE.text, expect.not.stringMatching(before[1]), "3o!"]);
  await editor.step(1n);
  const after = await now();
  await editor.undo();
  await editor.undo();
  expect(await now()).toEqual(before);
  await editor.redo();
  await editor.redo();
  expect(await now()).toEqual(after);
  expect(document.universe.present.generation).toBe(1n);
  expect(told).toEqual([]);
});

it("says what became of states that the rule does not have, and brings them back", async () => {
  const { editor } = await open("ABC$.C!", "345/2/4");
  const before = await now();
  await editor.setRule(parseRule("/2/3"));
  expect(await now()).toEqual(["/2/3", before[1], "1o2B1$\n1b1B!"]);
  expect(told).toEqual(["/2/3 has 3 states: cells in states beyond are now in its last, dying."]);
  await editor.setRule(parseRule("B3/S23"));
  expect((await now())[2]).toBe("3o1$\n1b1o!");
  await editor.undo();
  await editor.undo();
  expect(await now()).toEqual(before);
  await editor.redo();
  expect((await now())[2]).toBe("1o2B1$\n1b1B!");
  expect(told).toHaveLength(2);
});

it("goes back to the algorithm that was asked for", async () => {
  const { editor } = await open("3o!", "B3/S23", "hashlife");
  await editor.setRule(WIDE);
  expect(document.universe.present.algorithm).not.toBe("hashlife");
  await editor.setRule(parseRule("B36/S23"));
  expect(document.universe.present.algorithm).toBe("hashlife");
});

/** What the editor tells of long steps, and how universes of any size change their algorithm. */

import { afterEach, describe, expect, it } from "vitest";
import { parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { Editor } from "../../../../renderer/editor/editor.ts";
import { copyCells, tooMuchFor, treeToMove } from "../../../../renderer/universe/move-cells.ts";
import type { EnginePair } from "../../../support/engine-pair.ts";
import { enginePair } from "../../../support/engine-pair.ts";
import { GLIDER } from "../../../support/local-editor.ts";
import { cellsFromRle } from "../../../support/rle-text.ts";
import { until } from "../../../support/until.ts";

let pair: EnginePair | null = null;
afterEach(async () => {
  await pair?.close();
  pair = null;
});

const GUN = cellsFromRle(
  "24bo$22bobo$12b2o6b2o12b2o$11bo3bo4b2o12b2o$2o8bo5bo3b2o$2o8bo3bob2o4bobo$10bo5bo7bo$11bo3bo$12b2o!",
);

async function universeOf(algorithm: string, cells = GUN, rule = "B3/S23") {
  pair ??= enginePair();
  return pair.client.createUniverse({ ...parseUniverseRule(rule), algorithm, cells });
}

const BITWISE = { name: "Bitwise", leaps: false, memoryMegabytes: 1024 };
const HASHLIFE = { name: "HashLife", leaps: true, memoryMegabytes: 1024 };

describe("an editor over HashLife", () => {
  it("says which step it computes, and stops in the middle of it", async () => {
    const universe = await universeOf("hashlife", GUN, "B2/S");
    expect(universe.leaps).toBe(true);
    const editor = new Editor(universe);
    const hash = await universe.hash();
    const step = editor.step(10n ** 30n);
    await until(() => editor.state.underWay !== null);
    expect(editor.state.underWay).toEqual({ generations: 10n ** 30n, once: true });
    await editor.stop();
    await step;
    expect(editor.state.underWay).toBeNull();
    expect(universe.generation).toBe(0n);
    expect(await universe.hash()).toBe(hash);
    await editor.run({ increment: 8n, interval: 0 });
    expect(editor.state.underWay).toEqual({ generations: 8n, once: false });
    await editor.stop();
    await editor.dispose();
  });

  it("leaps, undoes the leap and goes back to its start", async () => {
    const universe = await universeOf("hashlife");
    const editor = new Editor(universe);
    const start = await universe.hash();
    await editor.stepTo(10n ** 18n);
    expect(universe.generation).toBe(10n ** 18n);
    expect(await universe.population()).toBeGreaterThan(10n ** 17n);
    await editor.undo();
    expect([universe.generation, await universe.hash()]).toEqual([0n, start]);
    await editor.redo();
    await editor.reset();
    expect([universe.generation, await universe.hash()]).toEqual([0n, start]);
    await editor.dispose();
  });
});

describe("changing the algorithm", () => {
  it("copies what is near or little, and moves the rest as a tree", async () => {
    const bitwise = await universeOf("bitwise");
    const hashlife = await universeOf("hashlife");
    expect(bitwise.leaps).toBe(false);
    expect(await treeToMove(bitwise, HASHLIFE)).toBeNull();
    await hashlife.step(2n ** 30n);
    const tree = await treeToMove(hashlife, HASHLIFE);
    expect(tree).not.toBeNull();
    const { topology, rule } = hashlife;
    const moved = await (pair as EnginePair).client.createUniverse({
      rule,
      topology,
      algorithm: "hashlife",
      ...(tree ? { cells: tree } : {}),
    });
    expect(await moved.hash()).toBe(await hashlife.hash());
  });

  it("takes cells to either side of a great gap along as runs", async () => {
    const hashlife = await universeOf("hashlife", GLIDER);
    const far = { ...GLIDER, x: 2n ** 40n, y: -(2n ** 40n) };
    await hashlife.writeRuns(far, "or");
    expect(await treeToMove(hashlife, BITWISE)).toBeNull();
    const bitwise = await universeOf("bitwise", {
      ...GLIDER,
      spans: GLIDER.spans.slice(0, 0),
      rows: GLIDER.rows.slice(0, 0),
    });
    await copyCells(hashlife, bitwise);
    expect(await bitwise.hash()).toBe(await hashlife.hash());
  });

  it("refuses more cells than there are bits, in one sentence", async () => {
    const hashlife = await universeOf("hashlife");
    await hashlife.step(2n ** 60n);
    const error = await treeToMove(hashlife, BITWISE).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: "too-large" });
    const told = (await tooMuchFor(BITWISE, hashlife, "HashLife", error)) as Error;
    expect(told.message).toMatch(
      /^Bitwise cannot hold \S+ × 10[⁰¹²³⁴⁵⁶⁷⁸⁹]+ live cells on .* the universe stays as it was, with HashLife\.$/,
    );
    const other = new Error("no");
    expect(await tooMuchFor(BITWISE, hashlife, "HashLife", other)).toBe(other);
  });
});

// What a crash leaves of a document: the cells of a copy, and the record of the history that leads on from them.

import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import type { Block } from "../../../engine/core/block.ts";
import { createBlock } from "../../../engine/core/block.ts";
import { rect } from "../../../engine/core/rect.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { BackupParts } from "../../../renderer/document/backup.ts";
import { Backup, readBackup } from "../../../renderer/document/backup.ts";
import { isPackedData, packData, unpackData } from "../../../renderer/document/packed-data.ts";
import { Editor } from "../../../renderer/editor/editor.ts";
import type { Mark } from "../../../renderer/editor/history/history.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import { invertEdit } from "../../../renderer/editor/selection/selection-edits.ts";
import { clearAllEdit } from "../../../renderer/editor/time/time-edits.ts";
import type { MarkedCopy } from "../../../renderer/universe/copy-keeper.ts";
import { fingerprint, localEditor, localUniverse, R_PENTOMINO } from "../../support/local-editor.ts";
import { setCells } from "../../support/set-cells.ts";
import { cellsOf } from "../../support/universes.ts";

type Deed = readonly [kind: string, at: number];

const anyDeeds = fc.array(
  fc.tuple(
    fc.constantFrom(
      "draw",
      "step",
      "undo",
      "redo",
      "rule",
      "number",
      "fill",
      "clear",
      "turn",
      "invert",
      "all",
      "seek",
      "reset",
      "copy",
      "store",
    ),
    fc.nat(30),
  ),
  { maxLength: 14 },
);

async function perform(editor: Editor, [kind, at]: Deed): Promise<void> {
  const box = rect(BigInt(at % 5) - 4n, -4n, 1100n, 1000n);
  const select = (): Promise<void> => editor.select(selectBox(box));
  switch (kind) {
    case "draw":
      await setCells(editor, cellsOf(["O.O", "OO."], BigInt(at), -3n), "xor", "Draw");
      return;
    case "step":
      return editor.step(BigInt(1 + (at % 7)));
    case "undo":
      return void (await editor.undo());
    case "redo":
      return void (await editor.redo());
    case "rule":
      return void (await editor.setRule(parseRule(at % 2 ? "B36/S23" : "B3/S23")));
    case "number":
      return void (await editor.setGeneration(BigInt(at)));
    case "fill":
      await select();
      // Too many cells for a diff.
      return void (await editor.fillRandom({ density: 0.3, seed: at }));
    case "clear":
      await select();
      return void (await editor.clearSelection(at % 2 ? "inside" : "outside"));
    case "turn":
      await editor.select(selectBox(rect(-2n, -2n, 5n, 5n)));
      return void (await editor.turn("rotate-clockwise"));
    case "invert":
      await select();
      return void (await editor.editSelection(invertEdit));
    case "all":
      return void (await editor.edit(clearAllEdit));
    case "seek": {
      const { from, to } = editor.state.timeline;
      return void (await editor.inTime((queue) => queue.scrub(from + ((to - from) * BigInt(at)) / 30n)));
    }
    case "reset":
      if (editor.state.canReset) await editor.reset();
  }
}

/** A document without a window. Its copies are made when `fresh` is asked. */
async function backedUp() {
  const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
  const copyNow = (): Promise<MarkedCopy<Mark>> =>
    editor.keep(async (mark) => {
      const { rule, topology, generation } = universe;
      const { revision } = editor.state;
      const box = (await universe.bounds()) ?? rect(0n, 0n, 1n, 1n);
      const packed = revision % 2 === 0;
      const cells = packed ? { block: await universe.readBlock(box) } : { cells: await universe.readRuns() };
      return { rule, topology, generation, mark, revision, ...cells };
    });
  const origin = await copyNow();
  /** What the recovery has: its latest copy, and how often it was asked for a fresh one. */
  const copies = {
    latest: null as MarkedCopy<Mark> | null,
    asked: 0,
    origin,
    fresh: () => {
      copies.asked++;
      return copyNow();
    },
  };
  const source = { editor, universe: { present: universe }, copies, packer: HERE };
  const backup = new Backup(source as unknown as ConstructorParameters<typeof Backup>[0]);
  const disk = new Map<string, Uint8Array<ArrayBuffer>>();
  let main: Uint8Array<ArrayBuffer> | null = null;
  const store = (): Promise<boolean> =>
    backup.store(async ({ bytes, pieces }) => {
      for (const name of [...disk.keys()])
        if (!pieces.some((piece) => piece.name === name)) disk.delete(name);
      for (const piece of pieces) if (piece.bytes) disk.set(piece.name, piece.bytes);
      expect([...disk.keys()].sort()).toEqual(pieces.map(({ name }) => name).sort());
      main = bytes;
    });
  /** Everything as another session finds it. */
  const found = (): BackupParts => ({
    bytes: main as unknown as Uint8Array<ArrayBuffer>,
    pieces: [...disk].map(([name, bytes]) => ({ name, bytes })),
  });
  return { editor, universe, backup, copies, copyNow, disk, store, found };
}

/** Packs on this thread. */
const HERE = { pack: packData, unpack: unpackData };

async function recovered(
  parts: BackupParts,
): Promise<{ readonly editor: Editor; readonly universe: Universe }> {
  const { record, copies } = await readBackup(parts, HERE);
  const [first] = copies;
  const universe = await localUniverse();
  if (first?.cells && "spans" in first.cells) await universe.writeRuns(first.cells, "or");
  if (first) {
    universe.setRule(first.rule);
    universe.setGeneration(first.generation);
  }
  const editor = new Editor(universe, { unsaved: true });
  await editor.recall(record, copies);
  return { editor, universe };
}

describe("a backup", () => {
  test("leads to the state that was lost, whatever was done since the copy", async () => {
    let records = 0;
    await fc.assert(
      fc.asyncProperty(anyDeeds, async (deeds) => {
        const { editor, universe, backup, store, found } = await backedUp();
        await backup.copy();
        for (const deed of deeds) {
          if (deed[0] === "copy") await backup.copy();
          else if (deed[0] === "store") await store();
          else await perform(editor, deed);
        }
        if (!(await store())) {
          // No copy leads here any more: the next one does.
          await backup.copy();
          expect(await store()).toBe(true);
        }
        records++;
        const { state } = editor;
        const then = await recovered(found());
        expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
        expect(then.editor.state).toMatchObject({
          dirty: true,
          info: state.info,
          generation: state.generation,
        });
        while (await then.editor.redo()) {
          expect(await editor.redo()).toBe(true);
          expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
        }
        while (await then.editor.undo()) {
          expect(await editor.undo()).toBe(true);
          expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
        }
        await then.editor.dispose();
      }),
      { numRuns: 25 },
    );
    expect(records).toBe(25);
  });

  test("keeps the files that rules were read from", async () => {
    const text = "@RULE Mine\n@TABLE\nn_states:2\nneighborhood:vonNeumann\nsymmetries:none\n0,1,0,0,0,1\n";
    const mine = parseRule("Mine", { files: () => ({ name: "Mine", text, enclosed: true }) });
    const { editor, universe, backup, store, found } = await backedUp();
    await editor.setRule(mine);
    await backup.copy();
    await editor.step(3n);
    await editor.setRule(parseRule("B3/S23"));
    expect(await store()).toBe(true);
    const then = await recovered(found());
    expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
    await then.editor.undo();
    expect(then.universe.rule).toEqual(mine);
    await then.editor.dispose();
  });

  test("keeps the beginning, the timeline and the way back of a run", async () => {
    const { editor, universe, backup, store, found } = await backedUp();
    await perform(editor, ["draw", 9]);
    const start = await fingerprint(universe);
    await editor.step(40n);
    await perform(editor, ["draw", 20]);
    await editor.step(10n);
    await backup.copy();
    await editor.step(5n);
    expect(await store()).toBe(true);
    const then = await recovered(found());
    expect(then.editor.state.timeline).toMatchObject({ from: 0n, to: 55n });
    expect(then.editor.history.map(({ label }) => label)).toEqual(editor.history.map(({ label }) => label));
    await then.editor.inTime((queue) => queue.scrub(30n));
    await editor.inTime((queue) => queue.scrub(30n));
    expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
    await then.editor.reset();
    expect(await fingerprint(then.universe)).toBe(start);
  });

  test("keeps what undo takes back before the cells were copied", async () => {
    const { editor, universe, backup, store, found } = await backedUp();
    const seen = [await fingerprint(universe)];
    // The last one is too large to know its own way back.
    for (const deed of [
      ["draw", 9],
      ["rule", 1],
      ["draw", 14],
      ["fill", 3],
    ] as const) {
      await perform(editor, deed);
      seen.push(await fingerprint(universe));
      await backup.copy();
    }
    expect(await store()).toBe(true);
    const then = await recovered(found());
    expect(await fingerprint(then.universe)).toBe(seen.pop());
    for (const earlier of seen.reverse()) {
      while ((await fingerprint(then.universe)) !== earlier) expect(await then.editor.undo()).toBe(true);
    }
  });

  test("keeps what redo offers", async () => {
    const { editor, universe, backup, store, found } = await backedUp();
    await perform(editor, ["draw", 9]);
    await backup.copy();
    await editor.step(40n);
    await perform(editor, ["draw", 20]);
    const last = await fingerprint(universe);
    for (let n = 0; n < 3; n++) await editor.undo();
    expect(await store()).toBe(true);
    const then = await recovered(found());
    expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
    expect(then.editor.state.redoLabel).toBe(editor.state.redoLabel);
    for (let n = 0; n < 3; n++) expect(await then.editor.redo()).toBe(true);
    expect(await fingerprint(then.universe)).toBe(last);
    expect(then.editor.state.redoLabel).toBeNull();
  });

  test("reaches the generation that a run had come to, from cells copied before", async () => {
    const { editor, universe, backup, store, found } = await backedUp();
    await backup.copy();
    await editor.run({ increment: 1n, interval: 0 });
    while (universe.generation < 20n) await new Promise((resolve) => setTimeout(resolve, 1));
    // In the middle of it.
    const before = universe.generation;
    expect(await store()).toBe(true);
    await editor.stop();
    const then = await recovered(found());
    expect(then.universe.generation).toBeGreaterThanOrEqual(before);
    await editor.stepTo(then.universe.generation + 100n);
    await then.editor.step(100n);
    expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
  });

  test("is made of the copy that the recovery has, and asks for another only when that is old", async () => {
    const { editor, universe, backup, copies, copyNow, store, found } = await backedUp();
    await perform(editor, ["draw", 4]);
    copies.latest = await copyNow();
    const bytes = (): number => {
      const { block, cells } = copies.latest as MarkedCopy<Mark>;
      return (block ? block.words : (cells as Runs).spans).byteLength;
    };
    const size = bytes();
    await backup.copy();
    expect(copies.asked).toBe(0);
    // Both have it: nothing was given away.
    expect(bytes()).toBe(size);
    expect(size).toBeGreaterThan(0);
    await editor.step(9n);
    await backup.copy();
    expect(copies.asked).toBe(1);
    await perform(editor, ["draw", 5]);
    expect(await store()).toBe(true);
    const then = await recovered(found());
    expect(await fingerprint(then.universe)).toBe(await fingerprint(universe));
  });

  test("writes cells and large changes once", async () => {
    const { editor, backup, disk, store } = await backedUp();
    const many = cellsOf(Array.from({ length: 200 }, (_, y) => (y % 2 ? ".O" : "O.").repeat(100)));
    await backup.copy();
    await setCells(editor, many, "or", "Paste");
    await store();
    const written = new Map(disk);
    expect([...disk.keys()].filter((name) => name.startsWith("change-"))).toHaveLength(1);
    await perform(editor, ["draw", 3]);
    await store();
    expect([...disk]).toEqual([...written]);
    await backup.copy();
    await editor.undo();
    await store();
    expect([...disk.keys()].filter((name) => name.startsWith("cells-")).length).toBeLessThanOrEqual(2);
  });
});

describe("packed data", () => {
  test.each([1, 33, 700, 4600, 16_384])("hold a full grid of side %i in a bit a cell", async (side) => {
    const { words, ...size } = createBlock(-5n, 7n, side, side);
    // Nothing that could be packed any smaller.
    let word = 1;
    for (let at = 0; at < words.length; at++)
      words[at] = word = Math.imul(word ^ (word >>> 15), 0x2c1b3c6d) + at;
    const bytes = await packData({ block: { ...size, words } });
    expect(bytes.length).toBeLessThan(words.byteLength * 1.01 + 400);
    const back = (await unpackData(bytes)) as { readonly block: Block };
    expect(back.block).toMatchObject(size);
    expect(Buffer.compare(Buffer.from(back.block.words.buffer), Buffer.from(words.buffer))).toBe(0);
  });

  test("are what they were", async () => {
    const spans = Float64Array.of(1, 2.5, -(2 ** 52));
    const data = {
      big: -(2n ** 90n),
      list: [null, true, "☃", { spans, same: spans }],
      odd: Uint8Array.of(1, 2, 3),
      words: new Uint32Array([7, 8, 9, 10]).subarray(1, 3),
      none: new Uint16Array(0),
    };
    const bytes = await packData(data);
    expect(isPackedData(bytes)).toBe(true);
    // Copies that earlier versions kept begin so.
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("TSL1");
    expect(await unpackData(bytes)).toEqual(data);
    const cells = new Uint32Array(2 ** 16);
    expect((await packData({ one: cells, two: cells })).length).toBeLessThan(
      (await packData({ cells })).length + 64,
    );
  });

  test("that are damaged are said to be", async () => {
    const bytes = await packData({ cells: new Uint32Array(100) });
    for (const damaged of [bytes.subarray(0, 20), bytes.slice().fill(0, 10, 30), new Uint8Array(0)])
      await expect(unpackData(damaged)).rejects.toThrow("That autosaved copy is damaged.");
  });
});

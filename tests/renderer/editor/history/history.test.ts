import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Snapshot, Universe } from "../../../../engine/algorithms/algorithm.ts";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { rect } from "../../../../engine/core/rect.ts";
import { translateRuns } from "../../../../engine/core/runs.ts";
import { parseRule } from "../../../../engine/rules/universe-rule.ts";
import { Editor } from "../../../../renderer/editor/editor.ts";
import { describeItem } from "../../../../renderer/editor/labels.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import { evenly } from "../../../support/evenly.ts";
import {
  fingerprint,
  GLIDER,
  localEditor,
  localUniverse,
  R_PENTOMINO,
} from "../../../support/local-editor.ts";
import { setCells } from "../../../support/set-cells.ts";

type Deed =
  | { readonly kind: "draw"; readonly x: number; readonly y: number }
  | { readonly kind: "step"; readonly by: number }
  | { readonly kind: "rule"; readonly rule: string }
  | { readonly kind: "turn" | "fill" | "clear" | "undo" | "redo" | "reset" }
  | { readonly kind: "go"; readonly to: number };

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("draw" as const),
      x: fc.integer({ min: -9, max: 9 }),
      y: fc.integer({ min: -9, max: 9 }),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant("step" as const), by: fc.integer({ min: 1, max: 9 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("rule" as const),
      rule: fc.constantFrom("B3/S23", "B36/S23", "B0/S8"),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("turn" as const, "fill", "clear", "undo", "undo", "redo", "reset"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("go" as const),
      to: evenly(0, 1),
    }),
  },
);

async function perform(editor: Editor, deed: Deed, at: number): Promise<void> {
  // Selecting can be undone as well.
  const needsSelection = deed.kind === "turn" || deed.kind === "fill" || deed.kind === "clear";
  if (needsSelection && !editor.state.selection) return;
  switch (deed.kind) {
    case "draw":
      editor.pen.begin({ x: BigInt(deed.x), y: BigInt(deed.y) });
      editor.pen.moveTo({ x: BigInt(deed.y), y: BigInt(deed.x) });
      editor.pen.end();
      return editor.settled();
    case "step":
      return editor.step(BigInt(deed.by));
    case "rule":
      return void (await editor.setRule(parseRule(deed.rule)));
    case "turn":
      return void (await editor.turn(at % 2 ? "rotate-clockwise" : "flip-across"));
    case "fill":
      return void (await editor.fillRandom({ density: 0.3, seed: at }));
    case "clear":
      return void (await editor.clearSelection(at % 2 ? "inside" : "outside"));
    case "undo":
      return void (await editor.undo());
    case "redo":
      return void (await editor.redo());
    case "reset":
      if (editor.state.canReset) await editor.reset();
      return;
    case "go":
      return void (await editor.goTo(Math.floor(deed.to * editor.state.length)));
  }
}

/**
 * What each change began from and led to. A run may be split by looking around in time: its second part keeps the id, so a
 * state is known by its generation as well.
 */
class Chronicle {
  readonly #before = new Map<string, string>();
  readonly #after = new Map<string, string>();

  async note(editor: Editor, universe: Universe): Promise<void> {
    const { position } = editor.state;
    const now = await fingerprint(universe);
    const [last, next] = [editor.history[position - 1], editor.history[position]];
    const [led, begins] = [last && `${last.id} to ${last.to}`, next && `${next.id} from ${next.from}`];
    const expected = [this.#after.get(led ?? ""), this.#before.get(begins ?? "")];
    for (const known of expected) if (known !== undefined) expect(now).toBe(known);
    if (led) this.#after.set(led, now);
    if (begins) this.#before.set(begins, now);
  }
}

describe("history", () => {
  it("leads to the same cells, rule and generation from wherever one comes, with any budget", async () => {
    const anyBudget = fc.constantFrom(0, 3000, 6000, 20_000, 1e9);
    await fc.assert(
      fc.asyncProperty(fc.array(anyDeed, { maxLength: 30 }), anyBudget, async (deeds, historyBytes) => {
        const { editor, universe, errors } = await localEditor({ cells: R_PENTOMINO, historyBytes });
        await editor.select(selectBox(rect(-2, -2, 9, 9)));
        const chronicle = new Chronicle();
        await chronicle.note(editor, universe);
        for (const [at, deed] of deeds.entries()) {
          await perform(editor, deed, at);
          await chronicle.note(editor, universe);
          // One snapshot, the start to reset to, is kept whatever the budget.
          expect(editor.historyBytes).toBeLessThan(historyBytes + 2000);
        }
        for (let p = editor.state.length; p >= 0; p--) {
          await editor.goTo(p);
          await chronicle.note(editor, universe);
        }
        for (let p = 0; p <= editor.state.length; p += 3) {
          await editor.goTo(p);
          await chronicle.note(editor, universe);
        }
        expect(errors).toEqual([]);
        await editor.dispose();
        universe.dispose();
      }),
      { numRuns: 60 },
    );
  });

  it("gives snapshots up before changes, and plays runs again to get there", async () => {
    const roomy = await localEditor({ cells: R_PENTOMINO, now: ticking(1) });
    for (let i = 0; i < 30; i++) await roomy.editor.step(10n);
    expect(roomy.editor.historyBytes).toBeGreaterThan(20_000);
    const historyBytes = 16_000;
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO, now: ticking(1), historyBytes });
    const marks: string[] = [];
    for (let i = 0; i < 30; i++) {
      await editor.step(10n);
      marks.push(await fingerprint(universe));
    }
    expect(editor.historyBytes).toBeLessThanOrEqual(historyBytes);
    expect(editor.state.length).toBe(30);
    for (let p = 29; p > 0; p--) {
      await editor.undo();
      expect(await fingerprint(universe)).toBe(marks[p - 1]);
    }
    expect(editor.historyBytes).toBeLessThanOrEqual(historyBytes);
  });

  it("drops the oldest changes rather than make anybody wait for slow runs", async () => {
    const historyBytes = 16_000;
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO, now: ticking(8000), historyBytes });
    for (let i = 0; i < 30; i++) await editor.step(10n);
    expect(editor.historyBytes).toBeLessThanOrEqual(historyBytes);
    expect(editor.state.length).toBeLessThan(30);
    expect(editor.state.length).toBeGreaterThan(3);
    const left = editor.state.length;
    for (let i = 0; i < left; i++) expect(await editor.undo()).toBe(true);
    expect(await editor.undo()).toBe(false);
    expect(universe.generation).toBe(BigInt((30 - left) * 10));
    // The start itself outlives the change that left it.
    await editor.reset();
    expect(universe.generation).toBe(0n);
  });

  it("forgets what was undone when something else is done", async () => {
    const { editor } = await localEditor();
    await setCells(editor, GLIDER, "or", "One");
    await setCells(editor, translateRuns(GLIDER, 9n, 0n), "or", "Two");
    await editor.undo();
    expect(editor.state).toMatchObject({ undoLabel: "One", redoLabel: "Two", position: 1, length: 2 });
    // A selection is no reason to forget.
    await editor.select(selectBox(rect(0, 0, 3, 3)));
    expect(editor.state.redoLabel).toBe("Two");
    await setCells(editor, translateRuns(GLIDER, 0n, 9n), "or", "Three");
    expect(editor.state).toMatchObject({ undoLabel: "Three", redoLabel: null });
    expect(await editor.redo()).toBe(false);
  });

  it("releases every snapshot that it gives up, and all of them in the end", async () => {
    const universe = await localUniverse({ cells: R_PENTOMINO });
    const held = new Set<number>();
    const snapshot = universe.snapshot.bind(universe);
    const release = universe.release.bind(universe);
    universe.snapshot = async (): Promise<Snapshot> => {
      const taken = await snapshot();
      held.add(taken.id);
      return taken;
    };
    universe.release = (s): void => {
      expect(held.delete(s.id)).toBe(true);
      release(s);
    };
    const editor = new Editor(universe, { historyBytes: 4000 });
    for (let i = 0; i < 40; i++) {
      await editor.step(1n);
      if (i % 7 === 0) await editor.reset();
    }
    expect(held.size).toBeGreaterThan(1);
    expect(held.size).toBeLessThan(12);
    await editor.dispose();
    expect(held.size).toBe(0);
  });

  it("goes on with another universe, keeping what diffs can undo", async () => {
    const { editor, universe } = await localEditor({ cells: GLIDER });
    await editor.step(4n);
    await setCells(editor, translateRuns(GLIDER, 20n, 0n), "or", "Draw");
    const drawn = await fingerprint(universe);
    await setCells(editor, translateRuns(GLIDER, 40n, 0n), "or", "Draw");
    const other = await localUniverse({ algorithm: "reference" });
    await editor.replaceUniverse(async (handover) => {
      await other.writeRuns(await universe.readRuns(), "or");
      other.setGeneration(universe.generation);
      await handover(other);
    });
    expect(editor.state).toMatchObject({ position: 2, length: 2 });
    await editor.undo();
    expect(await fingerprint(other)).toBe(drawn);
    await editor.redo();
    await editor.step(3n);
    await editor.undo();
    expect(other.generation).toBe(4n);
  });

  it("can undo a run again that was redone in another universe", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.step(4n);
    const late = await fingerprint(universe);
    await editor.undo();
    const other = await localUniverse({ cells: R_PENTOMINO, algorithm: "reference" });
    await editor.replaceUniverse((handover) => handover(other));
    await editor.redo();
    expect(await fingerprint(other)).toBe(late);
    await editor.undo();
    expect(other.generation).toBe(0n);
  });

  it("makes room when the engine has none for a snapshot, and does without if it must", async () => {
    const universe = await localUniverse({ cells: R_PENTOMINO });
    let held = 0;
    let most = 3;
    const snapshot = universe.snapshot.bind(universe);
    const release = universe.release.bind(universe);
    universe.snapshot = async (): Promise<Snapshot> => {
      if (held >= most) throw new TessellaError("memory-limit", "No room.");
      held++;
      return snapshot();
    };
    universe.release = (s): void => {
      held--;
      release(s);
    };
    const editor = new Editor(universe);
    const marks: string[] = [];
    for (let i = 0; i < 10; i++) {
      marks.push(await fingerprint(universe));
      await editor.step(3n);
    }
    expect(editor.state.length).toBe(10);
    for (let i = 9; i >= 0; i--) {
      await editor.undo();
      expect(await fingerprint(universe)).toBe(marks[i]);
    }
    // No snapshot at all: a run cannot be undone, and the list does not say so either.
    most = 0;
    const bare = new Editor(universe);
    await setCells(bare, GLIDER, "xor", "Draw");
    await bare.step(1n);
    expect(bare.state).toMatchObject({ undoLabel: null, length: 0 });
    await setCells(bare, GLIDER, "xor", "Draw");
    expect(bare.state).toMatchObject({ undoLabel: "Draw", length: 1 });
  });
});

describe("labels", () => {
  it("tell generations", () => {
    expect(describeItem({ label: "Draw 14 cells", from: 5n, to: 5n })).toBe("Draw 14 cells");
    expect(describeItem({ label: "Run", from: 0n, to: 1260n })).toBe("Run 0 → 1,260");
  });
});

/** A clock that goes on by so much with every look. */
function ticking(by: number): () => number {
  let time = 0;
  return () => (time += by);
}

// A universe that is gone and another in a state kept earlier: what becomes of the editor and its history.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import type { Runs } from "../../../engine/core/runs.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import type { Editor } from "../../../renderer/editor/editor.ts";
import type { Mark } from "../../../renderer/editor/history/history.ts";
import type { LocalEditor } from "../../support/local-editor.ts";
import { fingerprint, localEditor, localUniverse, R_PENTOMINO } from "../../support/local-editor.ts";
import { setCells } from "../../support/set-cells.ts";
import { cellsOf } from "../../support/universes.ts";

interface Kept {
  readonly mark: Mark;
  readonly cells: Runs;
  readonly generation: bigint;
  readonly rule: Rule;
}

type Deed =
  | { readonly kind: "draw"; readonly at: number }
  | { readonly kind: "step" | "undo" | "redo" }
  /** To an end of the timeline, to look around there. */
  | { readonly kind: "look"; readonly to: "from" | "to" }
  | { readonly kind: "rule"; readonly rule: string };

const anyDeeds = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant("draw" as const), at: fc.nat(20) }) },
    { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("step" as const, "undo", "redo") }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant("look" as const),
        to: fc.constantFrom("from" as const, "to" as const),
      }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        kind: fc.constant("rule" as const),
        rule: fc.constantFrom("B3/S23", "B36/S23"),
      }),
    },
  ),
  { maxLength: 8 },
);

async function perform(editor: Editor, deed: Deed): Promise<void> {
  if (deed.kind === "draw")
    await setCells(editor, cellsOf(["O.O", "OO."], BigInt(deed.at), -3n), "xor", "Draw");
  else if (deed.kind === "step") await editor.step(3n);
  else if (deed.kind === "look") await editor.inTime((queue) => queue.scrub(editor.state.timeline[deed.to]));
  else if (deed.kind === "rule") await editor.setRule(parseRule(deed.rule));
  else await editor[deed.kind]();
}

function keep({ editor, universe }: LocalEditor): Promise<Kept> {
  return editor.keep(async (mark) => ({
    mark,
    cells: await universe.readRuns(),
    generation: universe.generation,
    rule: universe.rule,
  }));
}

/** The editor on a universe made of what was kept. */
async function recover(editor: Editor, { mark, cells, generation, rule }: Kept): Promise<Universe> {
  const universe = await localUniverse({ cells });
  universe.setRule(rule);
  universe.setGeneration(generation);
  await editor.recover(async (handover) => {
    // As the studio does with one that nobody takes.
    if (!(await handover(universe, mark))) universe.dispose();
  });
  return universe;
}

describe("an editor whose universe is gone", () => {
  it("has every change that diffs lead to, and never shows a state that there was not", async () => {
    await fc.assert(
      fc.asyncProperty(anyDeeds, anyDeeds, async (before, after) => {
        const local = await localEditor({ cells: R_PENTOMINO });
        const { editor, universe } = local;
        const seen = new Set<string>([await fingerprint(universe)]);
        const play = async (deeds: readonly Deed[]): Promise<void> => {
          for (const deed of deeds) {
            await perform(editor, deed);
            seen.add(await fingerprint(universe));
          }
        };
        await play(before);
        const kept = await keep(local);
        await play(after);
        const last = await fingerprint(universe);
        const next = await recover(editor, kept);
        const onlyDiffs = after.every(({ kind }) => kind === "draw" || kind === "rule");
        if (onlyDiffs) expect(await fingerprint(next)).toBe(last);
        expect(seen).toContain(await fingerprint(next));
        expect(editor.state.generation).toBe(next.generation);
        // Back to the beginning of what is still listed, and forward to its end: all of it has been before.
        while (await editor.undo()) expect(seen).toContain(await fingerprint(next));
        while (await editor.redo()) expect(seen).toContain(await fingerprint(next));
        await editor.dispose();
      }),
      { numRuns: 150 },
    );
  });

  it("ends a run where the copy was made, without what came before that run", async () => {
    const local = await localEditor({ cells: R_PENTOMINO });
    const { editor, universe } = local;
    await setCells(editor, cellsOf(["OO"], 9n, 9n), "or", "Draw");
    await editor.run({ increment: 1n, interval: 1 });
    while (universe.generation < 5n) await new Promise((resolve) => setTimeout(resolve, 2));
    const kept = await keep(local);
    expect(kept.mark.inRun).toBe(true);
    while (universe.generation < kept.generation + 5n) await new Promise((resolve) => setTimeout(resolve, 2));
    const next = await recover(editor, kept);
    expect(editor.state).toMatchObject({ generation: kept.generation, running: false, undoLabel: null });
    expect(next.generation).toBe(kept.generation);
    expect(await editor.undo()).toBe(false);
    await setCells(editor, cellsOf(["O"], 30n, 30n), "or", "Draw");
    expect(await editor.undo()).toBe(true);
    expect((await next.readRuns()).rows).toEqual(kept.cells.rows);
    await editor.dispose();
  });

  it("runs again when it was lost while the pen was down", async () => {
    const local = await localEditor({ cells: R_PENTOMINO });
    const { editor } = local;
    const kept = await keep(local);
    editor.pen.begin({ x: 20n, y: 20n });
    const next = await recover(editor, kept);
    await editor.run({ increment: 1n, interval: 1 });
    await expect.poll(() => next.generation).toBeGreaterThan(2n);
    await editor.dispose();
  });

  it("begins history anew with a copy of which history knows nothing any more", async () => {
    const local = await localEditor({ cells: R_PENTOMINO });
    const { editor } = local;
    await setCells(editor, cellsOf(["OO"], 9n, 9n), "or", "Draw");
    const kept = await keep(local);
    await editor.undo();
    await setCells(editor, cellsOf(["O"], 1n, 30n), "or", "Draw");
    editor.markSaved(await editor.toPattern());
    expect(editor.state.dirty).toBe(false);
    const next = await recover(editor, kept);
    expect(editor.state).toMatchObject({ undoLabel: null, redoLabel: null, length: 0 });
    // The file holds what is gone.
    expect(editor.state.dirty).toBe(true);
    expect((await next.readRuns()).rows).toEqual(kept.cells.rows);
    await editor.dispose();
  });
});

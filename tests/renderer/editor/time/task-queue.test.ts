import { describe, expect, it, vi } from "vitest";
import type { Universe } from "../../../../engine/algorithms/algorithm.ts";
import { TessellaError } from "../../../../engine/core/errors.ts";
import { rect } from "../../../../engine/core/rect.ts";
import { runsPopulation, translateRuns } from "../../../../engine/core/runs.ts";
import { parseRule } from "../../../../engine/rules/universe-rule.ts";
import { Editor } from "../../../../renderer/editor/editor.ts";
import { describeItem } from "../../../../renderer/editor/labels.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import type { UniversePort } from "../../../../renderer/universe/universe-port.ts";
import {
  expectCells,
  fingerprint,
  GLIDER,
  localEditor,
  localUniverse,
  R_PENTOMINO,
} from "../../../support/local-editor.ts";
import { takeTime } from "../../../support/own-time.ts";
import { runsOf } from "../../../support/runs-of.ts";
import { setCells } from "../../../support/set-cells.ts";
import { until } from "../../../support/until.ts";

const at = (x: number, y: number): { x: bigint; y: bigint } => ({ x: BigInt(x), y: BigInt(y) });
const labels = (editor: Editor): string[] => editor.history.map((item) => item.label);

describe("time", () => {
  it("undoes a run as one entry, and plays it again", async () => {
    const local = await localEditor({ cells: R_PENTOMINO });
    const { editor, universe } = local;
    await editor.step(1103n);
    const end = await fingerprint(universe);
    expect(await universe.population()).toBe(116n);
    expect(editor.history.map(describeItem)).toEqual(["Run 0 → 1,103"]);
    await editor.undo();
    expect(universe.generation).toBe(0n);
    await expectCells(local, R_PENTOMINO);
    await editor.redo();
    expect(await fingerprint(universe)).toBe(end);
  });

  it("runs until it is stopped", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.run({ increment: 2n, interval: 0 });
    expect(editor.state.running).toBe(true);
    await until(() => universe.generation > 20n);
    await editor.run({ increment: 1n, interval: 1 });
    const changed = universe.generation;
    await until(() => universe.generation > changed);
    await editor.stop();
    expect(editor.state.running).toBe(false);
    const stopped = universe.generation;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(universe.generation).toBe(stopped);
    // A change of speed is no new run.
    expect(labels(editor)).toEqual(["Run"]);
  });

  it("lets one draw, select and read while it runs", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor, universe } = local;
    await editor.run({ increment: 1n, interval: 0 });
    await until(() => universe.generation > 5n);
    await editor.select(selectBox(rect(0, 0, 5, 5)));
    const { pattern } = await editor.toPattern();
    expect(runsPopulation(runsOf(pattern))).toBe(5n);
    expect(editor.state.running).toBe(true);
    editor.pen.begin(at(500, 500));
    editor.pen.moveTo(at(501, 501));
    await editor.settled();
    const held = universe.generation;
    await new Promise((resolve) => setTimeout(resolve, 10));
    expect(universe.generation).toBe(held);
    editor.pen.end();
    await until(() => universe.generation > held + 3n);
    await editor.stop();
    expect(labels(editor)).toEqual(["Run", "Draw 2 cells", "Run"]);
    expect(await universe.population()).toBe(5n);
    await editor.undo();
    expect(await universe.population()).toBe(7n);
    expect(universe.generation).toBe(held);
    await editor.undo();
    expect(await universe.population()).toBe(5n);
    await editor.undo();
    await expectCells(local, GLIDER);
    expect(editor.state.selection?.box).toEqual(rect(0, 0, 5, 5));
  });

  it("stands still when something is undone", async () => {
    const local = await localEditor({ cells: GLIDER });
    const { editor, universe } = local;
    await editor.run({ increment: 1n, interval: 0 });
    await until(() => universe.generation > 3n);
    await editor.undo();
    expect(editor.state.running).toBe(false);
    await expectCells(local, GLIDER);
    expect(universe.generation).toBe(0n);
  });

  it("goes back to the start, and what was computed stays within reach", async () => {
    const local = await localEditor({ cells: R_PENTOMINO });
    const { editor, universe } = local;
    await editor.step(10n);
    await setCells(editor, GLIDER, "or", "Draw");
    await editor.setRule(parseRule("B36/S23"));
    await editor.step(7n);
    const late = await fingerprint(universe);
    expect(editor.state.canReset).toBe(true);
    await editor.reset();
    await expectCells(local, R_PENTOMINO);
    expect(editor.state).toMatchObject({ generation: 0n, rule: parseRule("B3/S23"), canReset: false });
    await expect(editor.reset()).rejects.toThrow("at its start");
    expect(editor.state.timeline).toMatchObject({ from: 0n, to: 17n });
    await editor.inTime((queue) => queue.scrub(17n));
    expect(await fingerprint(universe)).toBe(late);
    await editor.reset();
    // A run retraces what is known.
    await editor.step(10n);
    expect(editor.state).toMatchObject({ length: 4, timeline: { from: 0n, to: 17n } });
    await editor.reset();
    await expectCells(local, R_PENTOMINO);
    // Edits at the start move the start.
    await setCells(editor, translateRuns(GLIDER, 50n, 0n), "or", "Draw");
    const start = await fingerprint(universe);
    await editor.step(5n);
    await editor.reset();
    expect(await fingerprint(universe)).toBe(start);
    expect(editor.history.map(({ label }) => label)).toEqual(["Draw", "Run"]);
    // Undone past that, the older start holds again.
    await editor.undo();
    await expectCells(local, R_PENTOMINO);
    expect(editor.state.canReset).toBe(false);
  });

  it("comes to nothing when the editor goes in the midst of a run: nothing asks for its history any more", async () => {
    takeTime();
    const { editor, errors } = await localEditor({ cells: GLIDER });
    await editor.run({ increment: 1n, interval: 40 });
    // One timer is the run's next generation, and one its next snapshot.
    while (vi.getTimerCount() < 2) await new Promise((resolve) => setImmediate(resolve));
    const gone = editor.dispose();
    while (vi.getTimerCount() > 1) await vi.advanceTimersToNextTimerAsync();
    await gone;
    expect(vi.getTimerCount()).toBe(0);
    expect(errors).toEqual([]);
  });

  it("tells why a run does not even begin", async () => {
    const { editor, universe, errors } = await localEditor({ cells: GLIDER });
    universe.snapshot = async () => {
      throw new TessellaError("gpu-lost", "The GPU is gone.");
    };
    await editor.run({ increment: 1n, interval: 0 });
    await until(() => errors.length > 0);
    expect(errors).toMatchObject([{ code: "gpu-lost", message: "The GPU is gone." }]);
    await editor.settled();
    expect(editor.state).toMatchObject({ running: false, generation: 0n });
    await editor.dispose();
  });

  it("tells a failure of the run and keeps the last generation", async () => {
    const { editor, universe, errors } = await localEditor({ cells: GLIDER });
    const step = universe.step.bind(universe);
    universe.step = async (target) => {
      if (target > 3n) throw new TessellaError("memory-limit", "Too large.");
      return step(target);
    };
    await editor.run({ increment: 1n, interval: 0 });
    await until(() => errors.length > 0);
    await editor.settled();
    expect(editor.state).toMatchObject({ running: false, generation: 3n });
    await editor.undo();
    expect(universe.generation).toBe(0n);
  });
});

describe("a universe far away", () => {
  /** Knows its generation only as last heard, and fails after three generations. */
  async function farUniverse(): Promise<{ port: UniversePort; universe: Universe }> {
    const universe = await localUniverse({ cells: GLIDER });
    let heard = 0n;
    const port: UniversePort = new Proxy(universe, {
      get: (_target, name) => {
        if (name === "generation") return heard;
        if (name === "state") return async () => (heard = universe.generation);
        if (name === "step") {
          return async (target: bigint) => {
            await universe.step(target < 3n ? target : 3n);
            if (target > 3n) throw new TessellaError("memory-limit", "Too large.");
            heard = universe.generation;
            return "done";
          };
        }
        const value = Reflect.get(universe, name);
        return typeof value === "function" ? value.bind(universe) : value;
      },
    });
    return { port, universe };
  }

  it("is asked how far it came when a step or a run fails", async () => {
    for (const verb of ["step", "run"] as const) {
      const { port, universe } = await farUniverse();
      const errors: unknown[] = [];
      const editor = new Editor(port, { onError: (error) => errors.push(error) });
      if (verb === "step") {
        await expect(editor.step(10n)).rejects.toMatchObject({ code: "memory-limit" });
      } else {
        await editor.run({ increment: 2n, interval: 0 });
        await until(() => errors.length > 0);
        await editor.settled();
        expect(editor.state.running).toBe(false);
      }
      expect(editor.history).toMatchObject([{ label: "Run", from: 0n, to: 3n }]);
      await editor.undo();
      expect(universe.generation).toBe(0n);
    }
  });
});

describe("the rest of a document", () => {
  it("keeps the cells when the rule changes", async () => {
    const local = await localEditor({ cells: GLIDER });
    await local.editor.setRule(parseRule("B2/S34H"));
    await expectCells(local, GLIDER);
    expect(local.editor.state.rule.neighbourhood).toBe("hex");
    expect(labels(local.editor)).toEqual(["Rule B2/S34H"]);
    await local.editor.undo();
    expect(local.editor.state.rule).toEqual(parseRule("B3/S23"));
    expect(await local.editor.setRule(parseRule("B3/S23"))).toBe(false);
  });

  it("has a name, an author and comments, and can be saved with them", async () => {
    const { editor } = await localEditor({ cells: GLIDER });
    const info = { name: "Glider", author: "Richard Guy", comments: ["Four generations, one cell."] };
    await editor.setInfo(info);
    const { pattern } = await editor.toPattern();
    expect(pattern).toMatchObject({ ...info, rule: "B3/S23", generation: 0n, positioned: true });
    await editor.undo();
    expect(editor.state.info.name).toBeNull();
  });

  it("is dirty from the first edit until it is saved or undone, and a run is no edit", async () => {
    const { editor } = await localEditor({ cells: GLIDER });
    const dirty = (): boolean => editor.state.dirty;
    expect(dirty()).toBe(false);
    await editor.step(3n);
    await editor.select(selectBox(rect(0, 0, 2, 2)));
    expect(dirty()).toBe(false);
    await setCells(editor, GLIDER, "xor", "Draw");
    expect(dirty()).toBe(true);
    const saving = await editor.toPattern();
    editor.markSaved(saving);
    expect(dirty()).toBe(false);
    await editor.undo();
    expect(dirty()).toBe(true);
    await editor.redo();
    expect(dirty()).toBe(false);
    await setCells(editor, translateRuns(GLIDER, 9n, 9n), "or", "Draw");
    editor.markSaved(saving);
    expect(dirty()).toBe(true);
    const unsaved = await localEditor({ cells: GLIDER, unsaved: true });
    expect(unsaved.editor.state.dirty).toBe(true);
  });

  it("renumbers its generation", async () => {
    const { editor, universe } = await localEditor({ cells: GLIDER });
    await editor.setGeneration(10n ** 20n);
    expect(universe.generation).toBe(10n ** 20n);
    await expect(editor.setGeneration(-1n)).rejects.toMatchObject({ code: "bad-argument" });
    await editor.undo();
    expect(universe.generation).toBe(0n);
  });

  it("tells its listeners, with a new state only when something changed", async () => {
    const { editor } = await localEditor({ cells: GLIDER });
    let told = 0;
    const end = editor.store.subscribe(() => told++);
    const before = editor.state;
    expect(editor.state).toBe(before);
    await editor.select(selectBox(rect(0, 0, 2, 2)));
    expect(told).toBeGreaterThan(0);
    expect(editor.state).not.toBe(before);
    end();
    const count = told;
    await editor.select(null);
    expect(told).toBe(count);
  });
});

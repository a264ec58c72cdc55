import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Sample } from "../../../engine/worker/protocol/samples.ts";
import { PlotRecorder } from "../../../renderer/plot/plot-recorder.ts";
import { localEditor, R_PENTOMINO } from "../../support/local-editor.ts";
import { setCells } from "../../support/set-cells.ts";
import { cellsOf } from "../../support/universes.ts";

/** A document whose universe notes nothing but what it holds when it is asked. */
async function recorded() {
  let asked = 0;
  /** What a question waits for before it is answered. */
  let held: Promise<void> | undefined;
  const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
  const remote = {
    get generation() {
      return universe.generation;
    },
    samples: async (present: boolean): Promise<readonly Sample[]> => {
      asked++;
      const { generation } = universe;
      const population = await universe.population();
      await held;
      return present ? [{ generation, population, births: null, deaths: null }] : [];
    },
  };
  const document = {
    editor,
    universe: { present: remote, store: createStore(() => ({})) },
  };
  const recorder = new PlotRecorder(document as unknown as ConstructorParameters<typeof PlotRecorder>[0]);
  const shown = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    return recorder.store.getState().samples.map(({ generation }) => Number(generation));
  };
  const hold = (): (() => void) => {
    let go = (): void => {};
    held = new Promise((resolve) => {
      go = resolve;
    });
    return () => {
      held = undefined;
      go();
    };
  };
  return { editor, recorder, shown, hold, asked: () => asked };
}

describe("the recorder of a plot", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("keeps what a run and a reset show, and begins anew where generations are counted anew", async () => {
    const { editor, recorder, shown } = await recorded();
    expect(await shown()).toEqual([0]);
    await editor.step(3n);
    expect(await shown()).toEqual([0, 3]);
    await editor.reset();
    expect(await shown()).toEqual([0, 3]);
    await editor.step(2n);
    expect(await shown()).toEqual([0, 2, 3]);
    await editor.setGeneration(40n);
    expect(await shown()).toEqual([40]);
    recorder.end();
  });

  it("shows an edit that is made while a question is on its way", async () => {
    const { editor, recorder, shown, hold, asked } = await recorded();
    expect(await shown()).toEqual([0]);
    const go = hold();
    await setCells(editor, cellsOf(["O"], 20n, 20n), "or", "Draw");
    const before = asked();
    await vi.advanceTimersByTimeAsync(1000);
    expect(asked()).toBe(before + 1);
    await setCells(editor, cellsOf(["O"], 40n, 40n), "or", "Draw");
    go();
    await shown();
    expect(recorder.store.getState().samples.at(-1)).toMatchObject({ generation: 0n, population: 7n });
    // And nothing is asked where nothing changes.
    const last = asked();
    await shown();
    expect(asked()).toBe(last);
    recorder.end();
  });
});

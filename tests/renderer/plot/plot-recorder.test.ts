import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Sample } from "../../../engine/worker/protocol/samples.ts";
import { PlotRecorder } from "../../../renderer/plot/plot-recorder.ts";
import { localEditor, R_PENTOMINO } from "../../support/local-editor.ts";

/** A document whose universe notes nothing but what it holds when it is asked. */
async function recorded() {
  const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
  const remote = {
    get generation() {
      return universe.generation;
    },
    samples: async (present: boolean): Promise<readonly Sample[]> =>
      present
        ? [
            {
              generation: universe.generation,
              population: await universe.population(),
              births: null,
              deaths: null,
            },
          ]
        : [],
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
  return { editor, recorder, shown };
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
});

import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { StageClient } from "../../../../renderer/canvas/stage-client.ts";
import type { Look } from "../../../../renderer/canvas/stage-protocol.ts";
import type { Display } from "../../../../renderer/window/stage/frame-loop.ts";
import { FrameLoop } from "../../../../renderer/window/stage/frame-loop.ts";
import type { StageModel } from "../../../../renderer/window/stage/stage-model.ts";

const FRAME = 1000 / 60;
/** As engine/worker/session.ts: news of a run come no more often. */
const NEWS = 50;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("requestAnimationFrame", (callback: () => void) =>
    // At least a millisecond: where rounding leaves none, the clock would stand still.
    setTimeout(callback, Math.max(1, FRAME - (performance.now() % FRAME))),
  );
  vi.stubGlobal("cancelAnimationFrame", (request: ReturnType<typeof setTimeout>) => clearTimeout(request));
  vi.stubGlobal("document", { hidden: false, addEventListener: () => {}, removeEventListener: () => {} });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A loop over a universe whose cells take 3 ms to come, and what was asked of the stage. */
function rig() {
  const shows: { readonly look: Look | null; readonly stale: boolean }[] = [];
  const seen: bigint[] = [];
  let generation = 0n;
  let heard = -NEWS;
  const edited = createStore(() => ({ running: true, revision: 1, generation: 0n, rule: null }));
  const editor = {
    store: edited,
    get state() {
      return edited.getState();
    },
  };
  const view = {
    store: createStore(() => ({ camera: {}, size: {} })),
    camera: { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 4 },
    kind: { id: "square" },
  };
  const present = { topology: { kind: "unbounded" }, rule: { states: 2 } };
  const universe = { present, store: createStore(() => ({ present, generation })) };
  let listener = { onIdle: () => {}, onCells: (_generation: bigint) => {} };
  const stage = {
    busy: false,
    follow: (_universe: unknown, to: typeof listener) => {
      listener = to;
    },
    setIcons: () => {},
    show: (look: Look | null, stale: boolean) => {
      shows.push({ look, stale });
      stage.busy = true;
      setTimeout(() => {
        stage.busy = false;
        listener.onIdle();
        if (!stale) return;
        if (seen.at(-1) !== generation) seen.push(generation);
        listener.onCells(generation);
      }, 3);
    },
  };
  const model = { view, editor, universe };
  const loop = new FrameLoop(model as unknown as StageModel, stage as unknown as StageClient);
  loop.setDisplay({ size: { width: 10, height: 10 }, ratio: 1, look: {}, theme: "dark" } as Display);
  const tell = (): void => {
    heard = performance.now();
    universe.store.setState({ generation });
  };
  /** Answers how many generations there were, how many pictures were asked for, and how many generations were on them. */
  const run = async (milliseconds: number, interval: number) => {
    const [shown, known, first] = [shows.length, seen.length, generation];
    for (let spent = 0; spent < milliseconds; spent += interval) {
      await vi.advanceTimersByTimeAsync(interval);
      generation++;
      const early = heard + NEWS - performance.now();
      if (early <= 0) tell();
      // What was too early is told before the run sleeps for longer.
      else if (early < interval) setTimeout(tell, early);
    }
    return {
      generations: Number(generation - first),
      asked: shows.length - shown,
      pictured: seen.length - known,
    };
  };
  return { loop, shows, run, view, editor };
}

describe("pictures of a run", () => {
  test("come once a generation where it is slow, and once a frame of the screen where it is fast", async () => {
    const { loop, run } = rig();
    await run(1000, 100);
    expect(await run(5000, 100)).toEqual({ generations: 50, asked: 50, pictured: 50 });
    for (const interval of [60, 50, 48, 45, 42, 33, 25, 20]) {
      const { generations, asked, pictured } = await run(5000, interval);
      expect(pictured, `${interval} ms`).toBeGreaterThanOrEqual(generations * 0.9);
      expect(asked).toBeLessThanOrEqual(310);
    }
    const { asked, pictured } = await run(5000, 1);
    expect(pictured).toBeGreaterThan(200);
    expect(asked).toBeLessThanOrEqual(310);
    loop.dispose();
  });

  test("end with it", async () => {
    const { loop, shows, run, editor } = rig();
    await run(1000, 5);
    editor.store.setState({ running: false });
    await vi.advanceTimersByTimeAsync(200);
    const { length } = shows;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(shows).toHaveLength(length);
    loop.dispose();
  });

  test("are asked for no more once the stage is gone, though a run goes on and the last one still comes", async () => {
    for (const busy of [false, true]) {
      const { loop, shows, run } = rig();
      await run(200, 5);
      // Right after a frame has begun one is under way.
      const before = shows.length;
      while (busy && shows.length === before) await run(1, 1);
      loop.dispose();
      const { length } = shows;
      await run(500, 5);
      expect(shows).toHaveLength(length);
    }
  });

  test("say how they look only where that has changed", async () => {
    const { loop, shows, run, view } = rig();
    await run(500, 100);
    expect(shows[0]?.look).not.toBeNull();
    expect(shows.slice(1).every(({ look, stale }) => look === null && stale)).toBe(true);
    view.store.setState({ camera: { moved: true } });
    await vi.advanceTimersByTimeAsync(50);
    expect(shows.at(-1)?.look).not.toBeNull();
    loop.dispose();
  });
});

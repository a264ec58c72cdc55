import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Rect } from "../../../engine/core/rect.ts";
import { SQUARE } from "../../../engine/grids/square.ts";
import type { Mapped } from "../../../renderer/document/minimap-watch.ts";
import { MinimapWatch } from "../../../renderer/document/minimap-watch.ts";
import { fakeUniverse, liveOver, replace } from "../../support/live-over.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("a universe that is left in the middle of a look is neither shown nor complained about", async () => {
  const asked: ((answer: Promise<Rect | null>) => void)[] = [];
  const universe = () =>
    fakeUniverse({
      bounds: () => new Promise<Rect | null>((answer) => asked.push(answer)),
      frame: () => Promise.reject(new Error("it is gone")),
    });
  const live = liveOver(universe(), universe);
  const mapped = {
    universe: live,
    editor: { store: createStore(() => ({})) },
    view: {
      kind: "square",
      camera: { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 4 },
      size: { width: 100, height: 100 },
      store: createStore(() => ({})),
    },
  };
  const errors: unknown[] = [];
  const watch = new MinimapWatch(mapped as unknown as Mapped, { width: 80, height: 80 }, (error) =>
    errors.push(error),
  );
  for (const answer of [
    Promise.reject(new Error("it is gone")),
    Promise.resolve({ x: -5000n, y: -5000n, w: 10_000n, h: 10_000n }),
  ]) {
    const answered = asked.at(-1);
    await replace(live);
    answered?.(answer);
    await vi.advanceTimersByTimeAsync(1000);
  }
  await vi.advanceTimersByTimeAsync(100_000);
  expect(errors).toEqual([]);
  expect(asked).toHaveLength(3);
  // What is there now is asked, and its troubles are told.
  asked.at(-1)?.(Promise.reject(new Error("something else")));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(errors).toHaveLength(1);
  watch.end();
});

test("a map goes when the stage becomes large enough for everything, as when a pane closes", async () => {
  const frame = {};
  const live = liveOver(
    fakeUniverse({ bounds: async () => ({ x: -50n, y: -5n, w: 100n, h: 10n }), frame: async () => frame }),
  );
  const store = createStore(() => ({
    camera: { x: 0n, y: 0n, dx: 0, dy: 0, zoom: 2 },
    size: { width: 200, height: 200 },
  }));
  const view = {
    kind: SQUARE,
    get camera() {
      return store.getState().camera;
    },
    get size() {
      return store.getState().size;
    },
    store,
  };
  const mapped = { universe: live, editor: { store: createStore(() => ({})) }, view };
  const watch = new MinimapWatch(mapped as unknown as Mapped, { width: 80, height: 80 }, () => {});
  await vi.advanceTimersByTimeAsync(0);
  expect(watch.store.getState()).toMatchObject({ frame });
  store.setState({ size: { width: 900, height: 200 } });
  expect(watch.store.getState()).toBeNull();
  store.setState({ size: { width: 200, height: 200 } });
  await vi.advanceTimersByTimeAsync(1000);
  expect(watch.store.getState()).toMatchObject({ frame });
  watch.end();
});

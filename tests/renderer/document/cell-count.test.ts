import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { createStore } from "zustand/vanilla";
import type { Counted, CountRequest } from "../../../engine/algorithms/count-within.ts";
import { rect } from "../../../engine/core/rect.ts";
import { LIFE, parseRule } from "../../../engine/rules/universe-rule.ts";
import type { CountSource } from "../../../renderer/document/cell-count.ts";
import { CellCount, COUNT_BUDGET } from "../../../renderer/document/cell-count.ts";
import { CellCounter, OF_SELECTION, OF_STATES } from "../../../renderer/document/cell-counter.ts";
import type { Selection } from "../../../renderer/editor/selection/selection.ts";
import { selectBox } from "../../../renderer/editor/selection/selection.ts";
import type { LiveState } from "../../../renderer/universe/live-universe.ts";
import { cellsFromRle } from "../../support/rle-text.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A universe whose counts take a while, and what it was asked. */
class SlowSource implements CountSource {
  readonly asked: CountRequest[] = [];
  readonly stopped: boolean[] = [];
  readonly #listeners = new Set<() => void>();
  milliseconds = 100;

  count(request: CountRequest, signal?: AbortSignal): Promise<Counted> {
    const at = this.asked.push(request) - 1;
    this.stopped[at] = false;
    return new Promise((resolve, reject) => {
      signal?.addEventListener("abort", () => {
        this.stopped[at] = true;
        reject(new Error("stopped"));
      });
      setTimeout(() => resolve({ live: BigInt(at), complete: true }), this.milliseconds);
    });
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  change(): void {
    for (const listener of this.#listeners) listener();
  }
}

const BOX = { region: rect(0, 0, 5, 4) };
const SELECTED = selectBox(rect(0, 0, 5, 4)) as Selection;

test.each([
  ["B3/S23", null],
  ["/2/3", { byState: true }],
  ["WireWorld", { byState: true }],
])("the cells of %s are counted by their states where there is more than one live one", (text, request) => {
  expect(OF_STATES.request({ rule: parseRule(text), selection: null })).toEqual(request);
});

describe("the count of a selection", () => {
  it("asks for the box and the mask, with a budget", async () => {
    const source = new SlowSource();
    const mask = cellsFromRle("o$bo!");
    const told: Counted[] = [];
    new CellCount(source, { region: rect(0, 0, 2, 2), mask }, (counted) => told.push(counted));
    await vi.advanceTimersByTimeAsync(300);
    expect(source.asked).toEqual([{ region: rect(0, 0, 2, 2), mask, budget: COUNT_BUDGET }]);
    expect(told).toEqual([{ live: 0n, complete: true }]);
  });

  it("asks again when cells changed, one question at a time, and rests ten times as long as it took", async () => {
    const source = new SlowSource();
    const told: bigint[] = [];
    const count = new CellCount(source, BOX, ({ live }) => told.push(live));
    for (let i = 0; i < 50; i++) {
      source.change();
      await vi.advanceTimersByTimeAsync(100);
    }
    // Five seconds of steady change: a question of 100 ms each 1100 ms.
    expect(source.asked.length).toBeGreaterThanOrEqual(4);
    expect(source.asked.length).toBeLessThanOrEqual(6);
    await vi.advanceTimersByTimeAsync(3000);
    expect(told.at(-1)).toBe(BigInt(source.asked.length - 1));
    const { length } = source.asked;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(source.asked.length).toBe(length);
    count.end();
  });

  it("stops what it asked when nobody wants to know any more", async () => {
    const source = new SlowSource();
    const told: Counted[] = [];
    const count = new CellCount(source, BOX, (counted) => told.push(counted));
    await vi.advanceTimersByTimeAsync(100);
    count.end();
    source.change();
    await vi.advanceTimersByTimeAsync(5000);
    expect(source.stopped).toEqual([true]);
    expect(told).toEqual([]);
  });
});

describe("the counter of the present selection", () => {
  /** An editor with a selection and a universe that answers with the selection's width. */
  function counting() {
    const asked: CountRequest[] = [];
    const editor = createStore(() => ({ selection: SELECTED as Selection | null, rule: LIFE, revision: 0 }));
    const present = {
      count: async (request: CountRequest) => {
        asked.push(request);
        return { live: request.region?.w ?? 1n, complete: true };
      },
    } as unknown as LiveState["present"];
    const within = {
      editor: { store: editor },
      readings: { store: createStore(() => ({ generation: 0n, population: null })) },
      universe: {
        read: <T>(ask: (one: typeof present) => Promise<T>) => ask(present),
        store: createStore(() => ({ present })),
      },
    } as const;
    const counter = new CellCounter(within, OF_SELECTION);
    const states = new CellCounter(within, OF_STATES);
    const select = (selection: Selection | null): void => editor.setState({ selection });
    const use = (rule: string): void => editor.setState({ rule: parseRule(rule) });
    return { counter, states, asked, select, use };
  }

  it("counts once for all who look, and not while nobody does", async () => {
    const { counter, asked, select } = counting();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([]);
    const ends = [counter.begin(), counter.begin()];
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(1);
    expect(counter.store.getState().counted).toEqual({ live: 5n, complete: true });
    select(selectBox(rect(0, 0, 7, 7)));
    expect(counter.store.getState().counted).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(counter.store.getState().counted?.live).toBe(7n);
    select(null);
    for (const end of ends) end();
    select(SELECTED);
    await vi.advanceTimersByTimeAsync(500);
    expect(counter.store.getState().counted).toBeNull();
    expect(asked).toHaveLength(2);
  });

  it("counts states under rules of more than two, whatever is selected, and again under another rule", async () => {
    const { states, asked, select, use } = counting();
    states.begin();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([]);
    use("345/2/4");
    await vi.advanceTimersByTimeAsync(500);
    select(selectBox(rect(0, 0, 7, 7)));
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toEqual([{ byState: true, budget: COUNT_BUDGET }]);
    use("345/2/5");
    expect(states.store.getState().counted).toBeNull();
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(2);
    use("B3/S23");
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toHaveLength(2);
  });
});

import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockPopulation, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { NEIGHBOURS, neighbourCount } from "../../../engine/rules/rule.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { luminanceOf, previewPlaces, previewTiles } from "../../../renderer/rules/preview-paint.ts";
import type { Page, PreviewState, Start } from "../../../renderer/rules/preview-run.ts";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, PreviewRun } from "../../../renderer/rules/preview-run.ts";
import type { EnginePair } from "../../support/engine-pair.ts";
import { enginePair } from "../../support/engine-pair.ts";

let pair: EnginePair;
beforeEach(() => {
  pair = enginePair();
});
afterEach(() => pair.close());

const SEEN: Page = { hidden: false, addEventListener: () => {} };

function watched(rule: string, start: Start, page: Page = SEEN) {
  const states: PreviewState[] = [];
  const blocks: Block[] = [];
  const errors: unknown[] = [];
  const listener = {
    onCells: (block: Block) => void blocks.push(block),
    onState: (state: PreviewState) => void states.push(state),
    onError: (error: unknown) => void errors.push(error),
  };
  return {
    run: new PreviewRun(pair.client, parseRule(rule), start, listener, page),
    states,
    blocks,
    errors,
  };
}

describe("a preview", () => {
  test("begins ahead of its start, paused, and goes on a generation at a time", async () => {
    const { run, blocks, errors } = watched("B1/S012345678", "cell");
    await run.begin(1, 3);
    expect(run.state).toMatchObject({ generation: 3, playing: false, ended: null });
    const before = run.state.population;
    expect(before).toBeGreaterThan(8);
    await run.step();
    expect(run.state.generation).toBe(4);
    expect(run.state.population).toBeGreaterThan(before);
    expect(blockPopulation(blocks.at(-1) as Block)).toBe(run.state.population);
    expect(errors).toEqual([]);
    run.close();
  });

  test("plays, stops where nothing changes, and asks nothing more then", async () => {
    const { run, states, blocks } = watched("B/S012345678", "soup");
    run.play();
    await run.begin(1);
    await expect.poll(() => run.state.ended).toBe("still");
    const seen = blocks.length;
    expect(run.state.playing).toBe(false);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(blocks.length).toBe(seen);
    expect(states.at(-1)).toEqual(run.state);
    run.close();
  });

  test("waits while nobody can see it", async () => {
    let hidden = true;
    let appear = (): void => {};
    const { run } = watched("B2/S", "soup", {
      get hidden() {
        return hidden;
      },
      addEventListener: ((_: string, listener: () => void) => {
        appear = listener;
      }) as Page["addEventListener"],
    });
    run.play();
    await run.begin(1);
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(run.state.generation).toBe(0);
    hidden = false;
    appear();
    await expect.poll(() => run.state.generation).toBeGreaterThan(1);
    run.pause();
    run.close();
  });

  test("begins anew, elsewhere, and says nothing after its end", async () => {
    const { run, blocks, states } = watched("B3/S23", "soup");
    await run.begin(1);
    await run.begin(2);
    expect(blocks).toHaveLength(2);
    expect(blocks[0]?.words).not.toEqual(blocks[1]?.words);
    const late = run.begin(3);
    run.close();
    const told = states.length;
    await late;
    expect(states.length).toBe(told);
  });
});

describe("its picture", () => {
  const block = createBlock(0n, 0n, PREVIEW_WIDTH, PREVIEW_HEIGHT);
  const size = { width: 960, height: 440 };

  test.each(["square", "hex"])("covers the window with %s cells, each beside its neighbours", (id) => {
    const kind = GRID_KINDS.get(id);
    const places = previewPlaces(block, size, kind, 10);
    const at = new Map(
      places.map((place) => [`${Math.round(place.x * 4)} ${Math.round(place.y * 4)}`, place]),
    );
    for (let x = 5; x < size.width; x += 37) {
      for (let y = 5; y < size.height; y += 29) {
        const near = places.filter((place) => Math.hypot(place.x - x, place.y - y) < 7.2);
        expect(near.length, `${x} ${y}`).toBeGreaterThan(0);
      }
    }
    const wrap = (value: number, by: number) => ((value % by) + by) % by;
    const neighbourhood = id === "hex" ? "hex" : "moore";
    const inner = places.filter((p) => Math.abs(p.x - 480) < 300 && Math.abs(p.y - 220) < 150);
    for (const place of inner.filter((_, index) => index % 41 === 0)) {
      const around = NEIGHBOURS[neighbourhood].filter(([dx, dy]) => {
        const from = kind.centreOf(0, 0);
        const to = kind.centreOf(dx, dy);
        const key = `${Math.round((place.x + (to.x - from.x) * 10) * 4)} ${Math.round((place.y + (to.y - from.y) * 10) * 4)}`;
        const other = at.get(key);
        return (
          other?.i === wrap(place.i + dx, PREVIEW_WIDTH) && other.j === wrap(place.j + dy, PREVIEW_HEIGHT)
        );
      });
      expect(around).toHaveLength(neighbourCount(neighbourhood));
    }
  });

  test("has the origin in its middle", () => {
    const places = previewPlaces(block, size, GRID_KINDS.get("hex"), 10);
    const middle = places.find(({ x, y }) => x === 480 && y === 220);
    expect(middle).toMatchObject({ i: PREVIEW_WIDTH / 2, j: PREVIEW_HEIGHT / 2 });
  });

  test("is as bright as its cells are many", () => {
    const full = createBlock(0n, 0n, PREVIEW_WIDTH, PREVIEW_HEIGHT);
    for (let j = 0; j < PREVIEW_HEIGHT; j++) setBlockRun(full, 0, j, PREVIEW_WIDTH / 2);
    const tiles = previewTiles(full, { ground: 0, cell: 1 });
    expect([...tiles.slice(0, 8)]).toEqual([1, 1, 1, 1, 0, 0, 0, 0]);
    expect(luminanceOf("#ffffff")).toBeCloseTo(1);
    expect(luminanceOf("#000000")).toBe(0);
    expect(luminanceOf("#808080")).toBeCloseTo(0.2159, 3);
  });
});

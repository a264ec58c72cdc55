import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Block } from "../../../engine/core/block.ts";
import { blockCell, blockPopulation, createBlock, setBlockRun } from "../../../engine/core/block.ts";
import { GRID_KINDS } from "../../../engine/grids/registry.ts";
import { pointOfCell } from "../../../engine/picture/camera-moves.ts";
import { paintColours } from "../../../engine/picture/colours.ts";
import { createPicture } from "../../../engine/picture/painter.ts";
import { themeNamed } from "../../../engine/picture/themes.ts";
import { parseRule } from "../../../engine/rules/universe-rule.ts";
import { paintPreview, previewCamera } from "../../../renderer/rules/preview-paint.ts";
import type { Page, PreviewState, Start } from "../../../renderer/rules/preview-run.ts";
import { PREVIEW_HEIGHT, PREVIEW_WIDTH, PreviewRun } from "../../../renderer/rules/preview-run.ts";
import { RemoteUniverse } from "../../../renderer/universe/remote-universe.ts";
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
    onError: (error: unknown) => void errors.push(error),
  };
  const run = new PreviewRun(pair.client, parseRule(rule), start, listener, page);
  run.store.subscribe((state) => void states.push(state));
  return { run, states, blocks, errors };
}

describe("a preview", () => {
  test("begins ahead of its start, paused, and goes on a generation at a time", async () => {
    const { run, blocks, errors } = watched("B1/S012345678", "cell");
    await run.begin(1, 3);
    expect(run.store.getState()).toMatchObject({ generation: 3, playing: false, ended: null });
    const before = run.store.getState().population;
    expect(before).toBeGreaterThan(8);
    await run.step();
    expect(run.store.getState().generation).toBe(4);
    expect(run.store.getState().population).toBeGreaterThan(before);
    expect(blockPopulation(blocks.at(-1) as Block)).toBe(run.store.getState().population);
    expect(errors).toEqual([]);
    run.close();
  });

  test("makes one step after the other, however soon they are asked for", async () => {
    const { run, errors } = watched("B3/S23", "soup");
    await run.begin(1, 5);
    await Promise.all([run.step(), run.step(), run.step()]);
    expect(errors).toEqual([]);
    expect(run.store.getState().generation).toBe(8);
    run.close();
  });

  test("keeps what is seen when it is paused, and goes on from there", async () => {
    const { run, errors } = watched("B1/S012345678", "cell");
    const step = vi.spyOn(RemoteUniverse.prototype, "step");
    onTestFinished(() => step.mockRestore());
    run.play();
    await run.begin(1);
    // Once the next generation is there and before it shows.
    await new Promise<void>((resolve) => {
      step.mockImplementationOnce(async function (this: RemoteUniverse, target) {
        const outcome = await this.step(target);
        run.pause();
        resolve();
        return outcome;
      });
    });
    const { generation } = run.store.getState();
    await run.step();
    expect(run.store.getState().generation).toBe(generation + 1);
    await run.step();
    expect(run.store.getState().generation).toBe(generation + 2);
    expect(errors).toEqual([]);
    run.play();
    await expect.poll(() => run.store.getState().generation).toBeGreaterThan(generation + 2);
    run.close();
  });

  test("is one run, though it is paused and played again in the middle of a generation", async () => {
    const { run, errors } = watched("B1/S012345678", "cell");
    const held: (() => void)[] = [];
    const step = vi.spyOn(RemoteUniverse.prototype, "step");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => {
      step.mockRestore();
      vi.useRealTimers();
    });
    await run.begin(1);
    step.mockImplementation(() => new Promise((resolve) => held.push(() => resolve("more"))));
    run.play();
    vi.runAllTimers();
    await expect.poll(() => held.length).toBe(1);
    run.pause();
    run.play();
    // The next generation waits for the one under way.
    vi.runAllTimers();
    held[0]?.();
    await expect.poll(() => held.length).toBe(2);
    expect(vi.getTimerCount()).toBe(0);
    held[1]?.();
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    expect(errors).toEqual([]);
    run.close();
  });

  test("says so when its worker is gone, and when it is closed says nothing", async () => {
    const { run, errors } = watched("B1/S012345678", "cell");
    await run.begin(1);
    await pair.close();
    await run.step();
    expect(errors).toHaveLength(1);
    run.close();
    await run.step();
    expect(errors).toHaveLength(1);
  });

  test("plays, stops where nothing changes, and asks nothing more then", async () => {
    const { run, states, blocks } = watched("B/S012345678", "soup");
    run.play();
    await run.begin(1);
    await expect.poll(() => run.store.getState().ended).toBe("still");
    const seen = blocks.length;
    // It could be seen for a moment.
    expect(run.store.getState()).toMatchObject({ generation: 3, playing: false });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(blocks.length).toBe(seen);
    expect(states.at(-1)).toEqual(run.store.getState());
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
    expect(run.store.getState().generation).toBe(0);
    hidden = false;
    appear();
    await expect.poll(() => run.store.getState().generation).toBeGreaterThan(1);
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

  const colours = paintColours(themeNamed("dark"));
  const LIVE = [3, 17, 500, 501, 502, 1700, 2112, 4223];

  test.each(["square", "hex"])(
    "covers the window with %s cells that repeat, the origin in its middle",
    (id) => {
      const kind = GRID_KINDS.get(id);
      for (const at of LIVE) setBlockRun(block, at % PREVIEW_WIDTH, Math.floor(at / PREVIEW_WIDTH), 1);
      const picture = createPicture(size.width, size.height);
      paintPreview(picture, block, kind, 10, { colours, ratio: 1 });
      const camera = previewCamera(10);
      const wrap = (value: number, by: number) => ((value % by) + by) % by;
      let seen = 0;
      for (let y = -40; y <= 40; y++) {
        for (let x = -80; x <= 80; x++) {
          const point = pointOfCell(camera, size, kind, { x: BigInt(x), y: BigInt(y) });
          const [px, py] = [Math.floor(point.x), Math.floor(point.y)];
          if (px < 0 || py < 0 || px >= size.width || py >= size.height) continue;
          const live = blockCell(
            block,
            wrap(x + PREVIEW_WIDTH / 2, PREVIEW_WIDTH),
            wrap(y + PREVIEW_HEIGHT / 2, PREVIEW_HEIGHT),
          );
          expect(picture.pixels[py * size.width + px]).toBe(live ? colours.cell : colours.ground);
          seen += live;
        }
      }
      expect(seen).toBeGreaterThanOrEqual(LIVE.length);
    },
  );
});

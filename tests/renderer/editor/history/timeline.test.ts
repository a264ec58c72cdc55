// Going by generation: back and forth along what was computed, whatever was done in between, and what becomes of it then.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../../../engine/algorithms/load.ts";
import { SwitchableUniverse } from "../../../../engine/algorithms/switchable.ts";
import { rect } from "../../../../engine/core/rect.ts";
import { parseRule, parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { Editor } from "../../../../renderer/editor/editor.ts";
import type { MoveTo } from "../../../../renderer/editor/history/history-player.ts";
import { describeItem } from "../../../../renderer/editor/labels.ts";
import { selectBox } from "../../../../renderer/editor/selection/selection.ts";
import { clearAllEdit } from "../../../../renderer/editor/time/time-edits.ts";
import type { GridRequest, Handover } from "../../../../renderer/universe/universe-port.ts";
import { fingerprint, GLIDER, localEditor, R_PENTOMINO } from "../../../support/local-editor.ts";
import { setCells } from "../../../support/set-cells.ts";
import { cellsOf } from "../../../support/universes.ts";

const scrub = (editor: Editor, to: bigint): Promise<boolean> => editor.inTime((queue) => queue.scrub(to));
const back = (editor: Editor, by = 1n): Promise<boolean> => editor.inTime((queue) => queue.stepBack(by));
const list = (editor: Editor): string[] => editor.history.map((item) => describeItem(item));

/** An editor whose universe may get another grid. */
class World {
  universe: SwitchableUniverse;
  readonly editor: Editor;
  readonly #algorithm: string;

  private constructor(universe: SwitchableUniverse, algorithm: string, historyBytes?: number) {
    this.universe = universe;
    this.#algorithm = algorithm;
    const moveTo: MoveTo = async (grid, handover) => this.#replace(await this.#build(grid), handover);
    this.editor = new Editor(universe, { moveTo, historyBytes });
  }

  static async open(rule: string, algorithm: string, historyBytes?: number): Promise<World> {
    const request = { ...parseUniverseRule(rule), algorithm, cells: R_PENTOMINO };
    const { universe } = await createUniverse(request, {});
    return new World(new SwitchableUniverse(universe), algorithm, historyBytes);
  }

  resize(grid: string): Promise<void> {
    return this.editor.inTime((queue) =>
      queue.enter(`Resize to ${grid}`, async (handover) => {
        const { rule, generation } = this.universe;
        const { topology } = parseUniverseRule(`B3/S23${grid}`);
        const next = await this.#build({ rule, topology, generation });
        await next.writeRuns(await this.universe.readRuns(), "or");
        await this.#replace(next, handover);
      }),
    );
  }

  async #build(grid: GridRequest): Promise<SwitchableUniverse> {
    const { universe } = await createUniverse({ ...grid, algorithm: this.#algorithm }, {});
    return new SwitchableUniverse(universe);
  }

  async #replace(next: SwitchableUniverse, handover: Handover): Promise<boolean> {
    const taken = await handover(next);
    const left = taken ? this.universe : next;
    if (taken) this.universe = next;
    left.dispose();
    return taken;
  }
}

describe("going by generation", () => {
  it("shows exactly what was, back to the beginning and forward again", async () => {
    for (const rule of ["B3/S23", "B2/S34H", "B03/S23", "B3/S23:T20,17"]) {
      const { editor, universe } = await localEditor({ rule, cells: R_PENTOMINO });
      const prints = [await fingerprint(universe)];
      for (let g = 1; g <= 12; g++) {
        await editor.step(1n);
        prints.push(await fingerprint(universe));
      }
      for (let g = 11; g >= 0; g--) {
        expect(await back(editor)).toBe(true);
        expect(await fingerprint(universe)).toBe(prints[g]);
      }
      expect(await back(editor)).toBe(false);
      for (const g of [7, 3, 12, 0, 5]) {
        await scrub(editor, BigInt(g));
        expect(await fingerprint(universe)).toBe(prints[g]);
      }
      // Beyond its ends there is nothing.
      await scrub(editor, 1000n);
      expect(universe.generation).toBe(12n);
    }
  });

  it("leaves the list as it was, but for the place in a run where one stands", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.step(100n);
    await setCells(editor, GLIDER, "or", "Draw");
    await editor.step(50n);
    const all = ["Run 0 → 100", "Draw", "Run 100 → 150"];
    await scrub(editor, 30n);
    expect(list(editor)).toEqual(["Run 0 → 30", "Run 30 → 100", ...all.slice(1)]);
    expect(editor.state).toMatchObject({ position: 1, length: 4, undoLabel: "Run", redoLabel: "Run" });
    // At a generation at which something was drawn it has been drawn.
    await scrub(editor, 100n);
    expect(editor.state).toMatchObject({ position: 2, length: 3, undoLabel: "Draw" });
    await scrub(editor, 120n);
    await editor.undo();
    expect(list(editor)).toEqual(all);
    expect(universe.generation).toBe(100n);
    await scrub(editor, 130n);
    await editor.redo();
    expect(list(editor)).toEqual(all);
    expect(universe.generation).toBe(150n);
  });

  it("can be stepped on without losing what lies ahead, edits too", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.step(10n);
    await setCells(editor, GLIDER, "xor", "Draw");
    const drawn = await fingerprint(universe);
    await editor.step(10n);
    const end = await fingerprint(universe);
    await back(editor, 12n);
    expect(universe.generation).toBe(8n);
    await editor.step(2n);
    expect(await fingerprint(universe)).toBe(drawn);
    await editor.step(10n);
    expect(await fingerprint(universe)).toBe(end);
    expect(list(editor)).toEqual(["Run 0 → 10", "Draw", "Run 10 → 20"]);
    // And past the end it goes on.
    await scrub(editor, 4n);
    await editor.stepTo(30n);
    expect(universe.generation).toBe(30n);
    await editor.stepTo(10n);
    expect(await fingerprint(universe)).toBe(drawn);
    expect(editor.history).toHaveLength(4);
  });

  it("branches where something is drawn", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.step(100n);
    await scrub(editor, 40n);
    const there = await fingerprint(universe);
    await setCells(editor, GLIDER, "xor", "Draw");
    expect(list(editor)).toEqual(["Run 0 → 40", "Draw"]);
    expect(editor.state.timeline).toMatchObject({ from: 0n, to: 40n });
    await editor.undo();
    expect(await fingerprint(universe)).toBe(there);
    await editor.undo();
    expect(universe.generation).toBe(0n);
  });

  it("begins at another number, and says so", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.step(10n);
    await editor.setGeneration(500n);
    expect(editor.state.timeline).toMatchObject({ from: 500n, to: 500n });
    expect(await back(editor)).toBe(false);
    await editor.step(5n);
    await back(editor, 3n);
    expect(universe.generation).toBe(502n);
    await expect(editor.stepTo(499n)).resolves.toBeUndefined();
    // That far back leads only the start itself.
    expect(universe.generation).toBe(499n);
    await editor.reset();
    // Where the timeline leads to the start, a reset only looks at it.
    expect(editor.state.timeline).toMatchObject({ from: 0n, to: 499n });
    expect(universe.generation).toBe(0n);
    await scrub(editor, 499n);
    expect(editor.state.generation).toBe(499n);
  });

  it("takes only the last of many wishes, and the steps back that were asked for together at once", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.step(200n);
    const seen: bigint[] = [];
    editor.store.subscribe(() => seen.push(universe.generation));
    await Promise.all([10n, 90n, 30n, 150n, 77n].map((to) => scrub(editor, to)));
    expect(universe.generation).toBe(77n);
    expect(seen).not.toContain(30n);
    await Promise.all(Array.from({ length: 20 }, () => back(editor)));
    expect(universe.generation).toBe(57n);
  });

  it("gives up a step back that was stopped before its turn, and not the next one", async () => {
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO });
    await editor.step(20n);
    const given = back(editor, 5n);
    await editor.stop();
    expect(await given).toBe(false);
    expect(universe.generation).toBe(20n);
    expect(await back(editor, 2n)).toBe(true);
    expect(universe.generation).toBe(18n);
  });

  it("knows edits from what a universe makes of itself", async () => {
    const { editor } = await localEditor({ cells: R_PENTOMINO });
    await editor.select(selectBox(rect(0, 0, 3, 3)));
    await editor.step(5n);
    await editor.setGeneration(50n);
    await editor.clearSelection();
    await editor.reset();
    await editor.inTime((queue) => queue.edit(clearAllEdit));
    expect(editor.history.map(({ label, edits }) => [label, edits])).toEqual([
      ["Select", false],
      ["Run", false],
      ["Call it generation 50", true],
      [expect.stringContaining("Clear"), true],
      ["Reset", false],
      ["Clear universe", true],
    ]);
  });

  it("keeps snapshots on long ways, so that the next step back is short", async () => {
    let time = 0;
    const { editor, universe } = await localEditor({ cells: R_PENTOMINO, now: () => (time += 4000) });
    await editor.step(1000n);
    const steps: number[] = [];
    const step = universe.step.bind(universe);
    let computed = 0n;
    universe.step = async (target, budget) => {
      computed += target - universe.generation;
      return step(target, budget);
    };
    for (let i = 0; i < 64; i++) {
      computed = 0n;
      await back(editor);
      steps.push(Number(computed));
    }
    expect(universe.generation).toBe(936n);
    // The first way is the whole one; the others begin near by.
    expect(steps[0]).toBe(999);
    expect(steps.slice(1).reduce((a, b) => a + b, 0)).toBeLessThan(2500);
    expect(editor.history).toHaveLength(2);
    await editor.undo();
    expect(list(editor)).toEqual(["Run 0 → 1,000"]);
  });
});

type Deed =
  | { readonly kind: "draw" | "step" | "scrub" | "back" | "number" | "goTo"; readonly n: number }
  | { readonly kind: "rule" | "resize"; readonly to: string }
  | { readonly kind: "undo" | "redo" | "reset" | "clear" };

const numbers = (kind: "draw" | "step" | "scrub" | "back" | "number" | "goTo") =>
  fc.record({ kind: fc.constant(kind), n: fc.nat(60) });

const deedsWith = (rules: readonly string[], grids: readonly string[]): fc.Arbitrary<Deed> =>
  fc.oneof(
    { weight: 5, arbitrary: fc.oneof(numbers("draw"), numbers("step")) },
    { weight: 6, arbitrary: fc.oneof(numbers("scrub"), numbers("back"), numbers("goTo")) },
    { weight: 1, arbitrary: numbers("number") },
    {
      weight: 2,
      arbitrary: fc.oneof(
        fc.record({ kind: fc.constant("rule" as const), to: fc.constantFrom(...rules) }),
        fc.record({
          kind: fc.constant("resize" as const),
          to: fc.constantFrom(...grids),
        }),
      ),
    },
    {
      weight: 4,
      arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo", "undo", "reset", "clear") }),
    },
  );

/** Cells, rule, grid and generation as they must be: by the plainest way there, out of a state that is known. */
async function afresh(from: Universe, by: bigint): Promise<string> {
  const { rule, topology, generation } = from;
  const cells = await from.readRuns();
  const { universe } = await createUniverse({ rule, topology, generation, algorithm: "bitwise", cells }, {});
  await universe.step(generation + by);
  const print = await fingerprint(universe);
  universe.dispose();
  return print;
}

async function perform(world: World, deed: Deed): Promise<string | null> {
  const { editor } = world;
  const { timeline } = editor.state;
  switch (deed.kind) {
    case "draw":
      await setCells(editor, cellsOf(["O.O", "OO."], BigInt(deed.n % 20) - 10n, -3n), "xor", "Draw");
      return null;
    case "step": {
      // On the way along the timeline it is what was there; else what follows from what is there.
      const known = editor.state.redoLabel !== null;
      const expected = known ? null : await afresh(world.universe, BigInt(deed.n + 1));
      await editor.step(BigInt(deed.n + 1));
      return expected;
    }
    case "scrub":
      await scrub(editor, timeline.from + ((timeline.to - timeline.from) * BigInt(deed.n)) / 60n);
      return null;
    case "back":
      await back(editor, BigInt((deed.n % 5) + 1));
      return null;
    case "goTo":
      await editor.goTo(deed.n % (editor.state.length + 1));
      return null;
    case "number":
      // Another parity is refused where the background strobes.
      await editor.setGeneration(editor.state.generation + BigInt(2 * deed.n));
      return null;
    case "rule":
      await editor.setRule(parseRule(deed.to));
      return null;
    case "resize":
      await world.resize(deed.to);
      return null;
    case "reset":
      if (editor.state.canReset) await editor.reset();
      return null;
    case "clear":
      await editor.inTime((queue) => queue.edit(clearAllEdit));
      return null;
    default:
      await editor[deed.kind]();
      return null;
  }
}

/** What has been: by the entry that led there, and by timeline and generation where no edit lies between. */
class Chronicle {
  readonly #after = new Map<number, string>();
  #start = "";

  async note(world: World): Promise<void> {
    const { position } = world.editor.state;
    const now = `${await fingerprint(world.universe)} ${JSON.stringify(world.universe.topology)}`;
    const item = world.editor.history[position - 1];
    if (!item) {
      if (position === 0 && this.#start === "") this.#start = now;
      return;
    }
    // In the middle of a run an item stands for a part of it.
    const known = this.#after.get(item.id);
    if (known?.startsWith(`${world.universe.generation} `)) expect(now).toBe(known);
    this.#after.set(item.id, now);
  }
}

const GRIDS = {
  bitwise: ["", ":T40,32", ":P24,24", ":T64,64"],
  hashlife: ["", ":T32,32", ":T64,64"],
} as const;

describe("whatever is done", () => {
  const cases = [
    ["bitwise", "B3/S23", ["B3/S23", "B36/S23", "B03/S23"]],
    ["hashlife", "B3/S23", ["B3/S23", "B36/S23", "B0/S8"]],
    ["bitwise", "B2/S34H", ["B2/S34H", "B24/S3H"]],
    ["hashlife", "B2/S34H", ["B2/S34H", "B24/S3H"]],
  ] as const;
  for (const [algorithm, rule, rules] of cases) {
    it(`leads to the cells that follow from those before it (${algorithm}, ${rule})`, async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(deedsWith(rules, GRIDS[algorithm]), { maxLength: 18 }),
          fc.constantFrom(undefined, 20_000, 4000),
          async (deeds, budget) => {
            const world = await World.open(rule, algorithm, budget);
            const chronicle = new Chronicle();
            await chronicle.note(world);
            for (const deed of deeds) {
              const expected = await perform(world, deed);
              if (expected) expect(await fingerprint(world.universe)).toBe(expected);
              await chronicle.note(world);
            }
            // Every generation of the timeline is what the one before it leads to, but where something was edited there.
            const { timeline } = world.editor.state;
            const edited = new Set(
              world.editor.history.filter(({ from, to }) => from === to).map(({ to }) => to),
            );
            await scrub(world.editor, timeline.to);
            for (let g = timeline.from; g < timeline.to && g < timeline.from + 12n; g++) {
              await scrub(world.editor, g);
              const next = await afresh(world.universe, 1n);
              await scrub(world.editor, g + 1n);
              if (!edited.has(g + 1n)) expect(await fingerprint(world.universe)).toBe(next);
            }
            while (await world.editor.undo()) await chronicle.note(world);
            while (await world.editor.redo()) await chronicle.note(world);
            await world.editor.dispose();
            world.universe.dispose();
          },
        ),
        { numRuns: 20 },
      );
    });
  }
});

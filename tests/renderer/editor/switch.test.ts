// History across a change of algorithm: whatever was done before, between and after, undo and redo lead to the same cells.

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Universe } from "../../../engine/algorithms/algorithm.ts";
import { createUniverse } from "../../../engine/algorithms/load.ts";
import { SwitchableUniverse } from "../../../engine/algorithms/switchable.ts";
import { parseRule, parseUniverseRule } from "../../../engine/rules/universe-rule.ts";
import { Editor } from "../../../renderer/editor/editor.ts";
import { fingerprint, R_PENTOMINO } from "../../support/local-editor.ts";
import { setCells } from "../../support/set-cells.ts";
import { cellsOf } from "../../support/universes.ts";

type Deed =
  | { readonly kind: "draw" | "step"; readonly n: number }
  | { readonly kind: "rule"; readonly rule: string }
  | { readonly kind: "switch" | "move"; readonly to: string }
  | { readonly kind: "undo" | "redo" | "reset" };

const ALGORITHMS = ["bitwise", "hashlife", "reference"];
const RULES = ["B3/S23", "B36/S23", "B03/S23", "B1/S012V"];

const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom("draw" as const, "step"), n: fc.nat(200) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("rule" as const), rule: fc.constantFrom(...RULES) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constantFrom("switch" as const, "move"),
      to: fc.constantFrom(...ALGORITHMS),
    }),
  },
  { weight: 4, arbitrary: fc.record({ kind: fc.constantFrom("undo" as const, "redo", "reset") }) },
);

interface Seen {
  readonly print: string;
  /** Nothing has run since the start. */
  readonly atStart: boolean;
}

/** An editor with a record of every state, as history should have it. */
class Rig {
  universe: SwitchableUniverse;
  readonly editor: Editor;
  readonly #seen: Seen[];
  #at = 0;

  private constructor(universe: SwitchableUniverse, print: string, historyBytes?: number) {
    this.universe = universe;
    this.editor = new Editor(universe, { historyBytes });
    this.#seen = [{ print, atStart: true }];
  }

  static async open(grid: string, historyBytes?: number): Promise<Rig> {
    const request = { ...parseUniverseRule(`B3/S23${grid}`), algorithm: "bitwise", cells: R_PENTOMINO };
    const universe = new SwitchableUniverse((await createUniverse(request, {})).universe);
    return new Rig(universe, await fingerprint(universe), historyBytes);
  }

  async perform(deed: Deed): Promise<void> {
    const { editor } = this;
    if (deed.kind === "undo") this.#at -= (await editor.undo()) ? 1 : 0;
    else if (deed.kind === "redo") this.#at += (await editor.redo()) ? 1 : 0;
    else if (deed.kind === "switch") await this.#switch(deed.to);
    else if (deed.kind === "move") await this.universe.switchTo(await copyOf(this.universe, deed.to));
    else if (await this.#change(deed)) {
      const print = await fingerprint(this.universe);
      const past = this.#seen.slice(0, this.#at + 1);
      const start = past.findLastIndex(({ atStart }) => atStart);
      if (deed.kind === "reset" && editor.state.redoLabel !== null) {
        // The way back led along the timeline, which stays until an edit.
        this.#at = start;
        await this.#check();
        return this.perform({ kind: "draw", n: start });
      }
      if (deed.kind === "reset") expect(print).toBe(past.findLast(({ atStart }) => atStart)?.print);
      const atStart = deed.kind === "reset" || (deed.kind !== "step" && past.at(-1)?.atStart === true);
      this.#seen.splice(++this.#at, Number.POSITIVE_INFINITY, { print, atStart });
    }
    await this.#check();
  }

  /** All the way back and all the way forward; how many states that were. */
  async travel(): Promise<number> {
    let states = 1;
    for (; await this.editor.undo(); await this.#check()) this.#at--;
    for (; await this.editor.redo(); await this.#check()) [this.#at, states] = [this.#at + 1, states + 1];
    return states;
  }

  get length(): number {
    return this.#seen.length;
  }

  async #check(): Promise<void> {
    expect(await fingerprint(this.universe)).toBe(this.#seen[this.#at]?.print);
  }

  async #change(deed: Deed): Promise<boolean> {
    const { editor } = this;
    if (deed.kind === "draw")
      return setCells(editor, cellsOf(["O.O", "OO."], BigInt(deed.n % 20), -3n), "xor", "Draw");
    if (deed.kind === "rule") return editor.setRule(parseRule(deed.rule));
    if (deed.kind === "reset" ? !editor.state.canReset : deed.kind !== "step") return false;
    await (deed.kind === "step" ? editor.step(BigInt(deed.n + 1)) : editor.reset());
    return true;
  }

  async #switch(to: string): Promise<void> {
    const old = this.universe;
    await this.editor.replaceUniverse(async (handover) => {
      this.universe = new SwitchableUniverse(await copyOf(old, to));
      await handover(this.universe);
    });
    old.dispose();
  }
}

async function copyOf(universe: Universe, algorithm: string): Promise<Universe> {
  const { rule, topology, generation } = universe;
  const cells = await universe.readRuns();
  return (await createUniverse({ rule, topology, generation, cells, algorithm }, {})).universe;
}

describe("history across a change of algorithm", () => {
  it.each(["", ":T64,64"])("leads to the states that were, whatever comes in between (%s)", async (grid) => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyDeed, { maxLength: 14 }), async (deeds) => {
        const rig = await Rig.open(grid);
        for (const deed of deeds) await rig.perform(deed);
        expect(await rig.travel()).toBe(rig.length);
        await rig.editor.dispose();
        rig.universe.dispose();
      }),
      { numRuns: 25 },
    );
  });

  it("lists only what can be reached where memory is short, and that is right", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyDeed, { maxLength: 14 }),
        fc.integer({ min: 500, max: 6000 }),
        async (deeds, bytes) => {
          const rig = await Rig.open("", bytes);
          for (const deed of deeds) await rig.perform(deed);
          expect(await rig.travel()).toBeLessThanOrEqual(rig.length);
          await rig.editor.dispose();
          rig.universe.dispose();
        },
      ),
      { numRuns: 25 },
    );
  });
});

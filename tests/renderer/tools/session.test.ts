import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { soupHash } from "../../../engine/core/soup.ts";
import { patience } from "../../support/effort.ts";
import { R_PENTOMINO } from "../../support/local-editor.ts";
import type { ToolDriver } from "../../support/tool-driver.ts";
import { toolDriver } from "../../support/tool-driver.ts";

/** Something that a hand does, from a number; at most a few cells and generations. */
function deed(driver: ToolDriver, roll: number): void {
  const kind = roll % 22;
  const at = (n: number): number => ((roll >>> n) & 31) - 16;
  const [x, y, u, v] = [at(5), at(10), at(15), at(20)] as [number, number, number, number];
  if (kind < 5) driver.tool("draw").pointerDownAt(x, y).pointerMoveAt(u, v).pointerUp();
  else if (kind < 6) driver.tool("draw").pointerDownAt(x, y).pointerMoveAt(u, v).key("Escape").pointerUp();
  else if (kind < 7) driver.tool("erase").pointerDownAt(x, y).pointerMoveAt(u, v).pointerUp();
  else if (kind < 9) driver.tool("select").pointerDownAt(x, y).pointerMoveAt(u, v).pointerUp();
  else if (kind < 12) driver.key("Space");
  else if (kind < 16) driver.key(roll & 64 ? "z" : "Ctrl+z");
  else if (kind < 17) driver.key("Shift+z");
  else if (kind < 18) driver.key(roll & 64 ? "b" : "Backspace");
  else if (kind < 19) scrub(driver, roll >>> 7);
  else driver.key(SELECTION_KEYS[(roll >>> 6) % SELECTION_KEYS.length] as string);
}

/** Anywhere on the timeline. */
function scrub({ editor }: ToolDriver, roll: number): void {
  const { from, to } = editor.state.timeline;
  const wanted = from + ((to - from) * BigInt(roll & 255)) / 255n;
  void editor.inTime((queue) => queue.scrub(wanted));
}

const SELECTION_KEYS = ["x", "y", ">", "<", "Delete", "Ctrl+5", "Ctrl+x", "s", "Ctrl+r", "k", "Ctrl+c", "a"];

describe("a session", () => {
  it("leads back to the same cells through any edits, steps, undos and redos", async () => {
    const anyRule = fc.constantFrom("B3/S23", "B2/S34H", "B3/S23:T20,16", "B36/S23:P24,24");
    const anyRolls = fc.array(fc.integer({ min: 0, max: 2 ** 30 }), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(anyRule, anyRolls, async (rule, rolls) => {
        const driver = await toolDriver({ rule, cells: R_PENTOMINO });
        /** What each change led to, by its id; 0 stands for the beginning. */
        const seen = new Map([[0, await driver.fingerprint()]]);
        const here = (): number => driver.editor.history[driver.editor.state.position - 1]?.id ?? 0;
        for (const roll of rolls) {
          deed(driver, roll);
          const now = await driver.fingerprint();
          const known = seen.get(here());
          if (known === undefined) seen.set(here(), now);
          else expect(now).toBe(known);
        }
        while (driver.editor.state.undoLabel) {
          const now = await driver.key("z").fingerprint();
          expect(now).toBe(seen.get(here()));
        }
        expect(driver.editor.state.position).toBe(0);
        while (driver.editor.state.redoLabel) {
          const now = await driver.key("Shift+z").fingerprint();
          expect(now).toBe(seen.get(here()));
        }
        // Only what could not be done without a selection, or at the start, was refused.
        for (const error of driver.errors) expect(error).toMatchObject({ code: "bad-argument" });
      }),
      { numRuns: 30 },
    );
  });

  it(
    "of 10,000 steps takes no more memory at its end than in its middle, beside the history's budget",
    patience(120_000),
    async () => {
      setFlagsFromString("--expose-gc");
      const collect = runInNewContext("gc") as () => void;
      const budget = 400_000;
      const driver = await toolDriver({ rule: "B3/S23:T48,48", cells: R_PENTOMINO, historyBytes: budget });
      const half = async (from: number): Promise<{ heap: number; universe: number }> => {
        for (let i = from; i < from + 5000; i++) {
          deed(driver, soupHash(2026, i, 0) >>> 1);
          if (i % 8 === 0) await driver.settled();
          driver.hints.length = 0;
          driver.errors.length = 0;
        }
        await driver.settled();
        expect(driver.editor.historyBytes).toBeLessThanOrEqual(budget);
        collect();
        return { heap: process.memoryUsage().heapUsed, universe: driver.universe.memory() };
      };
      const middle = await half(0);
      const end = await half(5000);
      expect(driver.editor.state.length).toBeGreaterThan(100);
      expect(end.heap).toBeLessThan(middle.heap * 1.05 + budget);
      expect(end.universe).toBeLessThan(middle.universe * 1.05 + budget);
    },
  );
});

import { describe, expect, it } from "vitest";
import { EMPTY_RUNS } from "../../../engine/core/runs.ts";
import { formatUniverseRule, LIFE } from "../../../engine/rules/universe-rule.ts";
import type { DocumentContents } from "../../../renderer/document/document.ts";
import { foreignRule, ruleWords, settleIn } from "../../../renderer/document/made-for.ts";
import { cellsChange } from "../../../renderer/editor/cells/changes.ts";
import { GLIDER, localEditor } from "../../support/local-editor.ts";

const madeFor = (rule: string | null) => ({ rule });

/** Lets a pattern settle in a universe: what the universe is told to become, and what is said. */
async function settled(universe: Parameters<typeof localEditor>[0], rule: string | null) {
  const renewed: string[] = [];
  const { editor } = await localEditor(universe);
  const document = {
    renew: async (label: string, { rule: one, topology }: DocumentContents) => {
      renewed.push(`${label} = ${formatUniverseRule({ rule: one, topology })}`);
    },
  };
  const note = await settleIn({ editor, document }, madeFor(rule));
  return { note, renewed, rule: editor.state.rule.text, undo: editor.state.undoLabel };
}

describe("a pattern that comes to an empty universe", () => {
  it("brings its rule, as a change that can be undone", async () => {
    expect(await settled({}, "B36/S23")).toEqual({
      note: "The universe took over HighLife from the pattern.",
      renewed: [],
      rule: "B36/S23",
      undo: "Rule B36/S23",
    });
  });

  it("brings its lattice, and the grid that it names", async () => {
    expect((await settled({}, "B2/S34H")).renewed).toEqual(["Rule B2/S34H = B2/S34H"]);
    const { note, renewed } = await settled({}, "B3/S23:T30,20");
    expect(renewed).toEqual(["Rule B3/S23:T30,20 = B3/S23:T30,20"]);
    expect(note).toBe("The universe took over Life and the grid from the pattern.");
    // Most patterns name no grid: a torus stays one.
    expect((await settled({ rule: "B3/S23:T30,20" }, "B3/S23")).note).toBeNull();
    expect((await settled({ rule: "B3/S23:T30,20" }, "B36/S23")).renewed).toEqual([]);
  });

  it("changes nothing where something lives, was done, or nothing is named", async () => {
    for (const rule of ["B3/S23", "no rule", null]) expect((await settled({}, rule)).note).toBeNull();
    expect((await settled({ cells: GLIDER }, "B36/S23")).rule).toBe("B3/S23");
    const { editor } = await localEditor();
    await editor.edit(async () => ({
      label: "Draw",
      change: cellsChange({ set: GLIDER, cleared: EMPTY_RUNS }),
    }));
    await editor.undo();
    const renew = () => Promise.reject(new Error("renewed"));
    expect(await settleIn({ editor, document: { renew } }, madeFor("B36/S23"))).toBeNull();
  });
});

it("the rule of another universe is told apart and named", () => {
  expect(foreignRule(madeFor("b3s23"), LIFE)).toBeNull();
  expect(foreignRule(madeFor("B3/S23:T9,9"), LIFE)).toBeNull();
  const rule = foreignRule(madeFor("B36/S23"), LIFE);
  expect(rule && ruleWords(rule)).toBe("HighLife");
  const odd = foreignRule(madeFor("B45/S18"), LIFE);
  expect(odd && ruleWords(odd)).toBe("B45/S18");
});

import { describe, expect, it } from "vitest";
import type { Pattern } from "../../../../engine/core/pattern.ts";
import { LIFE, parseUniverseRule } from "../../../../engine/rules/universe-rule.ts";
import { CardDrop } from "../../../../renderer/window/stage/card-drop.ts";

const cell = (x: number, y: number) => ({ x: BigInt(x), y: BigInt(y) });
type Editor = ConstructorParameters<typeof CardDrop>[0];

/** A universe under Life that notes what becomes of a floating paste. */
function stage(rule: string | null = "B3/S23") {
  const log: string[] = [];
  const state = { pending: null as object | null, rule: LIFE };
  const editor = {
    state,
    movePaste: (at: { readonly x: bigint }) => log.push(`move ${at.x}`),
    cancelPaste: () => {
      state.pending = null;
      log.push("cancel");
    },
    placePaste: async () => log.push("place") > 0,
  } as unknown as Editor;
  const drop = new CardDrop(editor, {
    settle: async ({ rule: wanted }) => {
      if (state.pending || !wanted?.endsWith("H")) return null;
      state.rule = parseUniverseRule(wanted).rule;
      return "Settled.";
    },
    float: (_pattern, at) => {
      state.pending = { source: { rule } };
      log.push(`float ${at.x}`);
    },
  });
  return { drop, log, state };
}

const glider = (): Promise<Pattern> => Promise.resolve({} as Pattern);

describe("a card over the cells", () => {
  it("floats where the pointer is, follows it, and is put down by the drop", async () => {
    const { drop, log } = stage();
    const pattern = glider();
    drop.over(pattern, cell(1, 1));
    drop.over(pattern, cell(2, 1));
    await pattern;
    drop.over(pattern, cell(3, 1));
    await drop.drop(pattern, cell(4, 1));
    expect(log).toEqual(["float 2", "move 3", "move 4", "place"]);
  });

  it("is gone when it leaves, also when it is read only then", async () => {
    const { drop, log } = stage();
    const [first, second] = [glider(), glider()];
    drop.over(first, cell(1, 1));
    await first;
    drop.leave();
    drop.over(second, cell(1, 1));
    drop.leave();
    await second;
    drop.leave();
    expect(log).toEqual(["float 1", "cancel"]);
    drop.over(first, cell(5, 1));
    await first;
    expect(log).toEqual(["float 1", "cancel", "float 5"]);
  });

  it("floats on where it is made for another rule", async () => {
    expect(parseUniverseRule("B36/S23").rule.text).not.toBe(LIFE.text);
    const { drop, log, state } = stage("B36/S23");
    await drop.drop(glider(), cell(7, 1));
    expect(log).toEqual(["float 7"]);
    expect(state.pending).not.toBeNull();
    const onTorus = stage("B3/S23:T20,20");
    await onTorus.drop.drop(glider(), cell(7, 1));
    expect(onTorus.log).toEqual(["float 7", "place"]);
  });

  it("says why it cannot be read when it is dropped, and not before", async () => {
    const { drop, log } = stage();
    const pattern = Promise.reject<Pattern>(new Error("torn"));
    drop.over(pattern, cell(1, 1));
    await expect(drop.drop(pattern, cell(1, 1))).rejects.toThrow("torn");
    expect(log).toEqual([]);
  });

  it("for another rule brings that to an empty universe, and is put down under it", async () => {
    const { drop, log, state } = stage("B2/S34H");
    await drop.drop(Promise.resolve({ rule: "B2/S34H" } as Pattern), cell(4, 1));
    expect(state.rule.neighbourhood).toBe("hex");
    expect(log).toEqual(["float 4", "place"]);
  });
});

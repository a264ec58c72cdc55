// The fields of a rule that looks far: what they offer, and that each change keeps the rule one that can be.

import { describe, expect, it, vi } from "vitest";
import type { LargerParts } from "../../../engine/rules/families/larger-than-life.ts";
import type { Rule } from "../../../engine/rules/rule.ts";
import { RuleReach } from "../../../renderer/window/inspector/rule-reach.tsx";
import type { Asked } from "../markup.ts";
import { fieldsIn, markupOf, tags } from "../markup.ts";

/** Bugs, with its middle counted. */
const BUGS: LargerParts = {
  ...{ range: 5, states: 2, shape: "M", middle: true },
  birth: [[34, 45]],
  survival: [[34, 58]],
};
/** Several ranges a part, as only the other spelling has them. */
const RANGES: LargerParts = {
  ...{ range: 2, states: 4, shape: "M", middle: null },
  birth: [
    [3, 4],
    [9, 9],
  ],
  survival: [[5, 8]],
};

function ask(parts: LargerParts) {
  const onChange = vi.fn<(make: () => Rule) => void>();
  const all = fieldsIn(RuleReach({ parts, onChange }), ["Counts"]);
  const find = (label: string, at = 0) => all.filter((field) => field.label === label)[at] as Asked;
  const made = (): string | undefined => onChange.mock.lastCall?.[0]().text;
  return {
    all,
    find,
    change: (label: string, value: unknown, at = 0) => {
      (find(label, at).onChange as (value: unknown) => void)(value);
      return made();
    },
    press: (label: string) => {
      (find(label).onPress as () => void)();
      return made();
    },
  };
}

describe("a rule of a larger neighbourhood", () => {
  it("has a shape, a range, counts, states and a middle, each with its bounds", () => {
    const { all, find } = ask(BUGS);
    expect(all.map(({ label, value, min, max, reach }) => [label, value, min, max, reach])).toEqual([
      ["Shape", "M", undefined, undefined, undefined],
      ["Range", 5, 1, expect.any(Number), 15],
      ["Birth from", 34, 0, 120, undefined],
      ["Birth to", 45, 0, 120, undefined],
      ["Leave out birth from 34 to 45", undefined, undefined, undefined, undefined],
      ["Another range of counts for birth", undefined, undefined, undefined, undefined],
      ["Survival from", 34, 0, 121, undefined],
      ["Survival to", 58, 0, 121, undefined],
      ["Leave out survival from 34 to 58", undefined, undefined, undefined, undefined],
      ["Another range of counts for survival", undefined, undefined, undefined, undefined],
      ["States", 2, 2, 256, 32],
      ["A cell counts itself", undefined, undefined, undefined, undefined],
    ]);
    expect(find("A cell counts itself")).toMatchObject({ checked: true, disabled: false });
    const shapes = (find("Shape").options as { id: string; label: string }[]).map(({ label }) => label);
    expect(shapes[0]).toBe("2  L2");
    expect(shapes.some((label) => /^[W@] /.test(label))).toBe(false);
  });

  it("with digits of its own for a shape keeps their range, and shows the shape among the others", () => {
    const own = ask({ ...RANGES, range: 1, shape: "W010101010", birth: [[1, 1]], survival: [[1, 2]] });
    expect(own.all.map(({ label }) => label)).not.toContain("Range");
    const shapes = own.find("Shape").options as { id: string; label: string }[];
    expect(shapes.at(-1)?.id).toBe("W010101010");
    expect(shapes.at(-1)?.label).toBeTruthy();
  });

  it("with corners and edges of their own keeps them beside its range", () => {
    const far = ask({ ...RANGES, range: 4, shape: "FC2", birth: [[3, 3]], survival: [[2, 3]], middle: null });
    const shapes = far.find("Shape").options as { id: string; label: string }[];
    expect(shapes.at(-1)).toEqual({ id: "FC2", label: "FC2  corner and edge" });
    expect(shapes.map(({ id }) => id)).toContain("F");
    // The edges are as far away as the range; corners farther than that are the range.
    expect(far.change("Range", 6)).toBe("R6,C4,S2-3,B3,NFC2");
    expect(far.change("Range", 1)).toBe("R2,C4,S2-3,B3,NFE1");
  });

  it("becomes what one changes", () => {
    const bugs = ask(BUGS);
    expect(bugs.change("Birth from", 30)).toBe("R5,C0,M1,S34..58,B30..45,NM");
    expect(bugs.change("Birth from", 50)).toBe("R5,C0,M1,S34..58,B50..50,NM");
    expect(bugs.change("Birth to", 50)).toBe("R5,C0,M1,S34..58,B34..50,NM");
    expect(bugs.change("Birth to", 20)).toBe("R5,C0,M1,S34..58,B20..20,NM");
    expect(bugs.change("Survival from", 30)).toBe("R5,C0,M1,S30..58,B34..45,NM");
    expect(bugs.change("States", 7)).toBe("R5,C7,M1,S34..58,B34..45,NM");
    // Counts grow with the neighbourhood.
    expect(bugs.change("Range", 10)).toBe("R10,C0,M1,S124..211,B125..165,NM");
    expect(bugs.change("Shape", "N")).toMatch(/^R5,C0,M1,S\d+\.\.\d+,B\d+\.\.\d+,NN$/);
  });

  it("counts its middle only where its spelling can say so, and then one more at most", () => {
    expect(ask(BUGS).change("A cell counts itself", false)).toBe("R5,C0,M0,S34..58,B34..45,NM");
    const full = ask({ ...BUGS, survival: [[121, 121]] });
    expect(full.change("A cell counts itself", false)).toBe("R5,C0,M0,S120..120,B34..45,NM");
    const several = ask(RANGES);
    expect(several.find("A cell counts itself")).toMatchObject({ checked: false, disabled: true });
    expect(ask({ ...RANGES, birth: [[3, 3]], survival: [] }).find("A cell counts itself").disabled).toBe(
      true,
    );
    // A second range makes it what it was, without itself.
    expect(ask(BUGS).press("Another range of counts for birth")).toBe("R5,C0,S33-57,B34-45,47");
    expect(ask({ ...BUGS, survival: [[0, 0]] }).press("Another range of counts for birth")).toBe(
      "R5,C0,S0,B34-45,47",
    );
  });

  it("takes further ranges where there is room, and leaves one out", () => {
    const ranges = ask(RANGES);
    expect(ranges.press("Another range of counts for birth")).toBe("R2,C4,S5-8,B3-4,9,11");
    expect(ranges.press("Leave out birth from 3 to 4")).toBe("R2,C4,S5-8,B9");
    expect(ranges.change("Birth from", 7, 1)).toBe("R2,C4,S5-8,B3-4,7-9");
    const add = (to: number) =>
      ask({ ...RANGES, birth: [[3, to]] }).find("Another range of counts for birth").disabled;
    const most = ranges.find("Birth to").max as number;
    expect([add(most - 2), add(most - 1), add(most)]).toEqual([false, true, true]);
    expect(ask({ ...RANGES, survival: [] }).press("Another range of counts for survival")).toBe(
      "R2,C4,S0,B3-4,9",
    );
  });

  it("shows where its counts lie among all", () => {
    const markup = markupOf(RuleReach, { parts: RANGES, onChange: () => {} });
    const most = ask(RANGES).find("Birth to").max as number;
    expect(tags(markup, "svg").filter((svg) => svg.class === "rule-track")[0]?.viewBox).toBe(
      `0 0 ${most + 1} 1`,
    );
    const track = /class="rule-track".*?<\/svg>/.exec(markup)?.[0] as string;
    expect(tags(track, "rect").map(({ x, width }) => [x, width])).toEqual([
      ["3", "2"],
      ["9", "1"],
    ]);
    expect(markup).toContain('role="group" aria-label="Birth"');
  });
});

// The rules that come along do what Golly's files of the same names do, state by state.

import { existsSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { answerOf } from "../../engine/rules/diagram.ts";
import { ruleOfFile } from "../../engine/rules/files/rule-file.ts";
import type { DiagramForm } from "../../engine/rules/rule.ts";
import { knownRuleFile } from "../../engine/rules/supplied.ts";
import { skipOrFail } from "../support/require-tool.ts";
import { SUPPLIED_NAMES } from "../support/supplied-names.ts";

const FOLDER = ["/usr/share/golly/Rules", "/usr/share/games/golly/Rules"].find((each) => existsSync(each));
const NAMES = [
  ...SUPPLIED_NAMES,
  "Langtons-Ant",
  "LangtonsAnt_LLRR",
  "Turmite_121181121020",
  "Turmite_180121020081",
  "Turmite_181181121010",
];
/** The cell and its neighbours as places in the square, for rules of four neighbours; all nine for WireWorld. */
const PLUS = [4, 1, 5, 7, 3];

if (!FOLDER) skipOrFail("Golly's rules are not installed");

describe.skipIf(!FOLDER)("a rule that comes along is Golly's", () => {
  test.each(NAMES)("%s", (name) => {
    const ours = ruleOfFile(knownRuleFile(name) ?? { name, text: "" });
    const theirs = ruleOfFile({ name, text: readFileSync(`${FOLDER}/${name}.rule`, "latin1") });
    const { states } = theirs;
    expect(ours.states).toBe(states);
    expect(ours.neighbourhood).toBe(theirs.neighbourhood);
    const places = theirs.neighbourhood === "moore" ? [0, 1, 2, 3, 4, 5, 6, 7, 8] : PLUS;
    const most = Math.min(states ** places.length, 200_000);
    const step = Math.max(1, Math.floor(states ** places.length / most));
    const cells = new Uint8Array(9);
    const differing: string[] = [];
    for (let n = 0; n < states ** places.length; n += step) {
      let rest = n;
      for (const place of places) {
        cells[place] = rest % states;
        rest = Math.floor(rest / states);
      }
      if (answerOf(ours.form as DiagramForm, cells) !== answerOf(theirs.form as DiagramForm, cells))
        differing.push(cells.join());
    }
    expect(differing).toEqual([]);
  });
});

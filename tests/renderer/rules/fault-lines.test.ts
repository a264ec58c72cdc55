import { expect, test } from "vitest";
import { linesAround } from "../../../renderer/rules/fault-lines.ts";

const TEXT = Array.from({ length: 200 }, (_, at) => `0,a,${at + 1},1`).join("\n");

test("the fault's word is marked among the lines around it", () => {
  const lines = linesAround(TEXT, 150, 5);
  expect(lines[0]?.number).toBe(90);
  expect(lines.at(-1)?.number).toBe(200);
  expect(lines.filter(({ fault }) => fault !== "")).toEqual([
    { number: 150, before: "0,a,", fault: "150", after: ",1" },
  ]);
});

test("a fault past the end of a line marks a blank, and one at a separator that", () => {
  expect(linesAround("abc", 1, 4)).toEqual([{ number: 1, before: "abc", fault: " ", after: "" }]);
  expect(linesAround("a={1,,2}", 1, 6)[0]).toMatchObject({ before: "a={1,", fault: ",", after: "2}" });
});

test("long lines are cut around the fault", () => {
  const [line] = linesAround(`${"1,".repeat(5000)}?${",1".repeat(5000)}`, 1, 10_001);
  expect(line?.fault).toBe("?");
  expect(line?.before).toMatch(/^….{150}$/);
  expect(line?.after.length).toBe(301);
});

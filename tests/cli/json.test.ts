// What programs read: a field has one kind, whatever its value, and loses no digit.

import { beforeAll, describe, expect, it } from "vitest";
import { jsonText } from "../../engine/cli/json.ts";
import { inProcess } from "../support/in-process.ts";
import { scratchFolder } from "../support/scratch.ts";

const scratch = scratchFolder();
const at = scratch.path;

beforeAll(async () => {
  await scratch.file("g.rle", "#CXRLE Pos=-5,7\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n");
  const far = `#CXRLE Pos=${10n ** 30n},-${10n ** 30n} Gen=${2n ** 70n}`;
  await scratch.file("far.rle", `${far}\nx = 3, y = 3, rule = B3/S23\nbo$2bo$3o!\n`);
});

/** Fields by their path, with the kind of each value. */
function kindsOf(value: unknown, path = ""): Map<string, string> {
  if (typeof value !== "object" || value === null)
    return new Map([[path, value === null ? "null" : typeof value]]);
  return new Map(Object.entries(value).flatMap(([name, field]) => [...kindsOf(field, `${path}.${name}`)]));
}

/** Numbers as text are what is looked for; these fields are texts by nature. */
const TEXTS =
  /\.(hash|rule|topology|algorithm|file|format|name|author|comments\.\d+|warnings\.\d+|kind|symmetry|speed|code|first|last|adapter)$/;

describe("numbers in JSON", () => {
  it.each([
    ["run", ["run", "g.rle", "-m", "12"]],
    ["run at its start", ["run", "far.rle", "-m", `${2n ** 70n}`]],
    ["info", ["info", "g.rle"]],
    ["info of far cells", ["info", "far.rle"]],
    ["identify", ["identify", "g.rle"]],
    ["compare", ["compare", "g.rle", "far.rle", "--anywhere"]],
    ["export", ["export", "g.rle", "--to", "2", "--dry-run", "-o", "x-%06d.pbm"]],
    ["anneal", ["anneal", "2", "16", "16", "-o", "."]],
  ])("are numbers: %s", async (_, words) => {
    const named = words.map((word) => (/\.rle$|^x-|^\.$/.test(word) ? at(word === "." ? "" : word) : word));
    const { code, stdout, stderr } = await inProcess(...named, "--json");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const texts = [...kindsOf(JSON.parse(stdout))].filter(
      ([path, kind]) => kind === "string" && !TEXTS.test(path),
    );
    expect(texts).toEqual([]);
  });

  it("have all their digits", async () => {
    const { stdout } = await inProcess("info", at("far.rle"), "--json");
    expect(stdout).toContain(`"generation":${2n ** 70n},"population":5,`);
    expect(stdout).toContain(`"bounds":{"x":${10n ** 30n},"y":-${10n ** 30n},"width":3,"height":3}`);
    const { stdout: both } = await inProcess("compare", at("g.rle"), at("far.rle"), "--anywhere", "--json");
    expect(both).toContain(`"moved":{"x":${10n ** 30n + 5n},"y":${-(10n ** 30n) - 7n}}`);
  });

  it("are written as JSON has them", () => {
    const value = {
      a: 2n ** 64n,
      b: [1, -3n, null, undefined],
      c: { d: 'a "b"\n', e: undefined, f: () => 0 },
      f: 0.5,
      g: true,
    };
    expect(jsonText(value)).toBe(
      '{"a":18446744073709551616,"b":[1,-3,null,null],"c":{"d":"a \\"b\\"\\n"},"f":0.5,"g":true}',
    );
    const plain = { x: [1, { y: "z" }], n: null };
    expect(jsonText(plain)).toBe(JSON.stringify(plain));
  });
});

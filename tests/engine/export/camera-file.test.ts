import { describe, expect, it } from "vitest";
import { TessellaError } from "../../../engine/core/errors.ts";
import { parseCamera } from "../../../engine/export/camera-file.ts";

function failure(text: string): TessellaError {
  try {
    parseCamera(text);
  } catch (error) {
    if (error instanceof TessellaError) return error;
    throw error;
  }
  throw new Error("It was read.");
}

const KEY = '{"generation": 0, "x": 0, "y": 0, "zoom": 1}';
const one = (keyframe: string) => `{\n  "keyframes": [\n    ${keyframe}\n  ]\n}\n`;

describe("a camera file", () => {
  it("is read with its defaults, and with digits as text where they are many", () => {
    const far = `${10n ** 40n}`;
    const text = `{"keyframes": [{"generation": "${far}", "x": -1.25, "y": "-${far}", "zoom": 0.5}]}`;
    expect(parseCamera(text)).toEqual({
      keyframes: [{ generation: 10n ** 40n, x: -2n, dx: 0.75, y: -(10n ** 40n), dy: 0, zoom: 0.5 }],
      ease: "smooth",
    });
    expect(parseCamera(`{"ease": "linear", "keyframes": [${KEY}]}`).ease).toBe("linear");
  });

  it.each([
    ["nothing", "", 1, 1, /a value is expected/],
    ["no end", "[", 1, 2, /a closing bracket/],
    ["no end before empty lines", `{"keyframes": [\n  ${KEY}\n\n\n`, 2, 47, /a closing bracket/],
    ["a missing comma", '{"ease": "linear"\n  "keyframes": []}', 2, 3, /a comma/],
    ["a missing colon", '{\r\n  "ease" "linear"}', 2, 10, /a colon/],
    ["a comma too many in a list", `{"keyframes": [${KEY},\n]}`, 2, 1, /a value/],
    ["a comma too many in an object", '{"ease": "linear",\n}', 2, 1, /a name in double quotes/],
    ["a comment", '{"ease": "linear", // slow\n"keyframes": []}', 1, 20, /no comments/],
    ["a name without quotes", "{ease: 1}", 1, 2, /this is no value|a name in double quotes/],
    ["a word", '{"ease": linear}', 1, 10, /this is no value/],
    ["an open text", '{"ease": "linear\n}', 1, 10, /no closing quote/],
    ["more than one value", "{}\n{}", 2, 1, /nothing more/],
    ["characters of two units", '{"ease": "\u{1F300}\u{1F300}" 1}', 1, 15, /a comma/],
  ])("that is no JSON says where: %s", (_, text, line, column, sentence) => {
    const error = failure(text);
    expect(error).toMatchObject({ code: "syntax", line, column });
    expect(error.message).toMatch(/^The camera file is no JSON: /);
    expect(error.message).toMatch(sentence);
  });

  it.each([
    ["[]", 1, 1, /no object/],
    ["{}", 1, 1, /no list of keyframes/],
    ['{"keyframes": []}', 1, 15, /no list of keyframes/],
    [one('{"generation": 0, "x": 0, "y": 0}'), 3, 5, /Keyframe 1 .*no "zoom"/],
    [
      one('{"generation": 0, "x": 0, "y": 0, "zoom": 2000}'),
      3,
      47,
      /Keyframe 1 .*no "zoom" that is a number between/,
    ],
    [
      one('{"generation": 0, "x": 0, "y": 0, "zoom": true}'),
      3,
      47,
      /Keyframe 1 .*no "zoom" that is a number between/,
    ],
    [one('{"generation": 0, "y": 0, "zoom": 1}'), 3, 5, /Keyframe 1 .*has no "x"/],
    [one('{"generation": 0, "x": "far", "y": 0, "zoom": 1}'), 3, 28, /no number as its "x"/],
    [one('{"generation": 0, "x": 0, "y": 1e999, "zoom": 1}'), 3, 36, /no number as its "y"/],
    [one('{"generation": -1, "x": 0, "y": 0, "zoom": 1}'), 3, 20, /generation that is no whole number/],
    [one(`${KEY},\n    7`), 4, 5, /Keyframe 2 of the camera is no object/],
    [one(`${KEY},\n    ${KEY}`), 4, 20, /Keyframe 2.*does not come after/],
    [`{"keyframes": [${KEY}], "ease": "bouncy"}`, 1, 71, /"smooth" or "linear"/],
    [one('{"generation": 0, "x": 0, "y": 0, "zoom": 1, "x": 5}'), 3, 50, /two fields "x"/],
  ])("whose values are wrong says where (%#)", (text, line, column, sentence) => {
    const error = failure(text);
    expect(error).toMatchObject({ code: "syntax", line, column });
    expect(error.message).toMatch(sentence);
  });

  it.each([
    [`{"keyframes": [${KEY}],\n"esae": "linear"}`, 2, 1, "esae", 'Did you mean "ease"?'],
    [one(KEY.replace("zoom", "zom")), 3, 39, "zom", 'Did you mean "zoom"?'],
    [one(KEY.replace("}", ', "colour": 1}')), 3, 50, "colour", "There are: generation, x, y, zoom."],
    [`{"__proto__": 1, "keyframes": [${KEY}]}`, 1, 2, "__proto__", "There are: keyframes, ease."],
  ])("with an unknown field offers the nearest that is known (%#)", (text, line, column, name, hint) => {
    const error = failure(text);
    expect(error).toMatchObject({ code: "syntax", line, column, hint });
    expect(error.message).toContain(`a field that is not known, "${name}"`);
  });

  it("is refused in a sentence too when it is brackets and nothing else", () => {
    expect(failure("[".repeat(2 ** 20)).message).toMatch(/too many brackets/);
  });
});

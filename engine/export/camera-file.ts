/** The file of a moving camera: JSON, parsed so that every error names its line and column. */

import type { Node, ParseError } from "jsonc-parser";
import { findNodeAtLocation, parseTree, printParseErrorCode } from "jsonc-parser";
import { TessellaError } from "../core/errors.ts";
import { nearest } from "../core/nearest.ts";
import type { CameraPath, Keyframe } from "./camera-path.ts";

const FORM =
  'It looks like {"keyframes": [{"generation": 0, "x": 0, "y": 0, "zoom": 4}, ...], "ease": "smooth"}.';

const COMPLAINTS: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: "this is no value",
  InvalidNumberFormat: "this is no number",
  PropertyNameExpected: "a name in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is expected here",
  CloseBraceExpected: "a closing brace is expected here",
  CloseBracketExpected: "a closing bracket is expected here",
  EndOfFileExpected: "nothing more is expected here",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "this text has no closing quote",
  UnexpectedEndOfNumber: "this number has no end",
  InvalidUnicode: "this text has an escape that is none",
  InvalidEscapeCharacter: "this text has an escape that is none",
  InvalidCharacter: "this text has a character that must be escaped",
  "<unknown ParseErrorCode>": "this is not understood",
};

/** Reads a camera file. Errors: `syntax`, one sentence each, with line and column. */
export function parseCamera(text: string): CameraPath {
  const root = treeOf(text);
  checkFields(text, root, "The camera file", ["keyframes", "ease"]);
  const list = findNodeAtLocation(root, ["keyframes"]);
  if (list?.type !== "array" || !list.children?.length) {
    throw wrong(text, list ?? root, "The camera file has no list of keyframes.", FORM);
  }
  const easeNode = findNodeAtLocation(root, ["ease"]);
  const ease: unknown = easeNode ? easeNode.value : "smooth";
  if (ease !== "smooth" && ease !== "linear") {
    throw wrong(text, easeNode ?? root, 'The camera\'s "ease" is "smooth" or "linear".');
  }
  const keyframes: Keyframe[] = [];
  for (const [i, node] of list.children.entries()) {
    const what = `Keyframe ${i + 1} of the camera`;
    const keyframe = keyframeOf(text, node, what);
    const { generation } = keyframe;
    if (i > 0 && generation <= keyframes[i - 1].generation) {
      const sentence = `${what}, at generation ${generation}, does not come after the one before.`;
      throw wrong(text, findNodeAtLocation(node, ["generation"]) ?? node, sentence);
    }
    keyframes.push(keyframe);
  }
  return { keyframes, ease };
}

function treeOf(text: string): Node {
  const errors: ParseError[] = [];
  let root: Node | undefined;
  try {
    root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  } catch (error) {
    // The parser recurses into brackets.
    if (!(error instanceof RangeError)) throw error;
    throw new TessellaError("syntax", "The camera file has too many brackets in one another.", {
      hint: FORM,
    });
  }
  if (errors.length === 0 && root) return root;
  const [{ error, offset }] = errors;
  // Something missing at the end is reported behind the last character that is not blank.
  const at = { offset: Math.min(offset, text.trimEnd().length) };
  throw wrong(text, at, `The camera file is no JSON: ${COMPLAINTS[printParseErrorCode(error)]}.`, FORM);
}

/** A misspelt name must not pass for one that was left out. */
function checkFields(text: string, node: Node, what: string, known: readonly string[]): void {
  if (node.type !== "object") {
    throw wrong(text, node, `${what} is no object.`, FORM);
  }
  const seen = new Set<string>();
  for (const { children = [] } of node.children ?? []) {
    const [key] = children;
    const name = String(key.value);
    if (!known.includes(name)) {
      const meant = nearest(name, known);
      const hint = meant ? `Did you mean "${meant}"?` : `There are: ${known.join(", ")}.`;
      throw wrong(text, key, `${what} has a field that is not known, "${name}".`, hint);
    }
    if (seen.has(name)) throw wrong(text, key, `${what} has two fields "${name}".`);
    seen.add(name);
  }
}

function keyframeOf(text: string, node: Node, what: string): Keyframe {
  checkFields(text, node, what, ["generation", "x", "y", "zoom"]);
  const zoomNode = findNodeAtLocation(node, ["zoom"]);
  const zoom = zoomNode?.type === "number" ? Number(zoomNode.value) : Number.NaN;
  if (!(zoom > 0 && zoom <= 1024 && zoom >= 2 ** -500)) {
    throw wrong(
      text,
      zoomNode ?? node,
      `${what} has no "zoom" that is a number between 0 and 1024 pixels a cell.`,
      FORM,
    );
  }
  const generation = numberIn(text, node, "generation", what);
  if (generation.rest !== 0 || generation.whole < 0n) {
    const place = findNodeAtLocation(node, ["generation"]) ?? node;
    throw wrong(text, place, `${what} has a generation that is no whole number from 0 on.`);
  }
  const x = numberIn(text, node, "x", what);
  const y = numberIn(text, node, "y", what);
  return { generation: generation.whole, x: x.whole, y: y.whole, dx: x.rest, dy: y.rest, zoom };
}

/** A number, or a text of digits if there are too many for a number. */
function numberIn(
  text: string,
  keyframe: Node,
  name: string,
  what: string,
): { readonly whole: bigint; readonly rest: number } {
  const node = findNodeAtLocation(keyframe, [name]);
  if (!node) throw wrong(text, keyframe, `${what} has no "${name}".`, FORM);
  const value: unknown = node.value;
  if (typeof value === "string" && /^[+-]?\d{1,1000}$/.test(value)) return { whole: BigInt(value), rest: 0 };
  if (typeof value === "number" && Number.isFinite(value)) {
    const whole = Math.floor(value);
    return { whole: BigInt(whole), rest: value - whole };
  }
  throw wrong(text, node, `${what} has no number as its "${name}".`, FORM);
}

function wrong(
  text: string,
  { offset }: Pick<Node, "offset">,
  sentence: string,
  hint?: string,
): TessellaError {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = [...lines[lines.length - 1]].length + 1;
  return new TessellaError("syntax", sentence, { line: lines.length, column, hint });
}

/**
 * A living example: its cells, its view and its speed. Written as lines of `key: value`:
 *
 *     pattern: gosper-glider-gun      a pattern of the library; or
 *     rle: bo$2bo$3o!                 cells; or
 *     soup: 64x64:0.5:7               a random fill: size, density, seed
 *     rule: B3/S23:T64,64             in place of the pattern's own
 *     view: -10,-10,40,30             the cells shown: left, top, width, height; without it, all with some room
 *     pace: 12                        steps a second
 *     step: 1                         generations a step
 *     from: 100                       the generation that is shown first
 *     again: 120                      begins anew after so many generations
 *     caption: A gun and its stream.
 */

import type { Cells } from "../../engine/core/cells.ts";
import { cellsBounds, translateCells } from "../../engine/core/cells.ts";
import type { Rect } from "../../engine/core/rect.ts";
import { rect } from "../../engine/core/rect.ts";
import type { Soup } from "../../engine/core/soup.ts";
import { gridRect } from "../../engine/core/topology.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { LIFE, parseUniverseRule, patternRule } from "../../engine/rules/universe-rule.ts";
import { readKeyLines } from "./key-lines.ts";

export interface GuideExample {
  readonly source:
    | { readonly kind: "pattern"; readonly id: string }
    | { readonly kind: "cells"; readonly rle: string }
    | { readonly kind: "soup"; readonly soup: Soup };
  /** null: the pattern decides. */
  readonly rule: string | null;
  readonly view: Rect | null;
  readonly pace: number;
  readonly step: bigint;
  readonly from: bigint;
  readonly again: bigint | null;
  readonly caption: string;
}

const USUAL_PACE = 10;
const KEYS = ["pattern", "rle", "soup", "rule", "view", "pace", "step", "from", "again", "caption"] as const;

/** Errors: a plain one that names the mistake. */
export function readExample(text: string): GuideExample {
  const values = readKeyLines(text.split("\n"), KEYS, "An example");
  return {
    source: sourceOf(values),
    rule: values.get("rule") ?? null,
    view: viewOf(values.get("view")),
    pace: Number(values.get("pace") ?? USUAL_PACE),
    step: BigInt(values.get("step") ?? 1),
    from: BigInt(values.get("from") ?? 0),
    again: values.has("again") ? BigInt(values.get("again") ?? 0) : null,
    caption: values.get("caption") ?? "",
  };
}

/** The example of a library pattern with no further settings. */
export function exampleOfPattern(id: string, caption: string): GuideExample {
  return {
    source: { kind: "pattern", id },
    rule: null,
    view: null,
    pace: USUAL_PACE,
    step: 1n,
    from: 0n,
    again: 240n,
    caption,
  };
}

function sourceOf(values: ReadonlyMap<string, string>): GuideExample["source"] {
  const [id, rle, soup] = [values.get("pattern"), values.get("rle"), values.get("soup")];
  if (id) return { kind: "pattern", id };
  if (rle) return { kind: "cells", rle };
  const [, width, height, density, seed] = /^(\d+)x(\d+):([\d.]+):(\d+)$/.exec(soup ?? "") ?? [];
  if (!width || !height) throw new Error(`An example has no cells: ${soup ?? "nothing"}.`);
  return {
    kind: "soup",
    soup: { width: Number(width), height: Number(height), density: Number(density), seed: Number(seed) },
  };
}

function viewOf(text: string | undefined): Rect | null {
  if (text === undefined) return null;
  const [x, y, w, h] = text.split(",").map(Number);
  if (![x, y, w, h].every(Number.isInteger)) throw new Error(`An example shows no such cells: ${text}.`);
  return rect(x as number, y as number, w as number, h as number);
}

/** A resolved example: all that its universe and its view take. */
export interface Living extends UniverseRule {
  readonly cells: Cells | null;
  readonly soup: Soup | null;
  readonly view: Rect;
}

/** Cells of margin if the example gives no view. */
const ROOM = 3n;

/** `textOf`: the library's files. Errors: those of reading the pattern and the rule; a plain one for a missing pattern. */
export function comeAlive(example: GuideExample, textOf: (id: string) => string | undefined): Living {
  const { source, view } = example;
  if (source.kind === "soup") {
    const { soup } = source;
    const at = parseUniverseRule(example.rule ?? LIFE.text);
    const area = rect(-Math.trunc(soup.width / 2), -Math.trunc(soup.height / 2), soup.width, soup.height);
    return { ...at, cells: null, soup, view: view ?? gridRect(at.topology) ?? area };
  }
  const text = source.kind === "cells" ? `x = 0, y = 0\n${source.rle}` : textOf(source.id);
  if (text === undefined)
    throw new Error(`The library has no pattern "${source.kind === "pattern" ? source.id : ""}".`);
  const { pattern } = readPattern(new TextEncoder().encode(text));
  const at = example.rule ? parseUniverseRule(example.rule) : patternRule(pattern);
  const grid = gridRect(at.topology);
  const box = cellsBounds(pattern.cells);
  const middle = grid && box && !pattern.positioned;
  const cells = middle
    ? translateCells(pattern.cells, -(box.w / 2n) - box.x, -(box.h / 2n) - box.y)
    : pattern.cells;
  const bounds = cellsBounds(cells) ?? rect(0, 0, 1, 1);
  const around = {
    x: bounds.x - ROOM,
    y: bounds.y - ROOM,
    w: bounds.w + 2n * ROOM,
    h: bounds.h + 2n * ROOM,
  };
  return { ...at, cells, soup: null, view: view ?? grid ?? around };
}

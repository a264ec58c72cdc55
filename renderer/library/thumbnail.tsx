/** The picture of a pattern: still, and running while a person points at it. */

import { useEffect, useRef, useState } from "react";
import { cellsPopulation, cellsToRuns } from "../../engine/core/cells.ts";
import { readPattern } from "../../engine/formats/pattern-file.ts";
import type { GridKind } from "../../engine/grids/grid-kind.ts";
import { gridKindOf } from "../../engine/grids/registry.ts";
import type { PaintColours } from "../../engine/picture/colours.ts";
import { paintColours } from "../../engine/picture/colours.ts";
import { THEMES } from "../../engine/picture/themes.ts";
import type { UniverseRule } from "../../engine/rules/universe-rule.ts";
import { patternRule } from "../../engine/rules/universe-rule.ts";
import { useCellTheme } from "../studio/hooks.ts";
import { cellList, stateList } from "./canonical-form.ts";
import { canStep } from "./small-step.ts";
import type { EachCell } from "./thumbnail-painter.ts";
import { paintThumbnail } from "./thumbnail-painter.ts";
import type { RunFacts } from "./thumbnail-run.ts";
import { boxOf, mayRun, ThumbnailRun } from "./thumbnail-run.ts";
import "./thumbnail.css";

/** Milliseconds of pointing before it runs, and between two generations. */
const PATIENCE = 300;
const PACE = 90;
/** Live cells of the largest pattern that gets a picture. */
const MOST_DRAWN = 2n ** 18n;

interface Picture extends UniverseRule {
  readonly cells: Float64Array;
  /** Of each cell, where the rule has more than two. */
  readonly states: Uint8Array | null;
  readonly kind: GridKind;
}

/** Texts never change, so each is parsed once: a filtered list shows its cards again and again. */
const PICTURES = new Map<string, Picture | null>();
/** Limit of all cached cells (16 bytes each), and the fixed cost of an entry. */
const MOST_KEPT = 2 ** 21;
const PICTURE_COST = 100;
let kept = 0;

function pictureOf(text: string): Picture | null {
  const known = PICTURES.get(text);
  if (known !== undefined) return known;
  const picture = read(text);
  const cost = PICTURE_COST + (picture?.cells.length ?? 0) / 2;
  if (kept + cost > MOST_KEPT) {
    PICTURES.clear();
    kept = 0;
  }
  PICTURES.set(text, picture);
  kept += cost;
  return picture;
}

function read(text: string): Picture | null {
  try {
    const { pattern } = readPattern(new TextEncoder().encode(text));
    if (cellsPopulation(pattern.cells) > MOST_DRAWN) return null;
    const runs = cellsToRuns(pattern.cells);
    const cells = cellList(runs);
    const { rule, topology } = patternRule(pattern);
    return (
      cells && { cells, states: stateList(runs, rule), rule, topology, kind: gridKindOf(rule, topology) }
    );
  } catch {
    // Opening the card shows the error.
    return null;
  }
}

export function Thumbnail({
  text,
  facts,
  active,
}: {
  readonly text: string;
  readonly facts: RunFacts;
  /** Whether the pointer or the focus is on it. */
  readonly active: boolean;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [seen, setSeen] = useState(false);
  const theme = useCellTheme();
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const watch = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      watch.disconnect();
      setSeen(true);
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    const element = canvas.current;
    const picture = seen ? pictureOf(text) : null;
    if (!element || !picture) return;
    const { states } = paintColours(THEMES.get(theme), picture.rule);
    paintStill(element, picture, states);
    if (!active || !isAllowed() || picture.topology.kind !== "unbounded" || !canStep(picture.rule)) return;
    if (!mayRun(picture.cells, boxOf(picture.cells), facts)) return;
    const end = play(element, picture, facts, states);
    return () => {
      end();
      paintStill(element, picture, states);
    };
  }, [seen, text, facts, active, theme]);
  return <canvas ref={canvas} className="thumbnail" aria-hidden />;
}

/** With reduced motion there are only stills. */
function isAllowed(): boolean {
  return !window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

function paintStill(
  canvas: HTMLCanvasElement,
  { cells, states, kind }: Picture,
  colours?: PaintColours["states"],
): void {
  const each: EachCell = (visit) => {
    for (let i = 0; i < cells.length; i += 2)
      visit(cells[i] as number, cells[i + 1] as number, states?.[i / 2]);
  };
  paintThumbnail(canvas, boxOf(cells), kind, each, colours);
}

/** Runs until the returned function is called, which frees everything. */
function play(
  canvas: HTMLCanvasElement,
  { rule, cells, states, kind }: Picture,
  facts: RunFacts,
  colours?: PaintColours["states"],
): () => void {
  let ticking: ReturnType<typeof setInterval> | null = null;
  const waiting = setTimeout(() => {
    const run = new ThumbnailRun(rule, cells, facts, states);
    ticking = setInterval(() => {
      run.step();
      paintThumbnail(canvas, run.box, kind, run.cells, colours);
    }, PACE);
  }, PATIENCE);
  return () => {
    clearTimeout(waiting);
    if (ticking !== null) clearInterval(ticking);
  };
}

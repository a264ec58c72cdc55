/** The picture of a pattern: still, and running while a person points at it. */

import { useEffect, useRef, useState } from "react";
import type { PaintColours } from "../../engine/picture/colours.ts";
import { paintColours } from "../../engine/picture/colours.ts";
import { THEMES } from "../../engine/picture/themes.ts";
import { useCellTheme } from "../studio/hooks.ts";
import { canStep } from "./small-step.ts";
import type { EachCell } from "./thumbnail-painter.ts";
import { paintThumbnail } from "./thumbnail-painter.ts";
import type { ThumbnailPicture } from "./thumbnail-picture.ts";
import { pictureOf } from "./thumbnail-picture.ts";
import type { RunFacts } from "./thumbnail-run.ts";
import { boxOf, mayRun, ThumbnailRun } from "./thumbnail-run.ts";
import "./thumbnail.css";

/** Milliseconds of pointing before it runs, and between two generations. */
const PATIENCE = 300;
const PACE = 90;

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
  { cells, states, kind }: ThumbnailPicture,
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
  { rule, cells, states, kind }: ThumbnailPicture,
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

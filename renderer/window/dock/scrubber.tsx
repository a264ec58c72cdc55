/**
 * The timeline: from the universe's first generation to the furthest computed one, with the population as a line between
 * its least and its most.
 * Dragging on it, or its keys, leads to any generation in between. The thumb follows the pointer; the universe follows
 * the thumb as fast as it can (renderer/editor/time/journeys.ts).
 */

import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { useState } from "react";
import type { StudioDocument } from "../../document/document.ts";
import { focusStage } from "../../studio/focus.ts";
import { useReadings, useShell, useStudio } from "../../studio/hooks.ts";
import { shortCount } from "../../ui/numbers.ts";
import type { TimeScale, TraceCurve } from "./time-scale.ts";
import { clampTo, curveOf, generationAt, populationAt, shareOf } from "./time-scale.ts";
import "./scrubber.css";

/** Keeps a number in order where its line begins at the right. */
const LEFT_TO_RIGHT = "\u200e";
/** Screen readers hear generations up to here as numbers; further ones as percentages. */
const MOST_EXACT = 2n ** 53n;

export function Scrubber({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { generation, timeline: known, trace } = useReadings(document);
  const [wish, setWish] = useState<bigint | null>(null);
  /** Where the pointer is, 0 at the left to 1: a run moves the generations away below it. */
  const [hover, setHover] = useState<number | null>(null);
  const [dragging, setDragging] = useState(false);
  const log = useShell((state) => state.preferences.logTime);
  const timeline: TimeScale = { from: known.from, to: known.to, log };
  const open = timeline.to > timeline.from;
  const now = wish ?? clampTo(timeline, generation);
  const shown = wish ?? (open && hover !== null ? generationAt(timeline, hover) : null);

  const go = (wanted: bigint): void => {
    const to = clampTo(timeline, wanted);
    setWish(to);
    document
      .inTurn(() => document.editor.inTime((queue) => queue.scrub(to)))
      .catch(studio.status.report)
      // Only the last request clears the wish.
      .finally(() => setWish((current) => (current === to ? null : current)));
  };
  const press = (event: KeyboardEvent): void => {
    const page = (timeline.to - timeline.from) / 10n || 1n;
    const steps: Readonly<Record<string, bigint>> = {
      ArrowLeft: now - 1n,
      ArrowDown: now - 1n,
      ArrowRight: now + 1n,
      ArrowUp: now + 1n,
      PageDown: now - page,
      PageUp: now + page,
      Home: timeline.from,
      End: timeline.to,
    };
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : steps[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (open && clampTo(timeline, to) !== now) go(to);
  };
  const exact = timeline.to <= MOST_EXACT;
  const percent = (at: bigint): string => `${(shareOf(timeline, at) * 100).toFixed(3)}%`;
  const curve = open ? curveOf(trace, timeline) : null;
  return (
    <div className="timeline">
      <Extremes curve={curve} />
      <div
        className="trace"
        style={{ "--at": percent(now) } as CSSProperties}
        role="slider"
        tabIndex={0}
        aria-label="Timeline"
        aria-disabled={!open || undefined}
        aria-valuemin={exact ? Number(timeline.from) : 0}
        aria-valuemax={exact ? Number(timeline.to) : 1}
        aria-valuenow={exact ? Number(now) : shareOf(timeline, now)}
        aria-valuetext={`Generation ${shortCount(now)} of ${shortCount(timeline.to)}`}
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0 || !open) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragging(true);
          go(generationAt(timeline, pointerShare(event)));
        }}
        onPointerMove={(event) => {
          const share = pointerShare(event);
          setHover(share);
          const pointed = generationAt(timeline, share);
          if (dragging && pointed !== wish) go(pointed);
        }}
        onPointerUp={() => {
          if (dragging) focusStage();
          setDragging(false);
        }}
        onPointerCancel={() => setDragging(false)}
        onPointerLeave={() => setHover(null)}
      >
        <div className="trace-box">
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
            {curve ? <polyline points={curve.points} vectorEffect="non-scaling-stroke" /> : null}
          </svg>
          {open ? <span className="trace-ahead" /> : null}
        </div>
        <span className="trace-ends number" aria-hidden>
          <span>{shortCount(timeline.from)}</span>
          <span>{LEFT_TO_RIGHT + (open ? shortCount(timeline.to) : "population over time")}</span>
        </span>
        {open ? <span className="trace-thumb" /> : null}
        {shown === null ? null : (
          <span
            className={shareOf(timeline, shown) > 0.5 ? "trace-hair left" : "trace-hair"}
            style={{ left: percent(shown) }}
          >
            <span className="number">{pointText(shown, populationAt(trace, shown))}</span>
          </span>
        )}
      </div>
      <button
        type="button"
        className="trace-log"
        aria-label="Log time"
        title="Logarithmic time: the first generations get as much room as the many later ones"
        aria-pressed={log}
        onClick={({ detail }) => {
          studio.settings.change({ logTime: !log }).catch(studio.status.report);
          if (detail > 0) focusStage();
        }}
      >
        log
      </button>
    </div>
  );
}

function pointerShare({ currentTarget, clientX }: PointerEvent<HTMLElement>): number {
  const { left, width } = currentTarget.getBoundingClientRect();
  return (clientX - left) / Math.max(1, width);
}

/** The least and the most live cells. */
function Extremes({ curve }: { readonly curve: TraceCurve | null }) {
  const text = (n: number): string => LEFT_TO_RIGHT + shortCount(n < 1e15 ? n : BigInt(n));
  return (
    <span className="trace-extremes number" title="The most and the fewest live cells" aria-hidden>
      <span>{curve ? text(curve.most) : ""}</span>
      <span>{curve && curve.least !== curve.most ? text(curve.least) : ""}</span>
    </span>
  );
}

/** "gen 9 · 212" */
function pointText(generation: bigint, at: ReturnType<typeof populationAt>): string {
  const cells = at ? ` · ${at.exact ? "" : "≈ "}${shortCount(at.population)}` : "";
  return `gen ${shortCount(generation)}${cells}`;
}

/**
 * The timeline: from the universe's first generation to the furthest computed one, with the population as a line.
 * Dragging on it, or its keys, leads to any generation in between. The thumb follows the pointer; the universe follows
 * the thumb as fast as it can (renderer/editor/time/journeys.ts).
 */

import type { CSSProperties, KeyboardEvent, PointerEvent } from "react";
import { useState } from "react";
import type { StudioDocument } from "../../document/document.ts";
import type { TracePoint } from "../../document/population-trace.ts";
import type { Timeline } from "../../editor/history/timeline.ts";
import { focusStage } from "../../studio/focus.ts";
import { useEditor, useReadings, useStudio } from "../../studio/hooks.ts";
import { shortCount } from "../../ui/numbers.ts";
import "./scrubber.css";

/** Fine enough for any screen. */
const PARTS = 2 ** 20;
/** Screen readers hear generations up to here as numbers; further ones as percentages. */
const MOST_EXACT = 2n ** 53n;

export function Scrubber({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { timeline: known } = useEditor(document, "timeline");
  const { generation, trace } = useReadings(document);
  const [wish, setWish] = useState<bigint | null>(null);
  const [hover, setHover] = useState<bigint | null>(null);
  const [dragging, setDragging] = useState(false);
  const timeline = generation > known.to ? { ...known, to: generation } : known;
  const open = timeline.to > timeline.from;
  const now = wish ?? clamp(generation, timeline);
  const shown = wish ?? hover;

  const go = (wanted: bigint): void => {
    const to = clamp(wanted, timeline);
    setWish(to);
    document.editor
      .inTime((queue) => queue.scrub(to))
      .catch(studio.status.report)
      // Only the last request clears the wish.
      .finally(() => setWish((current) => (current === to ? null : current)));
  };
  const under = ({ currentTarget, clientX }: PointerEvent<HTMLElement>): bigint => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (clientX - left) / Math.max(1, width)));
    return (
      timeline.from + ((timeline.to - timeline.from) * BigInt(Math.round(share * PARTS))) / BigInt(PARTS)
    );
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
    if (open && clamp(to, timeline) !== now) go(to);
  };
  const exact = timeline.to <= MOST_EXACT;
  const at = `${(shareOf(now, timeline) * 100).toFixed(3)}%`;
  return (
    <div
      className="trace"
      style={{ "--at": at } as CSSProperties}
      role="slider"
      tabIndex={0}
      aria-label="Timeline"
      aria-disabled={!open || undefined}
      aria-valuemin={exact ? Number(timeline.from) : 0}
      aria-valuemax={exact ? Number(timeline.to) : 1}
      aria-valuenow={exact ? Number(now) : shareOf(now, timeline)}
      aria-valuetext={`Generation ${shortCount(now)} of ${shortCount(timeline.to)}`}
      onKeyDown={press}
      onPointerDown={(event) => {
        if (event.button !== 0 || !open) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setDragging(true);
        go(under(event));
      }}
      onPointerMove={(event) => {
        const pointed = under(event);
        setHover(open ? pointed : null);
        if (dragging && pointed !== wish) go(pointed);
      }}
      onPointerUp={() => {
        if (dragging) focusStage();
        setDragging(false);
      }}
      onPointerCancel={() => setDragging(false)}
      onPointerLeave={() => setHover(null)}
    >
      <svg viewBox="0 0 100 30" preserveAspectRatio="none" aria-hidden>
        {trace.length > 1 && open ? (
          <polyline points={lineOf(trace, timeline)} vectorEffect="non-scaling-stroke" />
        ) : null}
      </svg>
      <span className="trace-title">{shown === null ? "population" : `generation ${shortCount(shown)}`}</span>
      {open ? (
        <>
          <span className="trace-ahead" />
          <span className="trace-thumb" />
        </>
      ) : null}
    </div>
  );
}

function clamp(generation: bigint, { from, to }: Pick<Timeline, "from" | "to">): bigint {
  return generation < from ? from : generation > to ? to : generation;
}

/** The position of a generation on the timeline, 0..1. */
function shareOf(generation: bigint, { from, to }: Pick<Timeline, "from" | "to">): number {
  if (to <= from) return 0;
  return Number(((generation - from) * BigInt(PARTS)) / (to - from)) / PARTS;
}

function lineOf(trace: readonly TracePoint[], timeline: Timeline): string {
  const populations = trace.map(({ population }) => population);
  const most = Math.max(1, ...populations);
  const least = Math.min(...populations, most);
  const height = most - least || 1;
  return trace
    .map(({ generation, population }) => {
      const x = shareOf(clamp(generation, timeline), timeline) * 100;
      return `${x.toFixed(2)},${(27 - ((population - least) / height) * 22).toFixed(2)}`;
    })
    .join(" ");
}

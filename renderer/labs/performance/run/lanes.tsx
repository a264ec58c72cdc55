/** Ranks as lanes in time: the wheel zooms, a drag moves, and keys do both; the block under the cursor is told in words. */

import type { CSSProperties, KeyboardEvent, PointerEvent, Ref } from "react";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { SPAN_KINDS } from "../../../../engine/cluster/record.ts";
import { useThemeName } from "../../../studio/hooks.ts";
import { TextButton } from "../../../ui/button.tsx";
import type { PlotHandle } from "../../../ui/plot/plot.tsx";
import { plotPng } from "../../../ui/plot/plot-png.ts";
import { ABOVE, AXIS, GUTTER, KIND_TOKENS, laneHeight, paintLanes, tallestLanes } from "./lanes-painter.ts";
import type { OpenRecord } from "./records.ts";
import { blockText } from "./run-figures.ts";
import type { TimeView } from "./timeline.ts";
import { blockAt, panned, revealing, wholeView, zoomed } from "./timeline.ts";

const STEP = 2;
const WHEEL = 0.002;
/** Pixels of a wheel that counts in lines. */
const LINE = 16;
const FAR = 10;

const LEGEND = SPAN_KINDS.map((label, at) => ({
  label,
  stroke: { token: KIND_TOKENS[at] as string, dash: [] },
}));

interface LanesLook {
  /** Null for the whole record, also as it grows. */
  readonly view: TimeView | null;
  readonly top: number;
  readonly cursor: { readonly rank: number; readonly block: number } | null;
}

const FIRST_LOOK: LanesLook = { view: null, top: 0, cursor: null };

/** What is shown can be saved: see PlotHandle. */
export function Lanes({ entry, ref }: { readonly entry: OpenRecord; readonly ref?: Ref<PlotHandle> }) {
  const { record, revision } = entry;
  const { tracks } = record;
  const place = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<{ readonly x: number; readonly y: number; readonly look: LanesLook } | null>(null);
  const theme = useThemeName();
  const [size, setSize] = useState({ width: 0, height: 0 });
  const [look, setLook] = useState(FIRST_LOOK);
  const whole = wholeView(tracks);
  const view = look.view ?? whole;
  const lane = laneHeight(tracks.length, size.height);
  const mostTop = Math.max(0, tracks.length * lane - (size.height - AXIS - ABOVE));
  const room = Math.max(1, size.width - GUTTER);

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const watch = new ResizeObserver(([all]) => {
      const { width, height } = (all as ResizeObserverEntry).contentRect;
      if (width > 0 && height > 0) setSize({ width, height });
    });
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the revision says that the tracks have grown, the theme that the colours differ.
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      if (!canvas.current || !place.current || size.width === 0) return;
      const { top, cursor } = look;
      const ratio = Math.max(1, devicePixelRatio);
      paintLanes(canvas.current, place.current, { tracks, view, ...size, lane, top, cursor, ratio });
    });
    return () => cancelAnimationFrame(frame);
  }, [tracks, revision, size, look, lane, theme]);

  useImperativeHandle(ref, () => ({
    png: async (title) =>
      canvas.current && place.current ? plotPng(canvas.current, place.current, title, LEGEND) : null,
  }));
  const show = (next: TimeView): void => {
    const isWhole = next.start <= whole.start && next.end >= whole.end;
    setLook((before) => ({ ...before, view: isWhole ? null : next }));
  };
  const zoomAt = (share: number, factor: number): void => show(zoomed(view, whole, share, factor));
  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  wheel.current = (event) => {
    event.preventDefault();
    const box = (place.current as HTMLElement).getBoundingClientRect();
    const share = Math.max(0, Math.min(1, (event.clientX - box.left - GUTTER) / room));
    const turned = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    if (event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY))
      show(panned(view, whole, (turned * (event.deltaX || event.deltaY)) / room));
    else zoomAt(share, Math.exp(turned * event.deltaY * WHEEL));
  };
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent): void => wheel.current(event);
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, []);

  const scrolled = (top: number): number => Math.max(0, Math.min(mostTop, top));
  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    canvas.current?.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, look: { ...look, view } };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const from = drag.current;
    if (from) {
      const moved = panned(from.look.view as TimeView, whole, (from.x - event.clientX) / room);
      const top = scrolled(from.look.top + from.y - event.clientY);
      setLook((before) => ({ ...before, view: before.view === null ? null : moved, top }));
      return;
    }
    const box = (place.current as HTMLElement).getBoundingClientRect();
    const rank = Math.floor((event.clientY - box.top - ABOVE + look.top) / lane);
    const track = tracks[rank];
    if (!track || event.clientX < box.left + GUTTER) return;
    const share = (event.clientX - box.left - GUTTER) / room;
    const block = blockAt(track, view.start + share * (view.end - view.start));
    if (look.cursor?.rank !== rank || look.cursor.block !== block)
      setLook((before) => ({ ...before, cursor: { rank, block } }));
  };
  const endDrag = (): void => {
    drag.current = null;
  };

  const moveTo = (rank: number, block: number): void => {
    const to = Math.max(0, Math.min(tracks.length - 1, rank));
    const track = tracks[to];
    if (!track || track.blocks === 0) return;
    const at = Math.max(0, Math.min(track.blocks - 1, block));
    const begun = track.start[at] as number;
    const next = revealing(view, whole, begun, begun + (track.seconds[at] as number));
    const [above, below] = [to * lane, (to + 1) * lane - (size.height - AXIS - ABOVE)];
    setLook((before) => ({
      view: before.view === null ? null : next,
      top: scrolled(Math.max(below, Math.min(above, before.top))),
      cursor: { rank: to, block: at },
    }));
  };
  const { rank, block } = look.cursor ?? { rank: 0, block: 0 };
  const act = (key: string, far: boolean): boolean => {
    const track = tracks[rank];
    if (!track) return false;
    const begun = (track.start[Math.max(0, block)] ?? view.start) as number;
    const share = Math.max(0, Math.min(1, (begun - view.start) / (view.end - view.start)));
    const step = far ? FAR : 1;
    const acts: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => moveTo(rank, block - step),
      ArrowRight: () => moveTo(rank, look.cursor ? block + step : 0),
      ArrowUp: () => moveTo(rank - 1, blockAt(tracks[Math.max(0, rank - 1)] ?? track, begun)),
      ArrowDown: () => moveTo(rank + 1, blockAt(tracks[rank + 1] ?? track, begun)),
      Home: () => moveTo(rank, 0),
      End: () => moveTo(rank, track.blocks - 1),
      "+": () => zoomAt(share, 1 / STEP),
      "=": () => zoomAt(share, 1 / STEP),
      "-": () => zoomAt(share, STEP),
      "0": () => show(whole),
    };
    acts[key]?.();
    return key in acts;
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || !act(event.key, event.shiftKey)) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const words = look.cursor ? blockText(record, rank, block) : "";
  return (
    <div className="run-lanes">
      <div
        ref={place}
        className="lanes"
        style={{ "--tall": tallestLanes(tracks.length) } as CSSProperties}
        role="slider"
        tabIndex={0}
        aria-label="Cursor in the lanes of the ranks"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, (tracks[rank]?.blocks ?? 1) - 1)}
        aria-valuenow={Math.max(0, block)}
        aria-valuetext={words || "No block"}
        onKeyDown={onKeyDown}
      >
        <canvas
          ref={canvas}
          aria-hidden
          style={{ width: size.width, height: size.height }}
          data-zoomed={look.view !== null || mostTop > 0 || undefined}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={endDrag}
          onPointerCancel={endDrag}
          onDoubleClick={() => show(whole)}
        />
      </div>
      <div className="lanes-legend">
        {SPAN_KINDS.map((kind, at) => (
          <span key={kind}>
            <i style={{ background: `var(${KIND_TOKENS[at]})` }} aria-hidden />
            {kind}
          </span>
        ))}
        <span className="dim">from above</span>
        <span className="grow" />
        <div className="performance-buttons">
          <TextButton onPress={() => zoomAt(0.5, 1 / STEP)}>Zoom in</TextButton>
          <TextButton onPress={() => zoomAt(0.5, STEP)}>Zoom out</TextButton>
          <TextButton onPress={() => show(whole)}>Show all</TextButton>
        </div>
      </div>
      <p className="number dim lanes-reading">
        {words || "Turn the wheel to zoom, drag to move; a double click shows all."}
      </p>
    </div>
  );
}

/** Ranks as lanes in time: the wheel zooms, a drag moves, and keys do both; the block under the cursor is told in words. */

import type { CSSProperties, KeyboardEvent, PointerEvent, Ref } from "react";
import { useEffect, useImperativeHandle, useRef, useState } from "react";
import { SPAN_KINDS } from "../../../../engine/cluster/record.ts";
import { useThemeName } from "../../../studio/hooks.ts";
import { TextButton } from "../../../ui/button.tsx";
import type { PlotHandle } from "../../../ui/plot/plot.tsx";
import { plotPng } from "../../../ui/plot/plot-png.ts";
import type { LanesLook } from "./lanes-look.ts";
import { FIRST_LOOK, LanesPlace } from "./lanes-look.ts";
import { KIND_TOKENS, paintLanes, tallestLanes } from "./lanes-painter.ts";
import type { OpenRecord } from "./records.ts";
import { blockText } from "./run-figures.ts";

const LEGEND = SPAN_KINDS.map((label, at) => ({
  label,
  stroke: { token: KIND_TOKENS[at] as string, dash: [] },
}));

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
  const lanes = new LanesPlace(tracks, size);
  const { lane, mostTop } = lanes;

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
      const view = lanes.viewOf(look);
      paintLanes(canvas.current, place.current, { tracks, view, ...size, lane, top, cursor, ratio });
    });
    return () => cancelAnimationFrame(frame);
  }, [tracks, revision, size, look, lane, theme]);

  useImperativeHandle(ref, () => ({
    png: async (title) =>
      canvas.current && place.current ? plotPng(canvas.current, place.current, title, LEGEND) : null,
  }));
  /** From the upper left corner of the lanes. */
  const pointOf = ({ clientX, clientY }: MouseEvent | PointerEvent): readonly [number, number] => {
    const { left, top } = (place.current as HTMLElement).getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const wheel = useRef<(event: WheelEvent) => void>(() => {});
  wheel.current = (event) => {
    event.preventDefault();
    const { deltaX, deltaY, deltaMode, shiftKey } = event;
    const turned = { deltaX, deltaY, shiftKey, inLines: deltaMode === WheelEvent.DOM_DELTA_LINE };
    const [x] = pointOf(event);
    setLook((before) => lanes.wheel(before, x, turned));
  };
  useEffect(() => {
    const element = canvas.current;
    const turn = (event: WheelEvent): void => wheel.current(event);
    element?.addEventListener("wheel", turn, { passive: false });
    return () => element?.removeEventListener("wheel", turn);
  }, []);

  const onPointerDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    canvas.current?.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, look };
  };
  const onPointerMove = (event: PointerEvent): void => {
    const from = drag.current;
    const [x, y] = pointOf(event);
    const [right, down] = from ? [event.clientX - from.x, event.clientY - from.y] : [0, 0];
    setLook((before) => (from ? lanes.drag(before, from.look, right, down) : lanes.point(before, x, y)));
  };
  const endDrag = (): void => {
    drag.current = null;
  };

  const { rank, block } = look.cursor ?? { rank: 0, block: 0 };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const next = lanes.press(look, event.key, event.shiftKey);
    if (!next) return;
    setLook(next);
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
          onDoubleClick={() => setLook(lanes.all(look))}
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
          <TextButton onPress={() => setLook(lanes.step(look, true))}>Zoom in</TextButton>
          <TextButton onPress={() => setLook(lanes.step(look, false))}>Zoom out</TextButton>
          <TextButton onPress={() => setLook(lanes.all(look))}>Show all</TextButton>
        </div>
      </div>
      <p className="number dim lanes-reading">
        {words || "Turn the wheel to zoom, drag to move; a double click shows all."}
      </p>
    </div>
  );
}

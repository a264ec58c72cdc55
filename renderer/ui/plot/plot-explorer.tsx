/**
 * A plot to explore: it follows new data, zooms by dragging, by the wheel and by keys, and has a cursor that shows its
 * position. It can be saved as a PNG.
 */

import type { KeyboardEvent, Ref } from "react";
import { useImperativeHandle, useRef } from "react";
import type UPlot from "uplot";
import type { PlotHandle } from "./plot.tsx";
import type { PlotPicture } from "./plot-options.ts";
import { dataOf, optionsFor } from "./plot-options.ts";
import { plotPng } from "./plot-png.ts";
import { rangeOf, useUplot } from "./use-uplot.ts";
import "./plot-explorer.css";

export interface PlotExplorerHandle extends PlotHandle {
  zoom(factor: number): void;
  showAll(): void;
}

export interface PlotExplorerProps {
  readonly label: string;
  /** All series share the same xs. */
  readonly picture: PlotPicture;
  readonly xs: readonly number[];
  /** Changes when the colours do. */
  readonly theme: string;
  /** The cursor's place: an index, or null for none. */
  readonly at: number | null;
  readonly atText: string;
  readonly onAt: (index: number | null) => void;
  readonly ref?: Ref<PlotExplorerHandle>;
}

const WHEEL_FACTOR = 0.8;
const FAR = 10;

export function PlotExplorer(props: PlotExplorerProps) {
  const { label, picture, xs, theme, at, atText, onAt, ref } = props;
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;
  const plot = useUplot({
    place,
    picture,
    theme,
    make: (Plot, element, now) => {
      const options = optionsFor(now, element);
      const made = new Plot(
        {
          ...options,
          cursor: { drag: { x: true, y: false }, focus: { prox: 24 } },
          hooks: {
            ...options.hooks,
            setCursor: [({ cursor }) => latest.current.onAt(cursor.idx ?? null)],
          },
        },
        dataOf(now),
        element,
      );
      const wheel = (event: WheelEvent): void => {
        event.preventDefault();
        const { left } = made.over.getBoundingClientRect();
        const x = made.posToVal(event.clientX - left, "x");
        zoomAt(made, x, event.deltaY < 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR);
      };
      made.over.addEventListener("wheel", wheel, { passive: false });
      return made;
    },
  });
  useImperativeHandle(ref, () => ({
    zoom: (factor) => {
      const made = plot.current;
      if (made) zoomAt(made, middleOf(made), factor);
    },
    showAll: () => showAll(plot.current),
    png: async (title) => {
      const made = plot.current;
      return made && place.current
        ? plotPng(made.ctx.canvas, place.current, title, latest.current.picture.series)
        : null;
    },
  }));
  const onKeyDown = (event: KeyboardEvent): void => {
    const made = plot.current;
    if (!made || event.ctrlKey || event.metaKey || event.altKey || !act(made, event.key, event.shiftKey))
      return;
    event.preventDefault();
    event.stopPropagation();
  };
  const act = (made: UPlot, key: string, far: boolean): boolean => {
    const last = xs.length - 1;
    const moveTo = (index: number): boolean => {
      const next = Math.max(0, Math.min(last, index));
      onAt(next);
      made.setCursor({ left: made.valToPos(xs[next] as number, "x"), top: 10 }, false);
      return true;
    };
    const from = at ?? last;
    switch (key) {
      case "ArrowLeft":
        return moveTo(from - (far ? FAR : 1));
      case "ArrowRight":
        return moveTo(from + (far ? FAR : 1));
      case "Home":
        return moveTo(0);
      case "End":
        return moveTo(last);
      case "+":
      case "=":
        zoomAt(made, xs[from] as number, 0.5);
        return true;
      case "-":
        zoomAt(made, xs[from] as number, 2);
        return true;
      case "0":
        showAll(made);
        return true;
      default:
        return false;
    }
  };
  return (
    <div
      ref={place}
      className="plot-explorer"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, xs.length - 1)}
      aria-valuenow={at ?? Math.max(0, xs.length - 1)}
      aria-valuetext={atText}
      style={{ height: picture.height }}
      onKeyDown={onKeyDown}
    />
  );
}

function showAll(plot: UPlot | null): void {
  if (!plot) return;
  const [min, max] = rangeOf(plot);
  plot.setScale("x", { min, max });
}

/** Lengths on the axis: those of logarithms where it is logarithmic. */
function lengthsOf({ scales }: UPlot) {
  return scales.x?.distr === LOGARITHMIC
    ? { to: Math.log, from: Math.exp, least: 0.1 }
    : { to: (x: number) => x, from: (length: number) => length, least: 2 };
}

/** uPlot's name for it. */
const LOGARITHMIC = 3;

function middleOf(plot: UPlot): number {
  const { min, max } = plot.scales.x as UPlot.Scale;
  const { to, from } = lengthsOf(plot);
  return from((to(min ?? 0) + to(max ?? 0)) / 2);
}

/** The point at `x` stays in place. The view shows at least two generations and at most all. */
function zoomAt(plot: UPlot, x: number, factor: number): void {
  const { to, from, least } = lengthsOf(plot);
  const [low, high] = rangeOf(plot).map(to) as [number, number];
  const min = to(plot.scales.x?.min ?? from(low));
  const max = to(plot.scales.x?.max ?? from(high));
  const span = Math.min(high - low, Math.max(least, (max - min) * factor));
  const share = max > min ? Math.min(1, Math.max(0, (to(x) - min) / (max - min))) : 0.5;
  const begin = Math.max(low, Math.min(high - span, to(x) - span * share));
  plot.setScale("x", { min: from(begin), max: from(begin + span) });
}

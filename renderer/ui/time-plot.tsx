/**
 * Lines over generations, on uPlot: drawn anew as data come, zoomed by dragging, by the wheel and by keys, with a cursor that
 * says where it is. What is seen can be had as a PNG.
 */

import type { KeyboardEvent, Ref } from "react";
import { useEffect, useImperativeHandle, useRef } from "react";
import type UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { loadUplot } from "./load-uplot.ts";
import { plotPng } from "./plot-png.ts";
import "./time-plot.css";

export interface TimeLine {
  readonly label: string;
  /** A token of the theme. */
  readonly token: string;
  readonly dash: readonly number[];
  /** As many as there are places on the x axis; null where nothing is known. */
  readonly values: readonly (number | null)[];
}

export interface TimePlotHandle {
  zoom(factor: number): void;
  showAll(): void;
  /** Null while there is nothing to be seen. */
  png(title: string): Promise<Uint8Array | null>;
}

export interface TimePlotProps {
  readonly label: string;
  readonly xLabel: string;
  readonly xs: readonly number[];
  readonly lines: readonly TimeLine[];
  readonly log: boolean;
  readonly height: number;
  /** Changes when the colours do. */
  readonly theme: string;
  /** What the cursor is at: an index, or null for nothing. */
  readonly at: number | null;
  readonly atText: string;
  readonly onAt: (index: number | null) => void;
  readonly ref?: Ref<TimePlotHandle>;
}

const WHEEL_FACTOR = 0.8;
const FAR = 10;

export function TimePlot(props: TimePlotProps) {
  const { label, xLabel, xs, lines, log, height, theme, at, atText, onAt, ref } = props;
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<UPlot | null>(null);
  const latest = useRef(props);
  latest.current = props;
  const shown = lines.map((line) => line.label).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the theme is what the colours depend on; data come by setData.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let wanted = true;
    let end = (): void => {};
    void loadUplot().then((Plot) => {
      if (!wanted) return;
      const now = latest.current;
      const made = new Plot(
        optionsFor(now, element, (index) => latest.current.onAt(index)),
        dataOf(now),
        element,
      );
      plot.current = made;
      const watch = new ResizeObserver(() => {
        if (element.clientWidth !== made.width) made.setSize({ width: element.clientWidth, height });
      });
      watch.observe(element);
      const wheel = (event: WheelEvent): void => {
        event.preventDefault();
        const { left } = made.over.getBoundingClientRect();
        zoomAt(
          made,
          made.posToVal(event.clientX - left, "x"),
          event.deltaY < 0 ? WHEEL_FACTOR : 1 / WHEEL_FACTOR,
        );
      };
      made.over.addEventListener("wheel", wheel, { passive: false });
      end = () => {
        watch.disconnect();
        made.destroy();
        plot.current = null;
      };
    });
    return () => {
      wanted = false;
      end();
    };
  }, [shown, log, height, theme, xLabel]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the lines' values are what is new.
  useEffect(() => {
    const made = plot.current;
    if (!made) return;
    const whole = isWhole(made);
    made.setData(dataOf(latest.current), whole);
    if (!whole) made.redraw();
  }, [xs, lines]);
  useImperativeHandle(ref, () => ({
    zoom: (factor) => {
      const made = plot.current;
      if (made) zoomAt(made, middleOf(made), factor);
    },
    showAll: () => showAll(plot.current),
    png: async (title) => {
      const made = plot.current;
      return made && place.current
        ? plotPng(made.ctx.canvas, place.current, title, latest.current.lines)
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
      className="time-plot"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, xs.length - 1)}
      aria-valuenow={at ?? Math.max(0, xs.length - 1)}
      aria-valuetext={atText}
      style={{ height }}
      onKeyDown={onKeyDown}
    />
  );
}

function dataOf({ xs, lines }: TimePlotProps): UPlot.AlignedData {
  return [[...xs], ...lines.map(({ values }) => [...values])];
}

function rangeOf(plot: UPlot): readonly [low: number, high: number] {
  const xs = plot.data[0];
  return [xs[0] as number, xs[xs.length - 1] as number];
}

/** Whether all generations are seen. */
function isWhole(plot: UPlot): boolean {
  const { min, max } = plot.scales.x as UPlot.Scale;
  const [low, high] = rangeOf(plot);
  return min == null || max == null || (min <= low && max >= high);
}

function showAll(plot: UPlot | null): void {
  if (!plot) return;
  const [min, max] = rangeOf(plot);
  plot.setScale("x", { min, max });
}

function middleOf(plot: UPlot): number {
  const { min, max } = plot.scales.x as UPlot.Scale;
  return ((min ?? 0) + (max ?? 0)) / 2;
}

/** What is at `x` stays where it is. Two generations are the least that is seen, all the most. */
function zoomAt(plot: UPlot, x: number, factor: number): void {
  const [low, high] = rangeOf(plot);
  const min = plot.scales.x?.min ?? low;
  const max = plot.scales.x?.max ?? high;
  const span = Math.min(high - low, Math.max(2, (max - min) * factor));
  const share = max > min ? Math.min(1, Math.max(0, (x - min) / (max - min))) : 0.5;
  const from = Math.max(low, Math.min(high - span, x - span * share));
  plot.setScale("x", { min: from, max: from + span });
}

function optionsFor(
  { lines, log, height, xLabel }: TimePlotProps,
  element: HTMLElement,
  onAt: (index: number | null) => void,
): UPlot.Options {
  const style = getComputedStyle(element);
  const token = (name: string): string => style.getPropertyValue(name).trim();
  const font = `${Math.round(parseFloat(style.fontSize) * 0.9)}px ${style.fontFamily}`;
  const axis = {
    stroke: token("--dim"),
    font,
    labelFont: font,
    grid: { stroke: token("--grid-10"), width: 1 },
  };
  return {
    width: element.clientWidth,
    height,
    legend: { show: false },
    cursor: { drag: { x: true, y: false }, focus: { prox: 24 } },
    scales: {
      x: { time: false },
      y: log
        ? { distr: 3 }
        : { range: (_, low, high) => (low === high ? [low - 1, high + 1] : [Math.min(0, low), high * 1.05]) },
    },
    axes: [
      { ...axis, label: xLabel, size: 34, labelSize: 22, values: (_, all) => all.map(axisText) },
      { ...axis, size: 64, values: (_, all) => all.map(axisText) },
    ],
    series: [
      {},
      ...lines.map(
        ({ label, token: name, dash }): UPlot.Series => ({
          label,
          stroke: token(name),
          width: 1.5,
          dash: [...dash],
          points: { show: false },
        }),
      ),
    ],
    hooks: { setCursor: [(plot) => onAt(plot.cursor.idx ?? null)] },
  };
}

function axisText(value: number | null): string {
  if (value === null) return "";
  const size = Math.abs(value);
  if (size >= 1e9 || (size > 0 && size < 1e-3)) return value.toExponential(1).replace("e+", "e");
  return String(value).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

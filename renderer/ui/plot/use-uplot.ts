/** A uPlot in an element, as wide as the element. It follows its picture. */

import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import type UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { loadUplot } from "./load-uplot.ts";
import type { PlotPicture } from "./plot-options.ts";
import { dataOf } from "./plot-options.ts";

/** New values are drawn as they come, where other series, axes or colours rebuild the plot. */
interface UplotParts {
  readonly place: RefObject<HTMLDivElement | null>;
  readonly picture: PlotPicture;
  /** Changes when the colours do. */
  readonly theme: string;
  readonly make: (Plot: typeof UPlot, place: HTMLDivElement, picture: PlotPicture) => UPlot;
}

/** The plot; null until uPlot is loaded, and after the element has gone. */
export function useUplot({ place, picture, theme, make }: UplotParts): RefObject<UPlot | null> {
  const plot = useRef<UPlot | null>(null);
  const latest = useRef(picture);
  latest.current = picture;
  const shown = picture.series.map(({ label, look, stroke }) => `${label} ${look} ${stroke.token}`).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `make` takes the latest picture.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let end = (): void => {};
    let wanted = true;
    void loadUplot().then((Plot) => {
      if (!wanted) return;
      const made = make(Plot, element, latest.current);
      plot.current = made;
      const watch = new ResizeObserver(() => {
        const { clientWidth: width } = element;
        // The observer fires in the middle of a layout; an unchanged size is ignored.
        if (width !== made.width) made.setSize({ width, height: made.height });
      });
      watch.observe(element);
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
  }, [shown, picture.x, picture.y, picture.height, theme]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of the series are what is new.
  useEffect(() => {
    const made = plot.current;
    if (!made) return;
    const whole = isWhole(made);
    made.setData(dataOf(latest.current), whole);
    if (!whole) made.redraw();
  }, [picture.series]);
  return plot;
}

/** The ends of the data. */
export function rangeOf(plot: UPlot): readonly [low: number, high: number] {
  const xs = plot.data[0];
  return [xs[0] as number, xs[xs.length - 1] as number];
}

/** Whether all of the data are visible. */
function isWhole(plot: UPlot): boolean {
  const { min, max } = plot.scales.x as UPlot.Scale;
  const [low, high] = rangeOf(plot);
  return min == null || max == null || (min <= low && max >= high);
}

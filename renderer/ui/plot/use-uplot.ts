/** A uPlot in an element, as wide as the element. */

import type { RefObject } from "react";
import { useEffect, useRef } from "react";
import type UPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { loadUplot } from "./load-uplot.ts";

/**
 * Builds the plot, and rebuilds it when one of `changes` differs. `make` is called once uPlot is loaded and returns the
 * plot; the ref is null before that and after the element has gone.
 */
export function useUplot(
  place: RefObject<HTMLDivElement | null>,
  make: (Plot: typeof UPlot, place: HTMLDivElement) => UPlot,
  changes: readonly unknown[],
): RefObject<UPlot | null> {
  const plot = useRef<UPlot | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller says what the plot depends on.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    let end = (): void => {};
    let wanted = true;
    void loadUplot().then((Plot) => {
      if (!wanted) return;
      const made = make(Plot, element);
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
  }, [...changes]);
  return plot;
}

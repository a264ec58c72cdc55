/** The part of a scroller's content that is visible. */

import { useLayoutEffect, useState } from "react";
import { remInPixels } from "../ui/rem.ts";
import type { RowView } from "./card-rows.ts";

/** Rounded to this, so that scrolling by a few pixels draws nothing anew. In rem. */
const STEP = 3.75;

/** In rem. Before the first layout: as much as the window could show. */
export function useScrolled(scroller: { readonly current: HTMLElement | null }): RowView {
  const [view, setView] = useState<RowView>(() => ({ top: 0, bottom: window.innerHeight / remInPixels() }));
  useLayoutEffect(() => {
    const { current } = scroller;
    if (!current) return;
    const read = (): void => {
      const top = Math.floor(current.scrollTop / remInPixels() / STEP) * STEP;
      const bottom = Math.ceil((current.scrollTop + current.clientHeight) / remInPixels() / STEP) * STEP;
      setView((now) => (now.top === top && now.bottom === bottom ? now : { top, bottom }));
    };
    current.addEventListener("scroll", read, { passive: true });
    // Tells the first size too, and another text size: what is inside is measured in rem.
    const watch = new ResizeObserver(read);
    watch.observe(current);
    if (current.firstElementChild) watch.observe(current.firstElementChild);
    return () => {
      current.removeEventListener("scroll", read);
      watch.disconnect();
    };
  }, [scroller]);
  return view;
}

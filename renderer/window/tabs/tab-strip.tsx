import type { WheelEvent } from "react";
import { useEffect, useRef } from "react";
import { useShell } from "../../studio/hooks.ts";
import { wheelPixels } from "../../tools/wheel.ts";
import { TabItem } from "./tab-item.tsx";
import "../../ui/fading-ends.css";
import "./tab-strip.css";

/**
 * The row of tabs. It keeps the front tab wholly in view: when it comes to the front, and when the window or the text changes size.
 * A wheel leads to the others.
 */
export function TabStrip() {
  const open = useShell((state) => state.tabs);
  const active = useShell((state) => state.active);
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    const nav = tabs.current;
    const front = nav?.querySelector(`[data-tab="${active}"]`);
    if (!nav || !front) return;
    const watch = new ResizeObserver(() => front.scrollIntoView({ block: "nearest", inline: "nearest" }));
    for (const element of [nav, front]) watch.observe(element);
    return () => watch.disconnect();
  }, [active]);
  return (
    <nav ref={tabs} className="tabs fading-row" aria-label="Open tabs" onWheel={turn}>
      {open.map((tab) => (
        <TabItem
          key={tab.id}
          tab={tab}
          active={tab.id === active}
          twin={open.some((other) => other !== tab && other.title === tab.title)}
        />
      ))}
    </nav>
  );
}

/** A mouse has one wheel. What goes sideways by itself, as on a trackpad, the browser scrolls. */
function turn(event: WheelEvent<HTMLElement>): void {
  const { x, y } = wheelPixels(event);
  if (x === 0 && !event.ctrlKey) event.currentTarget.scrollLeft += y;
}

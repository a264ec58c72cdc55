/**
 * Dragging a tab: along its row the pointer carries it, and the others make room as their middles are passed; over a pane the tab
 * lies in its old place, and the pane shows that it would take it, or which half of it, where it is the only one.
 */

import type { PanePlace } from "../../studio/split.ts";

/** Pixels that the pointer moves before a press becomes a drag. */
const SLOP = 5;
/** Within so many pixels of the row's end the row scrolls, by so many at a time. */
const EDGE = 24;
const SCROLL = 8;

interface TabDrag {
  readonly tab: HTMLElement;
  /** The pointer when it went down. */
  readonly from: number;
  /** Puts the tab at a place in the row, counted without it. */
  readonly onMove: (place: number) => void;
  /** Shows the tab in a pane, by its place, or in that half of the only pane; absent for a tab that no pane can show. */
  readonly onPane?: (place: PanePlace) => void;
}

/** Each pane of a split view bears its place, 0 or 1; the only pane says how it would be split. */
const PANE = "[data-pane]";
/** On the pane that a tab is dragged over: its part that takes the tab. */
const TAKES = "data-takes-tab";
const PARTS = { columns: ["left", "right"], rows: ["top", "bottom"] } as const;

interface Target {
  readonly place: PanePlace;
  readonly part: "all" | "left" | "right" | "top" | "bottom";
}

/** Where a pane would take a tab at a point. `bears`: its place, or how it would be split. */
export function targetIn(
  bears: string,
  { left, top, width, height }: Pick<DOMRect, "left" | "top" | "width" | "height">,
  at: { readonly x: number; readonly y: number },
): Target {
  if (bears !== "columns" && bears !== "rows") return { place: bears === "0" ? 0 : 1, part: "all" };
  const isFirst = bears === "columns" ? at.x - left < width / 2 : at.y - top < height / 2;
  const place = isFirst ? 0 : 1;
  return { place, part: PARTS[bears][place] };
}

/** The number of boxes whose middle lies before a point. */
export function placeAt(
  boxes: readonly { readonly left: number; readonly width: number }[],
  x: number,
): number {
  return boxes.filter(({ left, width }) => left + width / 2 < x).length;
}

/** Follows the pointer until its button is released; Escape puts the tab back. */
export function dragTab({ tab, from, onMove, onPane }: TabDrag): void {
  const row = tab.parentElement;
  if (!row) return;
  const others = (): HTMLElement[] =>
    [...row.children].filter((one): one is HTMLElement => one instanceof HTMLElement && one !== tab);
  // Layout offsets leave transforms out: they are where the tab would lie if nobody carried it.
  const leftOf = (one: HTMLElement): number => one.offsetLeft - row.offsetLeft;
  const start = [...row.children].indexOf(tab);
  const grab = from - tab.getBoundingClientRect().left;
  const over = new AbortController();
  const { signal } = over;
  let x = from;
  let frame = 0;
  let dragging = false;
  let pane: Element | null = null;
  let target: Target | null = null;
  const goOver = (next: Element | null, y = 0): void => {
    if (next !== pane) pane?.removeAttribute(TAKES);
    pane = next;
    target = next && targetIn(next.getAttribute("data-pane") ?? "", next.getBoundingClientRect(), { x, y });
    if (target) pane?.setAttribute(TAKES, target.part);
  };
  const carry = (): void => {
    frame = requestAnimationFrame(carry);
    if (pane) {
      tab.style.transform = "";
      onMove(start);
      return;
    }
    const { left, right } = row.getBoundingClientRect();
    if (x < left + EDGE) row.scrollLeft -= SCROLL;
    if (x > right - EDGE) row.scrollLeft += SCROLL;
    const wanted = Math.max(0, Math.min(row.scrollWidth - tab.offsetWidth, x - grab - left + row.scrollLeft));
    const boxes = others().map((one) => ({ left: leftOf(one), width: one.offsetWidth }));
    onMove(placeAt(boxes, wanted + tab.offsetWidth / 2));
    tab.style.transform = `translateX(${wanted - leftOf(tab)}px)`;
  };
  const end = (): void => {
    over.abort();
    cancelAnimationFrame(frame);
    goOver(null);
    tab.classList.remove("dragged");
    tab.style.transform = "";
  };
  const begin = (): void => {
    dragging = true;
    tab.classList.add("dragged");
    frame = requestAnimationFrame(carry);
  };
  window.addEventListener(
    "pointermove",
    (event) => {
      x = event.clientX;
      const under = onPane ? document.elementFromPoint(x, event.clientY)?.closest(PANE) : null;
      if (!dragging && (under || Math.abs(x - from) >= SLOP)) begin();
      goOver(under ?? null, event.clientY);
    },
    { signal },
  );
  window.addEventListener(
    "pointerup",
    () => {
      const wanted = target;
      end();
      if (!wanted) return;
      onMove(start);
      onPane?.(wanted.place);
    },
    { signal },
  );
  window.addEventListener("pointercancel", end, { signal });
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !dragging) return;
      event.preventDefault();
      event.stopPropagation();
      end();
      onMove(start);
    },
    { signal, capture: true },
  );
}

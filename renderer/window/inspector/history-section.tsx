/**
 * The history as a list: entries done, and undone entries that can be redone. A click on a line leads to the state
 * after it. Only the visible lines are in the page, as there may be thousands.
 */

import type { KeyboardEvent } from "react";
import { useEffect, useId, useMemo, useRef, useState } from "react";
import type { StudioDocument } from "../../document/document.ts";
import { describeItem } from "../../editor/labels.ts";
import { useEditor, useStudio } from "../../studio/hooks.ts";
import { WithArrows } from "../../ui/arrows.tsx";
import { remInPixels } from "../../ui/rem.ts";
import { Section } from "./section.tsx";
import "./history-section.css";

/** Height of a line in rem, as in the style, and lines rendered beyond the visible ones. */
const LINE = 1.5;
const SPARE = 8;
const PAGE = 7;

export function HistorySection({ document }: { readonly document: StudioDocument }) {
  const { running } = useEditor(document, "running");
  return (
    <Section title="History" aside={running ? "running" : null}>
      <Lines key={document.id} document={document} />
    </Section>
  );
}

function Lines({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { position, length, generation, timeline, revision } = useEditor(
    document,
    "position",
    "length",
    "generation",
    "timeline",
    "revision",
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: lines change with these, also where their number stays.
  const items = useMemo(
    () => document.editor.history,
    [document, position, length, generation, timeline, revision],
  );
  const list = useRef<HTMLDivElement>(null);
  /** In lines. */
  const [seen, setSeen] = useState({ top: 0, height: 0 });
  const wish = useRef<number | null>(null);
  const going = useRef(false);
  const id = useId();

  /**
   * Goes to the state after that line, once the keys pressed before have had their turn. Of several clicks on the way only the
   * last one counts.
   */
  const go = async (line: number): Promise<void> => {
    wish.current = Math.max(0, Math.min(length, line));
    if (going.current) return;
    going.current = true;
    try {
      await document.inTurn(async () => {
        while (wish.current !== null) {
          const to = wish.current;
          wish.current = null;
          await document.editor.goTo(to);
        }
      });
    } catch (error) {
      studio.status.report(error);
    } finally {
      wish.current = null;
      going.current = false;
    }
  };

  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const look = (): void => {
      const line = LINE * remInPixels();
      setSeen({ top: box.scrollTop / line, height: box.clientHeight / line });
    };
    look();
    const watch = new ResizeObserver(look);
    watch.observe(box);
    box.addEventListener("scroll", look, { passive: true });
    return () => {
      watch.disconnect();
      box.removeEventListener("scroll", look);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: with each line that comes the present one may be out of view.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const line = LINE * remInPixels();
    const top = position * line;
    if (top < box.scrollTop) box.scrollTop = top;
    else if (top + line > box.scrollTop + box.clientHeight) box.scrollTop = top + line - box.clientHeight;
  }, [position, length]);

  const press = (event: KeyboardEvent): void => {
    const from = wish.current ?? position;
    const lines: Readonly<Record<string, number>> = {
      ArrowUp: from - 1,
      ArrowDown: from + 1,
      PageUp: from - PAGE,
      PageDown: from + PAGE,
      Home: 0,
      End: length,
    };
    const to = event.ctrlKey || event.metaKey || event.altKey ? undefined : lines[event.key];
    if (to === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void go(to);
  };

  const first = Math.max(0, Math.floor(seen.top) - SPARE);
  const last = Math.min(length, Math.ceil(seen.top + seen.height) + SPARE);
  const lines = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  if (!lines.includes(position)) lines.push(position);
  return (
    <div
      ref={list}
      className="history"
      role="listbox"
      tabIndex={0}
      aria-label="History"
      aria-activedescendant={`${id}-${position}`}
      onKeyDown={press}
    >
      <div style={{ height: `${(length + 1) * LINE}rem` }} role="presentation">
        {lines.map((line) => {
          const item = items[line - 1];
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus and the keys.
            <div
              key={line === 0 ? 0 : item?.id}
              id={`${id}-${line}`}
              role="option"
              tabIndex={-1}
              className={line > position ? "ahead" : undefined}
              aria-selected={line === position}
              aria-setsize={length + 1}
              aria-posinset={line + 1}
              style={{ top: `${line * LINE}rem` }}
              onClick={() => void go(line)}
            >
              {item ? <WithArrows text={describeItem(item)} /> : "Beginning"}
              {line > position ? <span className="visually-hidden"> (undone)</span> : null}
            </div>
          );
        })}
      </div>
    </div>
  );
}

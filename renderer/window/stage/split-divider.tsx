import type { KeyboardEvent, PointerEvent } from "react";
import { useStudio } from "../../studio/hooks.ts";
import { LEAST_SHARE } from "../../studio/split.ts";
import { shareAt, shareByKey } from "./split-share.ts";

const EVEN = 0.5;

interface SplitDividerProps {
  /** The first pane's, 0..1. */
  readonly share: number;
  /** Whether the panes lie below each other. */
  readonly stacked: boolean;
  /** The element that both panes fill. */
  readonly area: { readonly current: HTMLElement | null };
}

/** The line between two panes: dragged, moved by the arrows, put in the middle by a double click. */
export function SplitDivider({ share, stacked, area }: SplitDividerProps) {
  const { panes } = useStudio();
  const drag = (event: PointerEvent): void => {
    const box = area.current?.getBoundingClientRect();
    if (box) panes.setShare(shareAt(box, stacked, event));
  };
  const onKey = (event: KeyboardEvent): void => {
    const wanted = shareByKey(share, stacked, event);
    if (wanted === null) return;
    event.preventDefault();
    panes.setShare(wanted);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a rule between paragraphs takes neither focus nor value.
    <div
      className="split-divider"
      role="separator"
      aria-label="Between the panes"
      aria-orientation={stacked ? "horizontal" : "vertical"}
      aria-valuenow={Math.round(share * 100)}
      aria-valuemin={LEAST_SHARE * 100}
      aria-valuemax={100 - LEAST_SHARE * 100}
      tabIndex={0}
      onKeyDown={onKey}
      onPointerDown={(event) => {
        if (event.button === 0) event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) drag(event);
      }}
      onDoubleClick={() => panes.setShare(EVEN)}
    />
  );
}

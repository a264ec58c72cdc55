/** A chip at the selection: its size, its live cells, and what people do with it most. */

import {
  CaretsToAxisDashedHorizontal,
  CaretsToAxisDashedVertical,
  Copy,
  Ellipsis,
  Film,
  RotateCw,
} from "lucide-react";
import type { MouseEvent, ReactNode } from "react";
import { useLayoutEffect, useRef } from "react";
import type { StudioDocument } from "../../document/document.ts";
import type { Selection } from "../../editor/selection/selection.ts";
import { focusStage } from "../../studio/focus.ts";
import { useEditor, useSelectionCount, useStudio } from "../../studio/hooks.ts";
import { screenBoxOf } from "../../tools/selection-grips.ts";
import { IconButton } from "../../ui/button.tsx";
import { COMMANDS } from "../commands/registry.ts";
import { countText, liveText } from "../words.ts";
import { chipPlace } from "./chip-place.ts";
import { useToolOptions } from "./use-tool-options.ts";
import "./selection-chip.css";

const VERBS: readonly (readonly [string, ReactNode])[] = [
  ["edit.copy", <Copy key="copy" size={15} aria-hidden />],
  ["edit.rotate-clockwise", <RotateCw key="rotate" size={15} aria-hidden />],
  ["edit.flip-across", <CaretsToAxisDashedVertical key="across" size={15} aria-hidden />],
  ["edit.flip-down", <CaretsToAxisDashedHorizontal key="down" size={15} aria-hidden />],
  ["file.export", <Film key="export" size={15} aria-hidden />],
];

/** Between what covers the stage's upper edge and the chip. */
const BELOW = 8;

/** Without a selection, and while something is dragged, there is nothing here and nothing is watched. */
export function SelectionChip({ document }: { readonly document: StudioDocument }) {
  const { selection, draft, floats } = useEditor(document, "selection", "draft", "floats");
  return selection && !draft && !floats ? <Chip document={document} selection={selection} /> : null;
}

function Chip({ document, selection }: { readonly document: StudioDocument; readonly selection: Selection }) {
  const studio = useStudio();
  const counted = useSelectionCount(document);
  const chip = useRef<HTMLDivElement>(null);
  // The strip of a tool's options comes and goes.
  useToolOptions(document);
  usePlace(document, selection, chip);
  const { w, h } = selection.box;
  const run = (id: string) => (): void => {
    void studio.commands.run(id);
    focusStage();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div ref={chip} className="float selection-chip" role="group" aria-label="On the selection">
      <b className="number">{`${countText(w)} × ${countText(h)}`}</b>
      <span className="number">{`${liveText(counted)} ${counted?.live === 1n ? "cell" : "cells"}`}</span>
      <button type="button" className="text-button plain" onClick={run("analysis.identify")}>
        Identify
      </button>
      {VERBS.map(([id, icon]) => (
        <IconButton
          key={id}
          label={COMMANDS.get(id).name}
          keys={studio.commands.keymap.shown(id)}
          onPress={run(id)}
        >
          {icon}
        </IconButton>
      ))}
      <IconButton label="More for the selection" onPress={openStageMenu}>
        <Ellipsis size={15} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The menu of a right click on the stage, below the button. */
function openStageMenu({ currentTarget }: MouseEvent): void {
  const { left, bottom } = currentTarget.getBoundingClientRect();
  const at = { clientX: left, clientY: bottom, bubbles: true, cancelable: true };
  currentTarget.dispatchEvent(new window.MouseEvent("contextmenu", at));
}

/** Moves the chip along with the view, past React: a panned view renders nothing. */
function usePlace(
  { view }: StudioDocument,
  selection: Selection,
  chip: { readonly current: HTMLElement | null },
): void {
  // After every rendering too: the text may have become longer.
  useLayoutEffect(() => {
    const place = (): void => {
      const element = chip.current;
      if (!element) return;
      const { offsetWidth: width, offsetHeight: height } = element;
      const above = (view.covers?.() ?? []).filter(({ top, bottom }) => top < view.size.height - bottom);
      const head = above.length > 0 ? Math.max(...above.map(({ bottom }) => bottom)) + BELOW : undefined;
      const at = chipPlace(screenBoxOf(selection, view), { width, height }, view.size, head);
      element.style.visibility = at ? "visible" : "hidden";
      if (at) element.style.transform = `translate(${at.x}px, ${at.y}px)`;
    };
    place();
    return view.store.subscribe((now, before) => {
      if (now.camera !== before.camera || now.size !== before.size) place();
    });
  });
}

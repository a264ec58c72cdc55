import { Link2, Link2Off, X } from "lucide-react";
import type { CSSProperties } from "react";
import { useEffect, useRef, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { focusStage } from "../../studio/focus.ts";
import { useShell, useStudio, useTitle } from "../../studio/hooks.ts";
import type { Pane } from "../../studio/split.ts";
import { panesOf } from "../../studio/split.ts";
import { IconButton } from "../../ui/button.tsx";
import { SplitDivider } from "./split-divider.tsx";
import { StagePane } from "./stage-pane.tsx";
import { StatePalette } from "./state-palette.tsx";
import { ToolStrip } from "./tool-strip.tsx";
import "./stage-area.css";

/** A narrower room, in CSS pixels, has one pane below the other. */
const NARROW = 560;

/** The panes: one, or two with a divider between them. */
export function StageArea() {
  const area = useRef<HTMLDivElement>(null);
  const state = useShell(useShallow(({ split, tabs, active }) => ({ split, tabs, active })));
  const zen = useShell((state) => state.zen);
  const panes = panesOf(state);
  const narrow = useNarrow(area);
  const stacked = narrow && panes.length > 1;
  const share = state.split?.share ?? 1;
  const shown = panes.map((pane) => (
    <div
      // A pane keeps its canvases when another one comes beside it or goes.
      key={`${pane.document.id} ${pane.viewport.id}`}
      className={`pane ${pane.focused ? "focused" : ""}`}
      data-pane={panes.length > 1 ? pane.place : narrow ? "rows" : "columns"}
    >
      <StagePane pane={pane} of={panes.length} />
      {pane.focused && !zen ? (
        <div className="tool-strips">
          <ToolStrip document={pane.document} />
          <StatePalette document={pane.document} />
        </div>
      ) : null}
      {pane.focused ? null : (
        <SplitControls pane={pane} named={panes.some(({ document }) => document !== pane.document)} />
      )}
    </div>
  ));
  if (panes.length > 1) {
    shown.splice(1, 0, <SplitDivider key="divider" share={share} stacked={stacked} area={area} />);
  }
  return (
    <div
      ref={area}
      className={`stage-area ${panes.length > 1 ? "split" : ""} ${stacked ? "stacked" : ""}`}
      style={{ "--first": `${share}fr`, "--second": `${1 - share}fr` } as CSSProperties}
    >
      {shown}
    </div>
  );
}

/** Whether the room is too narrow for two panes side by side. */
function useNarrow(area: { readonly current: HTMLElement | null }): boolean {
  const [narrow, setNarrow] = useState(false);
  useEffect(() => {
    const element = area.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setNarrow(element.clientWidth < NARROW));
    observer.observe(element);
    return () => observer.disconnect();
  }, [area]);
  return narrow;
}

/** On the pane that is not in focus: what it shows, whether both cameras move together, and the way back to one pane. */
function SplitControls({ pane: { document }, named }: { readonly pane: Pane; readonly named: boolean }) {
  const studio = useStudio();
  const title = useTitle(document);
  const linked = useShell(({ split }) => split?.linked ?? false);
  const { keymap } = studio.commands;
  const press = (id: string) => (): void => {
    void studio.commands.run(id);
    focusStage();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className="float split-controls" role="group" aria-label="Split view">
      {named ? <span className="split-title">{title}</span> : null}
      <IconButton
        label="Link cameras"
        keys={keymap.shown("view.link-cameras")}
        side="bottom"
        pressed={linked}
        onPress={press("view.link-cameras")}
      >
        {linked ? <Link2 size={15} aria-hidden /> : <Link2Off size={15} aria-hidden />}
      </IconButton>
      <IconButton
        label="Close this pane"
        keys={keymap.shown("view.split")}
        side="bottom"
        onPress={press("view.split")}
      >
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  );
}

import { Minimize2, Minus, Plus } from "lucide-react";
import type { DragEvent } from "react";
import { useEffect, useState } from "react";
import { cellAtPoint } from "../../../engine/picture/camera-moves.ts";
import { floatPaste } from "../../commands/float-paste.ts";
import { contextMenu } from "../../commands/views.ts";
import { CameraPilot } from "../../document/camera-pilot.ts";
import type { StudioDocument } from "../../document/document.ts";
import { patternDropped } from "../../library/dropped.ts";
import { focusStage } from "../../studio/focus.ts";
import { useShell, useStudio, useView } from "../../studio/hooks.ts";
import { IconButton } from "../../ui/button.tsx";
import { RightClickMenu } from "../../ui/menu.tsx";
import { zoomText, zoomWords } from "../words.ts";
import { Minimap } from "./minimap-pane.tsx";
import { StageHost } from "./stage-host.tsx";
import "./stage-pane.css";

/** The universe, with the parts on top of it. */
export function StagePane({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  usePilot(document);
  const minimap = useShell((state) => state.preferences.minimap);
  const zen = useShell((state) => state.zen);
  const [groups, setGroups] = useState<ReturnType<typeof contextMenu>["groups"]>([]);
  const drop = (event: DragEvent<HTMLDivElement>): void => {
    const dropped = patternDropped(studio, event.dataTransfer);
    if (!dropped) return;
    event.preventDefault();
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    const { camera, size, kind } = document.view;
    const at = cellAtPoint(camera, size, kind, { x: event.clientX - box.left, y: event.clientY - box.top });
    dropped
      .then((pattern) => {
        // The drop point is the middle of the pattern; later pastes keep the chosen anchor.
        const { editor, view } = document;
        const { hint } = studio.status;
        floatPaste({ editor, view, hint, keys: studio.commands.keyNames }, pattern, { at, anchor: "middle" });
        focusStage();
      })
      .catch(studio.status.report);
  };
  return (
    <RightClickMenu
      groups={groups}
      onOpen={() =>
        setGroups(contextMenu(studio.commands.keymap, { ...studio.commands.state, focus: "canvas" }).groups)
      }
      onChoose={(id) => void studio.commands.run(id)}
      onClosed={focusStage}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files and patterns may be dropped on it; keys have commands. */}
      <div className="stage-pane" data-stage onDrop={drop}>
        <StageHost document={document} />
        <ZoomControl document={document} />
        {minimap ? <Minimap document={document} /> : null}
        {zen ? <LeaveZen /> : null}
      </div>
    </RightClickMenu>
  );
}

/** With autofit or follow on, the camera moves by itself. */
function usePilot(document: StudioDocument): void {
  const studio = useStudio();
  const mode = useShell(({ autofit, follow }) => (follow ? "follow" : autofit ? "autofit" : null));
  useEffect(() => {
    if (!mode) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const pilot = new CameraPilot(document, {
      mode,
      smooth: () => !still.matches,
      onEnd: () => {
        studio.shell.setState({ [mode]: false });
        studio.status.hint(
          mode === "follow"
            ? "You moved the view: no longer following."
            : "You moved the view: autofit is off.",
        );
      },
      onError: document.report,
    });
    return () => pilot.end();
  }, [document, mode, studio]);
}

function ZoomControl({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { camera } = useView(document);
  const press = (id: string) => (): void => {
    void studio.commands.run(id);
    focusStage();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className="float zoom" role="group" aria-label="Zoom">
      <button type="button" aria-label="Zoom out" onClick={press("view.zoom-out")}>
        <Minus size={14} aria-hidden />
      </button>
      <output className="number" title={zoomWords(camera.zoom) ?? undefined}>
        {zoomText(camera.zoom)}
      </output>
      <button type="button" aria-label="Zoom in" onClick={press("view.zoom-in")}>
        <Plus size={14} aria-hidden />
      </button>
      <button type="button" onClick={press("view.fit")}>
        Fit
      </button>
    </div>
  );
}

/** With all panels hidden, the way back for a person without a keyboard. */
function LeaveZen() {
  const studio = useStudio();
  return (
    <div className="float leave-zen">
      <IconButton
        label="Show the panels"
        keys={studio.commands.keymap.shown("view.zen")}
        side="bottom"
        onPress={() => {
          void studio.commands.run(studio.shell.getState().fullScreen ? "view.full-screen" : "view.zen");
          focusStage();
        }}
      >
        <Minimize2 size={15} aria-hidden />
      </IconButton>
    </div>
  );
}

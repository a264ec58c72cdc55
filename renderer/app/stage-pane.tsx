import { Minus, Plus } from "lucide-react";
import type { DragEvent } from "react";
import { useEffect, useRef, useState } from "react";
import { cellAtPoint } from "../canvas/camera.ts";
import { contextMenu } from "../commands/views.ts";
import { PATTERN_TYPE } from "../library/drawer.tsx";
import { zoomText, zoomWords } from "../panels/words.ts";
import { showPaste } from "../tools/show-paste.ts";
import { RightClickMenu } from "../ui/menu.tsx";
import type { StudioDocument } from "./document.ts";
import { useReadings, useShell, useStudio, useView } from "./hooks.ts";
import { StageHost } from "./stage-host.tsx";
import { focusStage } from "./studio.ts";

/** The universe, with what belongs on top of it. */
export function StagePane({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  useAutofit(document);
  const [groups, setGroups] = useState<ReturnType<typeof contextMenu>["groups"]>([]);
  const drop = (event: DragEvent<HTMLDivElement>): void => {
    const text = event.dataTransfer.getData(PATTERN_TYPE);
    if (!text) return;
    event.preventDefault();
    event.stopPropagation();
    const box = event.currentTarget.getBoundingClientRect();
    const { camera, size, kind } = document.view;
    const at = cellAtPoint(camera, size, kind, { x: event.clientX - box.left, y: event.clientY - box.top });
    studio.encoder
      .read(text, { asRuns: true })
      .then(({ pattern }) => {
        document.editor.setPasteAnchor("middle");
        document.editor.beginPaste(pattern, at);
        showPaste(document.editor, document.view);
        studio.hint("Click to put the pattern down; > < x y turn it, Esc drops it.");
        focusStage();
      })
      .catch(studio.report);
  };
  return (
    <RightClickMenu
      groups={groups}
      onOpen={() => setGroups(contextMenu(studio.keymap, { ...studio.commandState, focus: "canvas" }).groups)}
      onChoose={(id) => void studio.run(id)}
      onClosed={focusStage}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files and patterns may be dropped on it; keys have commands. */}
      <div className="stage-pane" data-stage onDrop={drop}>
        <StageHost document={document} />
        <ZoomControl document={document} />
      </div>
    </RightClickMenu>
  );
}

/** With autofit on, the view follows the pattern; one question at a time. */
function useAutofit(document: StudioDocument): void {
  const studio = useStudio();
  const autofit = useShell((state) => state.autofit);
  const { generation, population } = useReadings(document);
  const asking = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: generation and population stand for the cells.
  useEffect(() => {
    if (!autofit || asking.current) return;
    asking.current = true;
    document
      .follow()
      .catch(studio.report)
      .finally(() => {
        asking.current = false;
      });
  }, [document, autofit, generation, population]);
}

function ZoomControl({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { camera } = useView(document);
  const press = (id: string) => (): void => {
    void studio.run(id);
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

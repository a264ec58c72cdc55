/** The zoom, on the stage: out, in, to a round size of the cells, or to the whole pattern. */

import { Minus, Plus } from "lucide-react";
import { zoomAt } from "../../../engine/picture/camera-moves.ts";
import type { StudioDocument } from "../../document/document.ts";
import { focusStage } from "../../studio/focus.ts";
import { useEditor, useStudio, useView } from "../../studio/hooks.ts";
import type { MenuGroups } from "../../ui/menu.tsx";
import { ChoiceMenu } from "../../ui/menu.tsx";
import { zoomText, zoomWords } from "../words.ts";
import { LookButton } from "./look-button.tsx";

/** Binary logarithms of pixels a cell, as a camera has them. */
const ZOOMS = [5, 4, 3, 2, 1, 0, -1, -2, -3, -6];
const ZOOM = "zoom:";

export function ZoomControl({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { camera } = useView(document);
  const { selection } = useEditor(document, "selection");
  const press = (id: string) => (): void => {
    void studio.commands.run(id);
    focusStage();
  };
  const groups: MenuGroups = [
    ZOOMS.map((zoom) => ({
      id: ZOOM + zoom,
      title: zoom >= 0 ? `${zoomText(zoom)} a cell` : `${2 ** -zoom} cells a pixel`,
      checked: Math.abs(camera.zoom - zoom) < 0.01,
    })),
    ["view.fit", ...(selection ? ["select.fit"] : []), "view.centre"].map((id) => ({
      id,
      title: studio.commands.list.get(id).name,
      key: studio.commands.keymap.shown(id),
    })),
  ];
  const choose = (id: string): void => {
    if (!id.startsWith(ZOOM)) return void studio.commands.run(id);
    const change = Number(id.slice(ZOOM.length)) - camera.zoom;
    const { size, kind } = document.view;
    const middle = { x: size.width / 2, y: size.height / 2 };
    document.view.setCamera(zoomAt(camera, size, kind, middle, change));
  };
  const tip = zoomWords(camera.zoom);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be styled against its nature.
    <div className="float zoom" role="group" aria-label="Zoom and look">
      <button type="button" aria-label="Zoom out" onClick={press("view.zoom-out")}>
        <Minus size={14} aria-hidden />
      </button>
      <ChoiceMenu
        className="zoom-value number"
        label={`Zoom: ${zoomText(camera.zoom)}${tip ? `. ${tip}` : " a cell"}`}
        tip={tip ?? "Choose a zoom"}
        groups={groups}
        onChoose={choose}
        onClosed={focusStage}
      >
        <output>{zoomText(camera.zoom)}</output>
      </ChoiceMenu>
      <button type="button" aria-label="Zoom in" onClick={press("view.zoom-in")}>
        <Plus size={14} aria-hidden />
      </button>
      <button type="button" onClick={press("view.fit")}>
        Fit
      </button>
      <LookButton document={document} />
    </div>
  );
}

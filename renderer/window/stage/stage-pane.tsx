import { Minimize2 } from "lucide-react";
import type { DragEvent } from "react";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import type { Cell } from "../../../engine/picture/camera-moves.ts";
import { cellAtPoint } from "../../../engine/picture/camera-moves.ts";
import { contextMenu } from "../../commands/views.ts";
import { CameraPilot } from "../../document/camera-pilot.ts";
import { floatPaste } from "../../document/float-paste.ts";
import { settleIn } from "../../document/made-for.ts";
import { cardDragOf } from "../../library/card-drag.ts";
import { focusNow, focusStage } from "../../studio/focus.ts";
import { useShell, useStudio } from "../../studio/hooks.ts";
import type { Pane } from "../../studio/split.ts";
import { IconButton } from "../../ui/button.tsx";
import { RightClickMenu } from "../../ui/menu.tsx";
import { CardDrop } from "./card-drop.ts";
import { Minimap } from "./minimap-pane.tsx";
import { SelectionChip } from "./selection-chip.tsx";
import { coversOf } from "./stage-covers.ts";
import { StageHost } from "./stage-host.tsx";
import type { StageModel } from "./stage-model.ts";
import { ZoomControl } from "./zoom-control.tsx";
import "./stage-pane.css";

/** A universe, with the parts on top of it, which the pane in focus alone has. `of`: how many panes there are. */
export function StagePane({ pane, of }: { readonly pane: Pane; readonly of: number }) {
  const studio = useStudio();
  const { document, viewport, focused, place } = pane;
  const model = useMemo((): StageModel => {
    const { editor, toolbox, universe } = document;
    return { editor, toolbox, universe, view: viewport.view, gestures: viewport.gestures };
  }, [document, viewport]);
  usePilot(pane, model);
  const area = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { view } = viewport;
    view.covers = () => (area.current ? coversOf(area.current) : []);
    return () => {
      view.covers = null;
    };
  }, [viewport]);
  const takeFocus = useFocusHere(pane);
  const minimap = useShell((state) => state.preferences.minimap);
  const zen = useShell((state) => state.zen);
  const [groups, setGroups] = useState<ReturnType<typeof contextMenu>["groups"]>([]);
  const drop = useMemo(() => {
    const { editor, view } = model;
    const { hint } = studio.status;
    // The pointer holds the middle of the pattern; later pastes keep the chosen anchor.
    return new CardDrop(editor, {
      settle: (pattern) => settleIn({ document, editor }, pattern),
      float: (pattern, at, note) =>
        floatPaste({ editor, view, hint, keys: studio.commands.keyNames }, pattern, {
          at,
          anchor: "middle",
          note,
        }),
    });
  }, [document, model, studio]);
  const cellUnder = ({ currentTarget, clientX, clientY }: DragEvent<HTMLDivElement>): Cell => {
    const { left, top } = currentTarget.getBoundingClientRect();
    const { camera, size, kind } = viewport.view;
    return cellAtPoint(camera, size, kind, { x: clientX - left, y: clientY - top });
  };
  const onDrop = (event: DragEvent<HTMLDivElement>): void => {
    const dropped = cardDragOf(studio).dropped(event.dataTransfer);
    if (!dropped) return;
    event.preventDefault();
    takeFocus();
    // Later keys wait until it is down, or floats.
    const down = studio.commands.queue.hold(drop.drop(dropped, cellUnder(event)));
    down.then(focusStage, studio.status.report);
  };
  const onDragLeave = ({ currentTarget, relatedTarget }: DragEvent<HTMLDivElement>): void => {
    if (!(relatedTarget instanceof Node && currentTarget.contains(relatedTarget))) drop.leave();
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
      <div
        ref={area}
        className="stage-pane"
        data-stage={focused ? "" : "resting"}
        onPointerDownCapture={takeFocus}
        onFocusCapture={takeFocus}
        onDragOver={(event) => drop.over(cardDragOf(studio).pattern, cellUnder(event))}
        onDragLeave={onDragLeave}
        onDrop={onDrop}
      >
        <StageHost pane={pane} model={model} place={of > 1 ? `, pane ${place + 1} of ${of}` : ""} />
        {focused ? (
          <>
            <SelectionChip document={document} />
            <ZoomControl document={document} />
            {minimap ? <Minimap document={document} /> : null}
            {zen ? <LeaveZen /> : null}
          </>
        ) : null}
      </div>
    </RightClickMenu>
  );
}

/** Who presses or comes to a pane that is not in focus gives it the focus, before the stage hears of that. */
function useFocusHere({ focused, place }: Pane): () => void {
  const studio = useStudio();
  const before = useRef(focused);
  useEffect(() => {
    // A command may have brought the focus here: the keys follow.
    if (focused && !before.current && focusNow() === "canvas") focusStage();
    before.current = focused;
  }, [focused]);
  return () => {
    if (!focused) studio.panes.focus(place);
  };
}

/** With autofit or follow on, the camera moves by itself. */
function usePilot({ document, focused }: Pane, model: StageModel): void {
  const studio = useStudio();
  const mode = useShell((state) => {
    const { autofit, follow } = focused ? state : (state.split?.resting ?? state);
    return follow ? "follow" : autofit ? "autofit" : null;
  });
  useEffect(() => {
    if (!mode) return;
    const still = matchMedia("(prefers-reduced-motion: reduce)");
    const pilot = new CameraPilot(model, {
      mode,
      smooth: () => !still.matches,
      onEnd: () => {
        if (focused) studio.shell.setState({ [mode]: false });
        else studio.panes.letRest();
        studio.status.hint(
          mode === "follow"
            ? "You moved the view: no longer following."
            : "You moved the view: autofit is off.",
        );
      },
      onError: document.report,
    });
    return () => pilot.end();
  }, [document, model, focused, mode, studio]);
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

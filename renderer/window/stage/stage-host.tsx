import { useMemo } from "react";
import { onStage } from "../../commands/key-words.ts";
import { useAgeLook, useCellTheme, useScreen, useShell, useStudio, useTitle } from "../../studio/hooks.ts";
import type { Pane } from "../../studio/split.ts";
import { Stage } from "./stage.tsx";
import type { StageModel } from "./stage-model.ts";

interface StageHostProps {
  readonly pane: Pane;
  readonly model: StageModel;
  /** Which pane of several, as the end of its name. */
  readonly place: string;
}

/** Connects the stage to the studio. */
export function StageHost({ pane: { document, viewport }, model, place }: StageHostProps) {
  const studio = useStudio();
  const { gridLines, boldEvery, icons, flashLimit } = useShell((state) => state.preferences);
  const { ages, trail } = useAgeLook(document);
  const look = useMemo(
    () => ({ gridLines, boldEvery, ages, trail, icons, flashLimit }),
    [gridLines, boldEvery, ages, trail, icons, flashLimit],
  );
  const screen = useScreen();
  return (
    <Stage
      // Another drawing worker needs canvases of its own.
      key={screen.id}
      screen={screen}
      model={model}
      name={`${useTitle(document)}, universe${place}`}
      help={onStage(studio.commands.keyNames)}
      look={look}
      onFlashLimited={(flashLimited) => studio.shell.setState({ flashLimited })}
      theme={useCellTheme()}
      onReady={() => void document.fitOnce().catch(studio.status.report)}
      onError={document.report}
      onCamera={(image) => {
        viewport.image = image;
      }}
    />
  );
}

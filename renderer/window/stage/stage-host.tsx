import { useMemo } from "react";
import { onStage } from "../../commands/key-words.ts";
import type { StudioDocument } from "../../document/document.ts";
import { useCellTheme, useScreen, useShell, useStudio, useTitle } from "../../studio/hooks.ts";
import { Stage } from "./stage.tsx";

/** Connects the stage to the studio. */
export function StageHost({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const { gridLines, boldEvery, ages, trail, flashLimit } = useShell((state) => state.preferences);
  const look = useMemo(
    () => ({ gridLines, boldEvery, ages, trail, flashLimit }),
    [gridLines, boldEvery, ages, trail, flashLimit],
  );
  const screen = useScreen();
  return (
    <Stage
      // Another drawing worker needs canvases of its own.
      key={screen.id}
      screen={screen}
      model={document}
      name={`${useTitle(document)}, universe`}
      help={onStage(studio.commands.keyNames)}
      look={look}
      onFlashLimited={(flashLimited) => studio.shell.setState({ flashLimited })}
      theme={useCellTheme()}
      onReady={() => void document.fitOnce().catch(studio.status.report)}
      onError={document.report}
      onCamera={(image) => {
        document.image = image;
      }}
    />
  );
}

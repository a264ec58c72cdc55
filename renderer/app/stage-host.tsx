import { Stage } from "../canvas/stage.tsx";
import type { StudioDocument } from "./document.ts";
import { useScreen, useShell, useStudio, useThemeName, useTitle } from "./hooks.ts";

/** The stage with what it needs to know of the studio. */
export function StageHost({ document }: { readonly document: StudioDocument }) {
  const studio = useStudio();
  const flashLimit = useShell((state) => state.preferences.flashLimit);
  const screen = useScreen();
  const gridLines = useShell((state) => state.preferences.gridLines);
  return (
    <Stage
      // Another worker that draws needs canvases of its own.
      key={screen.id}
      screen={screen}
      model={document}
      name={`${useTitle(document)}, universe`}
      gridLines={gridLines}
      flashLimit={flashLimit}
      onFlashLimited={(flashLimited) => studio.shell.setState({ flashLimited })}
      theme={useThemeName()}
      onReady={() => void document.fitOnce().catch(studio.report)}
      onError={document.report}
    />
  );
}

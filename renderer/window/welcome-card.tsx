/** Three hints for the first minutes, over a corner of the cells. Once closed, they only return on request. */

import { focusStage } from "../studio/focus.ts";
import { useActive, useShell, useStudio } from "../studio/hooks.ts";
import { WithArrows } from "../ui/arrows.tsx";
import { TextButton } from "../ui/button.tsx";
import "./welcome-card.css";

export function WelcomeCard() {
  const studio = useStudio();
  const welcomed = useShell((state) => state.preferences.welcomed);
  const active = useActive();
  if (welcomed || !active) return null;
  const putAway = (): void => {
    studio.settings.change({ welcomed: true }).catch(studio.status.report);
    focusStage();
  };
  return (
    <section className="welcome" aria-label="First hints">
      <h2>It is alive</h2>
      <div>
        <TextButton
          onPress={() => {
            putAway();
            studio.dialogs.show("guide", { place: "first-steps" });
          }}
        >
          Open the guide
        </TextButton>
        <TextButton look="accent" onPress={putAway}>
          Got it
        </TextButton>
      </div>
      <ol>
        <li>
          <Key command="time.run" /> stops it and runs it, <Key command="time.next" /> goes one generation.
        </li>
        <li>
          Drag over the cells to draw; <Key command="edit.undo" /> takes it back. The wheel zooms.
        </li>
        <li>
          <Key command="view.library" /> is the library, <Key command="help.palette" /> finds every command.
        </li>
      </ol>
    </section>
  );
}

/** A command's key, or its name if it has none. */
function Key({ command }: { readonly command: string }) {
  const { keymap } = useStudio().commands;
  const shown = keymap.shown(command);
  if (shown)
    return (
      <kbd>
        <WithArrows text={shown} />
      </kbd>
    );
  return <b>{keymap.commands.find(({ id }) => id === command)?.name}</b>;
}
